//! `plyglot match` as its users call it, and what is left of it.

use super::engine::{PATIENCE, PLYGLOT};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PLYGLOT);
    command.arg("match").args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays a match to its end; gives what it printed.
///
/// # Panics
/// If it fails.
#[track_caller]
pub fn play(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = command(arguments).output().expect("plyglot starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{arguments:?}: {status}\n{stdout}\n{stderr}");
    stdout.into_owned()
}

/// Plays a match that fails; gives its exit status, what it printed, and what
/// it said on stderr.
#[track_caller]
pub fn play_badly(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(arguments).output().expect("plyglot starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(!status.success(), "{arguments:?}: {}\n{}", text(&stdout), text(&stderr));
    (status.code(), text(&stdout), text(&stderr))
}

/// A match that is not waited for.
pub fn start(arguments: &[&str]) -> Child {
    command(arguments).spawn().expect("plyglot starts")
}

/// The processes, dead ones aside, with this text among their arguments (Linux).
pub fn processes(mark: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir("/proc") else { return Vec::new() };
    let line = |path: PathBuf| std::fs::read_to_string(path.join("cmdline")).ok();
    let lines = folder.flatten().filter_map(|entry| line(entry.path()));
    lines.filter(|line| line.split('\0').any(|word| word == mark)).collect()
}

/// Fails if a process with this mark is left, once those that are dying are dead.
#[track_caller]
pub fn expect_none_left(mark: &str) {
    let start = Instant::now();
    while !processes(mark).is_empty() {
        assert!(start.elapsed() < PATIENCE, "left behind: {:?}", processes(mark));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
