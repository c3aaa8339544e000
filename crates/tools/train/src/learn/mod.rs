//! `plyglot learn`: generations of self-play and training, from the rules to a strong
//! player (Silver et al., "A general reinforcement learning algorithm that masters chess,
//! shogi, and Go through self-play", 2018; here with alpha-beta search and a small network).
//!
//! A generation has four phases. The best network so far plays games against itself
//! (`super::selfplay`). Their positions become samples (`super::trainer::samples`). A
//! network is trained on those of the newest generations (`super::trainer`). It
//! meets the best one at equal nodes, and takes its place if it scores more than
//! half.
//!
//! Everything, with the state of finished generations, is in one folder (`folder`). Each phase
//! resumes from what its files have. So a run can be killed at any moment, and ends
//! with the same networks as one that was not: they follow from the options alone.

mod command;
mod folder;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod generation;
mod options;

pub use command::run;
pub use options::command;
