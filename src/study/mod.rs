//! What `plyglot analyse` and `plyglot play` share.
//!
//! * `cost`: what a move cost beside the best one, and where a game turned.
//! * `options`: options of the game from `--option`.
//! * `text`: scores and lines for people.

mod cost;
mod options;
mod text;

pub(crate) use cost::{MoveCost, NOTABLE, cost_of, lost_points, turning_point};
pub(crate) use options::game_options;
pub(crate) use text::{line, score};
