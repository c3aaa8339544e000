//! Games in which a move puts a stone on an empty cell, on boards of up to 19 x 19: rows, captures
//! between two stones, connections, square and hexagonal cells.
//!
//! They have nothing of pieces, hands and checks, so their position is a few sets of cells. What
//! they do have are threats: [`threats`] finds all of a position at once, by shifting sets.

mod bans;
mod captures;
mod cells;
mod connection;
mod game;
mod grid;
mod inputs;
mod knowledge;
mod network;
mod notation;
mod position;
mod threats;

pub use game::StoneGame;
pub use position::{Cell, StonePosition};
