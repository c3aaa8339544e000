//! The process of an engine. It may crash, hang, flood its output, or leave child
//! processes running.

pub(crate) mod input;
pub(crate) mod mailbox;

use super::groups;
use super::log::Log;
use crate::plan::EngineSpec;
use input::{EngineInput, NotReading};
use mailbox::{Mailbox, read_into};
use plyglot_engine::Translator;
use plyglot_support::lock;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const EXIT_TIME: Duration = Duration::from_millis(300);
const POLL_INTERVAL: Duration = Duration::from_millis(2);
const STDERR_LINES: usize = 5;
const MAX_LINE: u64 = 4096;

#[derive(Debug)]
pub(crate) struct EngineProcess {
    name: String,
    child: Child,
    input: EngineInput,
    pub(crate) mailbox: Arc<Mailbox>,
    last_lines: Arc<Mutex<VecDeque<String>>>,
    stderr_end: Receiver<()>,
    log: Log,
}

impl EngineProcess {
    /// Starts the program, on Unix in its own process group. So its child processes can
    /// be ended with it, and an interrupt from the terminal reaches the match alone. What it says
    /// is logged as it is, and kept as UCI has it.
    pub(crate) fn start(
        spec: &EngineSpec,
        translator: Translator,
        log: Log,
    ) -> io::Result<EngineProcess> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        groups::enter(child.id());
        let output = child.stdout.take();
        let errors = child.stderr.take();
        let (stderr_open, stderr_end) = channel();
        // The engine is ended on every failure from here on.
        let process = EngineProcess {
            name: spec.name.clone(),
            input: EngineInput::new(child.stdin.take()),
            child,
            mailbox: Arc::default(),
            last_lines: Arc::default(),
            stderr_end,
            log,
        };
        if let Some(output) = output {
            let mailbox = Arc::clone(&process.mailbox);
            let log = process.log.clone();
            let name = process.name.clone();
            let received = move |line: String| {
                log.note(&name, '<', &line);
                translator.read(line)
            };
            spawn(move || read_into(&mailbox, output, received))?;
        }
        if let Some(errors) = errors {
            let last_lines = Arc::clone(&process.last_lines);
            spawn(move || {
                keep_last_lines(errors, &last_lines);
                drop::<Sender<()>>(stderr_open);
            })?;
        }
        Ok(process)
    }

    /// Sends one or more lines. Waits for an engine that does not read as long as
    /// `may_wait` returns true. A closed input is noticed when no answer comes.
    pub(crate) fn send(
        &mut self,
        line: &str,
        may_wait: impl Fn() -> bool,
    ) -> Result<(), NotReading> {
        line.lines().for_each(|line| self.log.note(&self.name, '>', line));
        self.input.write(&format!("{line}\n"), may_wait)
    }

    /// Whether the process has ended. Its output may still be open if a child process
    /// holds it.
    pub(crate) fn has_exited(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// The exit status, if it has ended, and its last lines on stderr.
    pub(crate) fn exit_report(&mut self) -> String {
        // The output closes a moment before the process exits.
        let state = match self.wait_for_exit(EXIT_TIME) {
            Some(status) => {
                // Its last words may still be on their way, and a child process may hold
                // stderr open.
                let _ = self.stderr_end.recv_timeout(EXIT_TIME);
                format!("it ended with {status}")
            }
            None => "it is still running".to_owned(),
        };
        let lines = lock(&self.last_lines);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        if lines.is_empty() {
            state
        } else {
            format!("{state}; last on stderr: {}", lines.join(" | "))
        }
    }

    fn wait_for_exit(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    fn kill(&mut self) {
        let leader = self.child.id();
        #[cfg(unix)]
        groups::send(leader, rustix::process::Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
        groups::leave(leader);
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Without waiting: an engine that does not read now will not read this.
        let _ = self.send("quit", || false);
        self.input.close();
        self.wait_for_exit(EXIT_TIME);
        self.kill();
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

/// Whether an engine could not be started for lack of file descriptors, processes,
/// threads or memory.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
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

/// Reads stderr to its end, so that the engine never blocks on it.
fn keep_last_lines(errors: impl Read, last_lines: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while let Ok(1..) = errors.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if !text.is_empty() {
            let mut lines = lock(last_lines);
            lines.push_back(text);
            if lines.len() > STDERR_LINES {
                lines.pop_front();
            }
        }
    }
}
