//! The log of the dialogue in a file, for `Debug Log File`.

use crate::files;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the client.
    In,
    /// To the client.
    Out,
}

impl Direction {
    /// The prefix of such a line, as in Stockfish.
    fn prefix(self) -> &'static str {
        match self {
            Direction::In => ">> ",
            Direction::Out => "<< ",
        }
    }
}

/// A file to which lines are appended immediately.
pub(super) struct DebugLog {
    path: PathBuf,
    file: File,
}

impl DebugLog {
    /// Opens a file for appending; creates it if it does not exist.
    pub(super) fn open(path: PathBuf) -> io::Result<DebugLog> {
        files::writable(&path)?;
        let file = OpenOptions::new().append(true).create(true).open(&path)?;
        Ok(DebugLog { path, file })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends lines. The last is given without its line end.
    pub(super) fn add(&mut self, direction: Direction, lines: &str) -> io::Result<()> {
        let mut text = String::with_capacity(lines.len() + 64);
        for line in lines.split('\n') {
            text.push_str(direction.prefix());
            text.push_str(line);
            text.push('\n');
        }
        self.file.write_all(text.as_bytes())
    }
}
