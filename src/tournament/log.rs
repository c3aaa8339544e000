//! All that engines and referee say to each other, in one file.

use crate::files;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A log that many threads write to, or none at all. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Option<Arc<SharedLog>>);

#[derive(Debug)]
struct SharedLog {
    start: Instant,
    sheet: Mutex<LogFile>,
}

#[derive(Debug)]
struct LogFile {
    file: BufWriter<File>,
    /// Why it is not whole; nothing more is written then.
    failure: Option<io::Error>,
}

impl Log {
    /// A log in a new file.
    pub(super) fn create(path: &Path) -> io::Result<Log> {
        let file = BufWriter::new(files::create(path)?);
        let sheet = Mutex::new(LogFile { file, failure: None });
        Ok(Log(Some(Arc::new(SharedLog { start: Instant::now(), sheet }))))
    }

    /// Notes a line, with the engine that it came from (`<`) or went to (`>`).
    /// A full disk does not end a match, but see [`Log::failure`].
    pub(super) fn note(&self, engine: &str, direction: char, line: &str) {
        if let Some(shared) = &self.0 {
            let time = shared.start.elapsed().as_secs_f64();
            let mut sheet = shared.sheet.lock().unwrap_or_else(PoisonError::into_inner);
            if sheet.failure.is_none() {
                let written = writeln!(sheet.file, "{time:10.3} {engine} {direction} {line}");
                // Whoever looks for a hang wants to see the last line.
                sheet.failure = written.and_then(|()| sheet.file.flush()).err();
            }
        }
    }

    /// Why the log is not whole, if it is not.
    pub(super) fn failure(&self) -> Option<io::Error> {
        let mut sheet = self.0.as_ref()?.sheet.lock().unwrap_or_else(PoisonError::into_inner);
        sheet.failure.take()
    }
}
