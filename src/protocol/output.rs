//! The one way out.

use super::log::{Log, Way};
use super::response::{self, Manner};
use crate::engine::Message;
use crate::text::reason;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Writes whole lines, one after the other, whichever thread they come from,
/// and none of them late.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    /// Where all lines are kept, if anywhere. Taken after `writer`, if both are.
    log: Mutex<Option<Log>>,
    on_closed: fn(&io::Error),
}

impl Output {
    /// Writes to `writer`; calls `on_closed` with what is wrong when it takes no more.
    pub fn new(writer: impl Write + Send + 'static, on_closed: fn(&io::Error)) -> Output {
        Output { writer: Mutex::new(Box::new(writer)), log: Mutex::default(), on_closed }
    }

    /// Writes some lines, without the end of the last, as one piece.
    pub(super) fn print(&self, lines: &str) {
        let mut text = String::with_capacity(lines.len() + 1);
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Behind a `bestmove` it would be one line too many.
        if let Some(trouble) = self.log(Way::Out, lines) {
            text.push_str(&trouble);
            text.push('\n');
        }
        text.push_str(lines);
        text.push('\n');
        if let Err(error) = writer.write_all(text.as_bytes()).and_then(|()| writer.flush()) {
            (self.on_closed)(&error);
        }
    }

    /// Keeps all lines from now on in this file too, or in none. A file that
    /// cannot be opened leaves everything as it was.
    pub(super) fn set_log(&self, path: Option<PathBuf>) -> io::Result<()> {
        let log = path.map(Log::open).transpose()?;
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
        Ok(())
    }

    /// Notes a line that was read.
    pub(super) fn heard(&self, line: &str) {
        if let Some(trouble) = self.log(Way::In, line) {
            self.print(&trouble);
        }
    }

    /// Adds lines to the log, if there is one. Where it takes no more, there is
    /// none from now on, and a line that says so.
    fn log(&self, way: Way, lines: &str) -> Option<String> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let error = log.as_mut()?.add(way, lines).err()?;
        let ended = log.take()?;
        let (path, reason) = (ended.path().display(), reason(&error));
        Some(response::string(&format!("debug log {path} ended: {reason}")))
    }
}

/// The voice of one job.
///
/// The first iterations of a search take microseconds each. To write each of
/// their lines alone would cost engine and client more than the search, so
/// lines of the first moment wait for the next word; what is asked within a
/// moment comes as one piece.
pub(super) struct Voice {
    output: Arc<Output>,
    manner: Manner,
    /// When the job was asked for.
    start: Instant,
    held: Mutex<String>,
}

/// As long as lines wait. The next iteration takes a few times as long as all
/// before it, so nobody waits much longer for them.
const MOMENT: Duration = Duration::from_millis(1);

impl Voice {
    pub(super) fn new(output: Arc<Output>, manner: Manner) -> Voice {
        Voice { output, manner, start: Instant::now(), held: Mutex::default() }
    }

    /// `is_ending`: the search was told to stop, so that its answer is the next word.
    /// Whoever waits for that need not be woken for the lines before it.
    pub(super) fn say(&self, message: &Message, is_ending: bool) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(message, Message::Pause) {
            if !held.is_empty() {
                held.push('\n');
            }
            held.push_str(&response::text(message, self.manner));
        }
        let may_wait = matches!(message, Message::Information(_));
        if may_wait && (is_ending || self.start.elapsed() < MOMENT) || held.is_empty() {
            return;
        }
        self.output.print(&held);
        held.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Information, Value};
    use crate::games::Wdl;
    use crate::search::Bound;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Sends on each piece that is written.
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

    /// The voice of a search that began long ago, and what it writes.
    fn voice() -> (Voice, Receiver<String>) {
        let (sender, pieces) = channel();
        let output = Output::new(Pieces(sender), |error| panic!("{error}"));
        let mut voice = Voice::new(Arc::new(output), Manner::default());
        voice.start -= 2 * MOMENT;
        (voice, pieces)
    }

    fn line() -> Message {
        Message::Information(Information {
            depth: 1,
            seldepth: 1,
            rank: 1,
            value: Value::Centi(0),
            bound: Bound::Exact,
            wdl: Wdl::DRAW,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            pv: vec!["e2e4".to_owned()],
        })
    }

    fn best() -> Message {
        Message::Best { best: Some("e2e4".to_owned()), ponder: None }
    }

    /// How many lines each piece has.
    fn lines(pieces: &Receiver<String>) -> Vec<usize> {
        pieces.try_iter().map(|piece| piece.lines().count()).collect()
    }

    #[test]
    fn a_line_of_a_search_that_goes_on_is_written_at_once() {
        let (voice, pieces) = voice();
        voice.say(&line(), false);
        assert_eq!(lines(&pieces), [1]);
        voice.say(&best(), false);
        assert_eq!(lines(&pieces), [1]);
    }

    #[test]
    fn what_is_said_after_a_stop_comes_with_the_answer() {
        let (voice, pieces) = voice();
        voice.say(&line(), true);
        assert!(lines(&pieces).is_empty());
        voice.say(&best(), true);
        assert_eq!(lines(&pieces), [2]);
    }
}
