//! The time of a match, which stops while the match is suspended.

use plyglot_support::lock;
use std::sync::Mutex;
use std::time::{Duration, Instant};

static SUSPENDED: Mutex<Duration> = Mutex::new(Duration::ZERO);

pub(crate) fn now() -> Instant {
    let suspended = lock(&SUSPENDED);
    Instant::now() - *suspended
}

/// Makes Ctrl-Z suspend the engines as well: none of them thinks and no clock runs
/// until the match continues.
#[cfg(unix)]
pub(crate) fn watch_for_suspension() -> std::io::Result<()> {
    use signal_hook::consts::SIGTSTP;
    let mut signals = signal_hook::iterator::Signals::new([SIGTSTP])?;
    let wait = move || signals.forever().for_each(|_| suspend());
    std::thread::Builder::new().spawn(wait).map(drop)
}

#[cfg(not(unix))]
pub(crate) fn watch_for_suspension() -> std::io::Result<()> {
    Ok(())
}

/// Suspends the match and its engines. Callers of [`now`] block until it continues.
#[cfg(unix)]
fn suspend() {
    use super::groups::signal_all;
    use rustix::process::Signal;
    let mut suspended = lock(&SUSPENDED);
    let start = Instant::now();
    signal_all(Signal::STOP);
    // This stops all threads before the next line. It cannot fail.
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
    signal_all(Signal::CONT);
    *suspended += start.elapsed();
}
