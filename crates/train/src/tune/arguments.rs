//! The arguments that `tune` and `train` have in common.

use clap::Args;
use plyglot_command::arguments::{GameArgs, RunArgs, within};
use std::path::PathBuf;

/// The games to which something is fitted, and how.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// Games of `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs,
    /// Resume from FILE.state, if it exists
    #[arg(long)]
    pub resume: bool,
    /// Weight of the game's result in the target: 1 for the result alone, 0 for the score of
    /// the search alone
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = within::<f32>(0.0..=1.0))]
    pub lambda: f32,
    /// Score at which a win is e times as likely as a loss [default: the one at
    /// which the scores predict the results best]
    #[arg(long, value_name = "CENTI", value_parser = within::<f32>(1.0..=100_000.0))]
    pub scale: Option<f32>,
    /// Fraction of the positions to use, chosen at random
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = within::<f64>(0.0..=1.0))]
    pub keep: f64,
    #[command(flatten)]
    pub run: RunArgs,
}
