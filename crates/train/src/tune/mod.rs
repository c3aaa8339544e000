//! `plyglot tune`: fits the weights of an evaluation to games.
//!
//! The positions of the games become [`samples`]: features, the result of the game, and the score
//! of a search. Gradient descent ([`tuner`]) makes a weighted sum predict result and score
//! ([`objective`]). A fit can be resumed. The result is a file that the source of a game includes
//! ([`weights`]).

mod command;
pub mod objective;
pub mod samples;
pub mod tuner;
pub mod weights;

pub use command::{command, run};
