//! The marks of SGF, and properties with their values.

use crate::Fault;
use crate::game::column_after;
use plyglot_core::game::quote;

pub(super) struct Property {
    pub(super) line: usize,
    pub(super) name: String,
    /// At least one.
    pub(super) values: Vec<String>,
}

/// Whether a text begins with a tree. GGF has the number of its games before it.
pub(crate) fn is_tree(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let Some(node) = text.strip_prefix('(').map(str::trim_start) else { return false };
    // Some leave out the mark of the first node. What follows it in PGN is a comment.
    let begin = node.trim_start_matches(';').trim_start();
    let rest = begin.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    if rest.len() < begin.len() { rest.starts_with('[') } else { node.starts_with(';') }
}

pub(super) struct Scanner<'a> {
    rest: &'a str,
    /// From 1.
    line: usize,
    /// The bytes of the line that are read.
    column: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { rest: text, line: 1, column: 0 }
    }

    /// The bytes that are not read yet.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.column = column_after(self.column, skipped);
        self.rest = rest;
        skipped
    }

    fn skip_while(&mut self, is_skipped: impl Fn(char) -> bool) -> &'a str {
        self.skip(self.rest.find(|c| !is_skipped(c)).unwrap_or(self.rest.len()))
    }

    /// Skips what stands before the next tree. Returns the line and the column where it begins, with
    /// the number before it that GGF has; `None` if there is none.
    pub(super) fn skip_to_tree(&mut self) -> Option<(usize, usize)> {
        while let Some(at) = self.rest.find('(') {
            let before = &self.rest[..at];
            let begin = before.trim_end_matches(|c: char| c == ' ' || c.is_ascii_digit()).len();
            self.skip(begin);
            let place = (self.line, self.column);
            self.skip(at - begin);
            if is_tree(self.rest) {
                return Some(place);
            }
            self.skip(1);
        }
        None
    }

    /// The next mark and its line, or the first character of something else, which stays.
    pub(super) fn next_mark(&mut self) -> (usize, Option<char>) {
        self.skip_while(char::is_whitespace);
        let mark = self.rest.chars().next();
        self.skip(usize::from(matches!(mark, Some('(' | ')' | ';'))));
        (self.line, mark)
    }

    pub(super) fn property(&mut self) -> Result<Property, Fault> {
        let line = self.line;
        let name = self.skip_while(|c| c.is_ascii_alphanumeric());
        let mut values = Vec::new();
        self.skip_while(char::is_whitespace);
        while self.rest.starts_with('[') {
            self.skip(1);
            values.push(self.value()?);
            self.skip_while(char::is_whitespace);
        }
        if name.is_empty() || values.is_empty() {
            let rest = self.skip_while(|c| !"();".contains(c) && !c.is_ascii_alphanumeric());
            return Err(Fault::slight(
                line,
                "a property with its value",
                quote(&format!("{name}{rest}")),
            ));
        }
        // Lower-case letters of older files do not count.
        let upper: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        let name = if upper.is_empty() { name.to_ascii_uppercase() } else { upper };
        Ok(Property { line, name, values })
    }

    /// Reads a value to its end. A backslash at the end of a line joins it to the next.
    fn value(&mut self) -> Result<String, Fault> {
        let text = self.rest;
        let line = self.line;
        let mut value = String::new();
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let is_escaped = c == '\\';
            let c = if is_escaped { chars.next().map_or(c, |(_, next)| next) } else { c };
            match c {
                ']' if !is_escaped => {
                    self.skip(at + 1);
                    return Ok(value);
                }
                '\r' | '\n' => {
                    chars.next_if(|&(_, next)| next != c && matches!(next, '\r' | '\n'));
                    if !is_escaped {
                        value.push('\n');
                    }
                }
                c if c.is_control() => value.push(' '),
                c => value.push(c),
            }
        }
        self.skip(text.len());
        Err(Fault::cutting(line, "']'", "the end"))
    }
}
