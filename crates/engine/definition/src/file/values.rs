//! The values of keys, read and set.

use super::betza;
use super::complaint::{Complaint, Word};
use super::draft::{Draft, Rule};
use super::grammar::{Fault, Read, expecting, whole};
use crate::keys::Field;
use crate::{
    Definition, Enclosing, How, MAX_FILES, MAX_RANKS, PieceMask, PieceNames, PieceRules, Region,
    StartDefinition, Walk, Walling,
};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, char, digit1};
use nom::combinator::{map, map_opt, value, verify};
use plyglot_core::game::{Outcome, Side};

const MAX_NAME_CHARS: usize = 30;
const MAX_STARTS: usize = 100;
/// The most names of a start, each of which is compared with those of all others.
const MAX_START_NAMES: usize = 10;
const MAX_VALUE: i32 = 1_000_000;

pub(super) fn apply(
    draft: &mut Draft,
    rule: &Rule,
    word: Word,
    letters: &Letters,
) -> Result<(), Box<Complaint>> {
    for &side in rule.sides {
        match rule.field_of(&mut draft.0, side) {
            Some(field) => set(field, word, letters)?,
            None => apply_by_piece(draft, rule, word, letters)?,
        }
    }
    Ok(())
}

/// Sets what a key of [`OLD_KEYS`](super::draft::OLD_KEYS) means on a board of so many ranks.
pub(super) fn apply_old(
    rules: &mut Definition,
    key: &str,
    word: Word,
) -> Result<(), Box<Complaint>> {
    if key == "dropOnTop" {
        if choice(word, &["false", "true"])? == 1 {
            rules.drops.enclosing = Enclosing::Top;
        }
        return Ok(());
    }
    if key == "captureType" {
        rules.drops.captures_to_hand = choice(word, &["out", "hand"])? == 1;
        return Ok(());
    }
    if key == "pocketSize" {
        // Hands have room for all pieces.
        return number(word, u8::MAX.into()).map(|_| ());
    }
    let wall = match key {
        "arrowGating" => Some(Walling::Arrow),
        "duckGating" => Some(Walling::Duck),
        "pastGating" => Some(Walling::Past),
        "staticGating" => Some(Walling::Static),
        _ => None,
    };
    if let Some(wall) = wall {
        let rule = &mut rules.walls.rule;
        *rule = match choice(word, &["false", "true"])? {
            1 => wall,
            _ if *rule == wall => Walling::None,
            _ => *rule,
        };
        return Ok(());
    }
    let ranks = rules.board.max_rank;
    let rank = whole(word, RANK, rank)?;
    let (from, to, regions) = match key {
        "promotionRank" => (rank, MAX_RANKS, &mut rules.promotion.region),
        "doubleStepRank" => (1, rank + 1, &mut rules.pawns.double_step_region),
        _ => (rank, 2, &mut rules.pawns.double_step_region),
    };
    *regions = [[from, to], [ranks.saturating_sub(to), ranks.saturating_sub(from)]]
        .map(|[from, to]| Region::rectangle([0, from], [MAX_FILES, to.saturating_sub(from)]));
    Ok(())
}

fn apply_by_piece(
    draft: &mut Draft,
    rule: &Rule,
    word: Word,
    letters: &Letters,
) -> Result<(), Box<Complaint>> {
    let mut nobody = PieceRules::default();
    let expected = match rule.field(&mut nobody, Side::First) {
        field if word.text == "-" => {
            let number =
                if let Field::Number(at) = field { Some(at.get().to_string()) } else { None };
            let none = Word { text: number.as_deref().unwrap_or(word.text), ..word };
            let mut pieces = draft.0.pieces.iter_mut();
            return pieces.try_for_each(|piece| {
                set(rule.field(&mut piece.rules, Side::First), none, letters)
            });
        }
        Field::PieceOrAny(_) | Field::PieceOrNone(_) => "pairs of pieces such as 'p:g s:g'",
        Field::Jumps(_) => "letters of pieces with jumps, such as 'm:fF k:B'",
        _ => "letters of pieces with numbers, such as 'p:1 n:3'",
    };
    if word.text.is_empty() {
        return Err(Complaint::at(word, expected));
    }
    for pair in word.words() {
        let Some((letter, value)) = pair.text.split_once(':') else {
            return Err(Complaint::at(pair, expected));
        };
        let rules = match letters.piece(pair.part(letter))? {
            Some(piece) => &mut draft.0.pieces[piece].rules,
            None => &mut nobody,
        };
        set(rule.field(rules, Side::First), pair.part(value), letters)?;
    }
    Ok(())
}

