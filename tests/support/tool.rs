//! The tools of `plyglot` (`datagen`, `learn` and so on) as processes: run to their end,
//! refused, interrupted, killed, and short of disk or threads.

use super::engine::{PATIENCE, PLYGLOT, piped, wait};
use super::folder::Folder;
use std::io::Write as _;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// A run in a folder, so that its arguments are the same in each.
pub fn plyglot(folder: &Folder, arguments: &str) -> Command {
    quiet(Command::new(PLYGLOT), folder, arguments)
}

/// A run in a shell (of POSIX) that executes these commands before.
pub fn plyglot_after(before: &str, folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before}; exec \"$@\""), "sh", PLYGLOT]);
    quiet(command, folder, arguments)
}

/// A run whose files may grow to this many blocks of 512 or 1,024 bytes, as if the disk
/// were full then.
pub fn plyglot_on_full_disk(folder: &Folder, blocks: usize, arguments: &str) -> Command {
    plyglot_after(&format!("trap '' XFSZ; ulimit -f {blocks}"), folder, arguments)
}

/// A run with address space for the tables of many threads and not for their stacks. These
/// are large: what is left when one is refused is enough for the threads that have started.
pub fn plyglot_short_of_threads(folder: &Folder, arguments: &str) -> Command {
    plyglot_after("export RUST_MIN_STACK=1500000000; ulimit -v 4000000", folder, arguments)
}

fn quiet(mut command: Command, folder: &Folder, arguments: &str) -> Command {
    command.args(arguments.split_whitespace()).current_dir(folder.file(""));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("RUST_BACKTRACE", "0").env_remove("RUST_LOG");
    command
}

/// Runs a tool with this input to its end.
pub fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = piped(arguments, Stdio::piped());
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    // Who refuses its arguments reads nothing.
    let _ = writer.join().expect("no panic");
    output
}

/// Runs a command that must succeed and print nothing on stderr. Returns its stdout.
#[track_caller]
pub fn ended_well(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("plyglot starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success() && stderr.is_empty(), "{command:?}: {status}\n{stdout}\n{stderr}");
    stdout.into_owned()
}

/// Without the lines of progress, whose number depends on the clock.
pub fn without_progress(stdout: &str) -> String {
    stdout.split_inclusive('\n').filter(|line| !line.contains(" | ")).collect()
}

/// Runs a command that must end with this exit status and an error, which is a single line
/// if the status is 1. Returns its stderr.
#[track_caller]
pub fn refusal(command: Command, status: i32) -> String {
    let text = format!("{command:?}");
    let mut run = Running::start(command);
    assert!(wait(run.child()).is_some(), "{text} does not end");
    let output = run.output();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{text}\n{stdout}\n{stderr}");
    assert!(stderr.starts_with("error: ") && !stderr.contains("panicked"), "{text}\n{stderr}");
    assert!(status != 1 || stderr.lines().count() == 1, "{text}\n{stderr}");
    stderr
}

/// Runs a tool that must end as in [`refusal`], with these parts in its error.
#[track_caller]
pub fn check_refused(folder: &Folder, arguments: &str, status: i32, parts: &[&str]) {
    let said = refusal(plyglot(folder, arguments), status);
    let is_said = parts.iter().all(|part| said.contains(part));
    assert!(is_said, "{arguments}\nexpected {parts:?}\nfound    {said}");
}

/// A process that runs while the test does something else. It is killed when dropped.
pub struct Running(Option<Child>);

impl Running {
    /// Starts a command that prints little.
    pub fn start(mut command: Command) -> Running {
        Running(Some(command.spawn().expect("plyglot starts")))
    }

    /// Starts a command and drops its output.
    pub fn start_silently(mut command: Command) -> Running {
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Running::start(command)
    }

    fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("it is taken only at the end")
    }

    pub fn has_ended(&mut self) -> bool {
        self.status().is_some()
    }

    pub fn status(&mut self) -> Option<ExitStatus> {
        self.child().try_wait().expect("a child can be waited for")
    }

    /// Waits until something has happened, or the process has ended.
    #[track_caller]
    pub fn wait_until(&mut self, mut has_happened: impl FnMut() -> bool) {
        let start = Instant::now();
        while !has_happened() && !self.has_ended() {
            assert!(start.elapsed() < PATIENCE, "what the test waits for does not happen");
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    /// Sends a signal such as `-INT`. Returns whether the process was still running.
    pub fn signal(&mut self, signal: &str) -> bool {
        let id = self.child().id().to_string();
        let send = || Command::new("kill").args([signal, &id]).output();
        !self.has_ended() && send().expect("kill exists").status.success()
    }

    /// Kills the process (SIGKILL). Returns its exit status if it had ended by itself.
    pub fn kill(mut self) -> Option<ExitStatus> {
        let status = self.status();
        if status.is_none() {
            let child = self.child();
            child.kill().expect("it runs");
            child.wait().expect("a child can be waited for");
        }
        status
    }

    /// Waits for the process to end. Returns what it printed.
    pub fn output(mut self) -> Output {
        let child = self.0.take().expect("it is taken only at the end");
        child.wait_with_output().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
