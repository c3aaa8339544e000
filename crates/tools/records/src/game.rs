//! A game as a record has it: a tree of moves with their annotations.

use crate::{Fault, RecordFormat};
use plyglot_core::game::GameResult;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

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
    pub format: RecordFormat,
    /// The line at which it begins, from 1.
    pub line: usize,
    /// The bytes of that line before it, which belong to the game before.
    pub column: usize,
    pub tags: Vec<Tag>,
    /// The game that the format or the board tells, if no tag and nobody else does.
    pub implied_game: Option<&'static str>,
    /// All comments before the first move.
    pub comment: String,
    pub moves: Vec<RecordedMove>,
    /// The result at the end of the moves, if any.
    pub result: Option<GameResult>,
    /// The lines of the text that are for other programs: of PGN those behind `%`, of KIF those
    /// behind `#`. They are written in the same format alone, before the moves.
    pub escaped_lines: Vec<String>,
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

    /// The result behind the moves, or where a writer left it out, that of the tag.
    pub fn written_result(&self) -> Option<GameResult> {
        self.result.or_else(|| self.tag("Result").and_then(GameResult::read))
    }

    pub fn find_tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    pub fn tag_pairs(&self) -> Vec<(String, String)> {
        self.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    }

    /// Counts all lines from further above, where a text begins of which it was read as a part, and
    /// the bytes of the first line from further left.
    pub(crate) fn add_lines(&mut self, count: usize, bytes: usize) {
        if self.line == 1 {
            self.column += bytes;
        }
        self.line += count;
        self.tags.iter_mut().for_each(|tag| tag.line += count);
        self.faults.iter_mut().for_each(|fault| fault.line += count);
        add_lines(&mut self.moves, count);
    }

    pub(crate) fn has_begun(&self) -> bool {
        !self.tags.is_empty() || self.result.is_some()
    }
}

/// The bytes of a line that stand before a place, if there were so many before the text that leads
/// to it.
pub(crate) fn column_after(column: usize, text: &str) -> usize {
    text.rfind('\n').map_or(column + text.len(), |end| text.len() - end - 1)
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

/// As [`RecordedGame::add_lines`]. The readers bound the depth of variations.
fn add_lines(moves: &mut [RecordedMove], count: usize) {
    for written in moves {
        written.line += count;
        written.variations.iter_mut().for_each(|variation| add_lines(variation, count));
    }
}

/// The games at the beginning of a text that have ended, and the place behind them, in bytes.
#[derive(Default)]
pub(crate) struct EndedGames {
    pub(crate) games: Vec<RecordedGame>,
    pub(crate) end: usize,
}

/// Reads the games of a text that comes in parts of whole lines.
pub(crate) trait LineReader: Debug + Send + Sync {
    fn read(&mut self, lines: &str) -> Vec<RecordedGame>;
}
