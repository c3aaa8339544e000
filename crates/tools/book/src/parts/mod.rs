//! The chapters of a book. Each calls what is behind the tool of its subject, and writes its page.

pub(crate) mod endings;
pub(crate) mod openings;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod strength;
