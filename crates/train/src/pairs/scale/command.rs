//! The `scale` command and its options.

use super::ladder::{Ladder, Rung};
use super::win_rate::GameResults;
use crate::selfplay::game::SelfPlay;
use crate::selfplay::record::{Record, RecordHeader, RecordReader};
use anyhow::{Context, Result, bail, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, RunArgs, Streams, offer_plain_games, tool, within};
use plyglot_command::interrupt;
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::WinRate;
use plyglot_engine::{GameEntry, Registry};
use plyglot_support::text::signed;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// The table of each player, in MiB.
const TABLE_MIB: usize = 1;

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

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_plain_games(ScaleOptions::augment_args(tool("scale")), registry)
}

impl ScaleOptions {
    fn header(&self) -> RecordHeader {
        let ScaleOptions { game, nodes, plies, run, .. } = self;
        RecordHeader::plain(&game.name, run.seed(), *nodes, *plies, TABLE_MIB)
    }

    fn step_pairs(&self) -> u64 {
        self.step_games.div_ceil(2)
    }

    /// How far the players of the ladder see, in hundredths of a ply.
    fn centi_plies(&self) -> [i16; 2] {
        [self.lowest, self.highest].map(|plies| (100.0 * plies) as i16)
    }
}

/// Measures a game's scale as the arguments describe, and prints it on `output`.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read, is damaged or has games of
/// another game, there are too few games, memory or threads run out, or it is interrupted.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, .. } = streams;
    let options = ScaleOptions::from_arg_matches(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let interrupt = interrupt::watch()?;
    ScaleRun { options: &options, entry, interrupt, output }.run()
}

struct ScaleRun<'a> {
    options: &'a ScaleOptions,
    entry: &'a GameEntry,
    interrupt: &'static AtomicBool,
    output: ProgressOutput<'a>,
}

impl ScaleRun<'_> {
    fn run(&mut self) -> Result<()> {
        let (win_rate, lines) = self.results()?.fit()?;
        lines.iter().try_for_each(|line| self.output.say(line))?;
        let ladder = if self.options.step_pairs() > 0 { Some(self.ladder()?) } else { None };
        self.output.progress.end();
        print(win_rate, ladder.as_deref()).iter().try_for_each(|line| self.output.say(line))
    }

    /// The results of the games that are given, or of new ones.
    fn results(&self) -> Result<GameResults> {
        let mut referee = self.entry.referee();
        let mut results = GameResults::default();
        if self.options.data.is_empty() {
            let games = self.play()?;
            games.values().try_for_each(|record| results.add(&mut *referee, record))?;
        }
        for path in &self.options.data {
            let name = || format!("{} cannot be used", path.display());
            let reader = RecordReader::open(path).with_context(name)?;
            let game = reader.game();
            ensure!(game == self.entry.info.name, "{} has games of {game}", path.display());
            for record in reader {
                record.and_then(|record| results.add(&mut *referee, &record)).with_context(name)?;
            }
        }
        Ok(results)
    }

    fn play(&self) -> Result<BTreeMap<u64, Record>> {
        let games = self.options.games;
        let self_play = SelfPlay {
            entry: self.entry,
            header: &self.options.header(),
            network: None,
            done: &HashSet::new(),
            games: Some(games),
            threads: self.options.run.threads(),
        };
        let mut records = BTreeMap::new();
        self_play.run(self.interrupt, |played| {
            if let Some(played) = played {
                records.insert(played.record.number, played.record);
            }
            let done = records.len() as u64;
            self.output.progress.show(done, Some(games), || format!("{done} games"));
            Ok(ControlFlow::Continue(()))
        })?;
        ensure!(records.len() as u64 == games, "interrupted");
        Ok(records)
    }

    fn ladder(&mut self) -> Result<Vec<(u16, i16)>> {
        let ladder = Ladder {
            entry: self.entry,
            header: self.options.header(),
            pairs: self.options.step_pairs(),
            centi_plies: self.options.centi_plies(),
            threads: self.options.run.threads(),
        };
        let ratings = ladder.play(self.interrupt, |step| self.output.say(&line(step)))?;
        let Some(ratings) = ratings else { bail!("interrupted") };
        Ok(ratings)
    }
}

fn line(Rung { centi_plies, tally, counts }: &Rung) -> String {
    let [low, high] = centi_plies.map(plies);
    let games = 2 * tally.pairs.iter().sum::<u32>();
    let half_points: u32 = (0..).zip(tally.pairs).map(|(points, pairs)| points * pairs).sum();
    let points = f64::from(half_points) / 2.0;
    let elo = tally.elo().map_or_else(String::new, |elo| {
        let [estimate, low, high] = [elo.estimate, elo.low, elo.high].map(signed);
        format!(", {estimate} [{low}, {high}] Elo")
    });
    let note = if *counts { "" } else { "; too much for one step" };
    format!("{high} plies against {low}: {points} of {games}{elo}{note}")
}

/// Hundredths of plies, as a literal of Rust.
fn plies(centi_plies: i16) -> String {
    format!("{:?}", f64::from(centi_plies) / 100.0)
}

fn print(WinRate { midpoint, spread }: WinRate, ladder: Option<&[(u16, i16)]>) -> Vec<String> {
    let rating = |&(elo, centi_plies): &(u16, i16)| format!("({elo}, {})", plies(centi_plies));
    let ladder = ladder.map(|ratings| {
        let ratings: Vec<String> = ratings.iter().map(rating).collect();
        format!("    lookahead: &[{}],", ratings.join(", "))
    });
    let rate =
        format!("    win_rate: WinRate {{ midpoint: {midpoint:.0}.0, spread: {spread:.0}.0 }},");
    [Some("Scale {".to_owned()), ladder, Some(rate), Some("    ..Scale::USUAL".to_owned())]
        .into_iter()
        .flatten()
        .chain(["}".to_owned()])
        .collect()
}
