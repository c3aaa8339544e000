//! If there are no terminals, as in a browser.

use anyhow::Context;
use std::io::Write;

pub struct Progress;

impl Progress {
    pub fn on_terminal() -> Progress {
        Progress
    }

    pub fn show(&self, _: u64, _: Option<u64>, _: impl FnOnce() -> String) {}

    pub fn wants_lines(&self) -> bool {
        true
    }

    /// Prints a line and flushes.
    pub fn print(&self, output: &mut dyn Write, line: &str) -> anyhow::Result<()> {
        writeln!(output, "{line}")
            .and_then(|()| output.flush())
            .context("the output cannot be written")
    }

    pub fn end(&self) {}
}
