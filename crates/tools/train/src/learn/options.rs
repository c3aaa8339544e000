//! The options of `learn`.

use crate::ladder::MAX_GAMES;
use crate::trainer::shape::{WIDTHS, width};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, RunArgs, offer_plain_games, tool, within};
use plyglot_engine::{GameEntry, Registry};
use std::path::PathBuf;
use std::time::Duration;

/// With 256 neurons, a network of more inputs has a file of more than 500 KB.
const MAX_INPUTS_OF_WIDE: usize = 1_850;

/// Learn a network for a game from nothing but its rules
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each generation plays games against itself, trains a network on them, and keeps that network if it \
beats the best one so far. DIR holds everything: games and networks. A run \
that was stopped is resumed by the same command. A run that has reached its end by --hours or \
--generations rates the levels of its best network.")]
pub(super) struct LearnOptions {
    /// Folder for all files; best.network in it is the result. For a game from a file, defaults to
    /// NAME.learn next to it; the result is then NAME.network, which is loaded automatically
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Stop after the generation in which N hours have passed, including earlier runs
    #[arg(long, value_name = "N", value_parser = within::<f64>(0.0..=1e6))]
    hours: Option<f64>,
    /// Stop after N generations, including those of earlier runs
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=9_999))]
    pub(super) generations: Option<u64>,
    /// Network that plays the first games [default: random weights]
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Add the network's output to the game's evaluation without a network [default: if it has one]
    #[arg(long)]
    pub(super) base: bool,
    /// Use only the output as the evaluation
    #[arg(long, conflicts_with = "base")]
    alone: bool,
    /// Neurons of the first layer, for each side [default: 256 for games from files, whose moves
    /// take longer than a network, or 128 if the file would be larger than 500 KB; 64 for others]
    #[arg(long, value_name = "N", value_parser = width)]
    hidden: Option<usize>,
    /// The neurons if --hidden is not given.
    #[arg(skip)]
    usual_hidden: usize,
    /// Nodes after which a search starts no further iteration, at first; doubled when three
    /// generations gain fewer than 45 Elo together
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u64>(1..=1_000_000))]
    pub(super) nodes: u64,
    /// Maximum to which --nodes is doubled
    #[arg(long, value_name = "N", default_value_t = 3_200, value_parser = within::<u64>(1..=1_000_000))]
    pub(super) max_nodes: u64,
    /// Approximate number of positions in a generation
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = within::<u64>(1_000..=1_000_000_000))]
    pub(super) positions: u64,
    /// Train on the games of the newest N generations, or of the newest half if that is more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<u64>(1..=9_999))]
    pub(super) window: u64,
    /// Random plies at the start of a game: 1 to N + 1, all equally likely
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = within::<usize>(1..=100))]
    pub(super) plies: usize,
    /// Random moves per thousand, after the random plies at the start
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within::<usize>(0..=1000))]
    pub(super) noise: usize,
    /// Epochs of each generation's training [default: 4, or more to make 5,000 steps of 4,096
    /// positions]
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=10_000))]
    pub(super) epochs: Option<u64>,
    /// Weight of the game's result in the target; the rest is the score of the search [default: 0.2;
    /// with --base, 0.05]
    #[arg(long, value_name = "X", value_parser = within::<f32>(0.0..=1.0))]
    lambda: Option<f32>,
    /// Score at which a win is e times as likely as a loss [default: 200; with --base, the one at
    /// which the scores of the first generation predict its results best]
    #[arg(long, value_name = "CENTI", value_parser = within::<f32>(1.0..=100_000.0))]
    pub(super) scale: Option<f32>,
    /// Maximum number of games between a new network and the best one
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = within::<u64>(2..=1_000_000))]
    gate: u64,
    /// Games of each of the 9 steps of the ladder, which rates the levels of weaker play and is fitted
    /// at the end of the run; 0 for no ladder
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = within::<u64>(0..=MAX_GAMES))]
    pub(super) ladder: u64,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

pub fn command(registry: &Registry) -> Command {
    let command = LearnOptions::augment_args(tool("learn"));
    // The seeds of games have the numbers of generations in their low bits.
    let command = command.mut_arg("seed", |seed| seed.value_parser(within::<u64>(0..=1 << 40)));
    offer_plain_games(command, registry)
}

impl LearnOptions {
    pub(super) fn read(
        matches: &ArgMatches,
        registry: &Registry,
    ) -> Result<LearnOptions, clap::Error> {
        let mut options = LearnOptions::from_arg_matches(matches)?;
        options.usual_hidden = 64;
        let game = registry.entry(&options.game.name).ok().and_then(GameEntry::network);
        if let Some(game) = game {
            let shape = game.shape(WIDTHS[0]);
            if !registry.is_own(&options.game.name) {
                options.usual_hidden = if shape.inputs > MAX_INPUTS_OF_WIDE { 128 } else { 256 };
            }
            // What its author knows of the game is not to be lost.
            options.base |= shape.has_base && !options.alone;
        }
        options.max_nodes = options.max_nodes.max(options.nodes);
        // Whole pairs.
        options.ladder = options.ladder.next_multiple_of(2);
        Ok(options)
    }

    /// The command with all options that determine the networks, besides the first one.
    pub(super) fn command(&self) -> String {
        let LearnOptions { nodes, max_nodes, positions, window, plies, noise, .. } = self;
        let epochs = self.epochs.map_or(String::new(), |epochs| format!(" --epochs {epochs}"));
        let scale = self.scale.map_or(String::new(), |scale| format!(" --scale {scale}"));
        format!(
            "plyglot learn --game {}{} --hidden {} --nodes {nodes} --max-nodes {max_nodes} \
             --positions {positions} --window {window} --plies {plies} --noise {noise}{epochs} \
             --lambda {}{scale} --gate {} --seed {}",
            self.game.name,
            if self.base { " --base" } else { "" },
            self.hidden(),
            self.lambda(),
            2 * self.pairs(),
            self.run.seed(),
        )
    }

    pub(super) fn hidden(&self) -> usize {
        self.hidden.unwrap_or(self.usual_hidden)
    }

    /// The weight of results. A game's positions share its result, so that a network learns it by
    /// heart, the more so the less the scores say of it. With nothing but random weights there
    /// must be enough of it for scores to mean anything.
    pub(super) fn lambda(&self) -> f32 {
        self.lambda.unwrap_or(if self.base { 0.05 } else { 0.2 })
    }

    pub(super) fn pairs(&self) -> u64 {
        self.gate.div_ceil(2)
    }

    pub(super) fn time(&self) -> Option<Duration> {
        self.hours.map(|hours| Duration::from_secs_f64(3600.0 * hours))
    }
}
