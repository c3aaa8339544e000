//! Finds and kills all processes that an engine has started. On Linux a mark in the
//! environment identifies them, as child processes inherit it. On other systems only
//! the engine's process group is ended.

use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, SystemTime};

/// The environment variable that contains the mark.
pub(super) const VARIABLE: &str = "PLYGLOT_ENGINE";
/// The most scans of all processes: those found may start others before they end.
const MAX_SCANS: u32 = 20;
/// The pause between two scans.
const PAUSE: Duration = Duration::from_millis(2);

/// The common prefix of the marks of all engines of this process. The process
/// identifier and the time make it unique.
pub(super) fn common_mark() -> &'static str {
    static COMMON: OnceLock<String> = OnceLock::new();
    COMMON.get_or_init(|| {
        let time = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        format!("{}.{}.", std::process::id(), time.as_nanos())
    })
}

/// A mark that no other engine has.
pub(super) fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", common_mark(), NEXT.fetch_add(1, Relaxed))
}

/// Kills every process whose mark begins with `mark`.
pub(super) fn kill(mark: &str) {
    let entry = format!("{VARIABLE}={mark}");
    for _ in 0..MAX_SCANS {
        let found = marked(&entry);
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(end);
        thread::sleep(PAUSE);
    }
}

/// The processes whose environment has an entry that begins with `entry`. Processes of
/// other users cannot be read, and those that have ended have no environment.
fn marked(entry: &str) -> Vec<i32> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    let is_marked = |id: &i32| {
        fs::read(format!("/proc/{id}/environ"))
            .is_ok_and(|all| all.split(|&b| b == 0).any(|one| one.starts_with(entry.as_bytes())))
    };
    let ids = folder.flatten().filter_map(|file| file.file_name().to_str()?.parse().ok());
    ids.filter(is_marked).collect()
}

#[cfg(unix)]
fn end(id: i32) {
    if let Some(id) = rustix::process::Pid::from_raw(id) {
        // This fails if the process has already ended, which is fine.
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end(_id: i32) {}
