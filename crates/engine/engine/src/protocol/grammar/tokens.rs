//! The words of a line, and errors in them.
//!
//! Every parser of an argument also takes the blanks after it. If an argument is wrong,
//! the error furthest into the line says what was expected.

use crate::protocol::command::Word;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while};
use nom::combinator::{eof, map, opt, recognize, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many1;
use nom::sequence::terminated;
use nom::{IResult, Parser};
use plyglot_core::game::{TextError, text_error};
use plyglot_support::text::nearest;
use std::cell::Cell;

#[derive(Debug)]
pub(crate) struct SyntaxError<'a> {
    rest: &'a str,
    expected: Vec<&'static str>,
    right: &'static [&'static str],
}

impl<'a> SyntaxError<'a> {
    /// `rest` does not begin with what was `expected`, such as one of the `right`
    /// words.
    pub(super) fn new(
        rest: &'a str,
        expected: &'static str,
        right: &'static [&'static str],
    ) -> SyntaxError<'a> {
        SyntaxError { rest, expected: vec![expected], right }
    }
}

impl<'a> ParseError<&'a str> for SyntaxError<'a> {
    fn from_error_kind(rest: &'a str, _kind: ErrorKind) -> Self {
        SyntaxError { rest, expected: Vec::new(), right: &[] }
    }

    fn append(_rest: &'a str, _kind: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(mut self, mut other: Self) -> Self {
        match self.rest.len().cmp(&other.rest.len()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                self.expected.append(&mut other.expected);
                self
            }
        }
    }
}

pub(crate) type Parsing<'a, T> = IResult<&'a str, T, SyntaxError<'a>>;

pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A whole number, clamped to 64 bits.
pub(super) fn integer(input: &str) -> Parsing<'_, i64> {
    let digits = verify(take_while(|c: char| c.is_ascii_digit()), |d: &str| !d.is_empty());
    let number = recognize((opt(alt((tag("-"), tag("+")))), digits));
    let cut = |text: &str| {
        let bound = if text.starts_with('-') { i64::MIN } else { i64::MAX };
        text.parse().unwrap_or(bound)
    };
    expecting("a whole number", map(terminated(number, boundary), cut)).parse(input)
}

pub(super) fn whole(input: &str) -> Parsing<'_, i64> {
    expecting("a whole number, 0 or more", verify(integer, |&number| number >= 0)).parse(input)
}

pub(super) fn keyword<'a>(
    word: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = SyntaxError<'a>> {
    terminated(tag(word), boundary)
}

pub(super) fn any_word(input: &str) -> Parsing<'_, &str> {
    let word = verify(take_till(char::is_whitespace), |word: &str| !word.is_empty());
    terminated(word, boundary).parse(input)
}

/// One or more words up to one of `stops` or the end, including the blanks between
/// them.
pub(super) fn words_before<'a>(
    stops: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'a str, Error = SyntaxError<'a>> {
    let word = verify(any_word, move |word: &str| !stops.contains(&word));
    map(recognize(many1(word)), str::trim_end)
}

/// Blanks, or the end of the line.
fn boundary(input: &str) -> Parsing<'_, &str> {
    alt((verify(take_while(char::is_whitespace), |blanks: &str| !blanks.is_empty()), eof))
        .parse(input)
}

/// Runs `parser`; if it fails at its beginning, reports that `what` was expected.
pub(super) fn expecting<'a, T>(
    what: &'static str,
    parser: impl Parser<&'a str, Output = T, Error = SyntaxError<'a>>,
) -> impl Parser<&'a str, Output = T, Error = SyntaxError<'a>> {
    expecting_word(what, &[], parser)
}

pub(super) fn expecting_word<'a, T>(
    what: &'static str,
    right: &'static [&'static str],
    mut parser: impl Parser<&'a str, Output = T, Error = SyntaxError<'a>>,
) -> impl Parser<&'a str, Output = T, Error = SyntaxError<'a>> {
    move |input: &'a str| {
        parser.parse(input).map_err(|error| {
            error.map(|fault| {
                let went_further = fault.rest.len() < input.len() && !fault.expected.is_empty();
                if went_further { fault } else { SyntaxError::new(input, what, right) }
            })
        })
    }
}

pub(crate) struct InputLine<'a> {
    pub(crate) text: &'a str,
    /// The byte offset looked up last, and its column. Without it, a line of n words
    /// would take time proportional to n squared.
    last: Cell<(usize, usize)>,
}

impl<'a> InputLine<'a> {
    pub(crate) fn new(text: &'a str) -> InputLine<'a> {
        InputLine { text, last: Cell::new((0, 1)) }
    }

    pub(crate) fn located(&self, part: &str) -> Word {
        Word::new(part, self.column(self.offset(part)))
    }

    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    fn column(&self, offset: usize) -> usize {
        let (last, column) = self.last.get();
        let (from, column) = if offset < last { (0, 1) } else { (last, column) };
        let column = column + self.text[from..offset].chars().count();
        self.last.set((offset, column));
        column
    }
}

pub(super) fn error_of(line: &InputLine<'_>, fault: &SyntaxError<'_>) -> TextError {
    let expected = fault.expected.join(" or ");
    let end = line.text.trim_end().len();
    let at = if fault.rest.is_empty() { end } else { line.offset(fault.rest) };
    let written = first_word(fault.rest).0;
    text_error(line.text, at, expected).hinted(nearest(written, fault.right.iter().copied()))
}
