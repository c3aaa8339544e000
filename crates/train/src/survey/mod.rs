//! `plyglot survey`: how a game plays, for its inventor.
//!
//! Equal players play some games, from random openings to the end that the rules have.
//! Then the same openings are played by a stronger player against a weaker one, with sides
//! exchanged. `report` sums them up.

mod report;

use crate::pairs::{Players, play_all, players};
use crate::selfplay::game::opening;
use crate::selfplay::record::RecordHeader;
use anyhow::{Result, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, HashArgs, RunArgs, Streams, offer_games, tool, within};
use plyglot_command::interrupt;
use plyglot_core::game::Side;
use plyglot_engine::Registry;
use report::SurveyReport;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Report game length, win rates, endings and how much skill matters
#[derive(Args, Debug)]
#[command(after_help = "\
For inventors. Equal players play --games games, each from an opening of random moves to its end. \
Then a player with --stronger times the nodes meets one with --nodes in as many games, two from each \
opening with sides exchanged. Bounds are 95 % confidence intervals; with --plies 0 or 1 many games are \
the same, and bounds too narrow. With equal options, the result is the same at every run, whatever the \
number of threads. Ctrl-C stops and prints what is known so far.")]
struct SurveyOptions {
    #[command(flatten)]
    game: GameArgs,
    /// Games of each kind
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u64>(2..=1_000_000))]
    games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// How many times the nodes the stronger player has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u64>(2..=1000))]
    stronger: u64,
    /// Random plies at the start of a game: N or N + 1
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Plies after which a game is given up as unfinished
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = within::<usize>(1..=10_000))]
    max_plies: usize,
    #[command(flatten)]
    hash: HashArgs<4, 65_536>,
    #[command(flatten)]
    run: RunArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_games(SurveyOptions::augment_args(tool("survey")), registry)
}

impl SurveyOptions {
    fn read(matches: &ArgMatches) -> Result<SurveyOptions, clap::Error> {
        let mut options = SurveyOptions::from_arg_matches(matches)?;
        // Whole pairs.
        options.games = options.games.next_multiple_of(2);
        Ok(options)
    }

    fn header(&self) -> RecordHeader {
        RecordHeader::plain(&self.game.name, self.run.seed(), self.nodes, self.plies, self.hash.mib)
    }

    fn stronger_nodes(&self) -> u64 {
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
        play_game(players, &options, number, is_over)
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SurveyedGame {
    end: Option<SurveyedEnd>,
    /// Its positions with a move: as many as it has plies.
    positions: PositionCounts,
    /// The side of the stronger player, if the players differ.
    stronger: Option<Side>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct SurveyedEnd {
    /// `None` for a draw.
    winner: Option<Side>,
    reason: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PositionCounts {
    all: usize,
    /// Those with only one legal move.
    forced: usize,
    /// Those that had stood on the board before.
    repeated: usize,
    moves: usize,
    most_moves: usize,
}

impl PositionCounts {
    fn add(&mut self, moves: usize, is_new: bool) {
        self.all += 1;
        self.forced += usize::from(moves == 1);
        self.repeated += usize::from(!is_new);
        self.moves += moves;
        self.most_moves = self.most_moves.max(moves);
    }

    fn extend(&mut self, other: PositionCounts) {
        self.all += other.all;
        self.forced += other.forced;
        self.repeated += other.repeated;
        self.moves += other.moves;
        self.most_moves = self.most_moves.max(other.most_moves);
    }
}

/// Plays the game of this number. The first `options.games` are between equals; of those after
/// them, each two have an opening in common, and the stronger player changes sides. `None` if
/// interrupted.
fn play_game(
    players: &mut Players,
    options: &SurveyOptions,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<SurveyedGame> {
    players[0].forget();
    let unequal = number.checked_sub(options.games);
    let start = unequal.map_or(number, |unequal| unequal / 2);
    let mut opening = opening(&mut players[0], &options.header(), start, &mut 0)?.into_iter();
    for player in players.iter_mut() {
        player.forget();
        player.restart();
    }
    let stronger = unequal.map(|n| if n % 2 == 0 { Side::First } else { Side::Second });
    let mut game = SurveyedGame { stronger, ..SurveyedGame::default() };
    let mut seen = HashSet::new();
    while !interrupt.load(Relaxed) {
        let rules = players[0].game();
        if let Some((winner, ending)) = rules.result() {
            game.end = Some(SurveyedEnd { winner, reason: ending.reason().to_owned() });
            return Some(game);
        }
        if game.positions.all == options.max_plies {
            return Some(game);
        }
        game.positions.add(rules.legal_move_count(), seen.insert(rules.key()));
        let index = match opening.next() {
            Some(index) => index.into(),
            None => choose(players, options, game.stronger)?,
        };
        for player in players.iter_mut() {
            player.game_mut().play_index(index);
        }
    }
    None
}

fn choose(players: &mut Players, options: &SurveyOptions, stronger: Option<Side>) -> Option<usize> {
    let side = players[0].game().side();
    let nodes = if stronger == Some(side) { options.stronger_nodes() } else { options.nodes };
    // Each player keeps what it has learned from move to move.
    players[side.index()].think(nodes, nodes).map(|trial| trial.index)
}
