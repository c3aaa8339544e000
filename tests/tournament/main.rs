//! Matches: how they are played, recorded and judged.

#[path = "../support/mod.rs"]
mod support;

mod dialects;
mod foreign;
mod live;
mod match_files;
mod match_interrupted;
mod match_misbehaviour;
mod match_play;
mod misbehave;
mod openings;
mod options;
mod records;
mod results;
mod schedule;
mod statistics;
