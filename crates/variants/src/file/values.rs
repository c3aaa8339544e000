//! The values of keys, read and set.

use super::betza;
use super::complaint::{Complaint, Word};
use super::draft::Draft;
use super::grammar::{Read, expecting, whole};
use super::keys::Value;
use crate::definition::{Definition, How, MAX_FILES, MAX_RANKS, PieceTypes, Region, Walk};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, char, digit1};
use nom::combinator::{map, map_opt, value, verify};
use plyglot_core::game::Outcome;

/// Facts about the section that reading a value depends on.
pub(super) struct Context {
    /// Whether the pieces of the section are known. They are not if its parent is not.
    pub are_kinds_known: bool,
}

/// Reads the value of a key and sets it. The first fault that is found is returned.
pub(super) fn apply(
    draft: &mut Draft,
    value: &Value,
    word: Word,
    context: &Context,
) -> Result<(), Box<Complaint>> {
    match value {
        Value::Flag(set) => {
            let flag = flag(word)?;
            set(&mut draft.0, flag);
        }
        Value::Number(max, set) => {
            let number = number(word, *max)?;
            set(&mut draft.0, number);
        }
        Value::Rank(set) => {
            let rank = whole(word, RANK, rank)?;
            set(&mut draft.0, rank);
        }
        Value::File(set) => {
            let file = whole(word, FILE, alt((file, file_number)))?;
            set(&mut draft.0, file);
        }
        Value::Squares(set) => {
            let region = region(word)?;
            set(&mut draft.0, region);
        }
        Value::Result(set) => {
            let outcome = OUTCOMES[choice(word, &["win", "loss", "draw"])?];
            set(&mut draft.0, outcome);
        }
        Value::ResultOrNone(set) => {
            let index = choice(word, &["win", "loss", "draw", "none"])?;
            set(&mut draft.0, OUTCOMES.get(index).copied());
        }
        Value::Choice(words, set) => {
            let index = choice(word, words)?;
            set(&mut draft.0, index);
        }
        Value::Text(_) if word.text.is_empty() => return Err(Complaint::at(word, "a text")),
        Value::Text(set) => set(&mut draft.0, word.text.to_owned()),
        Value::CastlingRights(set) => {
            let rights = castling_rights(word)?;
            set(&mut draft.0, rights);
        }
        Value::Kind(..)
        | Value::KindSet(_)
        | Value::KindSetOrAll(_)
        | Value::KindNumbers(..)
        | Value::Promotions(_)
        | Value::Jumps(_) => apply_kinds(draft, value, word, context)?,
    }
    Ok(())
}

/// Reads a value with letters of kinds and sets it.
fn apply_kinds(
    draft: &mut Draft,
    value: &Value,
    word: Word,
    context: &Context,
) -> Result<(), Box<Complaint>> {
    let letters = Letters { draft, are_known: context.are_kinds_known };
    match value {
        Value::Kind(sign, set) => {
            let kind = letters.one(word, *sign)?;
            set(&mut draft.0, kind);
        }
        Value::KindSet(set) => {
            let (kinds, _) = letters.set(word, false)?;
            set(&mut draft.0, kinds);
        }
        Value::KindSetOrAll(set) => {
            let (kinds, all) = letters.set(word, true)?;
            set(&mut draft.0, kinds, all);
        }
        Value::KindNumbers(max, set) => {
            for (kind, number) in letters.numbers(word, *max)? {
                set(&mut draft.0, kind, number);
            }
        }
        Value::Promotions(set) => {
            for (kind, promoted) in letters.promotions(word)? {
                set(&mut draft.0, kind, promoted);
            }
        }
        Value::Jumps(set) => {
            for (kind, jumps) in letters.jumps(word)? {
                set(&mut draft.0, kind, jumps);
            }
        }
        _ => {}
    }
    Ok(())
}

const OUTCOMES: [Outcome; 3] = [Outcome::Won, Outcome::Lost, Outcome::Drawn];

fn flag(word: Word) -> Result<bool, Box<Complaint>> {
    choice(word, &["false", "true"]).map(|index| index == 1)
}

/// The index of the word among those that are right.
fn choice(word: Word, right: &[&str]) -> Result<usize, Box<Complaint>> {
    right.iter().position(|&right| right == word.text).ok_or_else(|| {
        let (last, others) = right.split_last().expect("there are words");
        let expected = format!("'{}' or '{last}'", others.join("', '"));
        Complaint::at(word, expected).suggest(word.text, right.iter().copied())
    })
}

fn number(word: Word, max: u32) -> Result<u32, Box<Complaint>> {
    let number = word.text.chars().all(|c| c.is_ascii_digit()).then(|| word.text.parse().ok());
    let number = number.flatten().filter(|&number| number <= max);
    number.ok_or_else(|| Complaint::at(word, format!("a whole number from 0 to {max}")))
}

const RANK: &str = "a rank from 1 to 19";
const FILE: &str = "a file from a to s, or its number";
const SQUARES: &str = "squares such as 'a8 *7', or '-' for none";

/// A number from 1 to `max`, counted from 0.
fn counted<'a>(max: u8) -> impl Parser<&'a str, Output = u8, Error = super::grammar::Fault<'a>> {
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
        let span = |only: Option<u8>, all: u8| only.map_or((0, all), |one| (one, 1));
        let ((file, files), (rank, ranks)) =
            (span(only_file, MAX_FILES), span(only_rank, MAX_RANKS));
        Region::rectangle([file, rank], [files, ranks])
    })
    .parse(input)
}

/// Squares, or `-` for none.
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

