//! The process of an engine, which may do anything: die, hang, flood, or leave
//! children of its own behind.

use super::inlet::{Deaf, Inlet};
use super::log::Log;
use super::mailbox::{Arrived, Mailbox, Silence, read_into};
use super::plan::EngineSpec;
use super::{descendants, groups};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to leave when it is asked to.
const FAREWELL: Duration = Duration::from_millis(300);
/// Between two looks at whether it has left.
const LOOK: Duration = Duration::from_millis(2);
/// Lines of its stderr that are kept for the report.
const LAST_LINES: usize = 5;
/// Bytes of a line of stderr that are kept.
const LONGEST_LINE: u64 = 4096;

/// An engine that runs.
#[derive(Debug)]
pub(super) struct EngineProcess {
    name: String,
    child: Child,
    /// Known of all that it starts.
    mark: String,
    input: Inlet,
    mailbox: Arc<Mailbox>,
    last_lines: Arc<Mutex<VecDeque<String>>>,
    log: Log,
}

impl EngineProcess {
    /// Starts the program, in a process group of its own where there are such:
    /// so whatever it starts itself can be ended with it, and an interrupt
    /// from the terminal reaches the match alone.
    ///
    /// # Errors
    /// When the program cannot be started; see [`is_shortage`].
    pub(super) fn start(spec: &EngineSpec, log: Log) -> io::Result<EngineProcess> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mark = descendants::new_mark();
        command.env(descendants::VARIABLE, &mark);
        let mut child = command.spawn()?;
        groups::enter(child.id());
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (mailbox, last_lines) = (Arc::default(), Arc::default());
        let (name, input) = (spec.name.clone(), Inlet::new(input));
        // Whatever fails from here on, the engine is ended.
        let process = EngineProcess { name, child, mark, input, mailbox, last_lines, log };
        if let Some(output) = output {
            let (mailbox, log) = (Arc::clone(&process.mailbox), process.log.clone());
            let name = process.name.clone();
            spawn(move || read_into(&mailbox, output, |line| log.note(&name, '<', line)))?;
        }
        if let Some(errors) = errors {
            let last_lines = Arc::clone(&process.last_lines);
            spawn(move || keep_last_lines(errors, &last_lines))?;
        }
        Ok(process)
    }

    /// Sends one or more lines, waiting for an engine that does not read as
    /// long as `may_wait` says. That it closed its input shows when it does
    /// not answer.
    pub(super) fn send(&mut self, line: &str, may_wait: impl Fn() -> bool) -> Result<(), Deaf> {
        line.lines().for_each(|line| self.log.note(&self.name, '>', line));
        self.input.write(&format!("{line}\n"), may_wait)
    }

    /// Forgets what was said so far: it was not asked for.
    pub(super) fn forget(&self) {
        self.mailbox.clear();
    }

    /// Waits for a line whose first word is `word`; gives the lines up to it,
    /// which is the last.
    pub(super) fn wait_for(&self, word: &str, deadline: Instant) -> Result<Arrived, Silence> {
        self.mailbox.wait_for(word, deadline)
    }

    /// Whether the process has ended. Its output may be open all the same,
    /// where it left a child of its own behind.
    pub(super) fn has_left(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// How the process ended if it did, and what it last said on stderr.
    pub(super) fn last_words(&mut self) -> String {
        // Output closes a moment before the process is gone.
        let state = match self.wait_to_leave(FAREWELL) {
            Some(status) => format!("it ended with {status}"),
            None => "it is still running".to_owned(),
        };
        let lines = self.last_lines.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        match lines.is_empty() {
            true => state,
            false => format!("{state}; last on stderr: {}", lines.join(" | ")),
        }
    }

    fn wait_to_leave(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(LOOK);
        }
    }

    /// Ends the engine and all that it started.
    fn kill(&mut self) {
        let leader = self.child.id();
        #[cfg(unix)]
        groups::send(leader, rustix::process::Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
        groups::leave(leader);
        descendants::kill(&self.mark);
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Who does not read now will not read this.
        let _ = self.send("quit", || false);
        self.input.close();
        self.wait_to_leave(FAREWELL);
        self.kill();
    }
}

/// A thread that nobody waits for.
fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

/// Whether an engine could not be started because the runner has no more
/// descriptors, processes, threads or memory.
pub(super) fn is_shortage(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let scarce = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
        Errno::from_io_error(error).is_some_and(|error| scarce.contains(&error))
    }
    #[cfg(not(unix))]
    {
        error.kind() == io::ErrorKind::OutOfMemory
    }
}

/// Reads stderr to its end, so that the engine never waits for it.
fn keep_last_lines(errors: impl Read, last_lines: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while let Ok(1..) = errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if !text.is_empty() {
            let mut lines = last_lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push_back(text);
            if lines.len() > LAST_LINES {
                lines.pop_front();
            }
        }
    }
}
