//! Positions as other programs write them, in FEN.

use crate::rules::Rules;
use crate::set::Set;
use plyglot_core::game::{Side, TextError, squares, text_error};
use plyglot_definition::Definition;
use std::borrow::Cow;
use std::hash::Hash;

/// A text whose checks are given, `+1+0`, as Lichess writes them, with those that are left before
/// the counters.
pub(super) fn with_checks_left(text: &str, all: u8) -> Cow<'_, str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let given = (2..words.len()).find_map(|at| Some((at, given_checks(words[at])?)));
    let Some((at, [first, second])) = given else { return Cow::Borrowed(text) };
    words.remove(at);
    let left = format!("{}+{}", all.saturating_sub(first), all.saturating_sub(second));
    words.insert(words.len().min(4), &left);
    Cow::Owned(words.join(" "))
}

fn given_checks(word: &str) -> Option<[u8; 2]> {
    squares::parse_pair(word.strip_prefix('+')?)
}

/// Whether a text is a position of Portable Draughts Notation: `W:W31-50,K5:B1-20`.
pub(super) fn is_of_draughts(text: &str) -> bool {
    text.trim_start().trim_start_matches(['W', 'B', 'w', 'b', '?']).starts_with(':')
}

/// A position of Portable Draughts Notation as FEN: the side to move, and for each colour its
/// squares, by numbers or names, ranges of them, and `K` before those of kings.
pub(super) fn of_draughts<S: Set + Hash>(
    rules: &Rules<S>,
    text: &str,
) -> Result<String, TextError> {
    let first_is_white = rules.variant.info.sides[0] != "black";
    let mut cells = vec![None; usize::from(rules.size.squares())];
    let mut to_move = Side::First;
    let body = text.trim_end().trim_end_matches('.');
    let mut at = 0;
    for (number, part) in body.split(':').enumerate() {
        let start = at;
        at += part.len() + 1;
        let colour = part.trim().chars().next();
        let side = colour.and_then(|colour| match (colour.to_ascii_uppercase(), first_is_white) {
            ('W', true) | ('B', false) => Some(Side::First),
            ('B', true) | ('W', false) => Some(Side::Second),
            _ => None,
        });
        match (number, side) {
            (0, side) => {
                to_move = side.unwrap_or(Side::First);
                continue;
            }
            (_, Some(_)) => {}
            // Lidraughts adds its counters: H0, F1.
            (_, None) if part.starts_with(['H', 'F', '+']) => continue,
            _ => return Err(text_error(text, start, "'W' or 'B' before the squares of a colour")),
        }
        let side = side.unwrap_or(Side::First);
        let mut place = start + part.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0) + 1;
        for word in text[place..start + part.len()].split(',') {
            let squares = squares_of(rules, word).ok_or_else(|| {
                text_error(text, place, "squares of pieces, such as 31, K5 or 1-20")
            })?;
            for square in squares {
                cells[usize::from(square)] = Some((side, word.trim().starts_with(['K', 'k'])));
            }
            place += word.len() + 1;
        }
    }
    let letters = letters(rules.definition);
    let cells: Vec<_> = cells.chunks(rules.size.files.into()).rev().flatten().copied().collect();
    let board =
        squares::print_rows(&cells, rules.size.files.into(), |&(side, is_king): &(Side, bool)| {
            let letter = letters[usize::from(is_king)];
            if side == Side::First { letter.to_ascii_uppercase() } else { letter }
        });
    Ok(format!("{board} {} - - 0 1", squares::side_letter(to_move)))
}

/// The letters of men and of kings.
fn letters(definition: &Definition) -> [char; 2] {
    let men = definition.promotion.pawn_pieces[0];
    [true, false].map(|is_man| {
        let found = (0..definition.pieces.len()).find(|&piece| men.contains(piece) == is_man);
        found.map_or('m', |piece| definition.pieces[piece].letter)
    })
}

/// The squares of a word: `31`, `K5`, `1-20`, `a3`, or none for an empty one.
fn squares_of<S: Set + Hash>(rules: &Rules<S>, word: &str) -> Option<Vec<u8>> {
    let word = word.trim();
    let word = word.strip_prefix(['K', 'k']).unwrap_or(word);
    if word.is_empty() {
        return Some(Vec::new());
    }
    if let Some((first, last)) = word.split_once('-') {
        let first: u8 = first.trim().parse().ok()?;
        let last: u8 = last.trim().parse().ok()?;
        return (first..=last).map(|number| numbered(rules, number)).collect();
    }
    let number: Option<u8> = word.parse().ok();
    if let Some(square) = number.and_then(|number| numbered(rules, number)) {
        return Some(vec![square]);
    }
    let (file, rank) = squares::parse_name(&word.to_ascii_lowercase())?;
    let is_inside = file < rules.size.files.into() && rank < rules.size.ranks.into();
    if is_inside { Some(vec![rules.size.square(file as u8, rank as u8)]) } else { None }
}

/// The square with a number; those without have a 0.
fn numbered<S>(rules: &Rules<S>, number: u8) -> Option<u8> {
    let at = rules.square_numbers.iter().position(|&other| other == number && number > 0)?;
    Some(at as u8)
}
