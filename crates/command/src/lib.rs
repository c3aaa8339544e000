//! The common parts of the command line's tools: arguments, JSON, progress and interrupts.

pub mod arguments;
#[cfg_attr(target_family = "wasm", path = "no_bar.rs")]
mod bar;
pub mod interrupt;
pub mod json;
pub mod lines;
pub mod progress;
#[cfg(unix)]
pub mod restore;
