//! `plyglot solve`: from its arguments to its last line.

use super::answer::{self, SolveLine};
use super::options::SolveOptions;
use super::summary::Summary;
use crate::shared::{self, check_refused};
use anyhow::{Context, ensure};
use clap::{ArgMatches, FromArgMatches};
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_command::lines;
use plyglot_core::game::TextError;
use plyglot_engine::{Expert, Registry, Solution, SolveAim, SolveRequest};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// From one look at the interrupt to the next, while no line comes.
const MOMENT: Duration = Duration::from_millis(50);

/// Prints a line for each position among the arguments, or without any for each line of the
/// input, and totals. An interrupt or a request to terminate ends it after the last line that
/// is known.
///
/// # Errors
/// When the arguments are invalid, there is too little memory, the streams
/// fail, there is no line, or some could not be solved.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let Streams { input, mut output, errors, terminals } = streams;
    let options = SolveOptions::from_arg_matches(matches)?;
    let (hash, threads) = (options.search.hash.mib, options.search.threads);
    let entry = registry.entry(&options.game.name)?;
    let expert = Expert::new(entry, hash, threads)?;
    let interrupt = interrupt::watch()?;
    let by_table = options.table || !entry.is_solved();
    let lines = match &options.positions[..] {
        // A user who asks for a whole game at a terminal has no positions to type.
        [] if by_table && terminals.input => lines::given(&[]),
        [] => {
            lines::announce(terminals, errors)?;
            lines::read(input)?
        }
        positions => lines::given(&shared::positions_in(positions, entry)),
    };
    let (game, summary) = (entry.info.name, Summary::default());
    let mut run = SolveRun { game, options, expert, interrupt, summary };
    while !interrupt.load(Relaxed) {
        if output.progress.wants_lines() {
            // Otherwise the answers themselves are on the screen.
            output.progress.show(run.summary.lines(), None, || run.summary.to_string());
        }
        let line = match lines.recv_timeout(MOMENT) {
            Ok(line) => line.context("the input cannot be read")?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) if by_table && run.summary.lines() == 0 => {
                "startpos".to_owned()
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Some(answer) = run.answer(&line) {
            output.say(&answer)?;
        }
    }
    output.progress.end();
    ensure!(run.summary.lines() > 0 || interrupt.load(Relaxed), lines::NO_POSITION);
    writeln!(errors, "{}", run.summary).context("the totals cannot be written")?;
    check_refused(run.summary.errors, run.summary.lines(), "solved")
}

/// Where lines are answered and counted.
struct SolveRun {
    game: &'static str,
    options: SolveOptions,
    expert: Expert,
    interrupt: &'static AtomicBool,
    summary: Summary,
}

impl SolveRun {
    /// The answer to a line; none if it was interrupted.
    fn answer(&mut self, text: &str) -> Option<String> {
        let line = SolveLine { number: self.summary.lines() + 1, text };
        if self.options.cold {
            self.expert.forget();
        }
        let SolveOptions { all, wld, no_book, table, .. } = self.options;
        let aim = if wld {
            SolveAim::Outcome
        } else if all {
            SolveAim::AllValues
        } else {
            SolveAim::Value
        };
        let (interrupt, memory) = (self.interrupt, self.options.search.hash.mib << 20);
        let request = SolveRequest { aim, book: !no_book, table, memory, interrupt };
        let mut solve = |text: &str| self.expert.solve(text, &request);
        let solved = solve(text).or_else(|error| match without_score(text) {
            Some(position) => solve(position).map_err(|_| error),
            None => Err(error),
        });
        match solved {
            Ok(None) => None,
            Ok(Some(solution)) => {
                self.summary.add(&solution);
                Some(self.print(line, &solution))
            }
            Err(error) => {
                self.summary.add_error();
                Some(self.complain(line, &error))
            }
        }
    }

    fn print(&self, line: SolveLine<'_>, solution: &Solution) -> String {
        let SolveOptions { json, all, .. } = self.options;
        if json {
            answer::json(self.game, line.number, solution, all).to_string()
        } else {
            answer::text(line, solution, all)
        }
    }

    fn complain(&self, line: SolveLine<'_>, error: &TextError) -> String {
        let print = if self.options.json { answer::json_error } else { answer::error };
        print(line, error)
    }
}

/// The position of a line that has its score behind it, as the well-known test files of Connect
/// Four do.
fn without_score(line: &str) -> Option<&str> {
    let (position, score) = line.trim().split_once(char::is_whitespace)?;
    score.trim_start().parse::<i32>().is_ok().then_some(position)
}
