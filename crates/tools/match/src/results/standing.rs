//! What the games so far say of the engines, for the live file; `progress` tells the same in words.

use super::Results;
use super::progress::unit;
use crate::plan::Plan;
use plyglot_command::json::interval_json;
use plyglot_support::statistics::Tally;
use serde_json::{Value as Json, json};

/// An object with the score of each engine, the strength of the first one against the second, and
/// the state of their test.
pub(crate) fn standing(plan: &Plan, results: &Results) -> Json {
    let duel = results.against(0, 1);
    let ratings = results.ratings();
    let players = plan.engines.iter().enumerate().map(|(engine, spec)| {
        let Tally { wins, draws, losses, .. } = results.total(engine);
        let rating = ratings.as_ref().map(|ratings| ratings[engine]);
        json!({
            "name": spec.name,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "rating": rating.map(|rating| rating.elo),
            "margin": rating.map(|rating| rating.error),
        })
    });
    let test = plan.sprt.zip(results.assessment(plan)).map(|(test, state)| {
        json!({
            "unit": unit(&test),
            "elo0": test.elo0,
            "elo1": test.elo1,
            "llr": state.llr,
            "lower": state.lower,
            "upper": state.upper,
        })
    });
    json!({
        "players": players.collect::<Vec<Json>>(),
        "elo": interval_json(duel.elo()),
        "los": duel.superiority(),
        "test": test,
    })
}
