//! The way into an engine, which may not be reading: nobody waits for it
//! longer than he wants to.

use std::io::{ErrorKind, Write};
use std::process::ChildStdin;
use std::time::Duration;

/// Between two questions whether to go on waiting.
const LOOK: Duration = Duration::from_millis(50);

/// The engine does not read what it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deaf;

/// An engine's input.
#[derive(Debug)]
pub(super) struct Inlet {
    /// `None` once it is closed.
    pipe: Option<ChildStdin>,
}

impl Inlet {
    pub(super) fn new(pipe: Option<ChildStdin>) -> Inlet {
        #[cfg(unix)]
        if let Some(pipe) = &pipe {
            // It does not fail with a pipe, and if it did, writing would wait.
            let _ = rustix::io::ioctl_fionbio(pipe, true);
        }
        Inlet { pipe }
    }

    /// Writes all of `text`. While there is no room for it, waits as long as
    /// `may_wait` says; nothing more is written after that, as a line that was
    /// cut in two means something else. That the other end is closed is no
    /// error: it shows when no answer comes.
    ///
    /// On systems other than Unix it waits as long as it takes.
    pub(super) fn write(&mut self, text: &str, may_wait: impl Fn() -> bool) -> Result<(), Deaf> {
        let mut rest = text.as_bytes();
        while !rest.is_empty()
            && let Some(pipe) = &mut self.pipe
        {
            match pipe.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if !may_wait() {
                        self.pipe = None;
                        return Err(Deaf);
                    }
                    wait_for_room(pipe);
                }
                Err(_) => self.pipe = None,
            }
        }
        Ok(())
    }

    /// Ends the input.
    pub(super) fn close(&mut self) {
        self.pipe = None;
    }
}

/// Waits until there is room in the pipe, or until it is time to look again.
#[cfg(unix)]
fn wait_for_room(pipe: &ChildStdin) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let patience = Timespec { tv_sec: 0, tv_nsec: i64::from(LOOK.subsec_nanos()) };
    // An interrupted wait is as good as one that is over.
    let _ = poll(&mut [PollFd::new(pipe, PollFlags::OUT)], Some(&patience));
}

#[cfg(not(unix))]
fn wait_for_room(_pipe: &ChildStdin) {
    std::thread::sleep(LOOK);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    fn start(command: &mut Command) -> (std::process::Child, Inlet) {
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it starts");
        let inlet = Inlet::new(child.stdin.take());
        (child, inlet)
    }

    /// More than any pipe holds.
    fn much() -> String {
        "0123456789abcde\n".repeat(1 << 18)
    }

    #[test]
    fn an_engine_that_does_not_read_is_not_waited_for() {
        let (mut child, mut inlet) = start(Command::new("sleep").arg("300"));
        let deadline = Instant::now() + Duration::from_millis(200);
        assert_eq!(inlet.write(&much(), || Instant::now() < deadline), Err(Deaf));
        assert_eq!(inlet.write("quit\n", || true), Ok(()), "nothing follows half a line");
        child.kill().and_then(|()| child.wait()).expect("it ends");
    }

    #[test]
    fn a_slow_reader_gets_all_of_a_long_text() {
        let mut slow = Command::new("sh");
        slow.args(["-c", "sleep 0.1; cat"]).stdout(Stdio::piped());
        let (mut child, mut inlet) = start(&mut slow);
        let mut output = child.stdout.take().expect("a pipe");
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).map(|_| text)
        });
        assert_eq!(inlet.write(&much(), || true), Ok(()));
        inlet.close();
        assert!(reader.join().expect("a thread").expect("text") == much());
        child.wait().expect("it ends");
    }

    #[test]
    fn a_closed_input_is_no_error() {
        let (mut child, mut inlet) = start(&mut Command::new("true"));
        child.wait().expect("it ends");
        assert_eq!(inlet.write("isready\n", || true), Ok(()));
    }
}
