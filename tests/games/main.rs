//! The rules, the notation and the exact knowledge of each game.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod ataxx;
mod breakthrough;
mod chess_exchange;
mod chess_laws;
mod chess_notation;
mod chess_perft;
mod chess_searched;
mod connect4;
mod connect4_exact;
mod connect4_solver;
mod game_options;
mod laws;
mod many_games;
mod morris;
mod othello;
mod othello_solver;
mod repetition;
mod surakarta;
mod surakarta_endgames;
mod syzygy;
mod tables;
mod tictactoe;
mod tictactoe_whole;
mod typed_moves;
