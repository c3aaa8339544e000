//! A running match, from the file of its `--live`.

use super::feed::{Feed, FeedReader};
use plyglot_answers::RequestRefusal;
use plyglot_support::files;
use plyglot_support::text::reason;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::Semaphore;

const POLL_INTERVAL: Duration = Duration::from_millis(100);
const MAX_WAITING_BYTES: usize = 1 << 20;
const MAX_LINE_BYTES: usize = 1 << 20;
const MAX_READERS: usize = 16;

#[derive(Debug)]
pub(super) struct WatchedMatch {
    path: PathBuf,
    readers: Arc<Semaphore>,
}

impl WatchedMatch {
    pub(super) fn new(path: PathBuf) -> WatchedMatch {
        WatchedMatch { path, readers: Arc::new(Semaphore::new(MAX_READERS)) }
    }
}

/// Everything of the match so far, and its news as they come.
pub(super) fn begin(watched: Option<&WatchedMatch>) -> Result<FeedReader, RequestRefusal> {
    let watched =
        watched.ok_or_else(|| RequestRefusal::unknown("no match is watched: see --watch"))?;
    let path = watched.path.clone();
    let reader = Arc::clone(&watched.readers)
        .try_acquire_owned()
        .map_err(|_| RequestRefusal::busy("too many pages watch the match"))?;
    Feed::begin("watch", move |feed| {
        follow(&path, feed);
        drop(reader);
    })
}

/// Sends the lines of a file as it grows, until its reader has gone. A file that begins with
/// another line is another match, which is told from its beginning.
fn follow(path: &Path, feed: &Feed) {
    let mut is_waiting = false;
    while !feed.is_abandoned() {
        match files::open(path) {
            Ok(file) => {
                is_waiting = false;
                if let FollowEnd::NoMatch = follow_file(path, BufReader::new(file), feed) {
                    let error = format!("{} is not a file of match --live", path.display());
                    feed.say(&json!({ "type": "error", "error": error }));
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if !std::mem::replace(&mut is_waiting, true) {
                    feed.say(&json!({ "type": "waiting" }));
                }
                thread::sleep(POLL_INTERVAL);
            }
            Err(error) => {
                let error = format!("{}: {}", files::cannot_be_read(path), reason(&error));
                feed.say(&json!({ "type": "error", "error": error }));
                return;
            }
        }
    }
}

enum FollowEnd {
    AnotherMatch,
    Abandoned,
    NoMatch,
}

fn follow_file(path: &Path, mut file: BufReader<File>, feed: &Feed) -> FollowEnd {
    let mut lines = LiveLines::default();
    // By game: a page that comes late is spared those that are over.
    let mut searches = BTreeMap::new();
    while !feed.is_abandoned() {
        match lines.next(&mut file) {
            LiveLine::Whole(value) if value["type"] == "search" => {
                searches.insert(value["number"].as_u64(), value);
            }
            LiveLine::Whole(value) => {
                searches.remove(&value["number"].as_u64());
                feed.say(&value);
            }
            LiveLine::NoMatch => return FollowEnd::NoMatch,
            LiveLine::Incomplete => {
                std::mem::take(&mut searches).values().for_each(|search| feed.say(search));
                thread::sleep(POLL_INTERVAL);
                // The file may have been replaced before its first line was read.
                if first_line(path).is_some_and(|first| first != lines.head) {
                    return FollowEnd::AnotherMatch;
                }
            }
        }
        while feed.waiting() > MAX_WAITING_BYTES && !feed.is_abandoned() {
            thread::sleep(POLL_INTERVAL);
        }
    }
    FollowEnd::Abandoned
}

pub(super) enum LiveLine {
    Whole(Json),
    Incomplete,
    NoMatch,
}

/// The lines of a match's file, which grows while it is read. Lines that are no JSON objects are
/// skipped.
#[derive(Default)]
pub(super) struct LiveLines {
    /// The first line; empty before it is whole.
    head: Vec<u8>,
    line: Vec<u8>,
}

impl LiveLines {
    pub(super) fn next(&mut self, file: &mut impl BufRead) -> LiveLine {
        loop {
            let room = (MAX_LINE_BYTES - self.line.len()) as u64;
            let read = file.by_ref().take(room).read_until(b'\n', &mut self.line).unwrap_or(0);
            if self.line.len() == MAX_LINE_BYTES {
                return LiveLine::NoMatch;
            }
            if read == 0 || !self.line.ends_with(b"\n") {
                return LiveLine::Incomplete;
            }
            let line = std::mem::take(&mut self.line);
            let value = serde_json::from_slice::<Json>(&line).unwrap_or_default();
            if self.head.is_empty() {
                if value["type"] != "match" {
                    return LiveLine::NoMatch;
                }
                self.head = line;
            }
            if value.is_object() {
                return LiveLine::Whole(value);
            }
        }
    }
}

fn first_line(path: &Path) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut file = BufReader::new(File::open(path).ok()?).take(MAX_LINE_BYTES as u64);
    file.read_until(b'\n', &mut line).ok()?;
    if !line.ends_with(b"\n") {
        return None;
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_replaced_while_it_is_empty_is_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, next) = (folder.path().join("live"), folder.path().join("next"));
        std::fs::write(&path, "").expect("a file");
        let opened = BufReader::new(File::open(&path).expect("it exists"));
        std::fs::write(&next, "{\"type\":\"match\"}\n").expect("a file");
        std::fs::rename(&next, &path).expect("it takes its place");
        let end = follow_file(&path, opened, &Feed::default());
        assert!(matches!(end, FollowEnd::AnotherMatch));
    }
}
