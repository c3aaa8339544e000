//! Reports for machines: a JSON object each. `docs/analyse.schema.json` describes them.

use super::study::{
    AnalysisRequest, GameReport, PositionReport, Puzzle, RankedMove, ReviewedMove, Study,
};
use crate::explain::sentence_json;
use crate::shared::{
    Event, GameReview, Job, PositionLine, Refusal, Searches, Subject, Worker, accuracy, run,
    watched, workers_for,
};
use anyhow::anyhow;
use plyglot_command::json::{result_word, value_json};
use plyglot_engine::GameEntry;
use plyglot_records::{Fault, GameChoice, RecordedGame};
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) fn position_json(report: &PositionReport, entry: &GameEntry) -> Json {
    let effort = report.effort;
    json!({
        "game": entry.info.name,
        "number": report.number,
        "id": report.id,
        "position": report.position,
        "side": report.side.word(),
        "result": report.finished.map(result_word),
        "depth": effort.depth,
        "nodes": effort.nodes,
        "time": effort.time.as_secs_f64(),
        "moves": report.moves.iter().map(scored).collect::<Vec<_>>(),
        "threat": report.threat.as_ref().map(|(text, best)| {
            json!({ "text": text, "best": best.as_ref().map(scored) })
        }),
    })
}

pub(super) fn game_json(report: &GameReport) -> Json {
    let tags: Map<String, Json> =
        report.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let review = report.review();
    let GameReview { accuracy: [first, second], turning_point, largest_mistake, .. } = review;
    let fault =
        |fault: &Fault| json!({ "file_line": fault.line, "text": fault.mismatch.to_string() });
    json!({
        "game": report.game.entry.info.name,
        "number": report.number,
        "tags": tags,
        "start": report.start,
        "accuracy": { "first": first, "second": second },
        "turning_point": turning_point,
        "largest_mistake": largest_mistake,
        "complete": report.is_whole && !report.is_cut(),
        "faults": report.faults.iter().map(fault).collect::<Vec<_>>(),
        "moves": report.moves.iter().map(played).collect::<Vec<_>>(),
    })
}

pub(super) fn puzzle_json(puzzle: &Puzzle) -> Json {
    json!({
        "game": puzzle.game.entry.info.name,
        "number": puzzle.number,
        "id": puzzle.id,
        "position": puzzle.position,
        "side": puzzle.side.word(),
        "level": puzzle.level,
        "solution": scored(&puzzle.solution),
        "other": scored(&puzzle.other),
    })
}

fn scored(m: &RankedMove) -> Json {
    let mut object = json!({
        "move": m.name,
        "record": m.record,
        "depth": m.depth,
        "wdl": [m.wdl.win, m.wdl.draw, m.wdl.loss],
        "line": m.line,
    });
    value_json(&mut object, m.value);
    object
}

fn played(m: &ReviewedMove) -> Json {
    json!({
        "side": m.side.word(),
        "played": scored(&m.played),
        "best": scored(&m.best),
        "lost_points": m.lost_points(),
        "accuracy": accuracy(m.lost_points()),
        "mark": m.sign,
        "sentence": m.sentence.as_ref().map(sentence_json),
    })
}

/// The best moves of a position, as the protocol has it after `position`: the object that
/// `plyglot analyse --json` prints. Ends early when `is_over` says so.
pub fn position(
    request: &AnalysisRequest,
    text: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Json, String> {
    let mut study = Study::new(request).map_err(|error| error.to_string())?;
    let line = PositionLine { number: 1, text: text.to_owned() };
    let found = watched(is_over, |searches| study.position(&line, searches))?;
    found.map(|report| position_json(&report, &request.game.entry)).map_err(|why| why.to_string())
}

/// Each move of the games of a text of PGN compared with the best one: for each game the object that
/// `plyglot analyse --pgn FILE --json` prints, also for a game that cannot be played. Ends early
/// when `is_over` says so; of the game in hand, the moves that are known are there.
pub fn games(
    request: &AnalysisRequest,
    choice: &GameChoice<'_>,
    text: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<Json>, String> {
    let games: Vec<RecordedGame> = plyglot_records::read(text).collect();
    reviews(request, choice, &games, is_over)
}

/// As [`games`], of records.
pub fn reviews(
    request: &AnalysisRequest,
    choice: &GameChoice<'_>,
    games: &[RecordedGame],
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<Json>, String> {
    let mut study = Study::new(request).map_err(|error| error.to_string())?;
    let mut first_refusal = None;
    let mut refused = 0;
    let mut object = |(number, game), searches: &Arc<Searches>| {
        let report = study.game(number, game, choice, searches, &|_| ());
        report.map(|report| game_json(&report)).unwrap_or_else(|why| {
            let object = why.json(&Subject::Game(number, RecordedGame::default()));
            first_refusal.get_or_insert_with(|| format!("game {number}: {why}"));
            refused += 1;
            object
        })
    };
    let found = watched(is_over, |searches| {
        (1..).zip(games).map(|numbered| object(numbered, searches)).collect::<Vec<_>>()
    })?;
    match first_refusal {
        Some(why) if refused == games.len() => Err(why),
        _ => Ok(found),
    }
}

/// The puzzles of games, on so many threads. `take` gets those of one game after another, as the objects
/// that `plyglot analyse --puzzles --json` prints, and says whether it wants more. Ends early if
/// `interrupt` is set.
///
/// # Errors
/// If a game cannot be played, or the system does not provide the memory or a thread.
pub fn puzzles(
    request: &AnalysisRequest,
    choice: &GameChoice<'_>,
    games: &[RecordedGame],
    threads: usize,
    interrupt: &AtomicBool,
    mut take: impl FnMut(Vec<Json>) -> bool,
) -> anyhow::Result<()> {
    let subjects: Vec<Subject> =
        (1..).zip(games).map(|(number, game)| Subject::Game(number, game.clone())).collect();
    let workers = workers_for(subjects.len(), threads, || {
        Ok(PuzzleFinder { study: Study::new(request)?, choice })
    })?;
    run(workers, &subjects, interrupt, |_, event| {
        let found = match event {
            Event::Step(_) => return Ok(true),
            Event::Done(Err(Refusal::Stopped)) => Vec::new(),
            Event::Done(found) => found.map_err(|why| anyhow!("{why}"))?,
        };
        Ok(take(found.iter().map(puzzle_json).collect()))
    })?;
    Ok(())
}

struct PuzzleFinder<'a> {
    study: Study<'a>,
    choice: &'a GameChoice<'a>,
}

impl Worker for PuzzleFinder<'_> {
    type Item = Subject;
    type Answer = Result<Vec<Puzzle>, Refusal>;

    fn work(&mut self, subject: &Subject, job: &Job<'_>) -> Result<Vec<Puzzle>, Refusal> {
        self.study.puzzles(subject, self.choice, job)
    }
}
