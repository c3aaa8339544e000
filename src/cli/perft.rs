//! `plyglot perft`: the number of sequences of legal moves.

use super::worker::work;
use anyhow::{Context, ensure};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, Streams, offer_games, set_position, tool, within};
use plyglot_command::json::side_word;
use plyglot_core::game::quote;
use plyglot_engine::{Message, Registry};
use serde_json::json;
use std::mem;
use std::time::Duration;

pub(super) const NAME: &str = "perft";

/// Count the sequences of legal moves
#[derive(Args)]
#[command(after_help = "\
Prints the number for each first move, and for all together. POSITION is its text or `startpos`, \
and may end in `moves` and moves. The name of a game may stand before it, in place of --game.")]
struct PerftOptions {
    /// Depth in plies
    #[arg(value_name = "DEPTH", value_parser = within::<u16>(0..=u16::MAX))]
    depth: u16,
    /// Position to begin with [default: startpos]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Print one JSON object per line: each first move, and the total
    #[arg(long)]
    json: bool,
}

pub(super) fn command(registry: &Registry) -> Command {
    let command = PerftOptions::augment_args(tool(NAME));
    offer_games(GameArgs::augment_args(command), registry)
}

/// Whether the first word of the position is the name of a game.
pub(super) fn names_game(matches: &ArgMatches, registry: &Registry) -> bool {
    let word = matches.get_many::<String>("position").and_then(|mut words| words.next());
    let is_option = matches.value_source("game") == Some(ValueSource::CommandLine);
    !is_option && word.is_some_and(|word| registry.find(word).is_some())
}

/// Counts the sequences, as `go perft` does.
pub(super) fn run(
    matches: &ArgMatches,
    registry: &Registry,
    mut streams: Streams<'_>,
) -> anyhow::Result<()> {
    let PerftOptions { depth, position, json } = PerftOptions::from_arg_matches(matches)?;
    let (name, position) = match &position[..] {
        [word, rest @ ..] if names_game(matches, registry) => (word.clone(), rest),
        position => (GameArgs::from_arg_matches(matches)?.name, position),
    };
    let mut engine =
        registry.open(&name).with_context(|| format!("unknown game {}", quote(&name)))?;
    if !position.is_empty() {
        set_position(engine.as_mut(), &position.join(" ")).map_err(clap::Error::from)?;
    }
    let mut printer = CountPrinter {
        game: engine.info().name,
        position: engine.position(),
        side: side_word(engine.side()),
        depth,
        is_json: json,
        last: Duration::ZERO,
        is_whole: false,
    };
    work(
        |control, send| engine.perft(depth, control, send),
        |message, time| {
            let Some(line) = printer.line(message, time) else { return Ok(()) };
            streams.output.say(&line)
        },
    )?;
    ensure!(printer.is_whole, "the count panicked");
    Ok(())
}

struct CountPrinter {
    game: &'static str,
    position: String,
    side: &'static str,
    depth: u16,
    is_json: bool,
    /// The time at which the last move was counted.
    last: Duration,
    is_whole: bool,
}

impl CountPrinter {
    /// The line of a message, if it has one. `time`: since the start of the count.
    fn line(&mut self, message: Message, time: Duration) -> Option<String> {
        let before = mem::replace(&mut self.last, time);
        match message {
            Message::PerftMove { name, count } if self.is_json => {
                Some(self.object(Some(&name), count, time - before))
            }
            Message::PerftMove { name, count } => Some(format!("{name}: {count}")),
            Message::PerftTotal(count) => {
                self.is_whole = true;
                if self.is_json {
                    Some(self.object(None, count, time))
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
