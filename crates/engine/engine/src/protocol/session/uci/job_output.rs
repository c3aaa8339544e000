//! The output of a job in UCI and its dialects.

use crate::Message;
use crate::protocol::dialect::MateSearch;
use crate::protocol::output::Output;
use crate::protocol::response::{self, ResponseFormat};
use plyglot_support::instant::Instant;
use plyglot_support::lock;
use std::sync::{Arc, Mutex};
use std::time::Duration;

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
    pub(super) fn new(output: Arc<Output>, format: ResponseFormat, seeks_mate: bool) -> JobOutput {
        let mate = if seeks_mate { Some(Mutex::default()) } else { None };
        JobOutput { output, format, mate, start: Instant::now(), held: Mutex::default() }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchInfo;
    use std::io::Write;
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
        let mut job_output = JobOutput::new(Arc::new(output), ResponseFormat::default(), false);
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
