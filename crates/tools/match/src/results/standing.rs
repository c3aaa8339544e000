//! What the games so far say of the engines, for the live file; `progress` tells the same in words.

use super::Results;
use super::progress::unit;
use crate::plan::MatchPlan;
use plyglot_command::json::IntervalJson;
use plyglot_support::statistics::Tally;
use serde::Serialize;
use serde_json::{Value as Json, json};

#[derive(Serialize)]
struct Standing<'a> {
    players: Vec<PlayerStanding<'a>>,
    elo: Option<IntervalJson>,
    los: Option<f64>,
    test: Option<TestState>,
}

#[derive(Serialize)]
struct PlayerStanding<'a> {
    name: &'a str,
    wins: u32,
    draws: u32,
    losses: u32,
    rating: Option<f64>,
    margin: Option<f64>,
}

#[derive(Serialize)]
struct TestState {
    unit: &'static str,
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
}

/// An object with the score of each engine, the strength of the first one against the second, and
/// the state of their test.
pub(crate) fn standing(plan: &MatchPlan, results: &Results) -> Json {
    let ratings = results.ratings();
    let mut players = Vec::new();
    for (engine, spec) in plan.engines.iter().enumerate() {
        let Tally { wins, draws, losses, .. } = results.total(engine);
        let rating = ratings.as_ref().map(|ratings| ratings[engine].elo);
        let margin = ratings.as_ref().map(|ratings| ratings[engine].error);
        players.push(PlayerStanding { name: &spec.name, wins, draws, losses, rating, margin });
    }
    let test = plan.sprt.zip(results.assessment(plan)).map(|(test, state)| TestState {
        unit: unit(&test),
        elo0: test.elo0,
        elo1: test.elo1,
        llr: state.llr,
        lower: state.lower,
        upper: state.upper,
    });
    let duel = results.against(0, 1);
    let elo = duel.elo().map(IntervalJson::from);
    json!(Standing { players, elo, los: duel.superiority(), test })
}
