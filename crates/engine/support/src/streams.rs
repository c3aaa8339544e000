//! The standard streams of the program.
//!
//! The parent process may have set them to non-blocking mode, as some runtimes do with
//! pipes and terminals. The system then returns `WouldBlock`, and this module waits.

use std::fmt;
use std::io::{self, BufReader, ErrorKind, Read, Stderr, Stdin, Stdout, Write};
use system::Stream;

/// The standard input. `at_end` is called when a read first reaches its end.
pub fn input(at_end: fn()) -> BufReader<Input> {
    BufReader::new(Input { stream: io::stdin(), at_end: Some(at_end) })
}

/// The standard output.
pub fn output() -> StandardOutput<Stdout> {
    StandardOutput(io::stdout())
}

/// The standard error.
pub fn errors() -> StandardOutput<Stderr> {
    StandardOutput(io::stderr())
}

/// Calls `on_closed` as soon as the standard output has no reader any more.
///
/// This serves work that continues without input. Otherwise a dead client would only be
/// noticed at the next line of output, and a perft may print nothing for days. Only
/// pipes and sockets can be watched; for others the next write fails.
pub fn watch_output(on_closed: fn()) {
    let output = io::stdout();
    let watch = move || {
        if system::wait_until_closed(&output) {
            on_closed();
        }
    };
    if let Err(error) = std::thread::Builder::new().name("watch".to_owned()).spawn(watch) {
        log::info!("no thread to watch the output: {error}");
    }
}

/// The standard input.
pub struct Input {
    stream: Stdin,
    /// `None` once called.
    at_end: Option<fn()>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read =
            retry_blocking(&mut self.stream, system::wait_to_read, |stream| stream.read(buffer))?;
        if read == 0
            && !buffer.is_empty()
            && let Some(at_end) = self.at_end.take()
        {
            at_end();
        }
        Ok(read)
    }
}

/// The standard output or the standard error. If it has no reader any more, writing
/// fails with an error that contains [`OutputClosed`].
pub struct StandardOutput<S>(S);

impl<S: Write + Stream> Write for StandardOutput<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        retry_blocking(&mut self.0, system::wait_to_write, |stream| stream.write(bytes))
            .map_err(as_output_closed)
    }

    fn flush(&mut self) -> io::Result<()> {
        retry_blocking(&mut self.0, system::wait_to_write, S::flush).map_err(as_output_closed)
    }
}

/// The output has no reader any more, which is not a failure of the program.
#[derive(Clone, Copy, Debug)]
pub struct OutputClosed;

impl fmt::Display for OutputClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the output has no reader")
    }
}

impl std::error::Error for OutputClosed {}

impl OutputClosed {
    /// Whether this error contains [`OutputClosed`].
    pub fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<OutputClosed>())
    }
}

fn as_output_closed(error: io::Error) -> io::Error {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    match error.kind() {
        kind @ (BrokenPipe | ConnectionAborted | ConnectionReset) => {
            io::Error::new(kind, OutputClosed)
        }
        _ => error,
    }
}

/// Repeats `work` until it no longer returns `WouldBlock`; waits between the attempts.
fn retry_blocking<S, T>(
    stream: &mut S,
    wait: fn(&S) -> io::Result<()>,
    mut work: impl FnMut(&mut S) -> io::Result<T>,
) -> io::Result<T> {
    loop {
        match work(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => wait(stream)?,
            done => return done,
        }
    }
}

#[cfg(unix)]
mod system {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    pub(super) use std::os::fd::AsFd as Stream;

    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileTypeExt;

    pub(super) fn wait_to_read(stream: &impl Stream) -> io::Result<()> {
        wait(stream, PollFlags::IN).map(|_| ())
    }

    pub(super) fn wait_to_write(stream: &impl Stream) -> io::Result<()> {
        wait(stream, PollFlags::OUT).map(|_| ())
    }

    /// Waits until the stream has no reader any more; `false` if that cannot be known.
    pub(super) fn wait_until_closed(stream: &impl Stream) -> bool {
        // `poll` always reports these two, so nothing else is requested.
        let closed = PollFlags::ERR | PollFlags::HUP;
        is_pipe(stream)
            && wait(stream, PollFlags::empty())
                .is_ok_and(|as_output_closed| as_output_closed.intersects(closed))
    }

    /// Terminals and files are always writable, so only pipes and sockets are watched.
    fn is_pipe(stream: &impl Stream) -> bool {
        let own = stream.as_fd().try_clone_to_owned().map(File::from);
        let kind = own.and_then(|file| file.metadata()).map(|known| known.file_type());
        kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
    }

    /// Waits for one of the events. Returns those that occurred, with errors and
    /// hang-ups.
    fn wait(stream: &impl Stream, wanted: PollFlags) -> io::Result<PollFlags> {
        let mut watched = [PollFd::new(stream, wanted)];
        loop {
            match poll(&mut watched, None) {
                Ok(_) => return Ok(watched[0].revents()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::time::Duration;

    const RETRY_INTERVAL: Duration = Duration::from_millis(1);

    /// A stub: streams cannot be watched on this system.
    pub(super) trait Stream {}

    impl<S> Stream for S {}

    pub(super) fn wait_to_read(_stream: &impl Stream) -> io::Result<()> {
        std::thread::sleep(RETRY_INTERVAL);
        Ok(())
    }

    pub(super) fn wait_to_write(_stream: &impl Stream) -> io::Result<()> {
        std::thread::sleep(RETRY_INTERVAL);
        Ok(())
    }

    pub(super) fn wait_until_closed(_stream: &impl Stream) -> bool {
        false
    }
}
