//! Which games a match has: who meets whom, and with which opening.

mod fixtures;
pub mod openings;

pub use fixtures::{Fixture, schedule};
