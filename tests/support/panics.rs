//! Panics that a test brings about.

use std::panic::{set_hook, take_hook};

/// Leaves out the messages on stderr of all panics that begin like this; those of
/// other tests in the same process are shown as before.
pub fn silence(beginning: &'static str) {
    let loud = take_hook();
    set_hook(Box::new(move |panic| {
        if panic.payload_as_str().is_none_or(|message| !message.starts_with(beginning)) {
            loud(panic);
        }
    }));
}
