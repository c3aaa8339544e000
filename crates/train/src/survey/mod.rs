//! `plyglot survey`: how a game plays, for its inventor.
//!
//! Equal players play some games (`game`), from random openings to the end that the rules have.
//! Then the same openings are played by a stronger player against a weaker one, with sides
//! exchanged. `report` sums them up.

mod command;
mod game;
mod report;

pub use command::{command, run};
