//! Interrupts of long-running commands: they finish by themselves and keep their
//! results.

#[cfg(not(target_family = "wasm"))]
use anyhow::Context;
use plyglot_core::search::INTERRUPT;
#[cfg(unix)]
use plyglot_support::text::NO_THREAD;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The time between two checks of the interrupt while there is nothing to do.
pub const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[cfg(not(target_family = "wasm"))]
const NOT_CAUGHT: &str = "interrupts cannot be caught";

/// The exit status of a program ended by an interrupt, as in shells.
const STATUS_INTERRUPTED: i32 = 130;

/// From now on, an interrupt or a request to terminate sets this flag instead of ending
/// the program.
///
/// # Errors
/// If the system does not allow it, as on a second call on Windows.
pub fn watch() -> anyhow::Result<&'static AtomicBool> {
    handle(|| INTERRUPT.store(true, Relaxed))?;
    Ok(&INTERRUPT)
}

/// Like [`watch`], but a second interrupt calls `at_once` and ends the program
/// immediately: its output may be blocked.
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
    handle(handler)?;
    Ok(&INTERRUPT)
}

/// From now on, an interrupt sets this flag instead of ending the program. A request to
/// terminate still ends it.
pub fn watch_keyboard() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::<AtomicBool>::default();
    let own = Arc::clone(&flag);
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGINT, own).context(NOT_CAUGHT)?;
    #[cfg(not(unix))]
    handle(move || own.store(true, Relaxed))?;
    Ok(flag)
}

/// Calls `handler` in a thread of its own at each interrupt and request to terminate.
#[cfg(unix)]
fn handle(mut handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]);
    let mut signals = signals.context(NOT_CAUGHT)?;
    let thread = std::thread::Builder::new().name("interrupts".to_owned());
    let handling = thread.spawn(move || signals.forever().for_each(|_| handler()));
    handling.map(drop).context(NO_THREAD)
}

/// Calls `handler` in a thread of its own at each interrupt.
#[cfg(windows)]
fn handle(handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(handler).context(NOT_CAUGHT)
}

/// Nothing interrupts a program in a browser.
#[cfg(target_family = "wasm")]
fn handle(_: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    Ok(())
}
