//! Plyglot: one search that plays many two-player board games.
//!
//! The rooms of the house, from the ground up: [`games`] (rules, notation and
//! knowledge of each game) and [`search`] (which plays any of them). `docs/design.md` shows the whole.

#![warn(missing_docs)]

pub mod games;
pub mod search;
