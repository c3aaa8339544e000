//! `plyglot match`: from its arguments to its last table.

use super::files::{Begun, Files};
use super::options::{self, HELP};
use super::plan::Plan;
use super::progress::{self, Pace};
use super::record::{GameRecord, GameResult, Termination};
use super::report;
use super::results::{Results, warnings};
use super::runner::Match;
use super::sprt::{Verdict, assess};
use crate::arguments::ask_for_help;
use crate::engine::Registry;
use crate::interrupt;
use anyhow::Context;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The longest that a match goes on without a word, if games end at all.
const SILENCE: Duration = Duration::from_secs(10);

/// Plays the match that the arguments describe and shows it on `output`. An
/// interrupt or a request to terminate ends it with what has been played.
///
/// # Errors
/// When the arguments make no sense or a file cannot be read or written.
/// That an engine fails is no error: it loses.
pub fn run(
    arguments: &[String],
    registry: &Registry,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    if ask_for_help(arguments) {
        return writeln!(output, "{HELP}").context("the output cannot be written");
    }
    let plan = options::parse(arguments, registry)?;
    let (begun, done) = Begun::open(&plan)?;
    let mut ready = Match::prepare(&plan, registry, &done)?;
    let interrupt = interrupt::watch()?;
    let files = Files::open(&plan, registry, begun)?;
    let mut desk = Desk::new(&plan, files, done, ready.games_left(), output);
    if let Some(count) = ready.too_few_openings() {
        desk.say(&format!("there are {count} openings; they come again"))?;
    }
    let mut failure = None;
    ready.play(interrupt, |record| match desk.note(record) {
        Ok(flow) => flow,
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    desk.close()?;
    failure.map_or(Ok(()), Err)
}

/// Where the games arrive, and are written down and counted.
struct Desk<'a> {
    plan: &'a Plan,
    results: Results,
    records: Vec<GameRecord>,
    files: Files<'a>,
    pace: Pace,
    start: Instant,
    last_word: Instant,
    output: &'a mut dyn Write,
}

impl<'a> Desk<'a> {
    fn new(
        plan: &'a Plan,
        files: Files<'a>,
        done: Vec<GameRecord>,
        left: usize,
        output: &'a mut dyn Write,
    ) -> Desk<'a> {
        let mut results = Results::new(plan);
        done.iter().for_each(|record| results.add(record));
        let (left, before) = (left as u32, done.len() as u32);
        let now = Instant::now();
        Desk {
            plan,
            results,
            files,
            records: done,
            pace: Pace { total: before + left, done: before, played: 0, elapsed: Duration::ZERO },
            start: now,
            last_word: now,
            output,
        }
    }

    /// Takes in a game; says whether the match goes on.
    fn note(&mut self, record: GameRecord) -> anyhow::Result<ControlFlow<()>> {
        self.say_failure(&record)?;
        self.say_warning(&record)?;
        if record.result == GameResult::Unfinished {
            return Ok(ControlFlow::Continue(()));
        }
        self.files.write(&record)?;
        self.results.add(&record);
        self.records.push(record);
        self.pace.done += 1;
        self.pace.played += 1;
        self.pace.elapsed = self.start.elapsed();
        let is_decided = self.plan.sprt.as_ref().is_some_and(|test| {
            assess(test, &self.results.against(0, 1)).verdict != Verdict::Continue
        });
        self.say_progress()?;
        Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// A game that ended badly is worth a line of its own.
    fn say_failure(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        use Termination::{Adjudication, Interrupted, Rules};
        if matches!(record.termination, Rules | Adjudication | Interrupted) {
            return Ok(());
        }
        self.say(&format!("game {}: {}", record.number + 1, record.reason))
    }

    /// What engines said wrong in a game: the first of it.
    fn say_warning(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let mut all = warnings(record);
        let Some(first) = all.next() else { return Ok(()) };
        let first = progress::warning(self.plan, &first);
        self.say(&match all.count() {
            0 => format!("warning: {first}"),
            more => format!("warning: {first}; and {more} more in this game"),
        })
    }

    fn say_progress(&mut self) -> anyhow::Result<()> {
        const LINES: u32 = 20;
        let step = (self.pace.total / LINES).max(1);
        if self.pace.done.is_multiple_of(step) || self.last_word.elapsed() >= SILENCE {
            self.last_word = Instant::now();
            let line = progress::line(self.plan, &self.results, &self.pace);
            self.say(&line)?;
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{line}")
            .and_then(|()| self.output.flush())
            .context("the output cannot be written")
    }

    /// The last table and the report.
    fn close(mut self) -> anyhow::Result<()> {
        if let Some(path) = &self.plan.files.report {
            report::write(path, self.plan, &self.records)
                .with_context(|| format!("the report {} cannot be written", path.display()))?;
        }
        let tables = progress::tables(self.plan, &self.results);
        self.say(&tables)
    }
}
