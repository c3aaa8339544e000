//! What `plyglot analyse` and `plyglot play` share.
//!
//! * `comparison`: what a move cost beside the best one, and where a game turned.
//! * `options`: options of the game from `--option`.
//! * `text`: scores and lines for people.

mod comparison;
mod options;
mod text;

pub(crate) use comparison::{Comparison, NOTABLE, compare, lost_points, turning_point};
pub(crate) use options::game_options;
pub(crate) use text::{line, score};
