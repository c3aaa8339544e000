//! Games as JSON lines: written by `--json`, and read by `--resume`. The first line
//! identifies the match; each line after it is a game.

use crate::plan::{EngineSpec, MatchPlan, Openings, Pairing};
use crate::record::GameRecord;
use anyhow::{anyhow, bail};
use plyglot_core::game::GameResult;
use plyglot_engine::AdjudicationRules;
use plyglot_support::files::{Format, sealed_line, unsealed_line};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The format: its first line is that of [`head`].
pub(crate) const FORMAT: Format =
    Format { name: "the record of a match", beginnings: &["{\"match\":"] };

#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchRecord {
    /// The finished games, by number; the last record of each number counts.
    /// Interrupted games are left out and played again.
    pub records: Vec<GameRecord>,
    /// The bytes of the file up to its last complete line of a game that counts. Appending begins
    /// by cutting off the rest, which an interruption has left.
    pub length: usize,
    /// The number of the game written last.
    pub last: Option<u32>,
}

/// Reads the games of an interrupted match.
///
/// # Errors
/// If the file belongs to another match or is something else, or is damaged before its
/// end.
pub fn read(text: &str, plan: &MatchPlan) -> anyhow::Result<MatchRecord> {
    let mut resumed = MatchRecord::default();
    let mut records = BTreeMap::new();
    let mut is_known = false;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (i, line) in lines.iter().enumerate() {
        let error = |why: anyhow::Error| anyhow!("line {}: {why}", i + 1);
        let is_cut = i + 1 == lines.len() && !is_whole(line);
        if is_cut && is_known {
            break;
        }
        if !is_known {
            check_head(line, plan).map_err(error)?;
            is_known = true;
        } else if !line.trim().is_empty()
            && let Some(record) = read_line(line, plan).map_err(error)?
        {
            resumed.last = Some(record.number);
            records.insert(record.number, record);
        }
        resumed.length += line.len();
    }
    records.retain(|_, record| record.end.result != GameResult::Unfinished);
    resumed.records = records.into_values().collect();
    Ok(resumed)
}

/// A game as one line of JSON, with its checksum and its line end. Engines are indices into
/// the list of the first line, times are seconds, scores are `"cp": 35` or `"mate": 3`.
pub fn print(record: &GameRecord) -> String {
    sealed_line(&json!(record).to_string())
}

/// Reads the line of a game. `engines`: the number of engines in the match.
pub fn game(line: &str, engines: usize) -> anyhow::Result<GameRecord> {
    game_of(serde_json::from_str(line)?, engines)
}

fn game_of(value: Value, engines: usize) -> anyhow::Result<GameRecord> {
    let record: GameRecord = serde_json::from_value(value)?;
    if record.engines.into_iter().any(|engine| engine >= engines) {
        let found = json!(record.engines);
        bail!("expected two engines of the match in \"engines\", found {found}");
    }
    Ok(record)
}

fn is_whole(line: &str) -> bool {
    line.ends_with('\n') && serde_json::from_str::<Value>(line).is_ok()
}

fn check_head(line: &str, plan: &MatchPlan) -> anyhow::Result<()> {
    match serde_json::from_str::<Value>(line) {
        Ok(value) => check(&value, plan),
        Err(_) => bail!(NO_HEAD),
    }
}

fn read_line(line: &str, plan: &MatchPlan) -> anyhow::Result<Option<GameRecord>> {
    let value: Value = serde_json::from_str(line)?;
    if value.get("match").is_some() {
        return check(&value, plan).map(|()| None);
    }
    if unsealed_line(line).is_none() {
        bail!("checksum mismatch: the file was modified");
    }
    game_of(value, plan.engines.len()).map(Some)
}

const NO_HEAD: &str = "expected a description of the match, found something else";

/// The first line of a file, with its line end: everything that decides which games are
/// played, and how. The rounds, the concurrency and the test may change when a match is
/// resumed.
pub fn head(plan: &MatchPlan) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{}\n", json!({ "match": identity(plan), "plyglot": version }))
}

/// Checks that a first line belongs to this plan.
pub fn check(head: &Value, plan: &MatchPlan) -> anyhow::Result<()> {
    let Some(Value::Object(found)) = head.get("match") else {
        bail!(NO_HEAD);
    };
    // Both go through text, so that fractions are rounded alike.
    let asked: Map<String, Value> = serde_json::from_str(&identity(plan).to_string())?;
    for (key, asked) in asked {
        let found = found.get(&key).unwrap_or(&Value::Null);
        if *found != asked {
            bail!(difference(&key, found, &asked));
        }
    }
    Ok(())
}

fn difference(key: &str, found: &Value, asked: &Value) -> String {
    if let (Value::Array(found), Value::Array(asked)) = (found, asked)
        && found.len() == asked.len()
        && let Some(i) = found.iter().zip(asked).position(|(found, asked)| found != asked)
    {
        return difference(&format!("{key} {}", i + 1), &found[i], &asked[i]);
    }
    if let (Value::Object(found), Value::Object(asked)) = (found, asked)
        && let Some(name) = asked.keys().find(|name| found.get(*name) != asked.get(*name))
    {
        let found = found.get(name).unwrap_or(&Value::Null);
        return difference(&format!("{key}: {name}"), found, &asked[name]);
    }
    format!("different match: {key} was {found}, is now {asked}")
}

#[derive(Serialize)]
struct MatchIdentity<'a> {
    game: &'a str,
    engines: &'a [EngineSpec],
    tournament: Pairing,
    games: u32,
    repeat: bool,
    openings: &'a Openings,
    seed: u64,
    /// These are in moves, as the options are.
    draw: Option<(u32, u32, i32)>,
    resign: Option<(u32, i32, bool)>,
    maxmoves: Option<u32>,
}

fn identity(plan: &MatchPlan) -> Value {
    let AdjudicationRules { win, draw, max_plies, .. } = plan.adjudication;
    json!(MatchIdentity {
        game: &plan.game,
        engines: &plan.engines,
        tournament: plan.pairing,
        games: plan.games,
        repeat: plan.repeat,
        openings: &plan.openings,
        seed: plan.seed,
        draw: draw.map(|rule| (rule.min_plies / 2, rule.plies / 2, rule.score)),
        resign: win.map(|rule| (rule.moves, rule.score, rule.two_sided)),
        maxmoves: max_plies.map(|plies| plies / 2),
    })
}
