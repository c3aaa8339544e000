//! The settings of the terminal, which a program that is ended leaves as they were.

use anyhow::Context;
use plyglot_support::text::NO_THREAD;
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use signal_hook::consts::signal::*;
use std::io;

/// From now on, a signal from outside that ends the program leaves the terminal of the input
/// as it is now. While a line is edited, its settings are others: without this, a program
/// that is ended would leave a shell that does not show what is typed. An interrupt is not
/// among them, as it does not end the program.
pub fn restore_when_ended() -> anyhow::Result<()> {
    /// The signals that end a program, can be caught, and are not a fault of its own.
    const ENDING: [i32; 14] = [
        SIGABRT, SIGALRM, SIGHUP, SIGIO, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGUSR1,
        SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ,
    ];
    /// The exit status of a program that a signal has ended, less its number, as in shells.
    const STATUS_SIGNAL: i32 = 128;
    /// Ends the marking of pasted text, then starts a new line.
    const END_OF_EDITING: &[u8] = b"\x1b[?2004l\r\n";
    let Ok(settings) = tcgetattr(io::stdin()) else { return Ok(()) };
    let signals = signal_hook::iterator::Signals::new(ENDING);
    let mut signals = signals.context("signals cannot be caught")?;
    let wait = move || {
        let Some(signal) = signals.forever().next() else { return };
        let is_edited =
            tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != settings.local_modes);
        // A terminal that is gone needs nothing.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &settings);
        if is_edited {
            let _ = rustix::io::write(rustix::stdio::stdout(), END_OF_EDITING);
        }
        // It ends as if the signal had not been caught.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        // Some systems only ignore it.
        std::process::exit(STATUS_SIGNAL + signal);
    };
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(wait).map(drop).context(NO_THREAD)
}
