//! `plyglot tune`: fits the weights of an evaluation to games.
//!
//! The positions of the games become samples (`super::sift`), which are what
//! the evaluation counts, how the game ended and what a search thought. The
//! fit makes the evaluation foretell both (`objective`) by gradient descent
//! (`tuner`, `adam`), can be resumed (`state`), and ends in a file of weights
//! (`weights`) that the source of a game includes.

mod adam;
mod command;
pub mod objective;
pub mod options;
mod state;
pub mod tuner;
pub mod weights;

pub use command::run;
pub use options::HELP;
