//! Interrupts of long-running commands: they finish by themselves and keep their
//! results.

#[cfg(not(target_family = "wasm"))]
use anyhow::Context;
use plyglot_core::search::INTERRUPT;
#[cfg(unix)]
use plyglot_support::text::NO_THREAD;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two checks of the interrupt while there is nothing to do.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A tool that only prints is cut off after this time, once it has also worked this long: on a
/// machine that has more to do than it can, time alone says little. A build for tests needs about
/// ten times as long for the same work.
const GRACE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 800 } else { 80 });
/// The same where it waits for something, such as the reader of a full pipe.
const WAITING_GRACE: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 5_000 } else { 500 });
const GRACE_STEP: Duration = Duration::from_millis(10);

#[cfg(not(target_family = "wasm"))]
const NOT_CAUGHT: &str = "interrupts cannot be caught";

/// The exit status of a program ended by an interrupt, as in shells.
const STATUS_INTERRUPTED: i32 = 130;

/// How many [`Expendable`] there are.
static EXPENDABLE: AtomicUsize = AtomicUsize::new(0);

/// What a tool still has to do after an interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remainder {
    /// To print what it knows, which takes a moment. If it takes longer, the tool is cut off.
    Results,
    /// To write a state from which the same command goes on. It is cut off only while there is
    /// an [`Expendable`].
    State,
}

/// Says that what runs while it lives can be cut off by an interrupt: it changes no file, and what is
/// lost is soon done again.
#[derive(Debug)]
pub struct Expendable(());

impl Expendable {
    pub fn begin() -> Expendable {
        EXPENDABLE.fetch_add(1, Relaxed);
        Expendable(())
    }
}

impl Drop for Expendable {
    fn drop(&mut self) {
        EXPENDABLE.fetch_sub(1, Relaxed);
    }
}

/// From now on, an interrupt or a request to terminate sets this flag instead of ending
/// the program. A second one ends it at once with status 130, as does a `remainder` that takes
/// too long.
///
/// # Errors
/// If the system does not allow it, as on a second call on Windows.
pub fn watch(remainder: Remainder) -> anyhow::Result<&'static AtomicBool> {
    watch_with(remainder, || ())
}

/// Like [`watch`]; `before_exit` is called before the program is cut off.
pub fn watch_with(remainder: Remainder, before_exit: fn()) -> anyhow::Result<&'static AtomicBool> {
    let mut is_second = false;
    let handler = move || {
        INTERRUPT.store(true, Relaxed);
        if is_second {
            exit(before_exit);
        }
        is_second = true;
        // Without a thread, there is still the second interrupt.
        let _ = thread::Builder::new().spawn(move || cut_off(remainder, before_exit));
    };
    handle(handler)?;
    Ok(&INTERRUPT)
}

fn exit(before_exit: fn()) -> ! {
    before_exit();
    std::process::exit(STATUS_INTERRUPTED)
}

/// Ends the program if it does not end by itself.
fn cut_off(remainder: Remainder, before_exit: fn()) {
    let mut since = Instant::now();
    let mut worked = processor_time();
    loop {
        thread::sleep(GRACE_STEP);
        if remainder == Remainder::State && EXPENDABLE.load(Relaxed) == 0 {
            since = Instant::now();
            worked = processor_time();
            continue;
        }
        let time = since.elapsed();
        let is_busy = processor_time().saturating_sub(worked) >= GRACE;
        if time >= WAITING_GRACE || time >= GRACE && is_busy {
            exit(before_exit);
        }
    }
}

/// The time that the threads of this program have worked; none where it is not known.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanoseconds = u64::try_from(time.tv_nsec).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn processor_time() -> Duration {
    Duration::ZERO
}

/// From now on, an interrupt sets this flag instead of ending the program. One that comes before
/// the flag was taken back ends it all the same, as does a request to terminate.
pub fn watch_keyboard() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::<AtomicBool>::default();
    let own = Arc::clone(&flag);
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGINT;
        let earlier = Arc::clone(&flag);
        signal_hook::flag::register_conditional_shutdown(SIGINT, STATUS_INTERRUPTED, earlier)
            .context(NOT_CAUGHT)?;
        signal_hook::flag::register(SIGINT, own).context(NOT_CAUGHT)?;
    }
    #[cfg(not(unix))]
    handle(move || {
        if own.swap(true, Relaxed) {
            std::process::exit(STATUS_INTERRUPTED);
        }
    })?;
    Ok(flag)
}

/// Calls `handler` in a thread of its own at each interrupt and request to terminate.
#[cfg(unix)]
fn handle(mut handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]);
    let mut signals = signals.context(NOT_CAUGHT)?;
    let thread = thread::Builder::new().name("interrupts".to_owned());
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
