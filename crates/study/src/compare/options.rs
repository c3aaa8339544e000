//! The options of `plyglot compare`.

use super::stages::WORDS;
use crate::shared::GameOptionArgs;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use plyglot_command::arguments::{
    GameArgs, HashArgs, Named, OptionError, check_outputs, cores, file, offer_games, tool, within,
};
use plyglot_engine::{GameEntry, Registry};
use std::path::PathBuf;

/// Show what each idea of the search saves in a position
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Searches one position to the same depth as minimax, negamax and alpha-beta, then with move \
ordering, iterative deepening, the transposition table, variable depth, the network and threads, \
each on top of the last. Prints nodes, time and score of each. Up to the transposition table, \
the score must be the same. If it is not, the exit status is 1. POSITION is its text or \
`startpos`, and may end in `moves` and moves.")]
pub(super) struct CompareOptions {
    /// Position to search [default: startpos]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// First search of the comparison
    #[arg(long, value_name = "NAME", default_value = WORDS[0])]
    #[arg(value_parser = PossibleValuesParser::new(WORDS))]
    pub(super) from: String,
    /// Depth in plies [default: as deep as the first search gets within --nodes]
    #[arg(long, value_name = "N", value_parser = within::<u16>(1..=99))]
    pub(super) depth: Option<u16>,
    /// Node limit of the first search, if --depth is not given
    #[arg(long, value_name = "N", default_value_t = 5_000_000, conflicts_with = "depth")]
    #[arg(value_parser = within::<u64>(1..=1_000_000_000_000))]
    pub(super) nodes: u64,
    /// Threads of the last search; 1 leaves it out [default: one for each core]
    #[arg(long, value_name = "N", value_parser = within::<usize>(1..=1024))]
    threads: Option<usize>,
    #[command(flatten)]
    pub(super) hash: HashArgs<64>,
    #[command(flatten)]
    options: GameOptionArgs,
    /// Print one JSON object per line, for each search
    #[arg(long)]
    pub(super) json: bool,
    /// Write a chart to FILE
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(super) svg: Option<PathBuf>,
}

/// The command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_games(CompareOptions::augment_args(tool("compare")), registry)
}

impl CompareOptions {
    /// Whether the chart may be written.
    ///
    /// # Errors
    /// If there is something other than an ordinary file.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let outputs: Vec<Named> =
            self.svg.iter().map(|path| Named { option: "--svg", path }).collect();
        check_outputs(&outputs, &[])
    }

    /// The options of the game, with their values: that of the name by which it was called,
    /// then the user's.
    ///
    /// # Errors
    /// If the game has no such option, or it cannot have this value.
    pub(super) fn game_options(
        &self,
        entry: &GameEntry,
    ) -> Result<Vec<(String, String)>, clap::Error> {
        self.options.read_named(entry, &self.game.name)
    }

    /// The text of the position.
    pub(super) fn position(&self) -> String {
        if self.position.is_empty() { "startpos".to_owned() } else { self.position.join(" ") }
    }

    /// The threads of the last search.
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}
