//! The `survey` command and its options.

use super::game;
use super::report::SurveyReport;
use crate::pairs::game::{Players, play_all, players};
use crate::selfplay::record::RecordHeader;
use anyhow::{Result, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, HashArgs, RunArgs, Streams, offer_games, tool, within};
use plyglot_command::interrupt;
use plyglot_engine::Registry;
use std::sync::atomic::AtomicBool;

/// Report game length, win rates, endings and how much skill matters
#[derive(Args, Debug)]
#[command(after_help = "\
For inventors. Equal players play --games games, each from an opening of random moves to its end. \
Then a player with --stronger times the nodes meets one with --nodes in as many games, two from each \
opening with sides exchanged. Bounds are 95 % confidence intervals; with --plies 0 or 1 many games are \
the same, and bounds too narrow. With equal options, the result is the same at every run, whatever the \
number of threads. Ctrl-C stops and prints what is known so far.")]
pub(super) struct SurveyOptions {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Games of each kind
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u64>(2..=1_000_000))]
    pub(super) games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = within::<u64>(1..=1_000_000_000))]
    pub(super) nodes: u64,
    /// How many times the nodes the stronger player has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u64>(2..=1000))]
    stronger: u64,
    /// Random plies at the start of a game: N or N + 1
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Plies after which a game is given up as unfinished
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = within::<usize>(1..=10_000))]
    pub(super) max_plies: usize,
    #[command(flatten)]
    pub(super) hash: HashArgs<4, 65_536>,
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_games(SurveyOptions::augment_args(tool("survey")), registry)
}

impl SurveyOptions {
    pub(super) fn read(matches: &ArgMatches) -> Result<SurveyOptions, clap::Error> {
        let mut options = SurveyOptions::from_arg_matches(matches)?;
        // Whole pairs.
        options.games = options.games.next_multiple_of(2);
        Ok(options)
    }

    pub(super) fn header(&self) -> RecordHeader {
        RecordHeader::plain(&self.game.name, self.run.seed(), self.nodes, self.plies, self.hash.mib)
    }

    pub(super) fn stronger_nodes(&self) -> u64 {
        self.nodes.saturating_mul(self.stronger)
    }
}

/// Plays the games that the arguments describe, and prints what they tell. An interrupt or a
/// request to terminate ends it with the games so far.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { mut output, .. } = streams;
    let options = SurveyOptions::read(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let numbers: Vec<u64> = (0..2 * options.games).collect();
    let mut boards = players(entry, options.hash.mib, options.run.threads())?;
    let play = |players: &mut Players, number, is_over: &AtomicBool| {
        game::play(players, &options, number, is_over)
    };
    let mut report = SurveyReport::new(&options, entry.info);
    let mut done = 0;
    play_all(&mut boards, &numbers, interrupt::watch()?, &play, |number, game| {
        report.add(number, game);
        done += 1;
        output.progress.show(done, Some(2 * options.games), || format!("{done} games"));
        Ok(())
    })?;
    output.progress.end();
    if !report.is_empty() && options.json {
        output.say(&report.json().to_string())?;
    } else if !report.is_empty() {
        report.lines().iter().try_for_each(|line| output.say(line))?;
    }
    ensure!(done == 2 * options.games, "interrupted");
    Ok(())
}
