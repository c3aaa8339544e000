//! Solves positions by exhaustion: works out the values of all positions of a kind, backwards from
//! the ends of games (retrograde analysis).
//!
//! - `graph` has the positions and the moves between them, and works out their values.
//! - `states` lists the positions that can be reached from one, `endings` those of some material.

mod endings;
mod graph;
mod states;

pub(super) use endings::{Endings, solve_ending};
pub(super) use states::ValueTable;
