//! Progress of long work: a bar on a terminal, plain lines elsewhere.

pub use crate::bar::Progress;
use std::io::Write;

/// Where a tool prints its lines, around its bar.
pub struct ProgressOutput<'a> {
    /// The stream that the lines go to.
    pub output: &'a mut dyn Write,
    /// The bar, which a line must not cut.
    pub progress: Progress,
}

impl ProgressOutput<'_> {
    /// Prints a line.
    ///
    /// # Errors
    /// If the output cannot be written to.
    pub fn say(&mut self, line: &str) -> anyhow::Result<()> {
        self.progress.print(self.output, line)
    }
}
