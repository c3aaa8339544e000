//! Shared parts of the parsers. The furthest fault says what was expected.

use super::complaint::{Complaint, Word};
use nom::combinator::all_consuming;
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

/// Why a text cannot be parsed.
#[derive(Clone, Debug)]
pub(super) struct Fault<'a> {
    /// The text from the fault on.
    rest: &'a str,
    /// The description of what should be there.
    expected: Option<&'static str>,
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _kind: ErrorKind) -> Self {
        Fault { rest, expected: None }
    }

    fn append(_rest: &'a str, _kind: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        let is_further = self.rest.len() < other.rest.len()
            || self.rest.len() == other.rest.len() && self.expected.is_some();
        if is_further { self } else { other }
    }
}

pub(super) type Read<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// The fault that `rest` does not begin with what was `expected`.
pub(super) fn fault<'a, T>(rest: &'a str, expected: &'static str) -> Read<'a, T> {
    Err(nom::Err::Error(Fault { rest, expected: Some(expected) }))
}

/// Runs `parser`; a fault at its beginning says that `expected` was expected.
pub(super) fn expecting<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Fault<'a>> {
    move |input: &'a str| {
        parser.parse(input).map_err(|error| {
            error.map(|fault| {
                let is_here = fault.rest.len() == input.len() && fault.expected.is_none();
                if is_here { Fault { rest: input, expected: Some(expected) } } else { fault }
            })
        })
    }
}

/// Parses the whole word. Anything left over is a fault in place of `expected`.
pub(super) fn whole<'a, T>(
    word: Word<'a>,
    expected: &'static str,
    parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> Result<T, Box<Complaint>> {
    match all_consuming(parser).parse(word.text) {
        Ok((_, value)) => Ok(value),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
            Err(Complaint::at(word.part(fault.rest), fault.expected.unwrap_or(expected)))
        }
        // All parsers here are of the `complete` kind.
        Err(nom::Err::Incomplete(_)) => Err(Complaint::at(word, expected)),
    }
}
