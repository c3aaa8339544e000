//! The file that games go to.

use super::record::{Record, RecordHeader, RecordReader};
use crate::files::Growing;
use anyhow::{Context, ensure};
use std::collections::HashSet;
use std::io::{BufReader, Read};
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
pub(super) struct RecordFile {
    path: PathBuf,
    file: Growing,
}

impl RecordFile {
    /// Opens the file, and makes it if it is not there. What is there already
    /// is kept up to its last whole game, and told.
    ///
    /// # Errors
    /// When it cannot be read or written, is damaged, or belongs to games of
    /// another header; and when another run writes to it.
    pub(super) fn open(path: &Path, header: &RecordHeader) -> anyhow::Result<(RecordFile, Done)> {
        let opened = || -> anyhow::Result<(RecordFile, Done)> {
            let mut sheet = RecordFile { path: path.to_owned(), file: Growing::open(path)? };
            if sheet.is_unbegun(header)? {
                sheet.file.cut(0)?;
                sheet.file.add(&header.encode())?;
                return Ok((sheet, Done::default()));
            }
            let (done, end) = sheet.earlier(header)?;
            sheet.file.cut(end)?;
            Ok((sheet, done))
        };
        opened().with_context(|| format!("the file {} cannot be written to", path.display()))
    }

    /// Whether there is not even a whole header.
    fn is_unbegun(&self, header: &RecordHeader) -> anyhow::Result<bool> {
        let expected = header.encode();
        let mut found = Vec::new();
        self.file.content()?.take(expected.len() as u64).read_to_end(&mut found)?;
        Ok(found.len() < expected.len() && expected.starts_with(&found))
    }

    /// The games that are there, and where the last whole one ends.
    fn earlier(&self, header: &RecordHeader) -> anyhow::Result<(Done, u64)> {
        let mut reader = RecordReader::new(BufReader::new(self.file.content()?))?;
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

    /// Writes a game as one piece.
    pub(super) fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        let bytes = record.encode()?;
        let path = self.path.display();
        self.file.add(&bytes).with_context(|| format!("the file {path} cannot be written"))
    }
}
