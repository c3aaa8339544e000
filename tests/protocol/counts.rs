//! `plyglot bench --json`: the counts of the dialogue, as a tool.

use crate::support::examples;
use crate::support::schema::Schema;
use crate::support::solve::{errors, lines, objects};
use crate::support::tool::fed;
use serde_json::{Value, json};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    fed(arguments, b"")
}

/// The output of a run that must end well and print nothing on stderr.
#[track_caller]
fn printed(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
    lines(&output)
}

#[track_caller]
fn answers(tool: &str, arguments: &[&str]) -> Vec<Value> {
    let schema = Schema::of(tool);
    let output = run(&[&[tool, "--json"], arguments].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
    let objects = objects(&output);
    objects.iter().for_each(|object| schema.check(object));
    objects
}

/// An object without what the clock says, and without the share of first moves.
fn timeless(mut object: Value) -> Value {
    let fields = object.as_object_mut().expect("an object");
    assert!(fields.remove("time").is_some_and(|time| time.as_f64() >= Some(0.0)));
    fields.remove("nps");
    let share = fields.remove("first_cutoffs").and_then(|share| share.as_f64());
    assert!(share.is_some_and(|share| share > 0.5 && share < 1.0), "{share:?}");
    object
}

#[test]
fn bench_counts_the_same_nodes_in_json() {
    for name in ["tictactoe", "cfour"] {
        let text = printed(&["bench", name]);
        let nodes = text[1].split(' ').next().and_then(|word| word.parse::<u64>().ok());
        let nodes = nodes.unwrap_or_else(|| panic!("{text:?}"));
        let found = answers("bench", &[name]);
        let [game, total] = &found[..] else { panic!("{found:?}") };
        assert!(game["time"].as_f64() > Some(0.0) && game["nps"].as_u64() > Some(0), "{game}");
        assert_eq!(timeless(game.clone()), json!({ "game": name, "nodes": nodes }));
        assert_eq!(timeless(total.clone()), json!({ "game": null, "nodes": nodes }));
    }
    // Options may follow the game, which has other names.
    let found = objects(&run(&["bench", "TTT", "-json"]));
    assert_eq!(found[0]["game"], "tictactoe");
}

/// Games of the library are searched at length, one after the other.
#[test]
fn bench_searches_all_games_that_are_named() {
    let found = answers("bench", &["kono", "ttt", "gardner"]);
    let names: Vec<Value> = found.iter().map(|object| object["game"].clone()).collect();
    assert_eq!(Value::from(names), json!(["kono", "tictactoe", "gardner", null]));
    let nodes: Vec<u64> = found.iter().filter_map(|object| object["nodes"].as_u64()).collect();
    assert!(nodes[0] > 60_000 && nodes[2] > 60_000, "{nodes:?}");
    let text = printed(&["bench", "kono", "ttt", "gardner"]);
    let told =
        text.iter().map(|line| line.rsplit(": ").next().and_then(|rest| rest.split(' ').next()));
    let told: Vec<u64> = told.filter_map(|nodes| nodes?.parse().ok()).collect();
    assert_eq!(told, nodes);
}

#[test]
fn bench_searches_the_only_game_of_another_program() {
    let output = Command::new(examples::build("nim")).args(["bench", "--json"]).output();
    let found = objects(&output.expect("it starts"));
    let games: Vec<&Value> = found.iter().map(|object| &object["game"]).collect();
    assert_eq!(games, [&json!("nim"), &Value::Null]);
    assert_eq!(found[0]["nodes"], found[1]["nodes"]);
}

/// Without `--json`, all words are the dialogue's, as OpenBench has them.
#[test]
fn bench_without_json_is_the_command() {
    for arguments in [
        &["bench", "ttt"][..],
        &["--game", "cfour", "bench", "ttt"],
        &["bench ttt"],
        &["bench", "ttt", "quit"],
    ] {
        let found = printed(arguments);
        assert_eq!(found.len(), 2, "{arguments:?}: {found:?}");
        assert!(found[0].starts_with("tictactoe: ") && found[1].ends_with(" nps"), "{found:?}");
    }
}
