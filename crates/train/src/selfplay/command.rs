//! The `datagen` command.

use super::game::{Played, SelfPlay};
use super::options::DatagenOptions;
use super::record::{RecordFile, RecordHeader};
use anyhow::Result;
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::{Registry, load_network};
use plyglot_support::text::{clock, short, to_go};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    let interrupt = interrupt::watch()?;
    let before = Count { games: done.numbers.len() as u64, positions: done.positions, nodes: 0 };
    let (Streams { output, .. }, start) = (streams, Instant::now());
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
    fn note(&mut self, played: Option<Played>) -> Result<ControlFlow<()>> {
        if let Some(played) = played {
            self.record_file.write(&played.record)?;
            self.now.games += 1;
            self.now.positions += played.record.scored() as u64;
            self.now.nodes += played.nodes;
        }
        if self.now.is_enough(self.options) {
            return Ok(ControlFlow::Break(()));
        }
        let (done, all) = self.now.of(self.options);
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
    fn of(&self, options: &DatagenOptions) -> (u64, Option<u64>) {
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

/// The progress line, without a line end: games and positions in total, the speed of
/// this run, and the time to go.
fn line(options: &DatagenOptions, before: &Count, now: &Count, elapsed: Duration) -> String {
    let of = |end: Option<u64>| end.map_or(String::new(), |end| format!("/{end}"));
    let per_second = |number: u64| number as f64 / elapsed.as_secs_f64().max(1e-9);
    let mut parts = vec![
        format!("games {}{}", now.games, of(options.games)),
        format!("positions {}{}", now.positions, of(options.positions)),
        format!("{:.1} games/s", per_second(now.games - before.games)),
        format!("{} nodes/s", short(per_second(now.nodes))),
    ];
    let rows = [
        (before.games, now.games, options.games),
        (before.positions, now.positions, options.positions),
    ];
    let left = rows.into_iter().filter_map(|(before, now, end)| {
        let left = end?.checked_sub(now).filter(|&left| left > 0)?;
        to_go(elapsed, now - before, left)
    });
    parts.extend(left.min().map(|left| format!("{} to go", clock(left))));
    parts.join(" | ")
}
