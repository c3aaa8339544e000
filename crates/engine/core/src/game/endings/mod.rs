//! Tables of endings by material: the value of each position of a few men, however the game came
//! to it.
//!
//! - `men` has the men of a position, and the material that a table is of.
//! - `numbering` gives the positions of a material their numbers.
//! - `table` has their values, `file` brings them to disk and back.
//! - `tables` finds the table of a position.
//!
//! A game has such tables if it implements [`ending_rules`](super::Knowledge::ending_rules) and the
//! two functions beside it. They are made by the engine.

#[cfg_attr(not(feature = "hash-file"), path = "no_file.rs")]
mod file;
mod men;
mod numbering;
mod table;
mod tables;

pub use men::{BoardMaps, EndingRules, IN_HAND, MAX_MEN, Man, ManKind, Material, Men};
pub use numbering::{Map, Numbering, closed};
pub use table::{EndingTable, MAX_PLIES};
pub use tables::EndgameTables;
