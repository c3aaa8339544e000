//! A running match, from the file of its `--live`.

use super::feed::{Feed, Writer};
use super::refusal::Refusal;
use super::site::Site;
use hyper::StatusCode;
use serde_json::{Value as Json, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// The time between two looks at the file.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The most bytes that wait for a reader.
const MAX_WAITING: usize = 1 << 20;
/// The longest line, in bytes.
const MAX_LINE: usize = 1 << 20;
/// The most readers.
const MAX_READERS: usize = 16;

/// The readers of now.
static READERS: AtomicUsize = AtomicUsize::new(0);

/// Counts a reader as long as it is there.
struct Reader;

impl Reader {
    fn new() -> Option<Reader> {
        let one_more = |readers| (readers < MAX_READERS).then_some(readers + 1);
        READERS.fetch_update(Relaxed, Relaxed, one_more).ok().map(|_| Reader)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        READERS.fetch_sub(1, Relaxed);
    }
}

/// Everything so far of the match, and what comes.
///
/// # Errors
/// If no match is watched, or too many readers do.
pub(super) fn begin(site: &Site) -> Result<Arc<Feed>, Refusal> {
    let none = || Refusal::new(StatusCode::NOT_FOUND, "no match is watched: see --watch");
    let path = site.watched.clone().ok_or_else(none)?;
    let reader = Reader::new().ok_or_else(|| Refusal::busy("too many pages watch the match"))?;
    let feed = Arc::<Feed>::default();
    let writer = Writer(Arc::clone(&feed));
    let follow = move || {
        let _reader = reader;
        follow(&path, &writer.0);
    };
    let begun = thread::Builder::new().name("watch".to_owned()).spawn(follow);
    begun.map_err(|_| Refusal::busy("the system has no thread left"))?;
    Ok(feed)
}

/// Sends the lines of a file as it grows, until its reader has gone. A file that begins with
/// another line is another match, which is told from its beginning.
fn follow(path: &Path, feed: &Feed) {
    while !feed.is_left() {
        let told = File::open(path).map(|file| tell(path, BufReader::new(file), feed));
        match told {
            Ok(Told::Other) => {}
            Ok(Told::Wrong) => {
                feed.say(&json!({ "type": "error", "error": "the file is no record of a match" }));
                return;
            }
            Err(_) => thread::sleep(POLL_INTERVAL),
        }
    }
}

/// Why a file is no longer told.
enum Told {
    /// There is another match in its place, or nobody listens any more.
    Other,
    /// It has no lines.
    Wrong,
}

/// Sends the lines of an open file.
fn tell(path: &Path, mut file: BufReader<File>, feed: &Feed) -> Told {
    let (mut head, mut line) = (Vec::new(), Vec::new());
    while !feed.is_left() {
        let room = (MAX_LINE - line.len()) as u64;
        let read = file.by_ref().take(room).read_until(b'\n', &mut line).unwrap_or(0);
        if line.len() == MAX_LINE {
            return Told::Wrong;
        }
        if read == 0 || !line.ends_with(b"\n") {
            thread::sleep(POLL_INTERVAL);
            if !head.is_empty() && first_line(path).is_some_and(|first| first != head) {
                return Told::Other;
            }
            continue;
        }
        if let Ok(value) = serde_json::from_slice::<Json>(&line) {
            feed.say(&value);
        }
        if head.is_empty() {
            head.clone_from(&line);
        }
        line.clear();
        while feed.waiting() > MAX_WAITING && !feed.is_left() {
            thread::sleep(POLL_INTERVAL);
        }
    }
    Told::Other
}

/// The first line of a file, if it is whole.
fn first_line(path: &Path) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut file = BufReader::new(File::open(path).ok()?).take(MAX_LINE as u64);
    file.read_until(b'\n', &mut line).ok()?;
    line.ends_with(b"\n").then_some(line)
}
