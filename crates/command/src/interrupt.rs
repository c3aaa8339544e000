//! Interrupts of long-running commands: they finish by themselves and keep their
//! results.

use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Set by an interrupt.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// The exit status of a program ended by an interrupt, as in shells.
const STATUS_INTERRUPTED: i32 = 130;

/// Nothing interrupts a program in a browser.
#[cfg(target_family = "wasm")]
mod ctrlc {
    pub(super) fn set_handler(_: impl FnMut() + Send + 'static) -> std::io::Result<()> {
        Ok(())
    }
}

/// From now on, an interrupt or a request to terminate sets this flag instead of ending
/// the program.
///
/// # Errors
/// If the system does not allow it, or on a second call.
pub fn watch() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| INTERRUPT.store(true, Relaxed)).context("interrupts cannot be caught")?;
    Ok(&INTERRUPT)
}

/// Like [`watch`], but a second interrupt calls `at_once` and ends the program
/// immediately: its output may be blocked.
///
/// # Errors
/// As for [`watch`].
pub fn watch_twice(at_once: fn()) -> anyhow::Result<&'static AtomicBool> {
    let mut is_second = false;
    let handler = move || {
        INTERRUPT.store(true, Relaxed);
        if is_second {
            at_once();
            std::process::exit(STATUS_INTERRUPTED);
        }
        is_second = true;
    };
    ctrlc::set_handler(handler).context("interrupts cannot be caught")?;
    Ok(&INTERRUPT)
}

/// From now on, an interrupt sets this flag instead of ending the program. A request to
/// terminate still ends it.
///
/// # Errors
/// If the system does not allow it.
pub fn watch_keyboard() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::<AtomicBool>::default();
    let own = Arc::clone(&flag);
    #[cfg(unix)]
    let watched = signal_hook::flag::register(signal_hook::consts::SIGINT, own).map(drop);
    #[cfg(not(unix))]
    let watched = ctrlc::set_handler(move || own.store(true, Relaxed));
    watched.context("interrupts cannot be caught")?;
    Ok(flag)
}
