//! The search: what it finds, on how many threads, within which limits.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod node_clock;
mod oracle;
mod parameters;
mod research;
mod solver;
mod strength;
mod tables;
mod textbook;
mod threads;
