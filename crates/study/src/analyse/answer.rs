//! Analyses for other programs.

use super::json;
use super::study::{AnalysisRequest, Study};
use crate::shared::{PositionLine, Searches, Subject, watched};
use plyglot_records::GameChoice;
use plyglot_records::pgn::{self, PgnGame};
use serde_json::Value as Json;

/// The best moves of a position, as the protocol has it after `position`: the object that
/// `plyglot analyse --json` prints. Ends early when `is_over` says so.
///
/// # Errors
/// Why there is no answer.
pub fn position(
    request: &AnalysisRequest<'_>,
    text: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Json, String> {
    let mut study = Study::new(request).map_err(|error| error.to_string())?;
    let line = PositionLine { number: 1, text: text.to_owned() };
    let found = watched(is_over, |searches| study.position(&line, searches))?;
    found.map(|report| json::position(&report, request.entry)).map_err(|why| why.to_string())
}

/// Each move of the games of a text of PGN beside the best one: for each game the object that
/// `plyglot analyse --pgn FILE --json` prints, also for a game that cannot be played. Ends early
/// when `is_over` says so; of the game in hand, the moves that are known are there.
///
/// # Errors
/// Why there is no answer about any of them.
pub fn games(
    request: &AnalysisRequest<'_>,
    choice: &GameChoice<'_>,
    text: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<Json>, String> {
    let games: Vec<PgnGame> = pgn::read(text).collect();
    let mut study = Study::new(request).map_err(|error| error.to_string())?;
    let (mut first_refusal, mut refused) = (None, 0);
    let mut object = |(number, game), searches: &Searches| {
        let report = study.game(number, game, choice, searches, &|_| ());
        report.map(|report| json::game(&report)).unwrap_or_else(|why| {
            let object = why.json(&Subject::Game(number, PgnGame::default()));
            first_refusal.get_or_insert_with(|| format!("game {number}: {why}"));
            refused += 1;
            object
        })
    };
    let found = watched(is_over, |searches| {
        (1..).zip(&games).map(|numbered| object(numbered, searches)).collect::<Vec<_>>()
    })?;
    match first_refusal {
        Some(why) if refused == games.len() => Err(why),
        _ => Ok(found),
    }
}
