//! The output, the only code that writes to the client.

use plyglot_support::files::{Format, Growing};
use plyglot_support::lock;
use plyglot_support::text::{printable, reason};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

/// What the client has chosen to see, where its protocol has it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OutputOptions {
    /// Whether each score is followed by the probabilities of win, draw and loss.
    pub(super) shows_wdl: bool,
}

/// Writes whole lines at once, from any thread.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    /// The debug log, if there is one. Locked after `writer` if both are.
    log: Mutex<Option<DebugLog>>,
    on_closed: fn(&io::Error),
    note_word: OnceLock<&'static str>,
}

impl Output {
    /// Writes to `writer`; calls `on_closed` with the error if that fails.
    pub fn new(writer: impl Write + Send + 'static, on_closed: fn(&io::Error)) -> Output {
        Output {
            writer: Mutex::new(Box::new(writer)),
            log: Mutex::default(),
            on_closed,
            note_word: OnceLock::new(),
        }
    }

    /// From now on, notes follow this word: that of the protocol to which the dialogue changes.
    pub(super) fn write_notes_after(&self, word: &'static str) {
        self.note_word.get_or_init(|| word);
    }

    pub(super) fn note(&self, note: &str) {
        self.print(&self.note_line(note));
    }

    pub(super) fn note_line(&self, note: &str) -> String {
        self.note_word.get().map_or_else(|| info_string(note), |word| format!("{word} {note}"))
    }

    pub(super) fn print(&self, lines: &str) {
        let mut text = String::with_capacity(lines.len() + 1);
        let mut writer = lock(&self.writer);
        // The log's error comes first: no client expects a line after `bestmove`.
        if let Some(failure) = self.log(OUT, lines) {
            text.push_str(&failure);
            text.push('\n');
        }
        text.push_str(lines);
        text.push('\n');
        if let Err(error) = writer.write_all(text.as_bytes()).and_then(|()| writer.flush()) {
            (self.on_closed)(&error);
        }
    }

    /// From now on, logs all lines to this file, or to none. If it cannot be opened,
    /// nothing changes.
    pub(super) fn set_log(&self, path: Option<PathBuf>) -> io::Result<()> {
        let log = path.map(DebugLog::open).transpose()?;
        *lock(&self.log) = log;
        Ok(())
    }

    pub(super) fn log_input(&self, line: &str) {
        if let Some(failure) = self.log(IN, line) {
            self.print(&failure);
        }
    }

    /// Appends lines to the log, if there is one. If that fails, the log ends; returns
    /// a line that says so.
    fn log(&self, prefix: &str, lines: &str) -> Option<String> {
        let mut log = lock(&self.log);
        let error = log.as_mut()?.add(prefix, lines).err()?;
        let ended = log.take()?;
        let path = ended.path.display();
        Some(self.note_line(&format!("debug log {path} ended: {}", reason(&error))))
    }
}

pub(super) fn info_string(note: &str) -> String {
    format!("info string {}", printable(note))
}

/// What the lines of a log begin with that came in.
const IN: &str = ">> ";
const OUT: &str = "<< ";
/// A log is known by its first line.
const FORMAT: Format = Format { name: "a debug log", beginnings: &[IN, OUT] };

struct DebugLog {
    path: PathBuf,
    file: Growing,
}

impl DebugLog {
    fn open(path: PathBuf) -> io::Result<DebugLog> {
        let file = Growing::open(&path, &FORMAT)?;
        Ok(DebugLog { path, file })
    }

    fn add(&mut self, prefix: &str, lines: &str) -> io::Result<()> {
        let mut text = String::with_capacity(lines.len() + 64);
        for line in lines.split('\n') {
            text.push_str(prefix);
            text.push_str(line);
            text.push('\n');
        }
        self.file.add(text.as_bytes())
    }
}
