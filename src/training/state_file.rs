//! What the files of states have in common.

use crate::files::{self, Format};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Reads the values of a state in order.
pub(super) struct StateReader<'a>(pub(super) &'a [u8]);

impl StateReader<'_> {
    /// The next bytes.
    ///
    /// # Errors
    /// If there are too few.
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk().context("it ends too early")?;
        self.0 = rest;
        Ok(*head)
    }

    /// The next floating-point numbers.
    ///
    /// # Errors
    /// If there are too few.
    pub(super) fn floats(&mut self, count: usize) -> Result<Vec<f32>> {
        (0..count).map(|_| self.take().map(f32::from_le_bytes)).collect()
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If something is left.
    pub(super) fn end(self) -> Result<()> {
        ensure!(self.0.is_empty(), "there is more in it than a state");
        Ok(())
    }
}

/// Whether each file may be written: it is of its format, or not there.
///
/// # Errors
/// At the first that is something else.
pub(super) fn check_outputs(outputs: &[(&Path, &Format)]) -> Result<()> {
    outputs
        .iter()
        .try_for_each(|(path, format)| format.check(path).with_context(|| cannot_be_written(path)))
}

/// Replaces a file of this format.
///
/// # Errors
/// If that is not possible; the file before is then kept.
pub(super) fn write(path: &Path, format: &Format, content: impl AsRef<[u8]>) -> Result<()> {
    files::write(path, format, content).with_context(|| cannot_be_written(path))
}

/// Replaces a state of this format, with a checksum.
///
/// # Errors
/// If that is not possible; the state before is then kept.
pub(super) fn write_state(path: &Path, format: &Format, content: impl AsRef<[u8]>) -> Result<()> {
    files::write_sealed(path, format, content).with_context(|| cannot_be_written(path))
}

/// Removes a file of this format, if it is there.
///
/// # Errors
/// If it is something else, or cannot be removed.
pub(super) fn remove(path: &Path, format: &Format) -> Result<()> {
    files::remove(path, format).with_context(|| format!("{} cannot be removed", path.display()))
}

/// What an error about an output begins with.
pub(super) fn cannot_be_written(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}
