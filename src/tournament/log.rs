//! All that engines and referee say to each other, in one file.

use crate::files;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A log that many threads write to, or none at all. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Option<Arc<Shared>>);

#[derive(Debug)]
struct Shared {
    start: Instant,
    file: Mutex<BufWriter<File>>,
}

impl Log {
    /// A log in a new file.
    pub(super) fn create(path: &Path) -> io::Result<Log> {
        let file = Mutex::new(BufWriter::new(files::create(path)?));
        Ok(Log(Some(Arc::new(Shared { start: Instant::now(), file }))))
    }

    /// Notes a line, with the engine that it came from (`<`) or went to (`>`).
    /// A full disk does not end a match: what cannot be written is lost.
    pub(super) fn note(&self, engine: &str, direction: char, line: &str) {
        if let Some(shared) = &self.0 {
            let time = shared.start.elapsed().as_secs_f64();
            let mut file = shared.file.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(file, "{time:10.3} {engine} {direction} {line}");
            // Whoever looks for a hang wants to see the last line.
            let _ = file.flush();
        }
    }
}
