//! The input pipe of an engine. Writing has a deadline, as the engine may not be
//! reading.

use std::io::{ErrorKind, Write};
use std::process::ChildStdin;
use std::time::Duration;

const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotReading;

#[derive(Debug)]
pub(crate) struct EngineInput {
    pipe: Option<ChildStdin>,
}

impl EngineInput {
    pub(crate) fn new(pipe: Option<ChildStdin>) -> EngineInput {
        #[cfg(unix)]
        if let Some(pipe) = &pipe {
            // This does not fail for a pipe. If it did, writes would only block.
            let _ = rustix::io::ioctl_fionbio(pipe, true);
        }
        EngineInput { pipe }
    }

    /// Writes all of `text`. While the pipe is full, waits as long as `may_wait`
    /// returns true. After that the pipe is closed, as a line cut in two would mean
    /// something else. A pipe closed by the engine is no error here: the missing answer
    /// will show it.
    ///
    /// On systems other than Unix the write blocks until the engine reads.
    pub(crate) fn write(
        &mut self,
        text: &str,
        may_wait: impl Fn() -> bool,
    ) -> Result<(), NotReading> {
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
                        return Err(NotReading);
                    }
                    wait_for_room(pipe);
                }
                Err(_) => self.pipe = None,
            }
        }
        Ok(())
    }

    pub(crate) fn close(&mut self) {
        self.pipe = None;
    }
}

#[cfg(unix)]
fn wait_for_room(pipe: &ChildStdin) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(POLL_INTERVAL.subsec_nanos()) };
    // An interrupted wait counts as finished.
    let _ = poll(&mut [PollFd::new(pipe, PollFlags::OUT)], Some(&timeout));
}

#[cfg(not(unix))]
fn wait_for_room(_pipe: &ChildStdin) {
    std::thread::sleep(POLL_INTERVAL);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    fn start(command: &mut Command) -> (std::process::Child, EngineInput) {
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it starts");
        let engine_input = EngineInput::new(child.stdin.take());
        (child, engine_input)
    }

    fn long_text() -> String {
        "0123456789abcde\n".repeat(1 << 18)
    }

    #[test]
    fn writing_to_an_engine_that_does_not_read_has_a_deadline() {
        let (mut child, mut engine_input) = start(Command::new("sleep").arg("300"));
        let deadline = Instant::now() + Duration::from_millis(200);
        assert_eq!(engine_input.write(&long_text(), || Instant::now() < deadline), Err(NotReading));
        assert_eq!(engine_input.write("quit\n", || true), Ok(()), "nothing follows half a line");
        child.kill().and_then(|()| child.wait()).expect("it ends");
    }

    #[test]
    fn a_slow_reader_gets_all_of_a_long_text() {
        let mut slow = Command::new("sh");
        slow.args(["-c", "sleep 0.1; cat"]).stdout(Stdio::piped());
        let (mut child, mut engine_input) = start(&mut slow);
        let mut output = child.stdout.take().expect("a pipe");
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).map(|_| text)
        });
        assert_eq!(engine_input.write(&long_text(), || true), Ok(()));
        engine_input.close();
        assert!(reader.join().expect("a thread").expect("text") == long_text());
        child.wait().expect("it ends");
    }

    #[test]
    fn a_closed_input_is_no_error() {
        let (mut child, mut engine_input) = start(&mut Command::new("true"));
        child.wait().expect("it ends");
        assert_eq!(engine_input.write("isready\n", || true), Ok(()));
    }
}
