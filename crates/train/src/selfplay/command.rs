//! The `datagen` command.

use super::datagen::{SelfPlay, SelfPlayEvent};
use super::files::RecordFile;
use super::options::DatagenOptions;
use super::progress::{Count, line};
use super::record::RecordHeader;
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::{Registry, load_network};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Plays the games that the arguments describe and prints its progress on `output`. An
/// interrupt or a request to terminate ends it after the last complete game.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or memory is too
/// small.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
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
        self_play.run(interrupt, |news| run.note(news))?;
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
    fn note(&mut self, news: SelfPlayEvent) -> anyhow::Result<ControlFlow<()>> {
        if let SelfPlayEvent::Game(played) = news {
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

    fn end(mut self) -> anyhow::Result<()> {
        // Later fits rely on these games.
        self.record_file.sync()?;
        self.output.progress.end();
        self.output.say(&line(self.options, &self.before, &self.now, self.start.elapsed()))
    }
}
