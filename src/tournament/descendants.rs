//! All that an engine has started, wherever it has gone: known by a mark in
//! its environment, which goes from a process to those that it starts (Linux;
//! elsewhere only what stays in an engine's process group is found).

use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, SystemTime};

/// The variable of the environment that has the mark.
pub(super) const VARIABLE: &str = "PLYGLOT_ENGINE";
/// Looks at all processes, as those found may start others before they end.
const MOST_LOOKS: u32 = 20;
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// What the marks of all engines of this process begin with. No other process
/// has had the same, as no two have one number at one time.
pub(super) fn common_mark() -> &'static str {
    static COMMON: OnceLock<String> = OnceLock::new();
    COMMON.get_or_init(|| {
        let time = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        format!("{}.{}.", std::process::id(), time.as_nanos())
    })
}

/// A mark that no engine has had.
pub(super) fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", common_mark(), NEXT.fetch_add(1, Relaxed))
}

/// Kills every process whose mark begins with this one.
pub(super) fn kill(mark: &str) {
    let entry = format!("{VARIABLE}={mark}");
    for _ in 0..MOST_LOOKS {
        let found = marked(&entry);
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(end);
        thread::sleep(PAUSE);
    }
}

/// The processes with an entry of their environment that begins so. Those of
/// other users cannot be looked into, and those that have ended have none.
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
        // It fails where the process is gone, which is the aim.
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end(_id: i32) {}
