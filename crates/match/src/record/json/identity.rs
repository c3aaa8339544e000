//! Identifies the match that a file belongs to.

use crate::plan::Plan;
use anyhow::bail;
use plyglot_engine::AdjudicationRules;
use serde_json::{Map, Value, json};

/// The error for a file that begins otherwise.
pub(super) const NO_HEAD: &str = "expected a description of the match, found something else";

/// The first line of a file, with its line end: everything that decides which games are
/// played, and how. The rounds, the concurrency and the test may change when a match is
/// resumed.
pub fn head(plan: &Plan) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{}\n", json!({ "match": identity(plan), "plyglot": version }))
}

/// Checks that a first line belongs to this plan.
///
/// # Errors
/// Names the first difference.
pub fn check(head: &Value, plan: &Plan) -> anyhow::Result<()> {
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

fn identity(plan: &Plan) -> Value {
    let AdjudicationRules { win, draw, max_plies, .. } = plan.adjudication;
    json!({
        "game": plan.game,
        "engines": plan.engines,
        "tournament": plan.pairing,
        "games": plan.games,
        "repeat": plan.repeat,
        "openings": plan.openings,
        "seed": plan.seed,
        // In moves, as the options are.
        "draw": draw.map(|r| json!([r.min_plies / 2, r.plies / 2, r.score])),
        "resign": win.map(|r| json!([r.moves, r.score, r.two_sided])),
        "maxmoves": max_plies.map(|plies| plies / 2),
    })
}
