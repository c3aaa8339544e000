//! Helpers of several tests.

// Each binary uses its own part, and none of it is anybody else's.
#![allow(dead_code, unreachable_pub, unused_macros)]

pub mod chunks;
pub mod commands;
pub mod connect4;
pub mod dialogue;
pub mod engine;
pub mod examples;
pub mod exhaustive;
pub mod folder;
#[macro_use]
pub mod games;
pub mod match_games;
pub mod matches;
pub mod misbehave;
pub mod noughts;
pub mod one_word;
pub mod panics;
pub mod paper;
pub mod perft;
pub mod pile;
pub mod plain_values;
pub mod schema;
pub mod search;
pub mod shell;
pub mod solve;
pub mod surakarta;
#[cfg(unix)]
pub mod terminal;
pub mod tool;
pub mod training_games;
pub mod tree;
#[macro_use]
mod wrapped;
