//! The standard streams of the program.
//!
//! Whoever started the program may have put them into non-blocking mode, as a
//! runtime does with its ends of a pipe or a terminal. Then the system refuses
//! what would have to wait, and the waiting is done here.

use std::fmt;
use std::io::{self, BufReader, ErrorKind, Read, Stderr, Stdin, Stdout, Write};
use system::Stream;

/// The standard input. `at_end` is called when a read finds its end for the first time.
pub(crate) fn input(at_end: fn()) -> BufReader<Input> {
    BufReader::new(Input { stream: io::stdin(), at_end: Some(at_end) })
}

/// The standard output.
pub(crate) fn output() -> StandardOutput<Stdout> {
    StandardOutput(io::stdout())
}

/// The standard error output.
pub(crate) fn errors() -> StandardOutput<Stderr> {
    StandardOutput(io::stderr())
}

/// Calls `on_closed` as soon as nobody can read the standard output any more.
///
/// It is for work that goes on when there is no input left: a client that has
/// died would else be noticed at the next word alone, and a perft may say none
/// for days. Only pipes and sockets are watched. Where they cannot be, the
/// next word has to do.
pub(crate) fn watch_output(on_closed: fn()) {
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

/// What a client sends.
pub(crate) struct Input {
    stream: Stdin,
    /// `None` once it was called.
    at_end: Option<fn()>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = patiently(&mut self.stream, system::wait_to_read, |stream| stream.read(buffer))?;
        if read == 0
            && !buffer.is_empty()
            && let Some(at_end) = self.at_end.take()
        {
            at_end();
        }
        Ok(read)
    }
}

/// Where a client or a person reads. An end of it that nobody reads is an error
/// that carries [`OutputClosed`].
pub(crate) struct StandardOutput<S>(S);

impl<S: Write + Stream> Write for StandardOutput<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        patiently(&mut self.0, system::wait_to_write, |stream| stream.write(bytes)).map_err(told)
    }

    fn flush(&mut self) -> io::Result<()> {
        patiently(&mut self.0, system::wait_to_write, S::flush).map_err(told)
    }
}

/// Nobody reads the output any more. That is no failure of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputClosed;

impl fmt::Display for OutputClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nobody reads the output any more")
    }
}

impl std::error::Error for OutputClosed {}

impl OutputClosed {
    /// Whether this is what an error says.
    pub(crate) fn is_told_by(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<OutputClosed>())
    }
}

fn told(error: io::Error) -> io::Error {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    match error.kind() {
        kind @ (BrokenPipe | ConnectionAborted | ConnectionReset) => {
            io::Error::new(kind, OutputClosed)
        }
        _ => error,
    }
}

/// What `work` gives once it need not wait any more.
fn patiently<S, T>(
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

    /// Waits until nobody can read this any more; `false` where that cannot be known.
    pub(super) fn wait_until_closed(stream: &impl Stream) -> bool {
        // Nothing is asked for but what is always told.
        let closed = PollFlags::ERR | PollFlags::HUP;
        is_pipe(stream)
            && wait(stream, PollFlags::empty()).is_ok_and(|told| told.intersects(closed))
    }

    /// A terminal or a file needs nobody at its other end.
    fn is_pipe(stream: &impl Stream) -> bool {
        let own = stream.as_fd().try_clone_to_owned().map(File::from);
        let kind = own.and_then(|file| file.metadata()).map(|known| known.file_type());
        kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
    }

    /// Waits for one of these, and says which came, with what is always told.
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

    /// From one try to the next.
    const MOMENT: Duration = Duration::from_millis(1);

    /// Any stream: it cannot be watched here.
    pub(super) trait Stream {}

    impl<S> Stream for S {}

    pub(super) fn wait_to_read(_stream: &impl Stream) -> io::Result<()> {
        std::thread::sleep(MOMENT);
        Ok(())
    }

    pub(super) fn wait_to_write(_stream: &impl Stream) -> io::Result<()> {
        std::thread::sleep(MOMENT);
        Ok(())
    }

    pub(super) fn wait_until_closed(_stream: &impl Stream) -> bool {
        false
    }
}
