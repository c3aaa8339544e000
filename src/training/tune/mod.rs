//! `plyglot tune`: fits an evaluation to games.
//!
//! The positions of the games become samples (`super::dataset`): features, the result
//! of the game, and the score of a search. The fitted `model` is `linear`, or a
//! `network` on top of a linear one. Gradient descent (`tuner`, `adam`) makes it
//! predict result and score (`objective`). The scores of all kinds of positions can be
//! put on one scale first (`calibration`). A fit can be resumed (`state`). The result
//! is a file that the source of a game includes (`weights` prints those of a linear
//! model).

mod adam;
mod calibration;
mod command;
pub mod linear;
pub mod model;
pub mod network;
pub mod objective;
mod options;
mod state;
pub mod tuner;
pub mod weights;

pub(crate) use command::run;
pub(crate) use options::command;
