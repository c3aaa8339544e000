//! The lines that an engine has sent and the referee has not read yet.
//!
//! The reader thread wakes the game's thread only for a line that the game waits for.
//! At a few thousand nodes a move, waking it for every line would cost more than the
//! search.

use crate::engine::time;
use plyglot_support::lock;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedLine {
    pub(crate) time: Instant,
    pub(crate) text: String,
}

/// The maximum number of bytes that may wait here. An engine that sends more between two questions
/// floods the referee.
const MAX_BYTES: usize = 32 << 20;
const MAX_LINE_BYTES: usize = 1 << 20;
const CHUNK: usize = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    Timeout,
    Closed,
    Flood,
    NotReading,
}

#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    queue: Mutex<LineQueue>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct LineQueue {
    lines: VecDeque<ReceivedLine>,
    bytes: usize,
    /// The first word of the line that the game waits for.
    awaited: String,
    end: Option<NoAnswer>,
}

impl Mailbox {
    pub(crate) fn clear(&self) {
        let mut queue = lock(&self.queue);
        queue.lines.clear();
        queue.bytes = 0;
    }

    pub(crate) fn take(&self) -> Vec<ReceivedLine> {
        let mut queue = lock(&self.queue);
        queue.bytes = 0;
        queue.lines.drain(..).collect()
    }

    /// The last line of a kind, among the latest of those that wait.
    pub(crate) fn last(&self, is_meant: impl Fn(&str) -> bool) -> Option<ReceivedLine> {
        const LATEST: usize = 1000;
        let queue = lock(&self.queue);
        queue.lines.iter().rev().take(LATEST).find(|line| is_meant(&line.text)).cloned()
    }

    /// Waits for a line whose first word is `word`. Returns the lines up to and
    /// including it.
    pub(crate) fn wait_for(
        &self,
        word: &str,
        deadline: Instant,
    ) -> Result<Vec<ReceivedLine>, NoAnswer> {
        let mut queue = lock(&self.queue);
        word.clone_into(&mut queue.awaited);
        let mut looked_at = 0;
        loop {
            let mut unread = queue.lines.iter().skip(looked_at);
            if let Some(found) = unread.position(|line| begins_with(&line.text, word)) {
                let found = looked_at + found;
                let lines = queue.lines.drain(..=found).collect();
                queue.bytes = queue.lines.iter().map(|line| line.text.len()).sum();
                return Ok(lines);
            }
            looked_at = queue.lines.len();
            if let Some(end) = queue.end {
                return Err(end);
            }
            let timeout = deadline.saturating_duration_since(time::now());
            if timeout.is_zero() {
                return Err(NoAnswer::Timeout);
            }
            let waited = self.arrived.wait_timeout(queue, timeout);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Adds lines; `false` if too many bytes are waiting.
    fn queue(&self, lines: impl Iterator<Item = String>) -> bool {
        let time = time::now();
        let mut queue = lock(&self.queue);
        let mut is_awaited = false;
        for text in lines {
            queue.bytes += text.len();
            is_awaited |= begins_with(&text, &queue.awaited);
            queue.lines.push_back(ReceivedLine { time, text });
        }
        if is_awaited {
            self.arrived.notify_one();
        }
        queue.bytes <= MAX_BYTES
    }

    fn end(&self, end: NoAnswer) {
        lock(&self.queue).end = Some(end);
        self.arrived.notify_one();
    }
}

fn begins_with(line: &str, word: &str) -> bool {
    line.split_whitespace().next() == Some(word)
}

/// Reads an engine's output until it ends or floods. The pipe is then closed, which
/// stops the flood at its source. `received` returns the form in which a line is kept.
pub(crate) fn read_into(
    mailbox: &Mailbox,
    mut output: impl Read,
    mut received: impl FnMut(String) -> String,
) {
    let mut chunk = vec![0; CHUNK];
    let mut rest = Vec::new();
    let end = loop {
        let read = match output.read(&mut chunk) {
            Ok(0) => break NoAnswer::Closed,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break NoAnswer::Closed,
        };
        rest.extend_from_slice(&chunk[..read]);
        let lines: Vec<String> = take_lines(&mut rest).into_iter().map(&mut received).collect();
        if !mailbox.queue(lines.into_iter()) || rest.len() > MAX_LINE_BYTES {
            break NoAnswer::Flood;
        }
    };
    mailbox.end(end);
}

fn take_lines(bytes: &mut Vec<u8>) -> Vec<String> {
    let Some(end) = bytes.iter().rposition(|b| matches!(b, b'\n' | b'\r')) else {
        return Vec::new();
    };
    let whole: Vec<u8> = bytes.drain(..=end).collect();
    String::from_utf8_lossy(&whole)
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn lines_come_whole_up_to_the_one_that_is_waited_for() {
        let mailbox = Mailbox::default();
        read_into(&mailbox, &b"id name x\r\noption\nuciok\nreadyok"[..], |line| line);
        let lines = mailbox.wait_for("uciok", soon()).unwrap();
        let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(lines, ["id name x", "option", "uciok"]);
        assert_eq!(mailbox.wait_for("readyok", soon()), Err(NoAnswer::Closed), "no whole line");
    }

    #[test]
    fn a_longer_word_is_not_the_one_waited_for() {
        let mailbox = Mailbox::default();
        read_into(&mailbox, &b"bestmoves\n  bestmove e2e4\n"[..], |line| line);
        let lines = mailbox.wait_for("bestmove", soon()).unwrap();
        assert_eq!(lines.len(), 2);
    }
}
