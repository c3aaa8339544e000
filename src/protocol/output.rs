//! The one way out.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

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
