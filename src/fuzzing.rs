//! What the targets of `fuzz/` need of the inside. It is no part of the interface, and
//! changes at any time.

#[cfg(feature = "board")]
pub use crate::board::fuzzing::{Board, live_lines};
#[cfg(feature = "cli")]
pub use crate::cli::check_arguments;
#[cfg(feature = "study")]
pub use crate::play::fuzzing::play;
#[cfg(feature = "match")]
pub use crate::tournament::fuzzing::read_engine;
#[cfg(feature = "training")]
pub use crate::training::fuzzing::{add_pairs, rewrite_learn_state, write_learn_state};
