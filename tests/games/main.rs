//! The rules, the notation and the exact knowledge of each game.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod ataxx_notation;
mod ataxx_rules;
mod breakthrough_notation;
mod breakthrough_rules;
mod chess_exchange;
mod chess_laws;
mod chess_mates;
mod chess_notation;
mod chess_perft;
mod chess_zugzwang;
mod connect4_exact;
mod connect4_notation;
mod connect4_rules;
mod connect4_solver;
mod game_options;
mod laws;
mod many_games;
mod othello_notation;
mod othello_rules;
mod othello_solver;
mod repetition;
mod surakarta_endgames;
mod surakarta_exchange;
mod surakarta_paths;
mod surakarta_rules;
mod syzygy;
mod tictactoe_notation;
mod tictactoe_rules;
mod tictactoe_whole;
