//! One engine, as a match sees it: `process` is the program with its pipes, `player` the
//! dialogue in UCI or UGI over them. No engine outlives its match: `groups` and
//! `descendants` find all that one has started, and `guard` ends it.

pub(crate) mod descendants;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
pub(crate) mod groups;
pub(crate) mod guard;
pub(crate) mod log;
pub(crate) mod player;
pub(crate) mod process;
pub(crate) mod stop;
pub(crate) mod time;