pub(super) fn set(field: Field, word: Word, letters: &Letters) -> Result<(), Box<Complaint>> {
    match field {
        Field::Flag(at) => *at = choice(word, &["false", "true"])? == 1,
        Field::Number(at) => at.set(number(word, at.max())?),
        Field::Worth(at) if word.text == "-" => *at = None,
        Field::Worth(at) => *at = Some(worth(word)?),
        Field::Rank(at) => *at = whole(word, RANK, rank)?,
        Field::File(at) => *at = whole(word, FILE, alt((file, file_number)))?,
        Field::Ranks(at) => *at = whole(word, RANK, rank)? + 1,
        Field::Files(at) => *at = whole(word, FILE, alt((file, file_number)))? + 1,
        Field::Squares(at) => *at = region(word)?,
        Field::Result(at) => *at = OUTCOMES[choice(word, &["win", "loss", "draw"])?],
        Field::ResultOrNone(at) => {
            *at = OUTCOMES.get(choice(word, &["win", "loss", "draw", "none"])?).copied();
        }
        Field::Choice(at) => at.set(choice(word, at.words())?),
        Field::Text(_) if word.text.is_empty() => return Err(Complaint::at(word, "a text")),
        Field::Text(at) => word.text.clone_into(at),
        Field::Name(at) if word.text == "-" => at.clear(),
        Field::Name(at) if is_name(word.text) => *at = word.text.replace('-', " "),
        Field::Name(_) => return Err(Complaint::at(word, "a name such as 'red' or 'old-guard'")),
        Field::Names(at) => names(at, word, letters)?,
        Field::Starts(at) if word.text == "-" => at.0.clear(),
        Field::Starts(at) if at.0.len() == MAX_STARTS => {
            return Err(Complaint::at(word, format!("at most {MAX_STARTS} starts")));
        }
        Field::Starts(at) => at.add(start(word)?),
        Field::CastlingRights(at) => *at = castling_rights(word)?,
        Field::PieceOrAny(at) => *at = letters.one(word, '*')?,
        Field::PieceOrNone(at) => *at = letters.one(word, '-')?,
        Field::Pieces(at) => *at = letters.set(word, None)?,
        Field::PiecesOrAny(at) => {
            let any = PieceMask(u64::MAX);
            let pieces = letters.set(word, Some(any))?;
            *at = if pieces == any { None } else { Some(pieces) };
        }
        Field::PiecesAndAll(at) => {
            *at = letters.set(word, Some(PieceMask::single(PieceMask::TOGETHER)))?;
        }
        Field::Jumps(at) => *at = jumps(word, letters.is_hexagonal)?,
    }
    Ok(())
}

fn names(at: &mut PieceNames, word: Word, letters: &Letters) -> Result<(), Box<Complaint>> {
    if word.text == "-" {
        at.0.clear();
        return Ok(());
    }
    for pair in word.words() {
        let named = pair.text.split_once(':').filter(|(_, name)| is_name(name));
        let Some((letter, name)) = named else {
            return Err(Complaint::at(
                pair,
                "letters of pieces with names, such as 'm:man k:king'",
            ));
        };
        letters.piece(pair.part(letter))?;
        let name = name.replace('-', " ");
        letter.chars().for_each(|letter| at.set(letter.to_ascii_lowercase(), name.clone()));
    }
    Ok(())
}

/// Names and the position behind them, which is not looked at.
fn start(word: Word) -> Result<StartDefinition, Box<Complaint>> {
    const EXPECTED: &str = "names and a FEN, such as 'Two pieces, 二枚落ち: FEN'";
    let Some((names, position)) = word.text.split_once(':') else {
        return Err(Complaint::at(word, EXPECTED));
    };
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    if let Some(wrong) = names.iter().find(|name| !is_start_name(name)) {
        let expected = "a name of letters, digits, blanks and hyphens that begins with a letter";
        return Err(Complaint::at(word.part(wrong), expected));
    }
    if let Some(further) = names.get(MAX_START_NAMES) {
        let expected = format!("at most {MAX_START_NAMES} names of a start");
        return Err(Complaint::at(word.part(further), expected));
    }
    let names = names.into_iter().map(str::to_owned).collect();
    Ok(StartDefinition { names, position: position.trim().to_owned() })
}

/// Whether a text can be the name of a start: it stands in the place of a position in the protocol.
fn is_start_name(text: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || [' ', '-'].contains(&c);
    let mut words = text.split(' ');
    text.starts_with(char::is_alphabetic)
        && text.chars().count() <= MAX_NAME_CHARS
        && text.chars().all(is_sign)
        && !words.any(|word| ["startpos", "fen", "moves"].contains(&word))
}

/// Whether a text is a name that sentences can have.
fn is_name(text: &str) -> bool {
    text.chars().count() <= MAX_NAME_CHARS
        && text.split('-').all(|word| !word.is_empty() && word.chars().all(char::is_alphabetic))
}

