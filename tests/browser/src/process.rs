//! Programs that are started, and killed in the end.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Enough for anything that happens soon, on any machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A program that ends with this value, also where a test fails.
#[derive(Debug)]
pub struct Process {
    child: Child,
    output: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts it; its output is read here.
    pub fn start(command: &mut Command) -> Process {
        let program = command.get_program().to_owned();
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child =
            command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Process { child, output }
    }

    /// The first value that lines of its output have; `None` if it ends before.
    pub fn read<T>(&mut self, mut find: impl FnMut(&str) -> Option<T>) -> Option<T> {
        self.output.by_ref().map_while(Result::ok).find_map(|line| find(&line))
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end, which must be a good one.
    pub fn finish(mut self) {
        self.output.by_ref().for_each(drop);
        let status = self.child.wait().expect("it can be waited for");
        assert!(status.success(), "{status}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until there is a value, and fails if there is none for long.
#[track_caller]
pub fn wait_for<T>(what: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "there is no {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a process this signal: KILL ends it as a crash would, STOP halts it.
pub fn signal(id: u32, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &id.to_string()]).status();
    assert!(status.expect("there is kill").success());
}

pub fn children(id: u32) -> Vec<u32> {
    let output = Command::new("pgrep").args(["-P", &id.to_string(), "-f", "."]).output();
    let text = String::from_utf8(output.expect("there is pgrep").stdout).expect("numbers");
    text.lines().filter_map(|line| line.parse().ok()).collect()
}
