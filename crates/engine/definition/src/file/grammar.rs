//! The parts that the parsers share, and the sections of a file with their keys and values, not yet
//! understood. The furthest fault says what was expected.

use super::complaint::{Complaint, Complaints, Word};
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, space0};
use nom::combinator::{all_consuming, map, opt, recognize, rest, verify};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

#[derive(Clone, Debug)]
pub(super) struct Fault<'a> {
    rest: &'a str,
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

/// The longest line, in bytes. A file of rules has none that is longer.
const MAX_LINE: usize = 10_000;
/// The most sections: four times as many as the library has.
const MAX_SECTIONS: usize = 1000;

#[derive(Debug)]
pub(super) struct Section<'a> {
    pub name: Word<'a>,
    pub parent: Option<Word<'a>>,
    /// The comment right above it.
    pub about: String,
    pub entries: Vec<Entry<'a>>,
    /// Whether one of its lines is neither an entry nor a comment.
    pub is_broken: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    pub key: Word<'a>,
    pub value: Word<'a>,
}

enum Line<'a> {
    Blank,
    Comment(&'a str),
    Header(&'a str, Option<&'a str>),
    Entry(&'a str, &'a str),
}

fn name(input: &str) -> Read<'_, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_').parse(input)
}

/// `[name]` or `[name:parent]`.
fn header(input: &str) -> Read<'_, Line<'_>> {
    let name = |what| expecting(what, delimited(space0, name, space0));
    let parent = preceded(char(':'), name("the name of a section that stands before this one"));
    let names = (name("the name of a section"), opt(parent));
    let close = expecting("']'", char(']'));
    let (input, (name, parent)) = delimited(char('['), names, close).parse(input)?;
    let (input, _) = expecting("the end of the line", verify(rest, is_comment)).parse(input)?;
    Ok((input, Line::Header(name, parent)))
}

fn is_comment(text: &str) -> bool {
    text.trim_start().is_empty() || text.trim_start().starts_with(['#', ';'])
}

/// `key = value`, without a comment behind it.
fn entry(input: &str) -> Read<'_, Line<'_>> {
    let (input, key) = terminated(name, space0).parse(input)?;
    let (input, _) = expecting("'='", char('=')).parse(input)?;
    let (input, value) = preceded(space0, rest).parse(input)?;
    let end = value
        .char_indices()
        .find(|&(at, c)| {
            c == '#' && value[..at].chars().next_back().is_none_or(char::is_whitespace)
        })
        .map_or(value.len(), |(at, _)| at);
    Ok((input, Line::Entry(key, value[..end].trim_end())))
}

fn line(input: &str) -> Read<'_, Line<'_>> {
    let comment = recognize((alt((char('#'), char(';'))), rest));
    let blank = map(verify(rest, |text: &str| text.trim().is_empty()), |_| Line::Blank);
    preceded(space0, alt((blank, map(comment, Line::Comment), header, entry))).parse(input)
}

/// The sections of the text, up to the first that is one too many. Lines of any other form are
/// complaints.
pub(super) fn sections<'a>(text: &'a str, complaints: &mut Complaints) -> Vec<Section<'a>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut about = Vec::new();
    let mut has_begun = false;
    for (index, text) in text.lines().enumerate() {
        let word = Word { text, line: index + 1, column: 1 };
        let above = std::mem::take(&mut about);
        match read_line(word) {
            Ok(Line::Blank) => {}
            Ok(Line::Comment(comment)) => {
                let text = comment.trim_start_matches(['#', ';']).trim();
                // Rules that are switched off say nothing of those below.
                if !matches!(line(text), Ok((_, Line::Header(..) | Line::Entry(..)))) {
                    about = above;
                    about.push(text);
                }
            }
            Ok(Line::Header(name, _)) if sections.len() == MAX_SECTIONS => {
                let expected = format!("at most {MAX_SECTIONS} sections");
                complaints.push(*Complaint::at(word.part(name), expected));
                break;
            }
            Ok(Line::Header(name, parent)) => {
                has_begun = true;
                sections.push(Section {
                    name: word.part(name),
                    parent: parent.map(|parent| word.part(parent)),
                    about: above.join(" ").trim().to_owned(),
                    entries: Vec::new(),
                    is_broken: false,
                });
            }
            Ok(Line::Entry(key, value)) if let Some(section) = sections.last_mut() => {
                section.entries.push(Entry { key: word.part(key), value: word.part(value) });
            }
            Err(complaint) if let Some(section) = sections.last_mut() => {
                section.is_broken = true;
                complaints.push(*complaint.within(section.name.text, None));
            }
            Err(complaint) if word.text.trim_start().starts_with('[') => {
                has_begun = true;
                complaints.push(*complaint);
            }
            // It may be a file of any other kind, whose lines are nobody's business.
            Ok(Line::Entry(..)) | Err(_) if !std::mem::replace(&mut has_begun, true) => {
                let expected = "a section such as '[name]' before all else but comments";
                complaints.push(*Complaint::at(word, expected).unquoted("another line"));
            }
            Ok(Line::Entry(..)) | Err(_) => {}
        }
    }
    sections
}

fn read_line(word: Word<'_>) -> Result<Line<'_>, Box<Complaint>> {
    if word.text.len() > MAX_LINE {
        return Err(Complaint::at(word, format!("lines of at most {MAX_LINE} bytes")));
    }
    let expected = "a section, 'key = value' or a comment";
    whole(word, expected, expecting(expected, line))
}
