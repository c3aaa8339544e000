//! The end of the program: its exit status, and the error message on stderr. There is
//! never a backtrace, which would only help developers.

use crate::protocol::UsageError;
use anyhow::anyhow;
use plyglot_support::streams::{self, OutputClosed};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit status after a usage error.
pub const USAGE: u8 = 2;
/// The exit status after any other failure.
const FAILURE: u8 = 1;

/// Prints the error on stderr, if there is one. Returns the exit status.
pub fn report(ended: anyhow::Result<()>) -> ExitCode {
    ended.map_or_else(|error| ExitCode::from(print_error(&error)), |()| ExitCode::SUCCESS)
}

/// Exits at once, because the output cannot be written to any more.
pub(super) fn exit_on_closed_output(error: &io::Error) {
    let status = if OutputClosed::is_cause_of(error) {
        0
    } else {
        print_error(&anyhow!("the output cannot be written: {error}"))
    };
    std::process::exit(status.into());
}

/// Prints the error, unless it is only a closed output. Returns the exit status.
fn print_error(error: &anyhow::Error) -> u8 {
    let is_closed = |cause: &(dyn Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(OutputClosed::is_cause_of)
    };
    if error.chain().any(is_closed) {
        return 0;
    }
    // If stderr cannot be written to either, the status must suffice.
    let _ = writeln!(streams::errors(), "error: {error:#}");
    if error.chain().any(|cause| cause.is::<UsageError>()) { USAGE } else { FAILURE }
}
