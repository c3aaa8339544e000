//! The definition of a game, and the one search that plays any of them.
//!
//! [`game`] has the traits that a game implements, and what most games need for that.
//! [`search`] finds moves in a game of any type that implements them.
//! `examples/nim.rs` is a whole game, `game/tictactoe.rs` a smaller one.
//!
//! The way of a search:
//!
//! 1. `search/task.rs` has the task, and `search/mod.rs` says who solves it.
//! 2. `search/driver/deepening.rs` searches to depth 1, 2, 3 and so on.
//! 3. `search/driver/root.rs` searches the moves of the root to one depth.
//! 4. `search/node/search.rs` searches a node, in the steps that `docs/internals/design.md` lists.
//!
//! The feature `network` reads and writes networks in files, and `trials` compiles rules of the
//! search in that a game's parameters have off.

pub mod game;
pub mod search;

// The tests of the search need a game with captures, checks and passes, and paths of that
// game begin with the name of this crate.
#[cfg(test)]
#[path = "../../chess/src/chess/mod.rs"]
pub mod chess;
#[cfg(test)]
extern crate self as plyglot_core;
