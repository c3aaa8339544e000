//! `plyglot tune`: fits the weights of an evaluation to games.
//!
//! The positions of the games become samples ([`dataset`]): features, the result
//! of the game, and the score of a search. Gradient descent (`tuner`, `adam`) makes a
//! weighted sum (`linear`) predict result and score (`objective`). A fit can be resumed
//! (`state`). The result is a file that the source of a game includes (`weights`).

mod adam;
pub(crate) mod arguments;
mod command;
pub mod dataset;
pub mod linear;
pub mod objective;
mod options;
pub mod samples;
mod state;
pub mod tuner;
pub mod weights;

pub use command::run;
pub use options::command;
