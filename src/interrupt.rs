//! What the programs that run for long do when they are interrupted: they end
//! by themselves, with what they have.

use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Set by whoever interrupts the program.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// The exit status of who was interrupted and did not end by himself, as
/// shells have it.
const INTERRUPTED: i32 = 130;

/// A flag that an interrupt or a request to terminate sets from now on,
/// instead of ending the program.
///
/// # Errors
/// When the system does not allow it, or when it is asked for a second time.
pub(crate) fn watch() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| INTERRUPT.store(true, Relaxed)).context("interrupts cannot be caught")?;
    Ok(&INTERRUPT)
}

/// As [`watch`], but a second interrupt ends the program at once, after
/// `at_once`: what it writes to may take nothing any more.
///
/// # Errors
/// As [`watch`].
pub(crate) fn watch_twice(at_once: fn()) -> anyhow::Result<&'static AtomicBool> {
    let mut is_second = false;
    let handler = move || {
        INTERRUPT.store(true, Relaxed);
        if is_second {
            at_once();
            std::process::exit(INTERRUPTED);
        }
        is_second = true;
    };
    ctrlc::set_handler(handler).context("interrupts cannot be caught")?;
    Ok(&INTERRUPT)
}
