//! The program as its clients have it, over UCI and UGI, to its end.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod abuse;
mod compliance;
mod counts;
mod debug_log;
mod dialogues;
mod endings;
mod eval_file;
mod fuzz_corpus;
mod hash_file;
mod memory;
mod only_game;
mod openbench;
mod panics_in_dialogues;
mod random_input;
mod rules_files;
mod solve_command;
mod ugi;
mod wdl;
mod whole_games;