const OUTCOMES: [Outcome; 3] = [Outcome::Won, Outcome::Lost, Outcome::Drawn];

fn choice(word: Word, right: &[&str]) -> Result<usize, Box<Complaint>> {
    right.iter().position(|&right| right == word.text).ok_or_else(|| {
        let (last, others) = right.split_last().expect("there are words");
        let expected = format!("'{}' or '{last}'", others.join("', '"));
        Complaint::at(word, expected).suggest(word.text, right.iter().copied())
    })
}

fn number(word: Word, max: u32) -> Result<u32, Box<Complaint>> {
    if word.text.chars().all(|c| c.is_ascii_digit())
        && let Ok(number) = word.text.parse::<u32>()
        && number <= max
    {
        return Ok(number);
    }
    Err(Complaint::at(word, format!("a whole number from 0 to {max}")))
}

fn worth(word: Word) -> Result<i32, Box<Complaint>> {
    let number = word.text.parse().ok().filter(|number: &i32| number.abs() <= MAX_VALUE);
    number.ok_or_else(|| {
        Complaint::at(word, format!("a whole number from -{MAX_VALUE} to {MAX_VALUE}"))
    })
}

const RANK: &str = "a rank from 1 to 19";
const FILE: &str = "a file from a to s, or its number";
const SQUARES: &str = "squares such as 'a8 *7', or '-' for none";

/// A number from 1 to `max`, counted from 0.
fn counted<'a>(max: u8) -> impl Parser<&'a str, Output = u8, Error = Fault<'a>> {
    map_opt(digit1, move |digits: &str| {
        digits.parse::<u8>().ok()?.checked_sub(1).filter(|&index| index < max)
    })
}

fn rank(input: &str) -> Read<'_, u8> {
    expecting(RANK, counted(MAX_RANKS)).parse(input)
}

fn file_number(input: &str) -> Read<'_, u8> {
    counted(MAX_FILES).parse(input)
}

fn file(input: &str) -> Read<'_, u8> {
    map_opt(anychar, |letter: char| {
        let letter = u8::try_from(letter.to_ascii_lowercase()).ok()?;
        letter.checked_sub(b'a').filter(|&index| index < MAX_FILES)
    })
    .parse(input)
}

/// A square, in which `*` stands for all files, or for all ranks.
fn squares(input: &str) -> Read<'_, Region> {
    let any = || value(None, char('*'));
    let file = expecting(SQUARES, alt((any(), map(file, Some))));
    let rank = alt((any(), map(rank, Some)));
    let one = verify((file, rank), |(file, rank)| file.is_some() || rank.is_some());
    map(one, |(only_file, only_rank)| {
        let (file, files) = only_file.map_or((0, MAX_FILES), |file| (file, 1));
        let (rank, ranks) = only_rank.map_or((0, MAX_RANKS), |rank| (rank, 1));
        Region::rectangle([file, rank], [files, ranks])
    })
    .parse(input)
}

pub(super) fn region(word: Word) -> Result<Region, Box<Complaint>> {
    if word.text == "-" {
        return Ok(Region::NONE);
    }
    if word.text.is_empty() {
        return Err(Complaint::at(word, SQUARES));
    }
    word.words().try_fold(Region::NONE, |all, word| {
        // A wrong square is shown whole.
        let region = whole(word, SQUARES, squares).map_err(|_| Complaint::at(word, SQUARES))?;
        Ok(all.with(region))
    })
}

/// The words of a region, which was read without a fault, that have no square of the board: not all.
pub(super) fn off_board<'a>(
    word: Word<'a>,
    rules: &Definition,
) -> Result<Vec<Word<'a>>, Box<Complaint>> {
    let files = rules.board.max_file;
    let ranks = rules.board.max_rank;
    let mut off: Vec<Word> = word.words().filter(|word| word.text != "-").collect();
    off.retain(|word| {
        let region = region(*word).unwrap_or(Region::NONE);
        !(0..ranks).any(|rank| (0..files).any(|file| region.contains(file, rank)))
    });
    if !off.is_empty() && off.len() == word.words().count() {
        let expected = format!("squares of the board, which has {files} files and {ranks} ranks");
        return Err(Complaint::at(off[0], expected));
    }
    Ok(off)
}

/// Whether a row of `connectN` fits on the board, in one of the directions that count.
pub(super) fn check_row(word: Word, rules: &Definition) -> Result<(), Box<Complaint>> {
    let files = rules.board.max_file;
    let ranks = rules.board.max_rank;
    let longest = [
        (rules.rows.connect_horizontal, files),
        (rules.rows.connect_vertical, ranks),
        (rules.rows.connect_diagonal, files.min(ranks)),
    ];
    let longest = longest.into_iter().filter(|(counts, _)| *counts).map(|(_, row)| row).max();
    fits(word, rules.rows.connect_n, longest.unwrap_or(0))
}

