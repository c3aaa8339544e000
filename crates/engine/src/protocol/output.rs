//! The output, the only code that writes to the client.

use super::dialect::MateSearch;
use super::response::{self, ResponseFormat};
use crate::Message;
use plyglot_core::instant::Instant;
use plyglot_core::lock;
use plyglot_support::files::{Format, Growing};
use plyglot_support::text::reason;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

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

    fn note_line(&self, note: &str) -> String {
        self.note_word.get().map_or_else(|| response::string(note), |word| format!("{word} {note}"))
    }

    pub(super) fn print(&self, lines: &str) {
        let mut text = String::with_capacity(lines.len() + 1);
        let mut writer = lock(&self.writer);
        // The log's error comes first: no client expects a line after `bestmove`.
        if let Some(failure) = self.log(LogDirection::Out, lines) {
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
        if let Some(failure) = self.log(LogDirection::In, line) {
            self.print(&failure);
        }
    }

    /// Appends lines to the log, if there is one. If that fails, the log ends; returns
    /// a line that says so.
    fn log(&self, direction: LogDirection, lines: &str) -> Option<String> {
        let mut log = lock(&self.log);
        let error = log.as_mut()?.add(direction, lines).err()?;
        let ended = log.take()?;
        let (path, reason) = (ended.path().display(), reason(&error));
        Some(self.note_line(&format!("debug log {path} ended: {reason}")))
    }
}

/// The output of one job.
///
/// The first iterations of a search take microseconds each. Writing each of their lines
/// at once would cost engine and client more than the search. So the lines of the first
/// millisecond are held back and written together with the next message.
pub(super) struct JobOutput {
    output: Arc<Output>,
    format: ResponseFormat,
    mate: Option<Mutex<MateSearch>>,
    start: Instant,
    held: Mutex<String>,
}

/// How long lines are held. The next iteration takes a few times as long as all earlier
/// ones, so the additional wait is short.
const HOLD_TIME: Duration = Duration::from_millis(1);

impl JobOutput {
    pub(super) fn new(output: Arc<Output>, format: ResponseFormat) -> JobOutput {
        JobOutput { output, format, mate: None, start: Instant::now(), held: Mutex::default() }
    }

    pub(super) fn seek_mate(&mut self) {
        self.mate = Some(Mutex::default());
    }

    /// Writes or holds a message. `is_ending`: the search was stopped, so its answer
    /// follows. The client need not wake for the lines before it.
    pub(super) fn send(&self, message: &Message, is_ending: bool) {
        let mut held = lock(&self.held);
        if !matches!(message, Message::Pause) {
            if !held.is_empty() {
                held.push('\n');
            }
            let spelling = self.format.spelling;
            let mate = self.mate.as_ref().and_then(|it| lock(it).answer(message, spelling));
            held.push_str(&mate.unwrap_or_else(|| match message {
                Message::Note(note) => self.output.note_line(note),
                _ => response::text(message, self.format),
            }));
        }
        let may_wait = matches!(message, Message::SearchInfo(_));
        if may_wait && (is_ending || self.start.elapsed() < HOLD_TIME) || held.is_empty() {
            return;
        }
        self.output.print(&held);
        held.clear();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogDirection {
    In,
    Out,
}

impl LogDirection {
    fn prefix(self) -> &'static str {
        match self {
            LogDirection::In => ">> ",
            LogDirection::Out => "<< ",
        }
    }
}

/// A log is known by the prefix of its first line.
const FORMAT: Format = Format { name: "a debug log", beginnings: &[">> ", "<< "] };

pub(super) struct DebugLog {
    path: PathBuf,
    file: Growing,
}

impl DebugLog {
    pub(super) fn open(path: PathBuf) -> io::Result<DebugLog> {
        let file = Growing::open(&path, &FORMAT)?;
        Ok(DebugLog { path, file })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchInfo;
    use std::sync::mpsc::{Receiver, Sender, channel};

    struct Pieces(Sender<String>);

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let piece = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(piece).map_err(std::io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// The output of a search that began long ago, and the channel of its pieces.
    fn job_output() -> (JobOutput, Receiver<String>) {
        let (sender, pieces) = channel();
        let output = Output::new(Pieces(sender), |error| panic!("{error}"));
        let mut job_output = JobOutput::new(Arc::new(output), ResponseFormat::default());
        job_output.start -= 2 * HOLD_TIME;
        (job_output, pieces)
    }

    fn line() -> Message {
        Message::SearchInfo(SearchInfo { pv: vec!["e2e4".to_owned()], ..SearchInfo::default() })
    }

    fn best() -> Message {
        Message::Best { best: Some("e2e4".to_owned()), ponder: None }
    }

    fn lines(pieces: &Receiver<String>) -> Vec<usize> {
        pieces.try_iter().map(|piece| piece.lines().count()).collect()
    }

    #[test]
    fn a_line_of_a_running_search_is_written_at_once() {
        let (job_output, pieces) = job_output();
        job_output.send(&line(), false);
        assert_eq!(lines(&pieces), [1]);
        job_output.send(&best(), false);
        assert_eq!(lines(&pieces), [1]);
    }

    #[test]
    fn notes_of_a_job_are_those_of_the_protocol() {
        let (job_output, pieces) = job_output();
        let note = Message::Note("too few threads".to_owned());
        job_output.send(&note, false);
        job_output.output.write_notes_after("#");
        job_output.send(&note, false);
        let written: Vec<String> = pieces.try_iter().collect();
        assert_eq!(written, ["info string too few threads\n", "# too few threads\n"]);
    }

    #[test]
    fn lines_after_a_stop_come_with_the_answer() {
        let (job_output, pieces) = job_output();
        job_output.send(&line(), true);
        assert!(lines(&pieces).is_empty());
        job_output.send(&best(), true);
        assert_eq!(lines(&pieces), [2]);
    }
}
