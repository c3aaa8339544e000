//! Games as lines of JSON, for machines: what `--json` writes and `--resume`
//! reads. The first line says which match it is; each line after it is a game.

mod game;
mod identity;

pub use game::print;
pub use identity::{check, head};

use super::plan::Plan;
use super::record::{GameRecord, GameResult};
use serde_json::Value;
use std::fmt;

/// Why a match cannot be gone on with.
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

/// What a file has of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resumed {
    /// Its finished games, by number; the last record of each counts. Games
    /// that were interrupted are to be played again.
    pub records: Vec<GameRecord>,
    /// Bytes of the file that are whole lines. Who goes on with the file cuts
    /// off what an interrupted write has left behind them.
    pub length: usize,
}

/// The games of a match that was interrupted. A file without any whole line
/// is a match that has not begun.
///
/// # Errors
/// When the file is of another match, or damaged before its end.
pub fn read(text: &str, plan: &Plan) -> Result<Resumed, ResumeError> {
    let mut resumed = Resumed::default();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (i, line) in lines.iter().enumerate() {
        let error = |problem| ResumeError { line: i + 1, problem };
        let is_last = i + 1 == lines.len();
        if is_last && !is_whole(line) {
            break;
        }
        if !line.trim().is_empty() {
            let value: Value = serde_json::from_str(line).map_err(|e| error(e.to_string()))?;
            take(&value, i == 0, plan, &mut resumed.records).map_err(error)?;
        }
        resumed.length += line.len();
    }
    resumed.records.retain(|record| record.result != GameResult::Unfinished);
    resumed.records.sort_by_key(|record| record.number);
    Ok(resumed)
}

/// Reads the line of a game, in a match of so many engines.
///
/// # Errors
/// Says what is wrong with it.
pub fn game(line: &str, engines: usize) -> Result<GameRecord, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    game::read(&value, engines)
}

/// Whether a line was written to its end.
fn is_whole(line: &str) -> bool {
    line.ends_with('\n') && serde_json::from_str::<Value>(line).is_ok()
}

fn take(
    value: &Value,
    is_first: bool,
    plan: &Plan,
    records: &mut Vec<GameRecord>,
) -> Result<(), String> {
    if value.get("match").is_some() {
        return check(value, plan);
    }
    if is_first {
        return Err("expected what match this is, found something else".to_owned());
    }
    let record = game::read(value, plan.engines.len())?;
    records.retain(|known| known.number != record.number);
    records.push(record);
    Ok(())
}
