//! The program in a terminal, with somebody who types.

use super::engine::{PATIENCE, PLYGLOT, signal, wait};
use rustix::fs::{Mode, OFlags};
use rustix::pty::OpenptFlags;
use rustix::termios::{Termios, Winsize, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;

/// The codes that the line editor sends when it begins to read a line, and when it has read it.
const READING: &str = "\u{1b}[?2004h";
const HAS_READ: &str = "\u{1b}[?2004l";
/// A screen on which no line of the program breaks.
const COLUMNS: u16 = 100;
const ROWS: u16 = 50;

/// A running program and its terminal.
pub struct Terminal {
    child: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    /// All that was printed, with its escape codes.
    raw: Vec<u8>,
    /// The settings of the terminal before the program began.
    settings: Termios,
    /// The part of it that was looked at.
    seen: usize,
}

impl Terminal {
    /// Starts `plyglot play` with these arguments.
    pub fn play(arguments: &str) -> Terminal {
        let mut command = Command::new(PLYGLOT);
        command.arg("play").args(arguments.split_whitespace());
        Terminal::start(command)
    }

    pub fn start(command: Command) -> Terminal {
        Terminal::start_as(command, "xterm-256color")
    }

    /// Starts a program in a terminal of this kind.
    pub fn start_as(mut command: Command, kind: &str) -> Terminal {
        let (keyboard, screen) = pair();
        resize(&keyboard, COLUMNS, ROWS);
        let settings = tcgetattr(&screen).expect("a terminal has settings");
        let stream = || Stdio::from(screen.try_clone().expect("a copy of the screen"));
        command.stdin(stream()).stdout(stream()).stderr(stream());
        command.env("TERM", kind).env("RUST_BACKTRACE", "0").env_remove("RUST_LOG");
        if !command.get_envs().any(|(name, _)| name == "NO_COLOR") {
            command.env_remove("NO_COLOR");
        }
        let child = command.spawn().expect("the program starts");
        let keyboard = File::from(keyboard);
        let mut reader = keyboard.try_clone().expect("a copy of the keyboard");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Without a program on the other side, reading fails.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, keyboard, output, raw: Vec::new(), settings, seen: 0 }
    }

    pub fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Types a line and waits for the next prompt. Returns what was answered.
    #[track_caller]
    pub fn ask(&mut self, line: &str) -> String {
        self.keys(&format!("{line}\r"));
        self.prompt()
    }

    /// Waits for the next prompt. Returns what was printed before it.
    #[track_caller]
    pub fn prompt(&mut self) -> String {
        let printed = self.until(READING);
        // The editor draws the line that is typed again and again.
        match printed.split_once(HAS_READ) {
            Some((_, answer)) => screen(answer),
            None => screen(&printed),
        }
    }

    /// Waits until this is printed. Returns what was printed since the last call.
    #[track_caller]
    pub fn until(&mut self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let rest = &self.raw[self.seen..];
            let found = rest.windows(text.len()).position(|window| window == text.as_bytes());
            if let Some(found) = found {
                let end = self.seen + found + text.len();
                let printed = String::from_utf8_lossy(&self.raw[self.seen..end]).into_owned();
                self.seen = end;
                return printed;
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.raw.extend(bytes),
                Err(RecvTimeoutError::Timeout) => panic!("no {text:?} in\n{}", self.all()),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("ended; no {text:?} in\n{}", self.all())
                }
            }
        }
    }

    /// All that was printed so far, with its escape codes.
    pub fn all(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        resize(&self.keyboard, columns, rows);
        self.signal("-WINCH");
    }

    /// Sends a signal such as `-INT`.
    pub fn signal(&self, name: &str) {
        signal(self.child.id(), name);
    }

    /// Waits for the program to end; it must leave the terminal as it was. Returns its
    /// status and all that it printed.
    #[track_caller]
    pub fn end(mut self) -> (ExitStatus, String) {
        let status = wait(&mut self.child);
        // The reader ends with the program.
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.raw.extend(bytes);
        }
        let all = self.all();
        let left = tcgetattr(&self.keyboard).expect("a terminal has settings");
        let modes = |settings: &Termios| {
            let Termios { input_modes, output_modes, control_modes, local_modes, .. } = *settings;
            (input_modes, output_modes, control_modes, local_modes)
        };
        assert_eq!(modes(&left), modes(&self.settings), "{all}");
        (status.unwrap_or_else(|| panic!("does not end:\n{all}")), all)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Both sides of a new terminal: that of the person, and that of the program.
fn pair() -> (OwnedFd, OwnedFd) {
    let keyboard =
        rustix::pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    rustix::pty::grantpt(&keyboard).expect("it is ours");
    rustix::pty::unlockpt(&keyboard).expect("it can be opened");
    let name = rustix::pty::ptsname(&keyboard, Vec::new()).expect("it has a name");
    let screen = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty());
    (keyboard, screen.expect("its other side"))
}

fn resize(terminal: &impl std::os::fd::AsFd, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    rustix::termios::tcsetwinsize(terminal, size).expect("a terminal has a size");
}

/// The text on a screen after this output: lines written over lines, without escape codes.
pub fn screen(output: &str) -> String {
    let mut lines = vec![Vec::new()];
    let mut column = 0;
    let mut characters = output.chars();
    while let Some(c) = characters.next() {
        let line = lines.last_mut().expect("there is one");
        match c {
            '\n' => {
                lines.push(Vec::new());
                column = 0;
            }
            '\r' => column = 0,
            '\u{1b}' => {
                let mut code: String = characters.by_ref().take(1).collect();
                if code == "[" {
                    code.extend(characters.by_ref().take_while(|c| {
                        let is_last = ('@'..='~').contains(c);
                        // The last one tells what to do.
                        if is_last && matches!(c, 'J' | 'K') {
                            line.truncate(column);
                        }
                        !is_last
                    }));
                }
            }
            c => {
                line.resize(line.len().max(column + 1), ' ');
                line[column] = c;
                column += 1;
            }
        }
    }
    let lines = lines.into_iter().map(|line| line.into_iter().collect::<String>());
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
