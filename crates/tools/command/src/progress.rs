//! Progress of long work: a bar on a terminal, plain lines elsewhere.

pub use crate::bar::Progress;
use anyhow::{Context, Result};
use plyglot_support::text::printable;
use std::io::Write;
use std::time::{Duration, Instant};

const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Where a tool prints its lines, around its bar.
pub struct ProgressOutput<'a> {
    pub stream: Box<dyn Write + 'a>,
    /// The bar, which a line must not cut.
    pub progress: Progress,
    last_line: Instant,
}

impl<'a> ProgressOutput<'a> {
    /// Lines on a stream, around a bar on the program's terminal, if it has one.
    pub fn new(stream: impl Write + 'a) -> ProgressOutput<'a> {
        let stream = Box::new(stream);
        ProgressOutput { stream, progress: Progress::on_terminal(), last_line: Instant::now() }
    }

    /// Prints a line and flushes; a terminal obeys nothing in it.
    pub fn say(&mut self, line: &str) -> Result<()> {
        let stream = &mut self.stream;
        let line = printable(line);
        let written =
            self.progress.suspend(|| writeln!(stream, "{line}").and_then(|()| stream.flush()));
        written.context("the output cannot be written")
    }

    /// Shows how much is done, the total if known, and a text: on the bar, or now and then as a
    /// line.
    pub fn show(&mut self, done: u64, all: Option<u64>, words: impl Fn() -> String) -> Result<()> {
        self.progress.show(done, all, &words);
        if !self.progress.wants_lines() || self.last_line.elapsed() < LINE_INTERVAL {
            return Ok(());
        }
        self.last_line = Instant::now();
        self.say(&words())
    }
}
