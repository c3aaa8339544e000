//! Receives what happens in a match, and prints it.

use super::files::MatchFiles;
use super::ledger::Ledger;
use crate::game::live::Live;
use crate::plan::MatchPlan;
use crate::record::{GameRecord, Termination};
use crate::results::progress::{self, Pace};
use crate::results::warnings;
use crate::runner::MatchEvent;
use crate::schedule::Fixture;
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::GameResult;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// The longest time without a progress line, as long as games end.
const MAX_LINE_INTERVAL: Duration = Duration::from_secs(10);

pub(crate) struct Recorder<'a> {
    plan: &'a MatchPlan,
    ledger: Ledger<'a>,
    pace: Pace,
    start: Instant,
    last_line: Instant,
    output: ProgressOutput<'a>,
}

impl<'a> Recorder<'a> {
    /// `done`: the games of an earlier run. `left`: the number of games still to play.
    pub(crate) fn new(
        plan: &'a MatchPlan,
        files: MatchFiles<'a>,
        done: &[GameRecord],
        left: usize,
        live: Live,
        output: ProgressOutput<'a>,
    ) -> Recorder<'a> {
        let left = left as u32;
        let before = done.len() as u32;
        let now = Instant::now();
        Recorder {
            plan,
            ledger: Ledger::new(plan, files, done, live),
            pace: Pace { total: before + left, done: before, played: 0, elapsed: Duration::ZERO },
            start: now,
            last_line: now,
            output,
        }
    }

    pub(crate) fn note(&mut self, event: MatchEvent) -> anyhow::Result<ControlFlow<()>> {
        match event {
            MatchEvent::Ready(warnings) => {
                for warning in warnings {
                    self.print(&format!("warning: {warning}"))?;
                }
                Ok(ControlFlow::Continue(()))
            }
            MatchEvent::Begun(game) => self.begin(&game).map(ControlFlow::Continue),
            MatchEvent::Ended(record) => self.end(record),
        }
    }

    /// A terminal shows the end of the last game instead, once there is one.
    fn begin(&mut self, game: &Fixture) -> anyhow::Result<()> {
        let started = progress::started(self.plan, game, &self.pace);
        if self.pace.played == 0 {
            self.show(&started);
        }
        if self.output.progress.wants_lines() && self.is_due(game.number) {
            self.print(&started)?;
        }
        Ok(())
    }

    /// Whether game `number`, from 0, gets lines: each twentieth of the match does, and the
    /// next one if there was none for long.
    fn is_due(&self, number: u32) -> bool {
        const LINES: u32 = 20;
        let step = (self.pace.total / LINES).max(1);
        number.is_multiple_of(step) || self.last_line.elapsed() >= MAX_LINE_INTERVAL
    }

    fn end(&mut self, record: GameRecord) -> anyhow::Result<ControlFlow<()>> {
        self.print_failure(&record)?;
        self.print_warning(&record)?;
        if record.end.result == GameResult::Unfinished {
            return Ok(ControlFlow::Continue(()));
        }
        self.ledger.add(&record)?;
        self.pace.done += 1;
        self.pace.played += 1;
        self.pace.elapsed = self.start.elapsed();
        self.print_progress(&record)?;
        self.ledger.after(&record)
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.ledger.is_decided()
    }

    /// Prints a game that an engine lost by a failure, or that does not count.
    fn print_failure(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if !is_failure(record) {
            return Ok(());
        }
        self.print(&progress::finished(self.plan, record))
    }

    /// Prints the first fault found in what the engines reported in a game.
    fn print_warning(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let mut all = warnings(record);
        let Some(first) = all.next() else { return Ok(()) };
        let first = progress::warning(self.plan, &first);
        self.print(&match all.count() {
            0 => format!("warning: {first}"),
            more => format!("warning: {first}; and {more} more in this game"),
        })
    }

    fn show(&self, game: &str) {
        let words =
            || format!("{}\n{game}", progress::line(self.plan, &self.ledger.results, &self.pace));
        self.output.progress.show(self.pace.done.into(), Some(self.pace.total.into()), words);
    }

    fn print_progress(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let finished = progress::finished(self.plan, record);
        self.show(&finished);
        if !self.output.progress.wants_lines() {
            return Ok(());
        }
        if self.is_due(self.pace.done) {
            self.last_line = Instant::now();
            if !is_failure(record) {
                self.print(&finished)?;
            }
            self.print(&progress::line(self.plan, &self.ledger.results, &self.pace))?;
        }
        Ok(())
    }

    pub(crate) fn print(&mut self, line: &str) -> anyhow::Result<()> {
        self.output.say(line)
    }

    /// Prints the last table, even after an error of the match (`failure`). `log`: a log that
    /// is incomplete, and why.
    pub(crate) fn close(
        mut self,
        failure: Option<anyhow::Error>,
        log: Option<(&Path, io::Error)>,
    ) -> anyhow::Result<()> {
        self.output.progress.end();
        let has_begun = self.ledger.results.games() > 0 || failure.is_none();
        let shown = if has_begun {
            self.print(&progress::tables(self.plan, &self.ledger.results))
        } else {
            Ok(())
        };
        let log = log.map(|(path, error)| {
            anyhow::Error::new(error).context(format!("the log {} is incomplete", path.display()))
        });
        // An output that cannot be written to has already been reported as `failure`.
        let Some(error) = failure.or(shown.err()) else { return log.map_or(Ok(()), Err) };
        if let Some(log) = log {
            log::error!("{log:#}");
        }
        Err(error)
    }
}

/// Whether a game ended by what an engine did wrong, which gets a line of its own.
fn is_failure(record: &GameRecord) -> bool {
    use Termination::{Adjudication, Interrupted, Rules};
    !matches!(record.end.termination, Rules | Adjudication | Interrupted)
}
