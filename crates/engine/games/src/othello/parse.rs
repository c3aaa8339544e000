//! Reads positions of Othello: FENs, the moves of a game, and boards of 64 letters.

use super::board::{CENTRE, Discs};
use super::{Move, Othello, TurnOptions};
use plyglot_core::game::squares::{parse_counters, parse_side, words};
use plyglot_core::game::stones::{self, Cells, Layout};
use plyglot_core::game::{Game, Notation, Side, TextError, text_error};

pub(super) const LAYOUT: Layout =
    Layout { files: 8, ranks: 8, stones: [64, 64], letters: ["P", "p"] };

/// The stones of a side: 60 in hand at the start, and half of the four in the centre.
pub(super) const MAX_STONES_PER_SIDE: usize = 62;

/// The bits of a square that differ in its vertical mirror image.
pub(super) const VERTICAL: u8 = 56;

/// Ways to write a pass, apart from Fairy-Stockfish's.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@@@"];

/// The text expected for a square of a game in the literature's form.
const SQUARE: &str = "a square from a1 to h8";
const LETTERS: &str = "64 letters 'X', 'O' or '-'";
/// The text expected after such a board.
const TURN: &str = "'X' or 'O', whose turn it is";

pub(super) fn position(text: &str) -> Result<Othello, TextError> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.get(..2).is_some_and(|word| LAYOUT.square(&word.to_ascii_lowercase()).is_some()) {
        game(text)
    } else if first.is_empty() || first.contains(['/', '[']) {
        fen(text)
    } else {
        letters(text)
    }
}

/// The position with these stones, in row order from the top. It assumes that neither side has
/// passed before.
fn from_cells(cells: &Cells, side: Side, counters: [u16; 2]) -> Othello {
    let board = Discs { own: LAYOUT.set(cells, side), other: LAYOUT.set(cells, !side) };
    let count = board.occupied().count_ones() as usize;
    Othello::new(board, side, ((count + side.index()) / 2) as u8, counters)
}

/// Reads `board[hand] side - - plies number`. The hand and all after the side may be
/// missing, and so may `- -`.
fn fen(text: &str) -> Result<Othello, TextError> {
    let mut fields = words(text).peekable();
    let (start, board) = fields.next().unwrap_or((text.len(), ""));
    let (cells, end) = stones::parse_board(text, start, &LAYOUT)?;
    let hand = &text[end..start + board.len()];
    let side = parse_side(text, fields.next())?;
    if fields.peek().is_some_and(|&(_, word)| word == "-") {
        for (at, word) in fields.by_ref().take(2) {
            if word != "-" {
                return Err(text_error(text, at, "'-'"));
            }
        }
    }
    let counters = parse_counters(text, fields)?;
    let mut position = checked(text, from_cells(&cells, side, counters))?;
    position.placed = placed_by_hand(&position, hand).ok_or_else(|| {
        let all = 2 * MAX_STONES_PER_SIDE - position.board.occupied().count_ones() as usize;
        text_error(text, end, format!("{all} stones in hand, enough for each side, or none"))
    })?;
    Ok(position)
}

/// Checks the hand, if it is there and not empty. Returns how many stones the first player
/// has placed. Each side must have enough for all that it may still have to place. In
/// Reversi's opening, that is half of the centre; later it may be all free squares.
fn placed_by_hand(position: &Othello, hand: &str) -> Option<u8> {
    if hand.is_empty() || hand == "[]" {
        return Some(position.placed);
    }
    let letters = hand.strip_prefix('[')?.strip_suffix(']')?;
    let first = letters.matches('P').count();
    let second = letters.matches('p').count();
    let free = position.board.empty();
    let centre = (free & CENTRE).count_ones() as usize;
    let others = (free & !CENTRE).count_ones() as usize;
    let (own, other) = if position.side == Side::First { (first, second) } else { (second, first) };
    let is_enough = own >= others + centre.div_ceil(2) && other >= others + centre / 2;
    let all = 2 * MAX_STONES_PER_SIDE - position.board.occupied().count_ones() as usize;
    let is_sound = first + second == letters.len() && first + second == all && is_enough;
    if is_sound { Some((MAX_STONES_PER_SIDE - first) as u8) } else { None }
}

/// The position, if all squares of the centre are occupied before all others.
fn checked(text: &str, position: Othello) -> Result<Othello, TextError> {
    let occupied = position.board.occupied();
    if occupied & CENTRE == CENTRE || occupied & !CENTRE == 0 {
        return Ok(position);
    }
    let start = text.len() - text.trim_start().len();
    Err(text_error(text, start, "stones on d4, e4, d5 and e5"))
}

/// Reads 64 letters, row by row from the top, and the side to move. Text after a `;` is
/// skipped: it has scores in files of problems.
fn letters(text: &str) -> Result<Othello, TextError> {
    let mut cells = Cells::new();
    let mut to_move = None;
    for (i, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        if cells.len() < 64 {
            let is_empty = matches!(c, '-' | '.' | '_');
            if side_of(c).is_none() && !is_empty {
                return Err(text_error(text, i, LETTERS));
            }
            cells.push(side_of(c));
        } else if to_move.is_none() {
            to_move = side_of(c);
            if to_move.is_none() {
                return Err(text_error(text, i, TURN));
            }
        } else if c == ';' {
            break;
        } else {
            return Err(text_error(text, i, "the end of the position"));
        }
    }
    let expected = if cells.len() < 64 { LETTERS } else { TURN };
    let to_move = to_move.ok_or_else(|| text_error(text, text.trim_end().len(), expected))?;
    let stones: usize = stones::counts(&cells).iter().sum();
    let number = stones.saturating_sub(4) / 2 + 1;
    checked(text, from_cells(&cells, to_move, [0, number as u16]))
}

fn side_of(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' | '*' => Some(Side::First),
        'O' | 'o' => Some(Side::Second),
        _ => None,
    }
}

/// Reads the moves of a game from the start position, each a square in the literature's
/// form. Passes may be missing.
fn game(text: &str) -> Result<Othello, TextError> {
    let start = text.len() - text.trim_start().len();
    let word = text[start..].split_whitespace().next().unwrap_or_default();
    let end = start + word.len();
    let mut position = Othello::start(());
    let mut at = start;
    while at < end {
        let shown = text[..end].get(at..at + 2);
        let part = shown.ok_or_else(|| text_error(&text[..end], at, SQUARE))?;
        if position.turn == TurnOptions::Pass && !is_pass(part) {
            position.play(Move::PASS);
        }
        let m = position.parse_move(part);
        position.play(m.map_err(|_| text_error(&text[..at + 2], at, "a legal move"))?);
        at += 2;
    }
    match words(&text[end..]).next() {
        Some((at, _)) => Err(text_error(text, end + at, "the end of the position")),
        None => Ok(position),
    }
}

pub(super) fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text))
}
