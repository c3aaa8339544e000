//! The log of a match: everything that engines and referee send, in one file.

use plyglot_core::lock;
use plyglot_support::files::{Format, Growing};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

pub(crate) const FORMAT: Format =
    Format { name: "a log of match", beginnings: &["plyglot match log\n"] };

#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Option<Arc<SharedLog>>);

#[derive(Debug)]
struct SharedLog {
    start: Instant,
    log_file: Mutex<LogFile>,
}

#[derive(Debug)]
struct LogFile {
    file: Growing,
    /// Why the log is incomplete; nothing is written after that.
    failure: Option<io::Error>,
}

impl Log {
    pub(crate) fn create(path: &Path) -> io::Result<Log> {
        let file = Growing::begin(path, &FORMAT, FORMAT.beginnings[0].as_bytes())?;
        let log_file = Mutex::new(LogFile { file, failure: None });
        Ok(Log(Some(Arc::new(SharedLog { start: Instant::now(), log_file }))))
    }

    /// Writes a line from (`<`) or to (`>`) an engine. A full disk does not end the
    /// match; see [`Log::failure`].
    pub(crate) fn note(&self, engine: &str, direction: char, line: &str) {
        if let Some(shared) = &self.0 {
            let time = shared.start.elapsed().as_secs_f64();
            let mut log_file = lock(&shared.log_file);
            if log_file.failure.is_none() {
                // Written at once: after a hang the last line matters most.
                let line = format!("{time:10.3} {engine} {direction} {line}\n");
                log_file.failure = log_file.file.add(line.as_bytes()).err();
            }
        }
    }

    pub(crate) fn failure(&self) -> Option<io::Error> {
        let mut log_file = lock(&self.0.as_ref()?.log_file);
        log_file.failure.take()
    }
}
