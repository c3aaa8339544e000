//! `plyglot tune`: fits an evaluation to games.
//!
//! The positions of the games become samples (`super::sift`), which are what
//! the evaluation sees, how the game ended and what a search thought. What is
//! fitted is a `model`: a `sum` of weights, or the `layers` of a network on top
//! of one. The fit makes it foretell both (`objective`) by gradient descent
//! (`tuner`, `adam`), where scores of all kinds of positions may be put on one
//! scale before (`calibration`), can be resumed (`state`), and ends in a file that the
//! source of a game includes (`weights` prints those of a sum).

mod adam;
mod calibration;
mod command;
pub mod layers;
pub mod model;
pub mod objective;
pub mod options;
mod state;
pub mod sum;
pub mod tuner;
pub mod weights;

pub use command::run;
pub use options::HELP;
