//! One engine, as a match sees it: `process` is the program with its pipes, `player` the
//! dialogue over them. No engine outlives its match: `groups` ends all that one has
//! started.

#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
pub(crate) mod groups;
pub(crate) mod log;
pub(crate) mod player;
pub(crate) mod process;
pub(crate) mod stop;
pub(crate) mod time;
