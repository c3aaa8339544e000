//! The log of a match: everything that engines and referee send, in one file.

use plyglot_support::files::{Format, Growing};
use plyglot_support::lock;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

pub(crate) const FORMAT: Format =
    Format { name: "a log of match", beginnings: &["plyglot match log\n"] };

/// A file to which the threads of a match add lines, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedFile(Option<Arc<Mutex<OpenFile>>>);

#[derive(Debug)]
struct OpenFile {
    file: Growing,
    /// Why it is incomplete; nothing is written after that.
    failure: Option<io::Error>,
}

impl SharedFile {
    pub(crate) fn begin(path: &Path, format: &Format, head: &str) -> io::Result<SharedFile> {
        let file = Growing::begin(path, format, head.as_bytes())?;
        Ok(SharedFile(Some(Arc::new(Mutex::new(OpenFile { file, failure: None })))))
    }

    /// Adds a line at once: after a hang the last one matters most, and readers do not see half
    /// ones for long. A full disk does not end the match; see [`SharedFile::failure`].
    pub(crate) fn add(&self, line: impl FnOnce() -> String) {
        let Some(shared) = &self.0 else { return };
        let line = line();
        let mut open = lock(shared);
        if open.failure.is_none() {
            open.failure = open.file.add(line.as_bytes()).err();
        }
    }

    pub(crate) fn failure(&self) -> Option<io::Error> {
        lock(self.0.as_ref()?).failure.take()
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Option<(Instant, SharedFile)>);

impl Log {
    pub(crate) fn create(path: &Path) -> io::Result<Log> {
        let file = SharedFile::begin(path, &FORMAT, FORMAT.beginnings[0])?;
        Ok(Log(Some((Instant::now(), file))))
    }

    /// Writes a line from (`<`) or to (`>`) an engine.
    pub(crate) fn note(&self, engine: &str, direction: char, line: &str) {
        if let Some((start, file)) = &self.0 {
            let time = start.elapsed().as_secs_f64();
            file.add(|| format!("{time:10.3} {engine} {direction} {line}\n"));
        }
    }

    pub(crate) fn failure(&self) -> Option<io::Error> {
        self.0.as_ref()?.1.failure()
    }
}
