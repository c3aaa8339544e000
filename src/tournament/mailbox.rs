//! What an engine has said and nobody has looked at yet.
//!
//! Its reader thread wakes the game's thread only for what that waits for:
//! at a few thousand nodes a move, being woken for every line of a search
//! would cost more than the search.

use super::time;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Lines, and when they came.
pub(super) type Arrived = Vec<(Instant, String)>;

/// Bytes that may wait here. An engine that says more between two questions
/// is flooding.
const MOST_BYTES: usize = 32 << 20;
/// Bytes of one line.
const LONGEST_LINE: usize = 1 << 20;
/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// Why an answer did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The deadline passed.
    Late,
    /// The engine closed its output.
    Closed,
    /// It said more than anyone could want to hear.
    Flood,
    /// It did not read what it was sent.
    Deaf,
}

#[derive(Debug, Default)]
pub(super) struct Mailbox {
    post: Mutex<Post>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Post {
    lines: VecDeque<(Instant, String)>,
    bytes: usize,
    /// The word that somebody waits for.
    awaited: String,
    end: Option<Silence>,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Post> {
        self.post.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Throws away what waits here.
    pub(super) fn clear(&self) {
        let mut post = self.lock();
        post.lines.clear();
        post.bytes = 0;
    }

    /// Waits for a line whose first word is `word`; gives the lines up to it,
    /// which is the last.
    pub(super) fn wait_for(&self, word: &str, deadline: Instant) -> Result<Arrived, Silence> {
        let mut post = self.lock();
        word.clone_into(&mut post.awaited);
        let mut looked_at = 0;
        loop {
            let new = post.lines.iter().skip(looked_at);
            if let Some(found) = new.into_iter().position(|(_, line)| begins_with(line, word)) {
                let found = looked_at + found;
                let lines = post.lines.drain(..=found).collect();
                post.bytes = post.lines.iter().map(|(_, line)| line.len()).sum();
                return Ok(lines);
            }
            looked_at = post.lines.len();
            if let Some(end) = post.end {
                return Err(end);
            }
            let patience = deadline.saturating_duration_since(time::now());
            if patience.is_zero() {
                return Err(Silence::Late);
            }
            let waited = self.arrived.wait_timeout(post, patience);
            post = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Puts lines here; `false` if there are too many.
    fn post(&self, lines: impl Iterator<Item = String>) -> bool {
        let now = time::now();
        let mut post = self.lock();
        let mut is_awaited = false;
        for line in lines {
            post.bytes += line.len();
            is_awaited |= begins_with(&line, &post.awaited);
            post.lines.push_back((now, line));
        }
        if is_awaited {
            self.arrived.notify_one();
        }
        post.bytes <= MOST_BYTES
    }

    fn end(&self, end: Silence) {
        self.lock().end = Some(end);
        self.arrived.notify_one();
    }
}

fn begins_with(line: &str, word: &str) -> bool {
    line.split_whitespace().next() == Some(word)
}

/// Reads an engine's output to its end, or until it is too much. The pipe is
/// closed then, so that a flood stops at its source.
pub(super) fn read_into(mailbox: &Mailbox, mut output: impl Read, mut log: impl FnMut(&str)) {
    let mut chunk = vec![0; CHUNK];
    let mut rest = Vec::new();
    let end = loop {
        let read = match output.read(&mut chunk) {
            Ok(0) => break Silence::Closed,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break Silence::Closed,
        };
        rest.extend_from_slice(&chunk[..read]);
        let lines = take_lines(&mut rest);
        lines.iter().for_each(|line| log(line));
        if !mailbox.post(lines.into_iter()) || rest.len() > LONGEST_LINE {
            break Silence::Flood;
        }
    };
    mailbox.end(end);
}

/// Takes the whole lines off the beginning of `bytes`.
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
        read_into(&mailbox, &b"id name x\r\noption\nuciok\nreadyok"[..], |_| ());
        let lines = mailbox.wait_for("uciok", soon()).unwrap();
        let lines: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
        assert_eq!(lines, ["id name x", "option", "uciok"]);
        assert_eq!(mailbox.wait_for("readyok", soon()), Err(Silence::Closed), "no whole line");
    }

    #[test]
    fn a_longer_word_is_not_the_one_waited_for() {
        let mailbox = Mailbox::default();
        read_into(&mailbox, &b"bestmoves\n  bestmove e2e4\n"[..], |_| ());
        let lines = mailbox.wait_for("bestmove", soon()).unwrap();
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn floods_are_cut_off() {
        for flood in [vec![b'x'; LONGEST_LINE + CHUNK], b"info depth 1\n".repeat(4 << 20)] {
            let mailbox = Mailbox::default();
            read_into(&mailbox, &flood[..], |_| ());
            assert_eq!(mailbox.wait_for("bestmove", soon()), Err(Silence::Flood));
        }
    }

    #[test]
    fn nobody_waits_beyond_the_deadline() {
        let mailbox = Mailbox::default();
        assert_eq!(mailbox.wait_for("bestmove", Instant::now()), Err(Silence::Late));
    }
}
