//! The program around a search without threads, such as a page's worker: no other thread can stop it.

use crate::instant::Instant;

/// Whether there is such a program.
pub(super) const HAS_HOST: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(super) fn stops(_: Instant) -> bool {
    false
}

/// Lets the host do other things, twenty times a second. Whether the search is to stop.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(super) fn stops(now: Instant) -> bool {
    use std::cell::Cell;
    use std::time::Duration;

    /// The time from one turn of the host to the next, which may take it a millisecond.
    const PACE: Duration = Duration::from_millis(50);

    #[link(wasm_import_module = "plyglot")]
    unsafe extern "C" {
        /// The host's turn: 1 if the search is to stop. It touches no memory of ours.
        safe fn pause() -> u32;
    }

    thread_local! {
        static LAST_TURN: Cell<Option<Instant>> = const { Cell::new(None) };
    }

    if LAST_TURN.get().is_some_and(|last| now.saturating_duration_since(last) < PACE) {
        return false;
    }
    let stops = pause() != 0;
    if !stops {
        LAST_TURN.set(Some(Instant::now()));
    }
    stops
}
