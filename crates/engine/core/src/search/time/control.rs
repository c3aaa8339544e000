//! How a running search is controlled from outside: stop, and the ponder hit.

use plyglot_support::instant::Instant;
use plyglot_support::lock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};

/// Set when the program is interrupted: it ends every search of [`Control::until_interrupt`].
pub static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// The controls of one search. A new one belongs to each search, so that a
/// late `stop` for the last search cannot reach the next.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    start: Instant,
    /// When it began: its turn had come, and what it needs was there.
    turn: OnceLock<Instant>,
    /// When the clock began to run for a search that began as pondering.
    hit: OnceLock<Instant>,
    pondering: AtomicBool,
    infinite: bool,
    heeds_interrupt: bool,
    gate: Mutex<()>,
    released: Condvar,
}

impl Control {
    /// For a search that is asked for now. While pondering, and to its end if
    /// `infinite`, it gives no answer by itself.
    pub fn new(pondering: bool, infinite: bool) -> Control {
        Control {
            stop: AtomicBool::new(false),
            start: Instant::now(),
            turn: OnceLock::new(),
            hit: OnceLock::new(),
            pondering: AtomicBool::new(pondering),
            infinite,
            heeds_interrupt: false,
            gate: Mutex::new(()),
            released: Condvar::new(),
        }
    }

    /// For a search that ends with the program's work, as nobody else stops it.
    pub fn until_interrupt() -> Control {
        Control { heeds_interrupt: true, ..Control::default() }
    }

    #[cfg(test)]
    pub(crate) fn pondering_since(start: Instant) -> Control {
        Control { start, ..Control::new(true, false) }
    }

    /// Ends the search; it answers with what it has.
    pub fn stop(&self) {
        let _gate = lock(&self.gate);
        self.stop.store(true, Relaxed);
        self.released.notify_all();
    }

    /// The expected move was played: from now on the clock runs. Without
    /// effect on a search that is not pondering.
    pub fn ponderhit(&self) {
        let _gate = lock(&self.gate);
        if self.pondering.load(Relaxed) {
            self.hit.get_or_init(Instant::now);
            // A thread that sees that pondering is over also sees since when.
            self.pondering.store(false, Release);
            self.released.notify_all();
        }
    }

    /// Whether the search was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.heeds_interrupt && INTERRUPT.load(Relaxed)
    }

    /// The search begins now: what it waited for its turn, or for what it needs, is not its own
    /// time. Only the first call counts.
    pub(crate) fn begin(&self) {
        self.turn.get_or_init(Instant::now);
    }

    /// When the search began, or was asked for if it has not begun.
    pub fn start(&self) -> Instant {
        self.turn.get().copied().unwrap_or(self.start)
    }

    /// When the clock began to run; `None` while it does not.
    pub(crate) fn clock_start(&self) -> Option<Instant> {
        if self.pondering.load(Acquire) {
            return None;
        }
        let start = self.start();
        Some(self.hit.get().map_or(start, |&hit| hit.max(start)))
    }

    /// Whether the answer must be kept back for now.
    pub fn holds(&self) -> bool {
        !self.is_stopped() && (self.infinite || self.pondering.load(Relaxed))
    }

    /// Waits until the answer may be given. Without threads, nobody could release it.
    pub fn wait_for_release(&self) {
        let mut gate = lock(&self.gate);
        while self.holds() && !cfg!(target_family = "wasm") {
            gate = self.released.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Default for Control {
    fn default() -> Control {
        Control::new(false, false)
    }
}

pub(super) const HAS_HOST: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(super) fn stops(_: Instant) -> bool {
    false
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(super) fn stops(now: Instant) -> bool {
    use std::cell::Cell;
    use std::time::Duration;

    /// The time from one turn of the host to the next, which may take it a millisecond.
    const TURN_INTERVAL: Duration = Duration::from_millis(50);

    #[link(wasm_import_module = "plyglot")]
    unsafe extern "C" {
        /// The host's turn: 1 if the search is to stop. It touches no memory of ours.
        safe fn pause() -> u32;
    }

    thread_local! {
        static LAST_TURN: Cell<Option<Instant>> = const { Cell::new(None) };
    }

    if LAST_TURN.get().is_some_and(|last| now.saturating_duration_since(last) < TURN_INTERVAL) {
        return false;
    }
    let stops = pause() != 0;
    if !stops {
        LAST_TURN.set(Some(Instant::now()));
    }
    stops
}
