//! The options of `plyglot scale`.

use crate::selfplay::record::RecordHeader;
use clap::{Args, Command};
use plyglot_command::arguments::{GameArgs, RunArgs, offer_some_games, tool, within};
use plyglot_engine::Registry;
use std::path::PathBuf;

/// The table of each player, in MiB.
const TABLE_MIB: usize = 1;

/// Measure what scores and ratings mean in a game
#[derive(Args, Debug)]
#[command(after_help = "\
The winning chances at each score are fitted to games of the program against itself. The rating \
ladder comes from matches between players that look ahead further and further. Both are printed as \
the game's Scale, in Rust.")]
pub(super) struct ScaleOptions {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Games of `datagen` to use instead of new ones
    #[arg(long, value_name = "FILE")]
    pub(super) data: Vec<PathBuf>,
    /// Games to play for the winning chances
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = within::<u64>(5..=1_000_000_000))]
    pub(super) games: u64,
    /// Nodes after which a search in these games starts no further iteration
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Games for each step of the ladder; 0 for no ladder
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = within::<u64>(0..=1_000_000))]
    step_games: u64,
    /// Plies that the weakest player, rated 500, looks ahead
    #[arg(long, value_name = "PLIES", default_value_t = -3.0, value_parser = within::<f64>(-5.0..=10.0))]
    #[arg(allow_negative_numbers = true)]
    lowest: f64,
    /// Maximum plies that the strongest player looks ahead
    #[arg(long, value_name = "PLIES", default_value_t = 4.0, value_parser = within::<f64>(-5.0..=10.0))]
    #[arg(allow_negative_numbers = true)]
    highest: f64,
    /// Random plies at the start of a game: N or N + 1
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<usize>(0..=100))]
    plies: usize,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_some_games(ScaleOptions::augment_args(tool("scale")), registry, |_| true)
}

impl ScaleOptions {
    pub(super) fn header(&self) -> RecordHeader {
        let ScaleOptions { game, nodes, plies, run, .. } = self;
        RecordHeader::plain(&game.name, run.seed(), *nodes, *plies, TABLE_MIB)
    }

    pub(super) fn step_pairs(&self) -> u64 {
        self.step_games.div_ceil(2)
    }

    /// How far the players of the ladder see, in hundredths of a ply.
    pub(super) fn centi_plies(&self) -> [i16; 2] {
        [self.lowest, self.highest].map(|plies| (100.0 * plies) as i16)
    }
}
