//! Answers as soon as they are known: printed in their order, counted, and cut at an interrupt.

use super::{Event, Subject, WorkStep};
use anyhow::{Result, ensure};
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::TextError;
use plyglot_records::Fault;
use plyglot_support::text::{NO_THREAD, plain};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub(crate) struct AnswerPrinter<'a> {
    output: ProgressOutput<'a>,
    interrupt: &'a AtomicBool,
    is_json: bool,
    /// How many there will be, and how many of them were refused so far.
    count: usize,
    refused: usize,
    /// The steps of all, and those that are done.
    all_steps: u64,
    done_steps: u64,
}

impl<'a> AnswerPrinter<'a> {
    /// Answers about these subjects, of which none is there yet.
    pub(crate) fn new(
        output: ProgressOutput<'a>,
        subjects: &[Subject],
        interrupt: &'a AtomicBool,
        is_json: bool,
    ) -> AnswerPrinter<'a> {
        let all_steps = subjects.iter().map(Subject::steps).sum();
        let count = subjects.len();
        let refused = 0;
        let done_steps = 0;
        output.progress.show(0, Some(all_steps), String::new);
        AnswerPrinter { output, interrupt, is_json, count, refused, all_steps, done_steps }
    }

    /// Takes a step or the answer of a subject; `print` gives the text of an answer. Returns
    /// whether more is wanted.
    pub(crate) fn take<A>(
        &mut self,
        subject: &Subject,
        event: Event<Result<A, Refusal>>,
        print: impl FnOnce(A) -> Result<String>,
    ) -> Result<bool> {
        let text = match event {
            Event::Step(WorkStep { text, note, done }) => {
                self.print(&text)?;
                self.output.progress.show(self.done_steps + done, Some(self.all_steps), || note);
                return Ok(true);
            }
            Event::Done(Err(Refusal::Stopped)) => {
                ensure!(self.interrupt.load(Relaxed), NO_THREAD);
                return Ok(false);
            }
            Event::Done(Ok(answer)) => print(answer)?,
            Event::Done(Err(refusal)) => {
                self.refused += 1;
                if self.is_json { refusal.json(subject).to_string() } else { refusal.text(subject) }
            }
        };
        self.print(&text)?;
        self.done_steps += subject.steps();
        self.output.progress.show(self.done_steps, Some(self.all_steps), String::new);
        Ok(true)
    }

    fn print(&mut self, text: &str) -> Result<()> {
        match text.trim_end() {
            "" => Ok(()),
            text => self.output.say(text),
        }
    }

    /// Ends the run; `done` is what was to be done with each subject, as in `analysed`. `cut` of
    /// them were done only in part.
    pub(crate) fn end(self, is_whole: bool, cut: usize, done: &str) -> Result<()> {
        self.output.progress.end();
        ensure!(is_whole, "interrupted");
        check_refused((self.refused + cut) as u64, self.count as u64, done)
    }
}

/// Checks that none of `all` were refused; `done` is what was to be done, as in `analysed`.
pub(crate) fn check_refused(refused: u64, all: u64, done: &str) -> Result<()> {
    ensure!(refused == 0, "{refused} of {all} could not be {done}");
    Ok(())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoPosition(TextError),
    /// A move that was asked for is not legal in the position.
    NoMove(TextError),
    NoGame(Fault),
    /// There is too little memory, or no thread.
    NoSearch(String),
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoPosition(error) => write!(f, "{error}"),
            Refusal::NoMove(error) => write!(f, "{error}"),
            Refusal::NoGame(error) => write!(f, "{error}"),
            Refusal::NoSearch(reason) => write!(f, "{reason}"),
            Refusal::Stopped => write!(f, "stopped"),
        }
    }
}

impl Refusal {
    pub(crate) fn text(&self, subject: &Subject) -> String {
        match (subject, self) {
            (Subject::Position(line), Refusal::NoPosition(error)) => {
                let number = line.number;
                let column = error.at + 1;
                let text = plain(&line.text);
                format!("{number}: {text}\n   error: column {column}: {error}")
            }
            (Subject::Position(line), _) => {
                format!("{}: {}\n   error: {self}", line.number, plain(&line.text))
            }
            (Subject::Game(number, _), _) => format!("game {number}: error: {self}"),
        }
    }

    pub(crate) fn json(&self, subject: &Subject) -> Json {
        let (number, position) = match subject {
            Subject::Position(line) => (line.number, Some(line.text.as_str())),
            Subject::Game(number, _) => (*number, None),
        };
        let column = match self {
            Refusal::NoPosition(error) => Some(error.at + 1),
            _ => None,
        };
        json!(RefusalJson { number, position, column, error: self.to_string() })
    }
}

#[derive(Serialize)]
struct RefusalJson<'a> {
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    error: String,
}
