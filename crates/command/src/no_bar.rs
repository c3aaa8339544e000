//! If there are no terminals, as in a browser.

use anyhow::Context;
use std::io::Write;

/// No bar.
pub struct Progress;

impl Progress {
    /// No bar.
    pub fn on_terminal() -> Progress {
        Progress
    }

    /// Shows nothing.
    pub fn show(&self, _: u64, _: Option<u64>, _: impl FnOnce() -> String) {}

    /// Whether progress lines should be printed.
    pub fn wants_lines(&self) -> bool {
        true
    }

    /// Prints a line and flushes.
    ///
    /// # Errors
    /// If the output cannot be written to.
    pub fn print(&self, output: &mut dyn Write, line: &str) -> anyhow::Result<()> {
        writeln!(output, "{line}")
            .and_then(|()| output.flush())
            .context("the output cannot be written")
    }

    /// Nothing is left to remove.
    pub fn end(&self) {}
}
