//! Pairs of games between two settings of a search, from one opening with sides exchanged
//! (`game`), and the file of a match of such pairs (`file`).
//!
//! [`spsa`] tunes the parameters of a search by them, and [`screen`] says what single changes
//! are worth: both are a run (`run`) with a strategy of their own. [`scale`] measures what scores
//! and ratings mean.

pub(crate) mod file;
pub(crate) mod game;
mod options;
mod parameters;
mod run;
pub mod scale;
pub mod screen;
pub mod spsa;
