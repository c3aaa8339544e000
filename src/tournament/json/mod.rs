//! Games as JSON lines: written by `--json`, and read by `--resume`. The first line
//! identifies the match; each line after it is a game.

mod game;
mod identity;
mod seal;

pub use game::print;
pub(super) use game::result_word;
pub use identity::{check, head};

use super::plan::Plan;
use super::record::{GameRecord, GameResult, Termination};
use crate::files::Format;
use identity::NO_HEAD;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// The format: its first line is that of [`head`].
pub(super) const FORMAT: Format =
    Format { name: "the record of a match", beginnings: &["{\"match\":"] };

/// Why a match cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResumeError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ResumeError {}

/// The content of a file of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resumed {
    /// The finished games, by number; the last record of each number counts.
    /// Interrupted games are left out and played again.
    pub records: Vec<GameRecord>,
    /// The numbers of interrupted games that are written as lost on time.
    pub false_losses: Vec<u32>,
    /// The bytes of the file up to its last complete line of a game that counts. Whoever
    /// appends to the file first cuts off the rest, which an interruption has left.
    pub length: usize,
    /// The number of the game written last.
    pub last: Option<u32>,
}

/// Reads the games of an interrupted match.
///
/// # Errors
/// If the file belongs to another match or is something else, or is damaged before its
/// end.
pub fn read(text: &str, plan: &Plan) -> Result<Resumed, ResumeError> {
    let mut resumed = Resumed::default();
    let mut records = BTreeMap::new();
    let (mut is_known, mut is_sealed) = (false, false);
    let mut end = 0;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (i, line) in lines.iter().enumerate() {
        let error = |problem| ResumeError { line: i + 1, problem };
        let is_cut = i + 1 == lines.len() && !is_whole(line);
        if is_cut && is_known {
            break;
        }
        end += line.len();
        if !is_known {
            check_head(line, plan).map_err(error)?;
            is_known = true;
        } else if !line.trim().is_empty()
            && let Some(record) = read_line(line, plan, &mut is_sealed).map_err(error)?
        {
            resumed.last = Some(record.number);
            let counts = !is_false_loss(&record, plan);
            records.insert(record.number, record);
            if !counts {
                continue;
            }
        }
        resumed.length = end;
    }
    records.retain(|_, record| record.result != GameResult::Unfinished);
    let is_false = |record: &GameRecord| is_false_loss(record, plan);
    resumed.false_losses = records.values().filter(|r| is_false(r)).map(|r| r.number).collect();
    resumed.records = records.into_values().filter(|record| !is_false(record)).collect();
    Ok(resumed)
}

/// Whether a game was interrupted, but is written as lost on time. Earlier versions did that
/// when a match ended while an engine was thinking on a clock. Where time was really lost,
/// a reason follows the name.
fn is_false_loss(record: &GameRecord, plan: &Plan) -> bool {
    let GameResult::Win(winner) = record.result else { return false };
    let loser = &plan.engines[record.engines[(!winner).index()]].name;
    record.termination == Termination::Time && record.reason == format!("{loser}: ")
}

/// Reads the line of a game. `engines`: the number of engines in the match.
///
/// # Errors
/// Says what is wrong with the line.
pub fn game(line: &str, engines: usize) -> Result<GameRecord, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    game::read(&value, engines)
}

/// Whether a line was completely written.
fn is_whole(line: &str) -> bool {
    line.ends_with('\n') && serde_json::from_str::<Value>(line).is_ok()
}

/// Checks that the first line identifies this match.
fn check_head(line: &str, plan: &Plan) -> Result<(), String> {
    match serde_json::from_str::<Value>(line) {
        Ok(value) => check(&value, plan),
        Err(_) => Err(NO_HEAD.to_owned()),
    }
}

/// The game of a line after the first; `None` for a repeated first line. Files of older
/// versions begin with lines that have no checksum; the first one that has it `is_sealed`.
fn read_line(line: &str, plan: &Plan, is_sealed: &mut bool) -> Result<Option<GameRecord>, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if value.get("match").is_some() {
        return check(&value, plan).map(|()| None);
    }
    match seal::is_intact(line) {
        Some(true) => *is_sealed = true,
        None if !*is_sealed => {}
        _ => return Err("it was altered: its checksum is wrong or missing".to_owned()),
    }
    game::read(&value, plan.engines.len()).map(Some)
}
