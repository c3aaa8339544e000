//! Reports for machines: a JSON object each. `docs/analyse.schema.json` describes them.

use super::study::{AnalysisRequest, GameReport, Puzzle, Study};
use crate::shared::{
    Event, GameReview, PositionLine, Refusal, Searches, Subject, WorkStep, Worker, run, watched,
    workers_for,
};
use anyhow::anyhow;
use plyglot_records::{GameChoice, RecordedGame};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Serialize)]
struct GameJson<'a> {
    #[serde(flatten)]
    report: &'a GameReport,
    accuracy: Json,
    turning_point: Option<usize>,
    largest_mistake: Option<usize>,
    complete: bool,
}

pub(super) fn game_json(report: &GameReport) -> Json {
    let review = report.review();
    let GameReview { accuracy: [first, second], turning_point, largest_mistake, .. } = review;
    json!(GameJson {
        report,
        accuracy: json!({ "first": first, "second": second }),
        turning_point,
        largest_mistake,
        complete: report.is_whole && !report.is_cut(),
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
    let searches = Arc::clone(&study.searches);
    let found = watched(&searches, is_over, || study.position(&line))?;
    found.map(|report| json!(report)).map_err(|why| why.to_string())
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
    let searches = Arc::clone(&study.searches);
    let found = watched(&searches, is_over, || {
        let mut objects = Vec::new();
        for (number, game) in (1..).zip(games) {
            objects.push(match study.game(number, game, choice, &|_| ()) {
                Ok(report) => game_json(&report),
                Err(why) => {
                    first_refusal.get_or_insert_with(|| format!("game {number}: {why}"));
                    refused += 1;
                    why.json(&Subject::Game(number, RecordedGame::default()))
                }
            });
        }
        objects
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
        Ok(take(found.iter().map(|puzzle| json!(puzzle)).collect()))
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

    fn searches(&self) -> &Arc<Searches> {
        &self.study.searches
    }

    fn work(&mut self, subject: &Subject, report: &dyn Fn(WorkStep)) -> Self::Answer {
        self.study.puzzles(subject, self.choice, report)
    }
}
