//! The arguments of tools that play pairs of games between two settings of a search.

use crate::selfplay::record::{BALANCE, RecordHeader};
use clap::Args;
use plyglot_command::arguments::{
    GameArgs, HashArgs, Named, OptionError, RunArgs, check_outputs, file, within,
};
use std::path::PathBuf;

/// Pairs of games, and the file that they go to.
#[derive(Args, Debug)]
pub(super) struct PairArgs {
    /// File that records the pairs played
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Random plies at the start of a game: N or N + 1
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Maximum score for either side after the random plies
    #[arg(long, value_name = "CENTI", default_value_t = BALANCE, value_parser = within::<u16>(0..=20_000))]
    balance: u16,
    #[command(flatten)]
    hash: HashArgs<4, 65_536>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The description of a run.
#[derive(Debug)]
pub(super) struct PairPlan {
    pub(super) args: PairArgs,
    /// The arguments that determine each pair; the number of threads does not. They are the
    /// title of the file.
    pub(super) command: String,
    /// Pairs of games of a round.
    pub(super) pairs: u64,
    pub(super) rounds: u64,
}

impl PairArgs {
    /// The plan of rounds of pairs of games. `tool`: the tool with its own arguments, among
    /// those that determine each pair.
    ///
    /// # Errors
    /// If the file may not be written.
    pub(super) fn plan(
        self,
        tool: &str,
        own: &str,
        [pairs, rounds]: [u64; 2],
    ) -> Result<PairPlan, OptionError> {
        check_outputs(&[Named { option: "--out", path: &self.out }], &[])?;
        let PairArgs { game, nodes, plies, balance, hash, run, .. } = &self;
        let (game, hash, seed) = (&game.name, hash.mib, run.seed());
        let command = format!(
            "plyglot {tool} --game {game} {own} --nodes {nodes} --plies {plies} --balance {balance} \
             --hash {hash} --seed {seed}"
        );
        Ok(PairPlan { command, pairs, rounds, args: self })
    }

    /// The settings that determine the games.
    pub(super) fn header(&self) -> RecordHeader {
        let PairArgs { game, nodes, plies, balance, hash, run, .. } = self;
        let plain = RecordHeader::plain(&game.name, run.seed(), *nodes, *plies, hash.mib);
        RecordHeader { balance: *balance, ..plain }
    }
}
