//! Reads tags, moves and comments from text. Moves are not checked against rules.

use crate::record::GameResult;
use plyglot_core::game::{Mismatch, quote};
use std::fmt;

/// An error in a game, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub mismatch: Mismatch,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.mismatch)
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
    /// All comments before the first move.
    pub comment: String,
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

/// A move as written, with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnMove {
    /// The line of the file, from 1.
    pub line: usize,
    /// All comments before the move. Only the first move of a variation has some: what stands
    /// before another belongs to the move before it.
    pub before: String,
    /// The move text.
    pub text: String,
    /// All comments after the move.
    pub comment: String,
    /// Numeric annotation glyphs without their `$`: 1 for `!`, 2 for `?`.
    pub nags: Vec<u8>,
    /// Other moves in place of this one, with what follows them.
    pub variations: Vec<Vec<PgnMove>>,
}

/// The signs after a move, by the number of their glyph; from the fifth row on, those that stand
/// alone.
const SIGNS: [(&str, u8); 23] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("\u{203C}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
    ("\u{25A1}", 7),
    ("=", 10),
    ("\u{221E}", 13),
    ("+=", 14),
    ("\u{2A72}", 14),
    ("=+", 15),
    ("\u{2A71}", 15),
    ("\u{B1}", 16),
    ("+/-", 16),
    ("\u{2213}", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
];
/// Whether a character behind a move is part of a sign.
fn is_sign(c: char) -> bool {
    matches!(c, '!' | '?' | '=') || !c.is_ascii() && !c.is_alphanumeric()
}

/// The comment and glyphs before the first move of a line.
#[derive(Debug, Default)]
struct Beginning {
    comment: String,
    nags: Vec<u8>,
}

/// Variations in variations are read to this depth.
const DEEPEST: usize = 64;

/// Reads the games of a text in order. After an error, reading resumes at the next tag `Event`,
/// with which games begin by the standard.
pub fn read(text: &str) -> PgnGames<'_> {
    PgnGames { rest: text, line: 1, is_line_start: true }
}

/// An iterator over games; see [`read`].
#[derive(Clone, Debug)]
pub struct PgnGames<'a> {
    rest: &'a str,
    line: usize,
    is_line_start: bool,
}

impl Iterator for PgnGames<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut start = self.clone();
        let game = self.game();
        if game.is_err() {
            start.peek();
            let next = start.rest.find("\n[Event ").map_or(start.rest.len(), |end| end + 1);
            start.advance(next);
            *self = start;
        }
        game.transpose()
    }
}

impl<'a> PgnGames<'a> {
    /// The next game; `None` at the end.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut game = PgnGame::default();
        let mut beginning = Beginning::default();
        while let Some(c) = self.peek() {
            if game.is_empty() {
                game.line = self.line;
            }
            match c {
                '[' if !game.moves.is_empty() => break,
                // The next game, after one without moves and result.
                '[' if self.rest.starts_with("[Event ") && game.tag("Event").is_some() => break,
                '[' => game.tags.push(self.tag()?),
                ')' | '}' | ']' => return self.error("a move", quote(&c.to_string())),
                _ => {
                    game.result = self.part(c, &mut game.moves, &mut beginning, 0)?;
                    if game.result.is_some() {
                        break;
                    }
                }
            }
        }
        game.comment = beginning.comment;
        if let Some(first) = game.moves.first_mut() {
            first.nags.splice(0..0, beginning.nags);
        }
        Ok((!game.is_empty()).then_some(game))
    }

    /// Takes the part that begins with `c`: a move, or an annotation of the last one. Returns the
    /// result of the game, if it is that.
    fn part(
        &mut self,
        c: char,
        moves: &mut Vec<PgnMove>,
        before: &mut Beginning,
        depth: usize,
    ) -> Result<Option<GameResult>, PgnError> {
        match c {
            '{' => add_comment(moves, &mut before.comment, self.enclosed()?),
            ';' => add_comment(moves, &mut before.comment, self.rest_of_line()),
            '(' => {
                let variation = self.variation(depth + 1)?;
                if !variation.is_empty()
                    && let Some(last) = moves.last_mut()
                {
                    last.variations.push(variation);
                }
            }
            '$' => {
                let nag: Option<u8> = self.word()[1..].parse().ok();
                moves.last_mut().map_or(&mut before.nags, |last| &mut last.nags).extend(nag);
            }
            _ => {
                let line = self.line;
                let word = self.word();
                let result = GameResult::read(word);
                if result.is_some() {
                    return Ok(result);
                }
                let word = without_number(word);
                let bare = word.trim_end_matches(is_sign);
                // Signs have no letters; a null move of ChessBase has none either.
                let is_move = bare == "--" || bare.contains(char::is_alphanumeric);
                let text = if is_move { bare } else { "" };
                let sign = &word[text.len()..];
                let known = SIGNS.iter().find(|(known, _)| *known == sign);
                let nags: Vec<u8> = known.map(|&(_, nag)| nag).into_iter().collect();
                if !text.is_empty() {
                    let text = text.to_owned();
                    moves.push(PgnMove { line, text, nags, ..PgnMove::default() });
                } else if let Some(last) = moves.last_mut() {
                    // A sign that stands alone.
                    last.nags.extend(nags);
                }
            }
        }
        Ok(None)
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
        Err(PgnError { line: self.line, mismatch: Mismatch::new(expected, found) })
    }

    /// Takes a comment in braces.
    fn enclosed(&mut self) -> Result<&'a str, PgnError> {
        match self.rest.find('}') {
            Some(end) => Ok(self.advance(end + 1)[1..end].trim()),
            None => self.error("'}' at the end of this comment", "the end".to_owned()),
        }
    }

    /// Takes a variation with those in it.
    fn variation(&mut self, depth: usize) -> Result<Vec<PgnMove>, PgnError> {
        let line = self.line;
        self.advance(1);
        let (mut moves, mut before) = (Vec::<PgnMove>::new(), Beginning::default());
        while let Some(c) = self.peek() {
            match c {
                ')' => {
                    self.advance(1);
                    if let Some(first) = moves.first_mut() {
                        first.before = before.comment;
                        first.nags.splice(0..0, before.nags);
                    }
                    return Ok(moves);
                }
                '(' if depth == DEEPEST => {
                    return self.error("fewer variations in variations", quote("("));
                }
                // The brackets of tags mean nothing here.
                '[' | ']' | '}' => _ = self.advance(1),
                _ => _ = self.part(c, &mut moves, &mut before, depth)?,
            }
        }
        let mismatch = Mismatch::new("')' at the end of this variation", "the end");
        Err(PgnError { line, mismatch })
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

/// Adds a comment to the last move, or to those before the first.
fn add_comment(moves: &mut [PgnMove], before: &mut String, text: &str) {
    let comment = moves.last_mut().map_or(before, |last| &mut last.comment);
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
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
