//! `plyglot bench --json`. Without `--json`, `bench` is the command of the dialogue.

use super::words;
use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use plyglot_command::arguments::{OptionError, Streams, tool};
use plyglot_engine::{BenchResult, GameEntry, GameSearch, Registry};
use plyglot_support::pool::STACK;
use plyglot_support::text::{NO_THREAD, per_second};
use serde_json::json;
use std::ffi::OsString;
use std::sync::Arc;
use std::thread;

/// The command of the dialogue, and the tool.
pub(super) const NAME: &str = "bench";

/// The definition of the arguments. Any words are taken: without `--json`, it is for the
/// dialogue to judge them.
pub(super) fn command(_: &Registry) -> Command {
    let words = Arg::new("words")
        .value_name("GAME")
        .help("Game to search [default: those of --variants, or all that need no file]")
        .num_args(0..)
        .value_parser(value_parser!(OsString));
    let json = Arg::new("json")
        .long("json")
        .help("Print one JSON object per line: each game, and the total")
        .action(ArgAction::SetTrue);
    tool(NAME)
        .about("Run fixed searches and print nodes and speed")
        .after_help(
            "Searches fixed positions to fixed depths. The nodes are the same on every machine. \
             Without --json it does the same as the UCI command 'bench'.",
        )
        .arg(words)
        .arg(json)
}

pub(super) fn dialogue(matches: &ArgMatches) -> Option<Vec<String>> {
    if matches.get_flag("json") {
        return None;
    }
    let mut words = words(matches, "words");
    words.insert(0, NAME.to_owned());
    Some(words)
}

/// Prints nodes and speed of each game, and of all together.
pub(super) fn run(
    matches: &ArgMatches,
    registry: &Registry,
    mut streams: Streams<'_>,
) -> anyhow::Result<()> {
    let entries = entries(&words(matches, "words"), registry).map_err(clap::Error::from)?;
    let mut total = BenchResult::default();
    for entry in entries {
        let result = bench(entry.open().as_ref())?;
        total.nodes += result.nodes;
        total.time += result.time;
        total.cutoffs += result.cutoffs;
        streams.output.say(&line(Some(entry.info.name), result))?;
    }
    streams.output.say(&line(None, total))
}

fn line(game: Option<&str>, result: BenchResult) -> String {
    let BenchResult { nodes, time, cutoffs } = result;
    let nps = per_second(nodes, time);
    let time = time.as_secs_f64();
    let first_cutoffs =
        if cutoffs.all > 0 { Some(cutoffs.first as f64 / cutoffs.all as f64) } else { None };
    let line = json!({
        "game": game,
        "nodes": nodes,
        "time": time,
        "nps": nps,
        "first_cutoffs": first_cutoffs,
    });
    line.to_string()
}

/// Runs the searches of a game on a thread with the stack that they need.
fn bench(engine: &dyn GameSearch) -> anyhow::Result<BenchResult> {
    let bench = engine.bench(Arc::default());
    let thread = thread::Builder::new().stack_size(STACK).spawn(bench).context(NO_THREAD)?;
    thread.join().map_err(|_| anyhow!("the search panicked"))
}

fn entries(words: &[String], registry: &Registry) -> Result<Vec<GameEntry>, OptionError> {
    if words.is_empty() {
        return Ok(registry.bench_games());
    }
    words.iter().map(|name| game(name, registry)).collect()
}

fn game(name: &str, registry: &Registry) -> Result<GameEntry, OptionError> {
    let unknown = || OptionError::from_mismatch("GAME", registry.unknown_game(name));
    registry.entry(name).copied().map_err(|_| unknown())
}
