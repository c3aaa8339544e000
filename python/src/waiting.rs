//! Waiting without the interpreter's lock. Python's signals are looked at all the while, so that
//! Ctrl-C ends it.

use pyo3::prelude::*;
use std::task::Poll;
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
