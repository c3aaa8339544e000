//! The `datagen` command.

use super::datagen::{self, SelfPlayEvent};
use super::files::RecordFile;
use super::options;
use super::plan::DatagenPlan;
use super::progress::{Count, line};
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_command::progress::Progress;
use plyglot_engine::{Registry, load_network};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two progress lines.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Plays the games that the arguments describe and prints its progress on `output`. An
/// interrupt or a request to terminate ends it after the last complete game.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or memory is too
/// small.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let mut plan = options::plan(matches)?;
    let entry = registry.entry(&plan.header.game)?;
    let network = plan.network.as_ref().map(|path| load_network(entry, path)).transpose()?;
    plan.header.network = network.as_ref().map(|file| file.checksum);
    let network = network.map(|file| Arc::new(file.network));
    let (record_file, done) = RecordFile::open(&plan.out, &plan.header)?;
    let interrupt = interrupt::watch()?;
    let before = Count { games: done.numbers.len() as u64, positions: done.positions, nodes: 0 };
    let Streams { output, progress, .. } = streams;
    let mut run = DatagenRun::new(&plan, record_file, before, output, progress);
    if !before.is_enough(&plan) {
        let (network, done) = (network.as_ref(), &done.numbers);
        datagen::generate(&plan, entry, network, done, interrupt, |news| run.note(news))?;
    }
    // Later fits rely on these games.
    run.record_file.sync()?;
    run.progress.end();
    run.say()
}

/// Receives the finished games: writes and counts them.
struct DatagenRun<'a> {
    plan: &'a DatagenPlan,
    record_file: RecordFile,
    before: Count,
    now: Count,
    start: Instant,
    last_line: Instant,
    output: &'a mut dyn Write,
    progress: Progress,
}

impl<'a> DatagenRun<'a> {
    fn new(
        plan: &'a DatagenPlan,
        record_file: RecordFile,
        before: Count,
        output: &'a mut dyn Write,
        progress: Progress,
    ) -> DatagenRun<'a> {
        let start = Instant::now();
        DatagenRun {
            plan,
            record_file,
            before,
            now: before,
            start,
            last_line: start,
            output,
            progress,
        }
    }

    fn note(&mut self, news: SelfPlayEvent) -> anyhow::Result<ControlFlow<()>> {
        if let SelfPlayEvent::Game(played) = news {
            self.record_file.write(&played.record)?;
            self.now.games += 1;
            self.now.positions += played.record.scored() as u64;
            self.now.nodes += played.nodes;
        }
        if self.now.is_enough(self.plan) {
            return Ok(ControlFlow::Break(()));
        }
        let (done, all) = self.now.of(self.plan);
        self.progress.show(done, all, || self.line());
        if self.progress.wants_lines() && self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            self.say()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn line(&self) -> String {
        line(self.plan, &self.before, &self.now, self.start.elapsed())
    }

    fn say(&mut self) -> anyhow::Result<()> {
        let line = self.line();
        self.progress.print(self.output, &line)
    }
}
