//! The file of self-play games.

use super::record::{MAGIC, Record, RecordHeader, RecordReader};
use anyhow::{Context, ensure};
use plyglot_support::files::{Format, Growing};
use std::collections::HashSet;
use std::io::BufReader;
use std::path::{Path, PathBuf};

const FORMAT: Format = Format { name: "games for training", beginnings: &[MAGIC] };

#[derive(Debug, Default)]
pub(crate) struct EarlierGames {
    pub(crate) numbers: HashSet<u64>,
    /// Their positions with a score.
    pub(crate) positions: u64,
}

pub(crate) struct RecordFile {
    path: PathBuf,
    file: Growing,
}

impl RecordFile {
    /// Opens or creates the file. Existing games are kept up to the last complete one,
    /// and returned.
    pub(crate) fn open(
        path: &Path,
        header: &RecordHeader,
    ) -> anyhow::Result<(RecordFile, EarlierGames)> {
        let opened = || -> anyhow::Result<(RecordFile, EarlierGames)> {
            let file = Growing::open_with_head(path, &FORMAT, &header.encode())?;
            let mut record_file = RecordFile { path: path.to_owned(), file };
            let (done, end) = record_file.earlier(header)?;
            record_file.file.cut(end)?;
            Ok((record_file, done))
        };
        opened().with_context(|| format!("the file {} cannot be written to", path.display()))
    }

    /// The games in the file, and the end of the last complete one in bytes.
    fn earlier(&self, header: &RecordHeader) -> anyhow::Result<(EarlierGames, u64)> {
        let mut reader = RecordReader::new(BufReader::new(self.file.content()?))?;
        let found = reader.header();
        ensure!(found == header, "it has games of {found}, not of {header}");
        let mut done = EarlierGames::default();
        for record in &mut reader {
            let record = record?;
            done.numbers.insert(record.number);
            done.positions += record.scored() as u64;
        }
        Ok((done, reader.end()))
    }

    pub(crate) fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        let bytes = record.encode()?;
        let path = self.path.display();
        self.file.add(&bytes).with_context(|| format!("the file {path} cannot be written"))
    }

    pub(crate) fn sync(&self) -> anyhow::Result<()> {
        let path = self.path.display();
        self.file.sync().with_context(|| format!("the file {path} cannot be written"))
    }
}
