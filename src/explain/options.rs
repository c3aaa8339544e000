//! The arguments of `plyglot explain`.

use crate::arguments::{offer_games, tool, within};
use crate::engine::Registry;
use crate::study::StudyOptions;
use clap::{Args, Command};

/// Why the best move is the best, in sentences
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A POSITION is `startpos` or the text of a position, optionally followed by `moves` and moves. \
Without any, positions are read from stdin, one a line; EPD is read, too, and lines that begin \
with # are skipped. Without --depth, --nodes or --movetime, the search for the best move takes \
a second; all others are searched to 3 plies less than its depth, and those that are explained \
to its whole depth.")]
pub(super) struct ExplainOptions {
    #[command(flatten)]
    pub(super) study: StudyOptions,
    /// Moves that are explained beside the best one
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<usize>(0..=1000))]
    lines: usize,
    /// Explain every legal move
    #[arg(long, conflicts_with = "lines")]
    all: bool,
    /// A move that is explained in any case
    #[arg(long = "move", value_name = "MOVE")]
    pub(super) moves: Vec<String>,
}

/// The command, with the games of the registry.
pub(crate) fn command(registry: &Registry) -> Command {
    offer_games(ExplainOptions::augment_args(tool("explain")), registry.all_names())
}

impl ExplainOptions {
    /// The most moves that are explained, apart from those that were asked for.
    pub(super) fn lines(&self) -> usize {
        if self.all { usize::MAX } else { self.lines }
    }
}
