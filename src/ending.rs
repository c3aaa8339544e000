//! How the program ends: its exit status, and the sentence on stderr about what
//! went wrong. There is never a backtrace: who reads it has not written the program.

use crate::protocol::UsageError;
use crate::streams::{self, OutputClosed};
#[cfg(feature = "cli")]
use crate::text::plain;
use anyhow::anyhow;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// The status after an error of usage.
const USAGE: u8 = 2;
/// The status where something failed on the way.
const FAILURE: u8 = 1;

/// Says on stderr what went wrong, if anything, and gives the exit status.
pub(crate) fn tell(ended: anyhow::Result<()>) -> ExitCode {
    ended.map_or_else(|error| ExitCode::from(sentence(&error)), |()| ExitCode::SUCCESS)
}

/// Ends the program at once, as its output takes no more.
pub(crate) fn leave(error: &io::Error) {
    let status = match OutputClosed::is_told_by(error) {
        true => 0,
        false => sentence(&anyhow!("the output cannot be written: {error}")),
    };
    std::process::exit(status.into());
}

/// Says what went wrong, unless it is that nobody reads; gives the exit status.
fn sentence(error: &anyhow::Error) -> u8 {
    let is_closed = |cause: &(dyn Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(OutputClosed::is_told_by)
    };
    if error.chain().any(is_closed) {
        return 0;
    }
    // Where there is no stderr, the status has to do.
    #[cfg(feature = "cli")]
    if let Some(error) = error.downcast_ref::<clap::Error>() {
        // What was typed may have anything in it.
        let text = error.to_string();
        let text: String = text.lines().map(|line| plain(line) + "\n").collect();
        let _ = streams::errors().write_all(text.as_bytes());
        return USAGE;
    }
    let _ = writeln!(streams::errors(), "error: {error:#}");
    if error.chain().any(|cause| cause.is::<UsageError>()) { USAGE } else { FAILURE }
}
