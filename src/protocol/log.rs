//! The dialogue as it was, in a file.

use crate::files;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Which way a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// From the client.
    In,
    /// To the client.
    Out,
}

impl Way {
    /// What stands before such a line, in Stockfish's words.
    fn mark(self) -> &'static str {
        match self {
            Way::In => ">> ",
            Way::Out => "<< ",
        }
    }
}

/// A file to which lines are added as they come and go, none of them kept back.
pub(super) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens a file for more lines; one that is not there is made.
    pub(super) fn open(path: PathBuf) -> io::Result<Log> {
        files::writable(&path)?;
        let file = OpenOptions::new().append(true).create(true).open(&path)?;
        Ok(Log { path, file })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds some lines, without the end of the last.
    pub(super) fn add(&mut self, way: Way, lines: &str) -> io::Result<()> {
        let mut text = String::with_capacity(lines.len() + 64);
        for line in lines.split('\n') {
            text.push_str(way.mark());
            text.push_str(line);
            text.push('\n');
        }
        self.file.write_all(text.as_bytes())
    }
}
