//! The options of `plyglot datagen`.

use super::record::{BALANCE, RecordHeader};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{
    self, GameArgs, HashArgs, Named, RunArgs, check_outputs, file, offer_plain_games, tool, within,
};
use plyglot_engine::Registry;
use std::path::PathBuf;

/// Play games against itself and record them for training
#[derive(Args, Debug)]
#[command(after_help = "\
Records moves, scores and results. If FILE has games with the same options, only the missing ones \
are played. Without --games and --positions it runs until it is interrupted.")]
pub struct DatagenOptions {
    /// Output file for the games
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Stop at N games, including those in the file
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX))]
    pub games: Option<u64>,
    /// Stop at N scored positions, including those in the file
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX))]
    pub positions: Option<u64>,
    /// Nodes after which a search starts no further iteration; it is stopped at eight times
    /// as many
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Random plies at the start of a game: N or N + 1
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Minimum number of random plies at the start [default: that of --plies]
    #[arg(long, value_name = "N", value_parser = within::<usize>(0..=100))]
    min_plies: Option<usize>,
    /// Random moves per thousand, after the random plies at the start
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<usize>(0..=1000))]
    noise: usize,
    /// Maximum score for either side after the random plies
    #[arg(long, value_name = "CENTI", default_value_t = BALANCE, value_parser = within::<u16>(0..=20_000))]
    balance: u16,
    /// Network to play with instead of the game's own
    #[arg(long, value_name = "FILE")]
    pub(super) network: Option<PathBuf>,
    // At 2,000 nodes a move, chess is a fifth slower with 16 MiB, which leave the
    // caches and take time to clear, and a tenth faster at most with 1.
    #[command(flatten)]
    hash: HashArgs<4, 65_536>,
    #[command(flatten)]
    run: RunArgs,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_plain_games(DatagenOptions::augment_args(tool("datagen")), registry)
}

/// Reads the arguments after `datagen`.
pub fn parse(arguments: &[String], registry: &Registry) -> Result<DatagenOptions, clap::Error> {
    DatagenOptions::read(&arguments::read(command(registry), arguments)?)
}

impl DatagenOptions {
    pub(super) fn read(matches: &ArgMatches) -> Result<DatagenOptions, clap::Error> {
        let options = DatagenOptions::from_arg_matches(matches)?;
        let inputs: Vec<Named> =
            options.network.iter().map(|path| Named { option: "--network", path }).collect();
        check_outputs(&[Named { option: "--out", path: &options.out }], &inputs)?;
        Ok(options)
    }

    /// Games at the same time.
    pub fn threads(&self) -> usize {
        self.run.threads()
    }

    /// The settings that determine the games, by the game's own network.
    pub fn header(&self) -> RecordHeader {
        let DatagenOptions { nodes, plies, noise, balance, .. } = *self;
        let min_plies = self.min_plies.unwrap_or(plies).min(plies);
        let (game, seed, hash) = (&self.game.name, self.run.seed(), self.hash.mib);
        let plain = RecordHeader::plain(game, seed, nodes, plies, hash);
        RecordHeader { min_plies, noise, balance, ..plain }
    }
}
