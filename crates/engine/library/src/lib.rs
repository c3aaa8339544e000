//! The library of games, and what people are told of files of rules.
//!
//! A text of rules becomes definitions in [`plyglot_definition::file`], which `plyglot-variants` plays
//! and searches. This crate says why a game cannot be played (`fault.rs`), what in it looks like a
//! mistake (`warnings.rs`), its rules in words (`rules_text/`), and the words of the format
//! (`glossary/`). `games/` has the built-in games and their networks, and `source.rs` brings them to
//! a program, with those of files that it loads.

mod fault;
#[cfg(test)]
mod generated;
mod glossary;
mod rules_text;
mod source;
mod warnings;

pub use source::{network_owner, with_library};
