//! Reports for machines: a JSON object each. `docs/analyse.schema.json` describes them.

use super::study::{AnalysisRequest, GameReport, Study};
use crate::shared::{GameReview, Subject, watched};
use plyglot_records::{GameChoice, RecordedGame};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::sync::Arc;

#[derive(Serialize)]
struct GameJson<'a> {
    #[serde(flatten)]
    report: &'a GameReport,
    accuracy: AccuracyJson,
    turning_point: Option<usize>,
    largest_mistake: Option<usize>,
    complete: bool,
}

/// By side, from 0 to 1; null without a move.
#[derive(Serialize)]
struct AccuracyJson {
    first: Option<f64>,
    second: Option<f64>,
}

pub(super) fn game_json(report: &GameReport) -> Json {
    let review = report.review();
    let GameReview { accuracy: [first, second], turning_point, largest_mistake, .. } = review;
    json!(GameJson {
        report,
        accuracy: AccuracyJson { first, second },
        turning_point,
        largest_mistake,
        complete: report.is_whole && !report.is_cut(),
    })
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
    let mut study = Study::new(request).map_err(|error| error.to_string())?;
    let mut first_refusal = None;
    let mut refused = 0;
    let searches = Arc::clone(&study.searches);
    let found = watched(&searches, is_over, || {
        let mut objects = Vec::new();
        for (number, game) in (1..).zip(&games) {
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
