//! `plyglot perft`: the number of sequences of legal moves.

use super::worker::work;
use anyhow::{Context, ensure};
use clap::{Arg, ArgAction, ArgMatches, Command};
use plyglot_command::arguments::{OptionError, Streams, game_names, tool, within};
use plyglot_command::json::side_word;
use plyglot_engine::{Engine, GameEntry, Message, Registry, WrittenPosition};
use serde_json::json;
use std::mem;
use std::time::{Duration, Instant};

/// The definition of the arguments.
pub(super) fn command(registry: &Registry) -> Command {
    let depth = Arg::new("depth")
        .value_name("DEPTH")
        .help("Moves of a sequence")
        .required(true)
        .value_parser(within::<u16>(0..=u16::MAX));
    let position = Arg::new("position")
        .value_name("POSITION")
        .help("Position to begin with [default: startpos]")
        .num_args(0..);
    let names = registry.entries().iter().flat_map(GameEntry::names);
    let game = Arg::new("game")
        .long("game")
        .alias("variant")
        .value_name("NAME")
        .help("Game of the position")
        .default_value(registry.default_game().info.name)
        .ignore_case(true)
        .value_parser(game_names(names, registry.further_names()));
    let json = Arg::new("json")
        .long("json")
        .help("A JSON object a line: each first move, and all together")
        .action(ArgAction::SetTrue);
    tool("perft")
        .about("Count the sequences of legal moves")
        .after_help(
            "Prints the number for each first move, and for all together. POSITION is its text \
             or `startpos`, and may end in `moves` and moves.",
        )
        .arg(depth)
        .arg(position)
        .arg(game)
        .arg(json)
}

/// Counts the sequences, as `go perft` does.
///
/// # Errors
/// If there is no such position, memory or a thread is missing, the count panics, or the
/// output takes no more.
pub(super) fn run(
    matches: &ArgMatches,
    registry: &Registry,
    streams: Streams<'_>,
) -> anyhow::Result<()> {
    let depth: u16 = *matches.get_one("depth").context("the depth is required")?;
    let game: &String = matches.get_one("game").context("there is a first game")?;
    let words = matches.get_many::<String>("position").into_iter().flatten();
    let words: Vec<&str> = words.map(String::as_str).collect();
    let (entry, preset) = registry.find(game).context("there is no such game")?;
    let mut engine = entry.open();
    if let Some(preset) = preset {
        engine.set_option(preset.option, preset.value);
    }
    if !words.is_empty() {
        set_position(engine.as_mut(), &words.join(" ")).map_err(clap::Error::from)?;
    }
    let mut printer = CountPrinter {
        game: entry.info.name,
        position: engine.position(),
        side: side_word(engine.side()),
        depth,
        is_json: matches.get_flag("json"),
        start: Instant::now(),
        last: Instant::now(),
        is_whole: false,
    };
    work(
        |control, send| engine.perft(depth, control, send),
        |message| {
            let Some(line) = printer.line(message) else { return Ok(()) };
            let written = writeln!(streams.output, "{line}").and_then(|()| streams.output.flush());
            written.context("the output cannot be written")
        },
    )?;
    ensure!(printer.is_whole, "the count panicked");
    Ok(())
}

fn set_position(engine: &mut dyn Engine, text: &str) -> Result<(), OptionError> {
    let set = |start: Option<&str>, moves: &[&str]| engine.set_position(start, moves);
    WrittenPosition::of(text).set_up(set).map_err(|error| {
        OptionError::new(format!("POSITION, column {}", error.at + 1), error.expected, error.found)
    })
}

/// Prints the messages of a count.
struct CountPrinter {
    game: &'static str,
    position: String,
    side: &'static str,
    depth: u16,
    is_json: bool,
    start: Instant,
    /// When the last move was counted.
    last: Instant,
    /// Whether the total is known.
    is_whole: bool,
}

impl CountPrinter {
    /// The line of a message, if it has one.
    fn line(&mut self, message: Message) -> Option<String> {
        let now = Instant::now();
        let since = mem::replace(&mut self.last, now);
        match message {
            Message::PerftMove { name, count } if self.is_json => {
                Some(self.object(Some(&name), count, now - since))
            }
            Message::PerftMove { name, count } => Some(format!("{name}: {count}")),
            Message::PerftTotal(count) => {
                self.is_whole = true;
                if self.is_json {
                    Some(self.object(None, count, now - self.start))
                } else {
                    Some(format!("\nNodes searched: {count}"))
                }
            }
            _ => None,
        }
    }

    /// The count after a first move, or after all of them.
    fn object(&self, name: Option<&str>, count: u64, time: Duration) -> String {
        let object = json!({
            "game": self.game,
            "position": self.position,
            "side": self.side,
            "depth": self.depth,
            "move": name,
            "nodes": count,
            "time": time.as_secs_f64(),
        });
        object.to_string()
    }
}
