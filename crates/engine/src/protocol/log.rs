//! The log of the dialogue in a file, for `Debug Log File`.

use plyglot_support::files::{Format, Growing};
use std::io;
use std::path::{Path, PathBuf};

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogDirection {
    /// From the client.
    In,
    /// To the client.
    Out,
}

impl LogDirection {
    /// The prefix of such a line, as in Stockfish.
    fn prefix(self) -> &'static str {
        match self {
            LogDirection::In => ">> ",
            LogDirection::Out => "<< ",
        }
    }
}

/// A log is known by the prefix of its first line.
const FORMAT: Format = Format { name: "a debug log", beginnings: &[">> ", "<< "] };

/// A file to which lines are appended immediately.
pub(super) struct DebugLog {
    path: PathBuf,
    file: Growing,
}

impl DebugLog {
    /// Opens a file for appending; creates it if it does not exist.
    ///
    /// # Errors
    /// If it is something else than such a log, another engine writes to it, or it cannot
    /// be written.
    pub(super) fn open(path: PathBuf) -> io::Result<DebugLog> {
        let file = Growing::open(&path, &FORMAT)?;
        Ok(DebugLog { path, file })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends lines. The last is given without its line end.
    pub(super) fn add(&mut self, direction: LogDirection, lines: &str) -> io::Result<()> {
        let mut text = String::with_capacity(lines.len() + 64);
        for line in lines.split('\n') {
            text.push_str(direction.prefix());
            text.push_str(line);
            text.push('\n');
        }
        self.file.add(text.as_bytes())
    }
}
