//! What the programs that run for long do when they are interrupted: they end
//! by themselves, with what they have.

use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Set by whoever interrupts the program.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// A flag that an interrupt or a request to terminate sets from now on,
/// instead of ending the program.
///
/// # Errors
/// When the system does not allow it, or when it is asked for a second time.
pub(crate) fn watch() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| INTERRUPT.store(true, Relaxed)).context("interrupts cannot be caught")?;
    Ok(&INTERRUPT)
}
