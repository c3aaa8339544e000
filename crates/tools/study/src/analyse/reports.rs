//! Reports for other tools: of a position, of a game, and the puzzles of games.

use super::study::{AnalysisRequest, GameReport, PositionReport, Puzzle, Study};
use crate::shared::{
    Event, PositionLine, Refusal, Searches, Subject, WorkStep, Worker, run, watched, workers_for,
};
use anyhow::anyhow;
use plyglot_records::{GameChoice, RecordedGame};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The best moves of a position, as the protocol has it after `position`. Ends early when `is_over`
/// says so.
///
/// # Errors
/// Why there is no such position, or no search of it.
pub fn position(
    request: &AnalysisRequest,
    text: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<PositionReport, String> {
    let mut study = Study::new(request).map_err(|error| error.to_string())?;
    let line = PositionLine { number: 1, text: text.to_owned() };
    let searches = Arc::clone(&study.searches);
    let found = watched(&searches, is_over, || study.position(&line))?;
    found.map_err(|why| why.to_string())
}

/// Each move of a game compared with the best one. Ends early when `is_over` says so, with the moves
/// that are known.
///
/// # Errors
/// Why the game cannot be played, or none of its positions searched.
pub fn game(
    request: &AnalysisRequest,
    choice: &GameChoice<'_>,
    record: &RecordedGame,
    is_over: &dyn Fn() -> bool,
) -> Result<GameReport, String> {
    let mut study = Study::new(request).map_err(|error| error.to_string())?;
    let searches = Arc::clone(&study.searches);
    let found = watched(&searches, is_over, || study.game(1, record, choice, &|_| ()))?;
    found.map_err(|why| why.to_string())
}

/// The puzzles of games, on so many threads. `take` gets those of one game after another, and says
/// whether it wants more. Ends early if `interrupt` is set.
///
/// # Errors
/// If a game cannot be played, or the system does not provide the memory or a thread.
pub fn puzzles(
    request: &AnalysisRequest,
    choice: &GameChoice<'_>,
    games: &[RecordedGame],
    threads: usize,
    interrupt: &AtomicBool,
    mut take: impl FnMut(Vec<Puzzle>) -> bool,
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
        Ok(take(found))
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
