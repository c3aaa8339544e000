//! What the files of states have in common: they end in a checksum, and are replaced whole.

use crate::files;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The word before the checksum of a text.
const WORD: &str = "CRC-32 ";
const WRONG: &str = "it was truncated or altered: its checksum is wrong";

/// The bytes with the CRC-32 (IEEE) of them at the end, little-endian.
pub(super) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The bytes without their checksum.
///
/// # Errors
/// If it is missing or wrong.
pub(super) fn unseal(bytes: &[u8]) -> Result<&[u8]> {
    let (content, sum) = bytes.split_last_chunk().context("it ends too early")?;
    ensure!(u32::from_le_bytes(*sum) == crc32fast::hash(content), WRONG);
    Ok(content)
}

/// The lines, and a last one with the CRC-32 (IEEE) of them.
pub(super) fn seal_text(lines: &str) -> String {
    format!("{lines}{WORD}{:08x}\n", crc32fast::hash(lines.as_bytes()))
}

/// The lines without that of the checksum.
///
/// # Errors
/// If it is missing or wrong.
pub(super) fn unseal_text(text: &str) -> Result<&str> {
    let lines = &text[..text.rfind(WORD).context(WRONG)?];
    ensure!(text == seal_text(lines), WRONG);
    Ok(lines)
}

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

/// Replaces a file.
///
/// # Errors
/// If that is not possible; the file before is then kept.
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    files::write(path, content).with_context(|| format!("{} cannot be written", path.display()))
}

/// Removes a file, if it is there.
///
/// # Errors
/// If it cannot be removed.
pub(super) fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} cannot be removed", path.display()))
        }
        _ => Ok(()),
    }
}
