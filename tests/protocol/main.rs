//! The program as its clients have it, over UCI and UGI, to its end.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

// The tests of the board use more of it.
#[allow(dead_code)]
#[path = "../board/client.rs"]
mod client;

mod abuse;
mod cold_start;
mod commands;
mod compliance;
mod counts;
mod debug_log;
mod dialogues;
mod endings;
mod eval_file;
mod families;
mod fuzz_corpus;
mod hash_file;
mod hostile_rules;
mod interrupts;
mod memory;
mod openbench;
mod panics_in_dialogues;
mod random_input;
mod rules_files;
mod solve_command;
mod surfaces;
mod ugi;
mod wdl;
mod whole_games;