/// Whether each word of a region, which was read without a fault, has a square of the board.
pub(super) fn check_squares(word: Word, rules: &Definition) -> Result<(), Box<Complaint>> {
    let (files, ranks) = (rules.max_file, rules.max_rank);
    let is_on_board =
        |region: Region| (0..ranks).any(|rank| (0..files).any(|file| region.contains(file, rank)));
    for word in word.words().filter(|word| word.text != "-") {
        if !is_on_board(whole(word, SQUARES, squares)?) {
            let expected =
                format!("squares of the board, which has {files} files and {ranks} ranks");
            return Err(Complaint::at(word, expected));
        }
    }
    Ok(())
}

/// Whether a row of `connectN` fits on the board, in one of the directions that count.
pub(super) fn check_row(word: Word, rules: &Definition) -> Result<(), Box<Complaint>> {
    let (files, ranks) = (rules.max_file, rules.max_rank);
    let longest = [
        (rules.connect_horizontal, files),
        (rules.connect_vertical, ranks),
        (rules.connect_diagonal, files.min(ranks)),
    ];
    let longest = longest.into_iter().filter(|(counts, _)| *counts).map(|(_, row)| row).max();
    fits(word, rules.connect_n, longest.unwrap_or(0))
}

/// Whether the block of `connectNxN` fits on the board.
pub(super) fn check_block(word: Word, rules: &Definition) -> Result<(), Box<Complaint>> {
    fits(word, rules.connect_nxn, rules.max_file.min(rules.max_rank))
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
fn jumps(word: Word) -> Result<Vec<Walk>, Box<Complaint>> {
    if word.text == "-" {
        return Ok(Vec::new());
    }
    let walks = whole(word, "steps or lines in Betza's notation", betza::piece)?;
    let is_jump = |walk: &Walk| {
        walk.files.abs().max(walk.ranks.abs()) == 1
            && matches!(walk.how, How::Leap | How::Ride(0))
            && (walk.moves, walk.captures, walk.initial) == (true, true, false)
    };
    if walks.iter().all(is_jump) {
        return Ok(walks);
    }
    Err(Complaint::at(word, "steps (W, F, K) or lines (R, B, Q), with their directions alone"))
}

/// Letters of kinds.
struct Letters<'d> {
    draft: &'d Draft,
    /// If not, every letter is accepted and stands for no kind.
    are_known: bool,
}

impl Letters<'_> {
    /// The kind whose letter `word` is.
    fn kind(&self, word: Word) -> Result<Option<usize>, Box<Complaint>> {
        let mut letters = word.text.chars();
        let letter = letters.next().filter(|c| c.is_ascii_alphabetic() && letters.next().is_none());
        let kind = letter.and_then(|letter| self.draft.kind(letter));
        if kind.is_some() || letter.is_some() && !self.are_known {
            return Ok(kind);
        }
        let known = self.draft.0.pieces.iter().map(|piece| piece.letter);
        let known: String = known.filter(|letter| letter.is_ascii_alphabetic()).collect();
        let expected = match known.as_str() {
            "" => "the letter of a piece, of which there is none".to_owned(),
            known => format!("the letter of a piece, one of '{known}'"),
        };
        Err(Complaint::at(word, expected))
    }

    /// One kind, or the sign for none.
    fn one(&self, word: Word, sign: char) -> Result<Option<usize>, Box<Complaint>> {
        if word.text.chars().eq([sign]) {
            return Ok(None);
        }
        self.kind(word).map_err(|mut complaint| {
            complaint.expected += &format!(", or '{sign}'");
            complaint
        })
    }

    /// A set of kinds, and whether it has `*`, if that is allowed.
    fn set(&self, word: Word, may_have_all: bool) -> Result<(PieceTypes, bool), Box<Complaint>> {
        let (mut kinds, mut has_all) = (PieceTypes(0), false);
        if word.text == "-" {
            return Ok((kinds, has_all));
        }
        if word.text.is_empty() {
            return Err(Complaint::at(word, "letters of pieces such as 'nbrq', or '-' for none"));
        }
        for (at, letter) in word.text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            if letter == '*' && may_have_all {
                has_all = true;
                continue;
            }
            let letter = word.part(&word.text[at..at + letter.len_utf8()]);
            kinds.0 |= self.kind(letter)?.map_or(0, |kind| 1 << kind);
        }
        Ok((kinds, has_all))
    }

    /// Pairs of a kind and something, with `:` between them.
    fn pairs<'a, T>(
        &self,
        word: Word<'a>,
        expected: &'static str,
        mut second: impl FnMut(Word<'a>) -> Result<T, Box<Complaint>>,
    ) -> Result<Vec<(usize, T)>, Box<Complaint>> {
        let mut pairs = Vec::new();
        for pair in word.words() {
            let Some((letter, value)) = pair.text.split_once(':') else {
                return Err(Complaint::at(pair, expected));
            };
            let kind = self.kind(pair.part(letter))?;
            let value = second(pair.part(value))?;
            pairs.extend(kind.map(|kind| (kind, value)));
        }
        if word.text.is_empty() { Err(Complaint::at(word, expected)) } else { Ok(pairs) }
    }

    fn numbers(&self, word: Word, max: u32) -> Result<Vec<(usize, u32)>, Box<Complaint>> {
        self.pairs(word, "letters of pieces with numbers, such as 'p:1 n:3'", |value| {
            number(value, max)
        })
    }

    fn promotions(&self, word: Word) -> Result<Vec<(usize, Option<usize>)>, Box<Complaint>> {
        let expected = "pairs of pieces such as 'p:g s:g'";
        self.pairs(word, expected, |value| self.one(value, '-'))
    }

    fn jumps(&self, word: Word) -> Result<Vec<(usize, Vec<Walk>)>, Box<Complaint>> {
        self.pairs(word, "letters of pieces with where they jump, such as 'm:fF k:B'", jumps)
    }
}
