//! The options of `plyglot scale`.

use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, RunArgs, offer_some_games, tool, within};
use plyglot_engine::Registry;
use std::path::PathBuf;

/// Measure what scores and ratings mean in a game
#[derive(Args, Debug)]
#[command(after_help = "\
The winning chances at each score are fitted to games of the program against itself. The rating \
ladder comes from matches between players that look ahead further and further. Both are printed as \
the game's Scale, in Rust.")]
struct ScaleOptions {
    #[command(flatten)]
    game: GameArgs,
    /// Games of `datagen` to use instead of new ones
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Games to play for the winning chances
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = within::<u64>(5..=1_000_000_000))]
    games: u64,
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
    run: RunArgs,
}

/// The plan of a measurement.
pub(super) struct ScalePlan {
    pub(super) game: String,
    pub(super) data: Vec<PathBuf>,
    pub(super) games: u64,
    pub(super) nodes: u64,
    /// Pairs of games of each step of the ladder.
    pub(super) step_pairs: u64,
    /// How far the players of the ladder see, in hundredths of a ply.
    pub(super) centi_plies: [i16; 2],
    pub(super) plies: usize,
    pub(super) threads: usize,
    pub(super) seed: u64,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_some_games(ScaleOptions::augment_args(tool("scale")), registry, |_| true)
}

/// Reads the arguments.
///
/// # Errors
/// At the first argument that is wrong, or if something is missing.
pub(super) fn plan(matches: &ArgMatches) -> Result<ScalePlan, clap::Error> {
    let options = ScaleOptions::from_arg_matches(matches)?;
    Ok(ScalePlan {
        game: options.game.name,
        data: options.data,
        games: options.games,
        nodes: options.nodes,
        step_pairs: options.step_games.div_ceil(2),
        centi_plies: [options.lowest, options.highest].map(|plies| (100.0 * plies) as i16),
        plies: options.plies,
        threads: options.run.threads(),
        seed: options.run.seed(),
    })
}
