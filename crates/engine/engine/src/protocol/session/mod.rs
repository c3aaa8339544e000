//! The dialogue with a client. The way of a line:
//!
//! 1. [`Session::read`] takes it from a stream, or [`Session::carry_out`] from arguments.
//! 2. [`Session::execute_line`] counts and logs it, and catches panics.
//! 3. The adapter of the client's protocol says what it means: `uci`, whose dialect or grammar
//!    makes a [`Command`](super::Command) of it, or `xboard` and `gomocup`, which keep the game.
//! 4. It calls the dialogue (`dialogue`), which answers at once, or queues a job.
//! 5. The adapter's receiver makes lines of the messages of a job.

mod gomocup;
mod uci;
mod wire_protocol;
mod xboard;

use super::dialogue::Dialogue;
use super::gomocup::is_gomocup;
use super::lines::LineReader;
use super::output::Output;
use crate::Registry;
use anyhow::Context;
use gomocup::Gomocup;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use uci::Uci;

/// A protocol: what its lines mean for the dialogue, and what it knows of its client.
trait Adapter: Send + Sync {
    fn execute_line(&mut self, dialogue: &mut Dialogue, line: &str) -> Next;
}

enum Next {
    Line,
    Protocol(Box<dyn Adapter>),
    End,
}

/// One dialogue.
pub struct Session {
    dialogue: Dialogue,
    adapter: Box<dyn Adapter>,
}

impl Session {
    /// A dialogue that plays the first game of `registry` until another is selected.
    ///
    /// # Errors
    /// If the system provides no memory for the table or no thread.
    pub fn new(registry: Registry, output: Output) -> anyhow::Result<Session> {
        let dialogue = Dialogue::new(registry, output)?;
        Ok(Session { dialogue, adapter: Box::new(Uci::default()) })
    }

    /// Begins with the game of this name, which is the default then.
    ///
    /// # Errors
    /// A [`UsageError`](super::UsageError) if there is no such game; or that the system has too
    /// little memory for it.
    pub(crate) fn begin_with(&mut self, name: &str) -> anyhow::Result<()> {
        self.dialogue.begin_with(name)
    }

    /// Carries out the commands of `input` up to its end or `quit`.
    ///
    /// # Errors
    /// If `input` cannot be read.
    pub fn read(mut self, input: impl BufRead) -> anyhow::Result<()> {
        let mut lines = LineReader::new(input);
        while let Some(line) = lines.next_line().context("the input cannot be read")? {
            if !self.execute_line(&line) {
                return Ok(());
            }
        }
        self.dialogue.queue.finish();
        Ok(())
    }

    /// Carries out these commands, each a line. The first error ends the dialogue;
    /// earlier work is finished.
    ///
    /// # Errors
    /// The error of a command, as a [`UsageError`](super::UsageError); that a file of rules has
    /// errors; or that work has panicked.
    pub fn carry_out<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
        self.dialogue.is_strict = true;
        for line in lines {
            let goes_on = self.execute_line(line);
            self.dialogue.check(line)?;
            if !goes_on {
                break;
            }
        }
        self.dialogue.finish()
    }

    /// Carries out one line; `false` after the last one.
    pub fn execute_line(&mut self, line: &str) -> bool {
        let Session { dialogue, adapter } = self;
        dialogue.line += 1;
        dialogue.output.log_input(line);
        log::debug!("line {}: {line:?}", dialogue.line);
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            return true;
        }
        // A bug in a game must not end the dialogue.
        let next = catch_unwind(AssertUnwindSafe(|| {
            if dialogue.line == 1 && is_gomocup(text) {
                *adapter = Box::new(Gomocup::new(dialogue));
            }
            adapter.execute_line(dialogue, line)
        }));
        match next {
            Ok(Next::Line) => {}
            Ok(Next::Protocol(other)) => *adapter = other,
            Ok(Next::End) => return false,
            Err(_) => dialogue.report_bug(),
        }
        true
    }
}
