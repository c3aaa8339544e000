//! The binary as its clients have it: a process with three pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The program under test.
pub const PLYGLOT: &str = env!("CARGO_BIN_EXE_plyglot");
/// Only against hangs: far more than any answer takes on a machine that has ten times
/// more to do than it can.
pub const PATIENCE: Duration = Duration::from_secs(600);
/// Characters of a line that are shown.
const MAX_SHOWN_CHARS: usize = 300;

/// A running engine. Whatever goes wrong, the whole dialogue is shown.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, String>>,
    errors: Option<JoinHandle<String>>,
    /// All that was said, `> ` before what was sent.
    dialogue: Vec<String>,
    /// How long to wait for a line.
    pub patience: Duration,
}

/// The output and status of an engine that has ended.
pub struct Remains {
    pub lines: Vec<String>,
    pub errors: String,
    pub status: ExitStatus,
    pub dialogue: String,
}

/// Starts the program with these arguments, behind pipes.
pub fn piped(arguments: &[&str], errors: Stdio) -> Child {
    let mut command = Command::new(PLYGLOT);
    command.args(arguments).env("RUST_BACKTRACE", "0").env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
    command.spawn().expect("the program under test starts")
}

impl Engine {
    pub fn start() -> Engine {
        Engine::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Engine {
        let mut child = piped(arguments, Stdio::piped());
        let lines = read_lines(child.stdout.take().expect("stdout is a pipe"));
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let input = child.stdin.take();
        Engine {
            child,
            input,
            lines,
            errors: Some(errors),
            dialogue: Vec::new(),
            patience: PATIENCE,
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are, line ends included.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let shown =
            String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX_SHOWN_CHARS)]).into_owned();
        self.dialogue.push(format!("> {}", shorten(shown.trim_end_matches('\n'))));
        let input = self.input.as_mut().expect("the input is still open");
        if let Err(error) = input.write_all(bytes).and_then(|()| input.flush()) {
            self.fail(&format!("the engine takes no input: {error}"));
        }
    }

    /// Ends the input, as a client does that goes away.
    pub fn end_input(&mut self) {
        self.dialogue.push("> (end of input)".to_owned());
        self.input = None;
    }

    /// The next line that the engine prints, or `None` at the end of its output.
    pub fn try_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(self.patience) {
            Ok(Ok(line)) => {
                self.dialogue.push(shorten(&line));
                Some(line)
            }
            Ok(Err(problem)) => self.fail(&problem),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => self.fail("the engine is silent"),
        }
    }

    pub fn line(&mut self) -> String {
        match self.try_line() {
            Some(line) => line,
            None => self.fail("the engine has ended its output"),
        }
    }

    pub fn expect(&mut self, expected: &str) {
        let line = self.line();
        if line != expected {
            self.fail(&format!("expected {expected:?}, got {line:?}"));
        }
    }

    /// Lines up to the one that begins with the word, which is the last.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let is_last = line.split(' ').next() == Some(word);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Sends a line and gives all that is printed until it is done. Not for
    /// `go`, during which `isready` is answered at once.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.flush()
    }

    /// All that is printed before the answer to `isready`.
    pub fn flush(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Searches and gives all that the search prints, its answer last.
    pub fn go(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove")
    }

    /// Ends the input and waits for the program to end by itself.
    pub fn finish(mut self) -> Remains {
        self.input = None;
        self.remains()
    }

    /// Waits for the program to end by itself, with its input as it is.
    pub fn remains(mut self) -> Remains {
        let mut lines = Vec::new();
        while let Some(line) = self.try_line() {
            lines.push(line);
        }
        let status = self.wait();
        let errors = self.errors.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        Remains { lines, errors, status, dialogue: self.dialogue.join("\n") }
    }

    /// Ends the program; it must end well and have printed nothing more.
    pub fn quit(self) {
        let remains = self.finish();
        remains.check_good();
        assert!(remains.lines.is_empty(), "more was printed at the end of\n{}", remains.dialogue);
    }

    /// Gives up, showing all that was said.
    pub fn fail(&mut self, problem: &str) -> ! {
        let _ = self.child.kill();
        let errors = self.errors.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        panic!("{problem}\ndialogue:\n{}\nstderr: {errors}", self.dialogue.join("\n"))
    }

    /// Closes the reading end of the engine's output and gives the pipes' other ends.
    pub fn without_output(arguments: &[&str]) -> (Child, ChildStdin) {
        let mut child = piped(arguments, Stdio::null());
        drop(child.stdout.take());
        let input = child.stdin.take().expect("stdin is a pipe");
        (child, input)
    }

    fn wait(&mut self) -> ExitStatus {
        match wait(&mut self.child) {
            Some(status) => status,
            None => self.fail("the engine does not end"),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Remains {
    /// No panic, no complaint, exit status 0.
    pub fn check_good(&self) {
        let Remains { errors, status, dialogue, .. } = self;
        assert!(!errors.contains("panicked"), "a panic: {errors}\ndialogue:\n{dialogue}");
        assert!(status.success(), "{status}: {errors}\ndialogue:\n{dialogue}");
    }
}

/// How many searches were answered.
pub fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

/// Sends a process a signal such as `-INT`.
#[track_caller]
pub fn signal(id: u32, name: &str) {
    let sent = Command::new("kill").args([name, &id.to_string()]).status();
    assert!(sent.is_ok_and(|sent| sent.success()), "kill {name} {id}");
}

/// Waits for a process to end, but not for ever.
pub fn wait(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    None
}

/// Reads lines on a thread of its own, so that nobody waits for ever.
fn read_lines(stdout: ChildStdout) -> Receiver<Result<String, String>> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        let mut bytes = Vec::new();
        while stdout.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            if sender.send(whole_line(std::mem::take(&mut bytes))).is_err() {
                return;
            }
        }
    });
    lines
}

/// A line must be text and whole, and have no blank at its end (some clients
/// compare `readyok` byte by byte).
fn whole_line(mut bytes: Vec<u8>) -> Result<String, String> {
    let ending = bytes.pop();
    let line = String::from_utf8(bytes).map_err(|e| format!("a line that is no UTF-8: {e}"))?;
    match (ending, line.ends_with(char::is_whitespace)) {
        (Some(b'\n'), false) => Ok(line),
        (Some(b'\n'), true) => Err(format!("a line with blanks at its end: {line:?}")),
        _ => Err(format!("a line without its end: {line:?}")),
    }
}

fn shorten(line: &str) -> String {
    match line.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}... ({} bytes)", &line[..end], line.len()),
        None => line.to_owned(),
    }
}
