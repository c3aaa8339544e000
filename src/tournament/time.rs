//! The time of a match, which stands still while the match is suspended.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the match has been suspended so far.
static SUSPENDED: Mutex<Duration> = Mutex::new(Duration::ZERO);

/// The time now. All moments that are compared with each other are taken here.
pub(super) fn now() -> Instant {
    let suspended = SUSPENDED.lock().unwrap_or_else(PoisonError::into_inner);
    Instant::now() - *suspended
}

/// Has Ctrl-Z suspend the engines as well, so that none thinks meanwhile, and
/// no clock run: both go on when the match does.
///
/// # Errors
/// When the system does not allow to wait for the signal.
#[cfg(unix)]
pub(super) fn watch_for_suspension() -> std::io::Result<()> {
    use signal_hook::consts::SIGTSTP;
    let mut signals = signal_hook::iterator::Signals::new([SIGTSTP])?;
    let wait = move || signals.forever().for_each(|_| suspend());
    std::thread::Builder::new().spawn(wait).map(drop)
}

#[cfg(not(unix))]
pub(super) fn watch_for_suspension() -> std::io::Result<()> {
    Ok(())
}

/// Whoever asks for the time waits until the match goes on.
#[cfg(unix)]
fn suspend() {
    use super::groups::signal_all;
    use rustix::process::Signal;
    let mut suspended = SUSPENDED.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    signal_all(Signal::STOP);
    // This stops all threads before the next line. It cannot fail.
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
    signal_all(Signal::CONT);
    *suspended += start.elapsed();
}
