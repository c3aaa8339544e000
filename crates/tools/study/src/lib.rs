//! Tools that study a game: what moves are worth and why, exact values, what each idea of the
//! search is worth, and games against a person in the terminal.
//!
//! Each folder is a tool. Its `mod.rs` lists its files, and is where to begin: `run` reads the
//! arguments, does the work and prints it. [`analyse`] is the simplest. This is the way of a
//! position through `analyse` and `explain`:
//!
//! 1. `shared/source.rs` makes a `Subject` of each argument, line or game of a PGN.
//! 2. `shared/workers.rs` gives the subjects to threads, each with an `Analyst` of the engine, and
//!    hands back their answers in order. `shared/answers.rs` prints them.
//! 3. `analyse/study.rs` searches a position, or each move of a game, and `text.rs` or `json.rs`
//!    writes what it found.
//! 4. `explain/exploration.rs` asks for more: other moves (`looks.rs`), threats, replies. It plays
//!    each line out, and `effect.rs`, `material.rs` and `motif.rs` say what the line achieves. The
//!    result is a `Reasons` of `facts.rs`, of which `sentences.rs` makes English.
//!
//! [`play`] is a dialogue: `play/session.rs` goes from turn to turn, `play/thinker.rs` searches,
//! and asks `explain` for `why`. [`solve`] and [`compare`] each have a single search, by an
//! `Expert` and a `SilentSearcher`. Other programs, such as the page in the browser and the
//! package for Python, call [`analyse::position`], [`analyse::games`], [`explain::answer`],
//! [`solve::json`], [`review`], [`rules::json`], [`svg`] and [`BoardView`]; a book also
//! [`analyse::game`], [`analyse::puzzles`] and [`analyse::openings()`].

#![allow(missing_docs)]

pub mod analyse;
pub mod compare;
mod drawing;
pub mod explain;
pub mod play;
pub mod rules;
mod shared;
pub mod solve;

pub use drawing::{BoardView, Drawing, Ground, diagram_marks, possible_pieces, svg};
pub use shared::{GameReview, MarkedMove, MoveChances, review};
