//! `plyglot solve`: from its arguments to its last line.

use super::options::{self, HELP, SolvePlan};
use super::summary::Summary;
use super::{answer, lines};
use crate::arguments::{Streams, ask_for_help};
use crate::engine::{Expert, Registry, Solution, SolveRequest};
use crate::games::TextError;
use crate::interrupt;
use crate::search::OutOfMemory;
use anyhow::{Context, anyhow, bail};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// From one look at the interrupt to the next, while no line comes.
const MOMENT: Duration = Duration::from_millis(50);

/// Prints a line for each line of the input, and totals. An interrupt or a
/// request to terminate ends it after the last line that is known.
///
/// # Errors
/// When the arguments make no sense, there is too little memory, the streams
/// fail, or some lines were no positions that are solved.
pub fn run(arguments: &[String], registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let Streams { input, output, errors } = streams;
    const UNWRITTEN: &str = "the output cannot be written";
    if ask_for_help(arguments) {
        return writeln!(output, "{HELP}").context(UNWRITTEN);
    }
    let plan = options::parse(arguments, registry)?;
    let expert = plan.entry.expert(plan.hash, plan.threads).context("the game is solved")?;
    let expert = expert.map_err(|OutOfMemory| anyhow!("no memory for --hash {}", plan.hash))?;
    let interrupt = interrupt::watch()?;
    let mut desk = Desk { plan: &plan, expert, interrupt, summary: Summary::default() };
    let lines = lines::read(input)?;
    while !interrupt.load(Relaxed) {
        let line = match lines.recv_timeout(MOMENT) {
            Ok(line) => line.context("the input cannot be read")?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Some(answer) = desk.answer(&line) {
            writeln!(output, "{answer}").and_then(|()| output.flush()).context(UNWRITTEN)?;
        }
    }
    writeln!(errors, "{}", desk.summary).context("the totals cannot be written")?;
    match desk.summary.errors {
        0 => Ok(()),
        1 => bail!("a line is no position that is solved"),
        n => bail!("{n} lines are no positions that are solved"),
    }
}

/// Where lines are answered and counted.
struct Desk<'a> {
    plan: &'a SolvePlan,
    expert: Box<dyn Expert>,
    interrupt: &'a AtomicBool,
    summary: Summary,
}

impl Desk<'_> {
    /// The answer to a line; none if it was interrupted.
    fn answer(&mut self, line: &str) -> Option<String> {
        if self.plan.cold {
            self.expert.forget();
        }
        let &SolvePlan { all, book, .. } = self.plan;
        let request = SolveRequest { all, book, interrupt: self.interrupt };
        match self.expert.solve(line, &request) {
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

    fn print(&self, line: &str, solution: &Solution) -> String {
        let print = if self.plan.json { answer::json } else { answer::text };
        print(line, solution, self.plan.all)
    }

    fn complain(&self, line: &str, error: &TextError) -> String {
        let print = if self.plan.json { answer::json_error } else { answer::error };
        print(line, error)
    }
}
