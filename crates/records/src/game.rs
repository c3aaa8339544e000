//! A game as a record has it: a tree of moves with their annotations.

use crate::{Fault, GameResult, RecordFormat};
use serde::{Deserialize, Serialize};
use std::ops::Range;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The line of the file, from 1.
    pub line: usize,
    pub name: String,
    pub value: String,
}

impl Tag {
    pub fn new(line: usize, name: impl Into<String>, value: impl Into<String>) -> Tag {
        Tag { line, name: name.into(), value: value.into() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedGame {
    /// The format that it was read in.
    pub format: RecordFormat,
    /// The line at which it begins, from 1.
    pub line: usize,
    pub tags: Vec<Tag>,
    /// All comments before the first move.
    pub comment: String,
    /// The moves of the main line.
    pub moves: Vec<RecordedMove>,
    /// The result at the end of the moves, if any.
    pub result: Option<GameResult>,
    /// What is wrong in the text, in its order.
    pub faults: Vec<Fault>,
}

impl RecordedGame {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(|tag| tag.value.as_str())
    }

    /// The first position; `None` if it is the usual one.
    pub fn start(&self) -> Option<&str> {
        self.tag("FEN")
    }

    pub fn find_tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    pub fn tag_pairs(&self) -> Vec<(String, String)> {
        self.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    }

    pub(crate) fn has_begun(&self) -> bool {
        !self.tags.is_empty() || self.result.is_some()
    }
}

/// A move as written, with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordedMove {
    /// The line of the file, from 1.
    #[serde(skip)]
    pub line: usize,
    /// All comments before the move. Only the first move of a variation has some: what stands
    /// before another belongs to the move before it.
    pub before: String,
    #[serde(rename = "move")]
    pub text: String,
    /// All comments after the move.
    pub comment: String,
    /// Numeric annotation glyphs without their `$`: 1 for `!`, 2 for `?`.
    pub nags: Vec<u8>,
    /// Other moves in place of this one, with what follows them.
    pub variations: Vec<Vec<RecordedMove>>,
}

/// The value of a command in a comment, as PGN has them since the "PGN Standard Supplement": that of
/// `clk` in `[%clk 0:05:00]` is `0:05:00`.
pub fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let (place, value) = find_command(comment, name)?;
    Some(comment[place][value..].trim_end_matches(']').trim())
}

/// Gives a command in a comment this value, at its beginning if there is none yet.
pub fn set_command(comment: &mut String, name: &str, value: &str) {
    let command = format!("[%{name} {value}]");
    match find_command(comment, name) {
        Some((place, _)) => comment.replace_range(place, &command),
        None if comment.is_empty() => *comment = command,
        None => comment.insert_str(0, &format!("{command} ")),
    }
}

/// Where a command stands, and where in it its value does, in bytes. A line may end before the
/// value.
fn find_command(comment: &str, name: &str) -> Option<(Range<usize>, usize)> {
    let head = format!("[%{name}");
    let is_it = |&(at, _): &(usize, &str)| {
        comment[at + head.len()..].starts_with(|c: char| c.is_whitespace())
    };
    let (begin, _) = comment.match_indices(&head).find(is_it)?;
    let end = begin + comment[begin..].find(']')? + 1;
    Some((begin..end, head.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_comments_are_read_and_set() {
        let mut comment = "[%clk 0:05:00] a [%eval -0.3,12] fine move".to_owned();
        assert_eq!(command(&comment, "clk"), Some("0:05:00"));
        assert_eq!(command(&comment, "eval"), Some("-0.3,12"));
        assert_eq!(command(&comment, "emt"), None);
        set_command(&mut comment, "eval", "#4");
        set_command(&mut comment, "emt", "0:00:02");
        assert_eq!(comment, "[%emt 0:00:02] [%clk 0:05:00] a [%eval #4] fine move");
        assert_eq!(command("[%eval 1", "eval"), None);
        assert_eq!(command("[%evalx 1] [%eval\n-1.5]", "eval"), Some("-1.5"));
    }
}
