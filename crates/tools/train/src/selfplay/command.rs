//! The `datagen` command and its options.

use super::game::{SelfPlay, SelfPlayGame};
use super::record::{BALANCE, RecordFile, RecordHeader};
use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{
    self, GameArgs, HashArgs, OptionPath, RunArgs, Streams, check_outputs, file, offer_plain_games,
    tool, within,
};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::{Registry, load_network};
use plyglot_support::text::{clock, short, to_go};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Play games against itself and record them for training
#[derive(Args, Debug)]
#[command(after_help = "\
Records moves, scores and results. If FILE has games with the same options, only the missing ones \
are played. Without --games and --positions it runs until it is interrupted.")]
pub struct DatagenOptions {
    /// Output file for the games
    #[arg(long, value_name = "FILE", value_parser = file())]
    out: PathBuf,
    #[command(flatten)]
    game: GameArgs,
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
    network: Option<PathBuf>,
    // At 2,000 nodes a move, chess is a fifth slower with 16 MiB, which leave the
    // caches and take time to clear, and a tenth faster at most with 1.
    #[command(flatten)]
    hash: HashArgs<4, 65_536>,
    #[command(flatten)]
    run: RunArgs,
}

pub fn command(registry: &Registry) -> Command {
    offer_plain_games(DatagenOptions::augment_args(tool("datagen")), registry)
}

pub fn parse(arguments: &[String], registry: &Registry) -> Result<DatagenOptions, clap::Error> {
    DatagenOptions::read(&arguments::read(command(registry), arguments)?)
}

impl DatagenOptions {
    fn read(matches: &ArgMatches) -> Result<DatagenOptions, clap::Error> {
        let options = DatagenOptions::from_arg_matches(matches)?;
        let inputs: Vec<OptionPath> =
            options.network.iter().map(|path| OptionPath { option: "--network", path }).collect();
        check_outputs(&[OptionPath { option: "--out", path: &options.out }], &inputs)?;
        Ok(options)
    }

    pub fn threads(&self) -> usize {
        self.run.threads()
    }

    /// The settings that determine the games, by the game's own network.
    pub fn header(&self) -> RecordHeader {
        let DatagenOptions { nodes, plies, noise, balance, .. } = *self;
        let min_plies = self.min_plies.unwrap_or(plies).min(plies);
        let game = &self.game.name;
        let seed = self.run.seed();
        let hash = self.hash.mib;
        let plain = RecordHeader::plain(game, seed, nodes, plies, hash);
        RecordHeader { min_plies, noise, balance, ..plain }
    }
}

/// Plays the games that the arguments describe and prints its progress on `output`. An
/// interrupt or a request to terminate ends it after the last complete game.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let options = &DatagenOptions::read(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let network = options.network.as_ref().map(|path| load_network(entry, path)).transpose()?;
    let checksum = network.as_ref().map(|file| file.checksum);
    let header = RecordHeader { network: checksum, ..options.header() };
    let network = network.map(|file| Arc::new(file.network));
    let (record_file, done) = RecordFile::open(&options.out, &header)?;
    let interrupt = interrupt::watch(Remainder::State)?;
    let before = Count { games: done.numbers.len() as u64, positions: done.positions, nodes: 0 };
    let Streams { output, .. } = streams;
    let start = Instant::now();
    let mut run = DatagenRun { options, record_file, before, now: before, start, output };
    if !before.is_enough(options) {
        let self_play = SelfPlay {
            entry,
            header: &header,
            network: network.as_ref(),
            done: &done.numbers,
            games: options.games,
            threads: options.threads(),
        };
        self_play.run(interrupt, |played| run.note(played))?;
    }
    run.end()
}

struct DatagenRun<'a> {
    options: &'a DatagenOptions,
    record_file: RecordFile,
    before: Count,
    now: Count,
    start: Instant,
    output: ProgressOutput<'a>,
}

impl DatagenRun<'_> {
    fn note(&mut self, played: Option<SelfPlayGame>) -> Result<ControlFlow<()>> {
        if let Some(played) = played {
            self.record_file.write(&played.record)?;
            self.now.games += 1;
            self.now.positions += played.record.scored() as u64;
            self.now.nodes += played.nodes;
        }
        if self.now.is_enough(self.options) {
            return Ok(ControlFlow::Break(()));
        }
        let (done, all) = self.now.progress(self.options);
        let DatagenRun { options, before, now, start, output, .. } = self;
        output.show(done, all, || line(options, before, now, start.elapsed()))?;
        Ok(ControlFlow::Continue(()))
    }

    fn end(mut self) -> Result<()> {
        // Later fits rely on these games.
        self.record_file.sync()?;
        self.output.progress.end();
        self.output.say(&line(self.options, &self.before, &self.now, self.start.elapsed()))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    games: u64,
    positions: u64,
    nodes: u64,
}

impl Count {
    /// The progress towards the wanted games, or positions: done, and the total if it
    /// is limited.
    fn progress(&self, options: &DatagenOptions) -> (u64, Option<u64>) {
        match options.games {
            Some(games) => (self.games, Some(games)),
            None => (self.positions, options.positions),
        }
    }

    fn is_enough(&self, options: &DatagenOptions) -> bool {
        options.games.is_some_and(|games| self.games >= games)
            || options.positions.is_some_and(|positions| self.positions >= positions)
    }
}

fn out_of(total: Option<u64>) -> String {
    total.map_or(String::new(), |total| format!("/{total}"))
}

/// The progress line, without a line end: games and positions in total, the speed of
/// this run, and the time to go.
fn line(options: &DatagenOptions, before: &Count, now: &Count, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let mut parts = vec![
        format!("games {}{}", now.games, out_of(options.games)),
        format!("positions {}{}", now.positions, out_of(options.positions)),
        format!("{:.1} games/s", (now.games - before.games) as f64 / seconds),
        format!("{} nodes/s", short(now.nodes as f64 / seconds)),
    ];
    let left = [
        time_left(elapsed, before.games, now.games, options.games),
        time_left(elapsed, before.positions, now.positions, options.positions),
    ];
    parts.extend(left.into_iter().flatten().min().map(|left| format!("{} to go", clock(left))));
    parts.join(" | ")
}

fn time_left(elapsed: Duration, before: u64, now: u64, end: Option<u64>) -> Option<Duration> {
    let left = end?.checked_sub(now).filter(|&left| left > 0)?;
    to_go(elapsed, now - before, left)
}
