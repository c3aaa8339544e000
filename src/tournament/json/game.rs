//! Converts a game to JSON and back.

use super::seal::seal;
use crate::games::Side;
use crate::tournament::record::{
    GameRecord, GameResult, Opening, PlayedMove, Pondering, ReportedScore, Termination,
};
use serde_json::{Value, json};
use std::time::Duration;

const RESULTS: [(GameResult, &str); 4] = [
    (GameResult::Win(Side::First), "first"),
    (GameResult::Win(Side::Second), "second"),
    (GameResult::Draw, "draw"),
    (GameResult::Unfinished, "unfinished"),
];

const TERMINATIONS: [(Termination, &str); 8] = [
    (Termination::Rules, "rules"),
    (Termination::Adjudication, "adjudication"),
    (Termination::Time, "time"),
    (Termination::IllegalMove, "illegal move"),
    (Termination::Crash, "crash"),
    (Termination::Stall, "stall"),
    (Termination::Disagreement, "disagreement"),
    (Termination::Interrupted, "interrupted"),
];

const PONDERINGS: [(Pondering, &str); 2] = [(Pondering::Hit, "hit"), (Pondering::Miss, "miss")];

/// A game as one line of JSON, with its checksum and its line end. Engines are indices into the list of
/// the first line, times are seconds, scores are `"cp": 35` or `"mate": 3`.
pub fn print(record: &GameRecord) -> String {
    let line = json!({
        "number": record.number,
        "round": record.round,
        "engines": record.engines,
        "position": record.opening.position,
        "opening": record.opening.moves,
        "moves": record.moves.iter().map(print_move).collect::<Vec<Value>>(),
        "result": word(&RESULTS, record.result),
        "termination": word(&TERMINATIONS, record.termination),
        "reason": record.reason,
        "final": record.final_position,
    });
    seal(&line)
}

fn print_move(played: &PlayedMove) -> Value {
    let mut object = json!({
        "move": played.name,
        "record": played.record,
        "depth": played.depth,
        "first_depth": played.first_depth,
        "nodes": played.nodes,
        "ponder": played.ponder.map(|ponder| word(&PONDERINGS, ponder)),
        "time": played.time.as_secs_f64(),
        "warnings": played.warnings,
    });
    match played.score {
        Some(ReportedScore::Centi(value)) => object["cp"] = json!(value),
        Some(ReportedScore::Mate(value)) => object["mate"] = json!(value),
        None => {}
    }
    object
}

/// A result, for machines.
pub(in crate::tournament) fn result_word(result: GameResult) -> &'static str {
    word(&RESULTS, result)
}

fn word<T: PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|(known, _)| *known == value).expect("the tables are complete").1
}

/// Reads a game that [`print`] wrote. `engines`: the number of engines in the match.
pub(super) fn read(value: &Value, engines: usize) -> Result<GameRecord, String> {
    let entry = JsonEntry(value);
    let moves = entry.list("moves")?;
    Ok(GameRecord {
        number: entry.number("number")?,
        round: entry.number("round")?,
        engines: read_engines(entry, engines)?,
        opening: Opening {
            position: value.get("position").and_then(Value::as_str).map(str::to_owned),
            moves: entry.texts("opening", "moves")?,
        },
        moves: moves.iter().map(|value| read_move(JsonEntry(value))).collect::<Result<_, _>>()?,
        result: entry.word("result", &RESULTS)?,
        termination: entry.word("termination", &TERMINATIONS)?,
        reason: entry.text("reason")?,
        final_position: entry.text("final")?,
    })
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn read_engines(entry: JsonEntry, engines: usize) -> Result<[usize; 2], String> {
    let list = entry.list("engines")?.iter().map(|value| {
        let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
        index.filter(|&index| index < engines)
    });
    let list: Option<Vec<usize>> = list.collect();
    let pair: Option<[usize; 2]> = list.and_then(|list| list.try_into().ok());
    pair.ok_or_else(|| entry.wrong("engines", "two engines of the match"))
}

fn read_move(entry: JsonEntry) -> Result<PlayedMove, String> {
    let name = entry.text("move")?;
    let record = entry.0.get("record").and_then(text).unwrap_or_else(|| name.clone());
    let integer =
        |key| entry.0.get(key).and_then(Value::as_i64).and_then(|n| i32::try_from(n).ok());
    let natural = |key| entry.0.get(key).and_then(Value::as_u64);
    let depth = |key| natural(key).and_then(|depth| u32::try_from(depth).ok());
    let mate = || integer("mate").map(ReportedScore::Mate);
    let time = entry.0.get("time").and_then(Value::as_f64);
    let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Ok(PlayedMove {
        name,
        record,
        score: integer("cp").map(ReportedScore::Centi).or_else(mate),
        depth: depth("depth"),
        first_depth: depth("first_depth"),
        nodes: natural("nodes"),
        ponder: entry.known("ponder").map(|_| entry.word("ponder", &PONDERINGS)).transpose()?,
        time: time.ok_or_else(|| entry.wrong("time", "seconds"))?,
        warnings: match entry.known("warnings") {
            Some(_) => entry.texts("warnings", "sentences")?,
            None => Vec::new(),
        },
    })
}

/// A JSON object with access by key.
#[derive(Clone, Copy)]
struct JsonEntry<'a>(&'a Value);

impl<'a> JsonEntry<'a> {
    fn wrong(self, key: &str, expected: &str) -> String {
        match self.0.get(key) {
            Some(value) => format!("expected {expected} in \"{key}\", found {value}"),
            None => format!("expected {expected} in \"{key}\", found none"),
        }
    }

    /// A value that may be null, or absent as in files of old versions.
    fn known(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    fn number(self, key: &str) -> Result<u32, String> {
        let number = self.0.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        number.ok_or_else(|| self.wrong(key, "a number"))
    }

    fn text(self, key: &str) -> Result<String, String> {
        self.0.get(key).and_then(text).ok_or_else(|| self.wrong(key, "text"))
    }

    fn list(self, key: &str) -> Result<&'a [Value], String> {
        let list = self.0.get(key).and_then(Value::as_array);
        list.map(Vec::as_slice).ok_or_else(|| self.wrong(key, "a list"))
    }

    /// A list of texts; `what` describes them in errors.
    fn texts(self, key: &str, what: &str) -> Result<Vec<String>, String> {
        let texts: Option<_> = self.list(key)?.iter().map(text).collect();
        texts.ok_or_else(|| self.wrong(key, what))
    }

    fn word<T: Copy>(self, key: &str, table: &[(T, &'static str)]) -> Result<T, String> {
        let written = self.0.get(key).and_then(Value::as_str).unwrap_or_default();
        let found = table.iter().find(|(_, word)| *word == written).map(|&(value, _)| value);
        let known: Vec<&str> = table.iter().map(|&(_, word)| word).collect();
        found.ok_or_else(|| self.wrong(key, &format!("one of {}", known.join(", "))))
    }
}
