//! The file that games go to.

use super::record::{Header, Reader, Record};
use anyhow::{Context, ensure};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The games that a file has already.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Their numbers.
    pub(super) numbers: HashSet<u64>,
    /// Their positions with a score.
    pub(super) positions: u64,
}

/// A file that grows by whole games.
pub(super) struct Sheet {
    path: PathBuf,
    file: File,
}

impl Sheet {
    /// Opens the file, and makes it if it is not there. What is there already
    /// is kept up to its last whole game, and told.
    ///
    /// # Errors
    /// When it cannot be read or written, is damaged, or belongs to games of
    /// another header.
    pub(super) fn open(path: &Path, header: &Header) -> anyhow::Result<(Sheet, Done)> {
        let opened = || -> anyhow::Result<(Sheet, Done)> {
            let options = OpenOptions::new().create(true).read(true).append(true).open(path);
            let mut sheet = Sheet { path: path.to_owned(), file: options? };
            // Where files cannot be locked, nobody is kept from anything.
            let is_taken = matches!(sheet.file.try_lock(), Err(TryLockError::WouldBlock));
            ensure!(!is_taken, "another run writes to it");
            if sheet.is_unbegun(header)? {
                sheet.file.set_len(0)?;
                sheet.file.write_all(&header.encode())?;
                return Ok((sheet, Done::default()));
            }
            let (done, end) = earlier(path, header)?;
            sheet.file.set_len(end)?;
            Ok((sheet, done))
        };
        opened().with_context(|| format!("the file {} cannot be written to", path.display()))
    }

    /// Whether there is not even a whole header.
    fn is_unbegun(&self, header: &Header) -> anyhow::Result<bool> {
        let expected = header.encode();
        let mut found = Vec::new();
        (&self.file).take(expected.len() as u64).read_to_end(&mut found)?;
        Ok(found.len() < expected.len() && expected.starts_with(&found))
    }

    /// Writes a game as one piece.
    pub(super) fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        let bytes = record.encode()?;
        let path = self.path.display();
        self.file.write_all(&bytes).with_context(|| format!("the file {path} cannot be written"))
    }
}

/// The games of a file, and where the last whole one ends.
fn earlier(path: &Path, header: &Header) -> anyhow::Result<(Done, u64)> {
    let mut reader = Reader::open(path)?;
    let found = reader.header();
    ensure!(found == header, "it has games of {found}, not of {header}");
    let mut done = Done::default();
    for record in &mut reader {
        let record = record?;
        done.numbers.insert(record.number);
        done.positions += record.scored() as u64;
    }
    Ok((done, reader.end()))
}