pub(super) fn check_block(word: Word, rules: &Definition) -> Result<(), Box<Complaint>> {
    fits(word, rules.rows.connect_nxn, rules.board.max_file.min(rules.board.max_rank))
}

fn fits(word: Word, length: u8, longest: u8) -> Result<(), Box<Complaint>> {
    if length <= longest {
        return Ok(());
    }
    Err(Complaint::at(word, format!("at most {longest}, as no more are in a row on this board")))
}

/// Letters of castling rights, by side and wing.
fn castling_rights(word: Word) -> Result<[[bool; 2]; 2], Box<Complaint>> {
    const EXPECTED: &str = "castling rights such as 'KQkq', or '-' for none";
    let mut rights = [[false; 2]; 2];
    if word.text == "-" {
        return Ok(rights);
    }
    if word.text.is_empty() {
        return Err(Complaint::at(word, EXPECTED));
    }
    for (at, letter) in word.text.char_indices() {
        let Some(index) = "KQkq".find(letter) else {
            return Err(Complaint::at(word.part(&word.text[at..]), EXPECTED));
        };
        rights[index / 2][index % 2] = true;
    }
    Ok(rights)
}

/// Steps and rides to neighbours, in Betza's notation, or `-` for none.
fn jumps(word: Word, is_hexagonal: bool) -> Result<Vec<Walk>, Box<Complaint>> {
    if word.text == "-" {
        return Ok(Vec::new());
    }
    let walks = whole(word, "steps or lines in Betza's notation", betza::piece(is_hexagonal))?;
    let are_jumps = walks.iter().all(|walk| {
        walk.files.abs().max(walk.ranks.abs()) == 1
            && matches!(walk.how, How::Leap | How::Ride(0))
            && (walk.moves, walk.captures, walk.initial) == (true, true, false)
    });
    if are_jumps {
        return Ok(walks);
    }
    let [steps, lines] = if is_hexagonal { ["W", "R"] } else { ["W, F, K", "R, B, Q"] };
    let expected = format!("only steps ({steps}) or lines ({lines}), with their directions");
    Err(Complaint::at(word, expected))
}

pub(super) struct Letters {
    by_piece: Vec<char>,
    /// If not, every letter is accepted and stands for no piece.
    are_known: bool,
    is_hexagonal: bool,
}

impl Letters {
    pub(super) fn new(draft: &Draft, are_known: bool) -> Letters {
        let by_piece = draft.0.pieces.iter().map(|piece| piece.letter).collect();
        Letters { by_piece, are_known, is_hexagonal: draft.0.board.is_hexagonal }
    }

    fn piece(&self, word: Word) -> Result<Option<usize>, Box<Complaint>> {
        let mut letters = word.text.chars();
        let letter = letters.next().filter(|c| c.is_ascii_alphabetic() && letters.next().is_none());
        let piece = letter.and_then(|letter: char| {
            self.by_piece.iter().position(|&other| other == letter.to_ascii_lowercase())
        });
        if piece.is_some() || letter.is_some() && !self.are_known {
            return Ok(piece);
        }
        let known: String = self.by_piece.iter().filter(|c| c.is_ascii_alphabetic()).collect();
        let expected = match known.as_str() {
            "" => "the letter of a piece, but there are none".to_owned(),
            known => format!("the letter of a piece, one of '{known}'"),
        };
        Err(Complaint::at(word, expected))
    }

    /// One piece, or the sign for none.
    fn one(&self, word: Word, sign: char) -> Result<Option<usize>, Box<Complaint>> {
        if word.text.chars().eq([sign]) {
            return Ok(None);
        }
        self.piece(word).map_err(|mut complaint| {
            complaint.expected += &format!(", or '{sign}'");
            complaint
        })
    }

    /// A set of pieces, in which `*` may stand for some.
    fn set(&self, word: Word, star: Option<PieceMask>) -> Result<PieceMask, Box<Complaint>> {
        let mut pieces = PieceMask::NONE;
        if word.text == "-" {
            return Ok(pieces);
        }
        if word.text.is_empty() {
            return Err(Complaint::at(word, "letters of pieces such as 'nbrq', or '-' for none"));
        }
        for (at, letter) in word.text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            if let Some(star) = star
                && letter == '*'
            {
                pieces.0 |= star.0;
                continue;
            }
            let letter = word.part(&word.text[at..at + letter.len_utf8()]);
            pieces.0 |= self.piece(letter)?.map_or(0, |piece| 1 << piece);
        }
        Ok(pieces)
    }
}
