//! The one way out.

use super::response;
use super::ugi::Dialect;
use crate::engine::Message;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Writes whole lines, one after the other, whichever thread they come from,
/// and none of them late.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    on_closed: fn(),
}

impl Output {
    /// Writes to `writer`; calls `on_closed` when nobody listens any more.
    pub fn new(writer: impl Write + Send + 'static, on_closed: fn()) -> Output {
        Output { writer: Mutex::new(Box::new(writer)), on_closed }
    }

    /// Writes some lines, without the end of the last, as one piece.
    pub(super) fn print(&self, lines: &str) {
        let mut text = String::with_capacity(lines.len() + 1);
        text.push_str(lines);
        text.push('\n');
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
            (self.on_closed)();
        }
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
    dialect: Dialect,
    /// When the job was asked for.
    start: Instant,
    held: Mutex<String>,
}

/// As long as lines wait. The next iteration takes a few times as long as all
/// before it, so nobody waits much longer for them.
const MOMENT: Duration = Duration::from_millis(1);

impl Voice {
    pub(super) fn new(output: Arc<Output>, dialect: Dialect) -> Voice {
        Voice { output, dialect, start: Instant::now(), held: Mutex::default() }
    }

    pub(super) fn say(&self, message: &Message) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(message, Message::Pause) {
            if !held.is_empty() {
                held.push('\n');
            }
            held.push_str(&response::text(message, self.dialect));
        }
        let may_wait = matches!(message, Message::Information(_));
        if may_wait && self.start.elapsed() < MOMENT || held.is_empty() {
            return;
        }
        self.output.print(&held);
        held.clear();
    }
}
