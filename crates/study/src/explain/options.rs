//! The arguments of `plyglot explain`.

use crate::shared::StudyOptions;
use clap::{Args, Command};
use plyglot_command::arguments::{offer_games, tool, within};
use plyglot_engine::Registry;

/// Explain in sentences why the best move is best
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A POSITION is `startpos` or the text of a position, optionally followed by `moves` and moves. \
Without any, positions are read from stdin, one per line; EPD is read, too, and lines that begin \
with # are skipped. All searches for a position take the time of --movetime together, or 2 seconds \
without --depth, --nodes and --movetime; whatever does not fit into this time is omitted. With --depth \
or --nodes, which limit each search, all other moves are searched to 3 plies less than the best \
one, and those that are explained to its whole depth. Ctrl-C stops and prints what is known so far.")]
pub(super) struct ExplainOptions {
    #[command(flatten)]
    pub(super) study: StudyOptions,
    /// Number of moves to explain beside the best one
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<usize>(0..=1000))]
    lines: usize,
    /// Explain every legal move
    #[arg(long, conflicts_with = "lines")]
    all: bool,
    /// Always explain this move
    #[arg(long = "move", value_name = "MOVE")]
    pub(super) moves: Vec<String>,
}

/// The command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    let command = ExplainOptions::augment_args(tool("explain"));
    let command = command.mut_arg("movetime", |time| {
        time.help("Time of all searches for a position in ms; 2000 without any limit")
    });
    offer_games(command, registry)
}

impl ExplainOptions {
    /// The most moves that are explained, apart from those that were asked for.
    pub(super) fn lines(&self) -> usize {
        if self.all { usize::MAX } else { self.lines }
    }
}
