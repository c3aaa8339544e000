//! Work on other threads without the interpreter's lock. Python's signals are looked at all the
//! while, so that Ctrl-C ends it.

use pyo3::prelude::*;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

/// From one look at the signals to the next.
pub(crate) const MOMENT: Duration = Duration::from_millis(50);

/// Takes steps of at most so long until one is the last.
///
/// # Errors
/// What a signal raised, such as `KeyboardInterrupt`.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    mut step: impl FnMut(Duration) -> Poll<T> + Send,
) -> PyResult<T> {
    loop {
        let done = py.detach(|| {
            let start = Instant::now();
            loop {
                let left = MOMENT.saturating_sub(start.elapsed());
                match step(left) {
                    Poll::Pending if !left.is_zero() => {}
                    done => return done,
                }
            }
        });
        if let Poll::Ready(done) = done {
            return Ok(done);
        }
        py.check_signals()?;
    }
}

/// Does some work on a thread of its own; a signal calls `stop`, and the work must end then.
///
/// # Errors
/// What a signal raised, or if the system provides no thread. A panic goes on.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
    stop: impl Fn(),
) -> PyResult<T> {
    thread::scope(|scope| {
        let caller = thread::current();
        let work = move || {
            let done = work();
            caller.unpark();
            done
        };
        let work = thread::Builder::new().name("study".to_owned()).spawn_scoped(scope, work)?;
        let waited = wait(py, |left: Duration| {
            if !work.is_finished() {
                thread::park_timeout(left);
            }
            if work.is_finished() { Poll::Ready(()) } else { Poll::Pending }
        });
        if waited.is_err() {
            stop();
        }
        let done = py.detach(|| work.join());
        let done = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        waited.map(|()| done)
    })
}
