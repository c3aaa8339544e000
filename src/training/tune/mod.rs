//! `plyglot tune`: fits an evaluation to games.
//!
//! The positions of the games become samples (`super::dataset`): features, the
//! result of the game, and the score of a search. What is fitted is a `model`: a
//! `linear` one, or a `network` on top of one. The fit makes it predict result and
//! score (`objective`) by gradient descent (`tuner`, `adam`). The scores of all kinds
//! of positions may be put on one scale before (`calibration`). A fit can be resumed
//! (`state`), and ends in a file that the source of a game includes (`weights` prints
//! those of a linear model).

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
