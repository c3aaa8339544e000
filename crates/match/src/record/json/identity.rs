//! Identifies the match that a file belongs to.

use crate::plan::{EngineSpec, Limit, Openings, Plan};
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
    let asked = Value::Object(identity(plan)).to_string();
    let asked: Map<String, Value> = serde_json::from_str(&asked)?;
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
    format!("another match: {key} was {found} and is {asked} now")
}

fn identity(plan: &Plan) -> Map<String, Value> {
    let AdjudicationRules { win, draw, max_plies, .. } = plan.adjudication;
    let entries = [
        ("game", json!(plan.game)),
        ("engines", plan.engines.iter().map(engine).collect()),
        ("tournament", json!(format!("{:?}", plan.pairing).to_lowercase())),
        ("games", json!(plan.games)),
        ("repeat", json!(plan.repeat)),
        ("openings", openings(&plan.openings)),
        ("seed", json!(plan.seed)),
        // In moves, as the options are.
        ("draw", json!(draw.map(|r| json!([r.min_plies / 2, r.plies / 2, r.score])))),
        ("resign", json!(win.map(|r| json!([r.moves, r.score, r.two_sided])))),
        ("maxmoves", json!(max_plies.map(|plies| plies / 2))),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn engine(engine: &EngineSpec) -> Value {
    json!({
        "name": engine.name,
        "command": engine.command,
        "arguments": engine.arguments,
        "protocol": format!("{:?}", engine.protocol).to_lowercase(),
        "options": engine.options,
        "limit": limit(&engine.limit),
        "ponder": engine.ponder,
    })
}

fn limit(limit: &Limit) -> Value {
    let clock = limit.clock.map(|clock| {
        let (base, increment) = (clock.base.as_secs_f64(), clock.increment.as_secs_f64());
        json!({ "moves": clock.moves, "base": base, "increment": increment })
    });
    let mut fields = json!({
        "clock": clock,
        "time": limit.move_time.map(|time| time.as_secs_f64()),
        "nodes": limit.nodes,
        "depth": limit.depth,
        "margin": limit.margin.as_secs_f64(),
    });
    // Files of matches that do not count nodes are those of versions that could not.
    if let Some(rate) = limit.nodes_per_second {
        fields["nodes_per_second"] = rate.get().into();
    }
    fields
}

fn openings(openings: &Openings) -> Value {
    match openings {
        Openings::Start => json!("start"),
        Openings::Random { plies, balance } => json!({ "random": plies, "balance": balance }),
        Openings::File { path, format, random, start, plies } => json!({
            "file": path.to_string_lossy(),
            "format": format!("{format:?}").to_lowercase(),
            "random": random,
            "start": start,
            "plies": plies,
        }),
    }
}
