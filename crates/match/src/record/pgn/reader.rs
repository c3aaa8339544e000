//! Reads tags, moves and comments from text. Moves are not checked against rules.

use crate::record::GameResult;
use plyglot_core::game::quote;
use std::fmt;

/// An error in a game, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

impl std::error::Error for PgnError {}

/// A game as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// The line at which it begins, from 1.
    pub line: usize,
    /// Names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// The result at the end of the moves, if any.
    pub result: Option<GameResult>,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }
}

/// A move as written, with the comments after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The line of the file, from 1.
    pub line: usize,
    /// The move text.
    pub text: String,
    /// All comments after the move.
    pub comment: String,
}

/// Reads the games of a text in order. Variations and annotations are skipped.
pub fn read(text: &str) -> Games<'_> {
    Games { rest: text, line: 1, is_line_start: true }
}

/// An iterator over games; see [`read`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: &'a str,
    line: usize,
    is_line_start: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game();
        if game.is_err() {
            // Reading ends at the first error: the rest could not be read reliably.
            self.rest = "";
        }
        game.transpose()
    }
}

impl<'a> Games<'a> {
    /// The next game; `None` at the end.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut game = PgnGame::default();
        while let Some(c) = self.peek() {
            if game.is_empty() {
                game.line = self.line;
            }
            match c {
                '[' if !game.moves.is_empty() => break,
                '[' => game.tags.push(self.tag()?),
                '{' => add_comment(&mut game, self.enclosed()?),
                ';' => add_comment(&mut game, self.rest_of_line()),
                '(' => self.variation()?,
                ')' | '}' | ']' => return self.error("a move", quote(&c.to_string())),
                '$' => {
                    self.word();
                }
                _ => {
                    let line = self.line;
                    let word = self.word();
                    game.result = GameResult::read(word);
                    if game.result.is_some() {
                        break;
                    }
                    let text = without_number(word).trim_end_matches(['!', '?']);
                    if !text.is_empty() {
                        let text = text.to_owned();
                        game.moves.push(PgnMove { line, text, comment: String::new() });
                    }
                }
            }
        }
        Ok((!game.is_empty()).then_some(game))
    }

    /// The next character, after skipping blanks and lines that begin with `%`.
    fn peek(&mut self) -> Option<char> {
        loop {
            let c = self.rest.chars().next()?;
            // By the standard, a line beginning with `%` is for other programs.
            if c == '%' && self.is_line_start {
                self.rest_of_line();
            } else if c.is_whitespace() || c == '\u{feff}' {
                self.advance(c.len_utf8());
            } else {
                return Some(c);
            }
        }
    }

    /// Takes `bytes` bytes.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        // A byte order mark may precede the first line.
        if !matches!(taken, "" | "\u{feff}") {
            self.is_line_start = taken.ends_with('\n');
        }
        self.rest = rest;
        taken
    }

    fn rest_of_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.advance(end).trim_start_matches(';').trim()
    }

    /// The next word: all characters up to a blank or bracket.
    fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || "{}();[]$".contains(c);
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let end = self.rest[first..].find(ends).map_or(self.rest.len(), |end| first + end);
        self.advance(end)
    }

    fn error<T>(&self, expected: &str, found: String) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, expected: expected.to_owned(), found })
    }

    /// Takes a comment in braces.
    fn enclosed(&mut self) -> Result<&'a str, PgnError> {
        match self.rest.find('}') {
            Some(end) => Ok(self.advance(end + 1)[1..end].trim()),
            None => self.error("'}' at the end of this comment", "the end".to_owned()),
        }
    }

    /// Skips a variation, including nested ones and comments.
    fn variation(&mut self) -> Result<(), PgnError> {
        let line = self.line;
        let mut depth = 0;
        while let Some(c) = self.peek() {
            match c {
                '{' => _ = self.enclosed()?,
                ';' => _ = self.rest_of_line(),
                '(' | ')' => {
                    depth = if c == '(' { depth + 1 } else { depth - 1 };
                    self.advance(1);
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => _ = self.word(),
            }
        }
        let expected = "')' at the end of this variation".to_owned();
        Err(PgnError { line, expected, found: "the end".to_owned() })
    }

    /// Takes a tag: `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        const EXPECTED: &str = "a tag like [Name \"value\"]";
        self.advance(1);
        self.peek();
        let name = self.word().to_owned();
        if self.peek() != Some('"') {
            return self.error(EXPECTED, format!("'[{name}' without a value"));
        }
        let Some((value, length)) = quoted(self.rest) else {
            return self.error(EXPECTED, format!("'[{name}' without its second quote"));
        };
        self.advance(length);
        if self.peek() != Some(']') {
            return self.error(EXPECTED, format!("'[{name}' without its ']'"));
        }
        self.advance(1);
        Ok((name, value))
    }
}

/// The quoted text at the beginning, and its length in bytes. `None` if the line ends
/// before the second quote.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((value, at + 1)),
            '\\' => value.push(characters.next()?.1),
            '\n' => return None,
            _ => value.push(c),
        }
    }
    None
}

/// Adds a comment to the last move; a comment before the first move is dropped.
fn add_comment(game: &mut PgnGame, text: &str) {
    if let Some(last) = game.moves.last_mut() {
        if !last.comment.is_empty() {
            last.comment.push(' ');
        }
        last.comment.push_str(text);
    }
}

/// Removes the move number: `1.e4`, `1...`, `1.`. Digits without a dot stay, as some
/// games have numbers as moves.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    }
}
