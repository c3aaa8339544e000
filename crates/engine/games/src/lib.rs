//! The games that come with Plyglot: [`standard`] is the list of them. Chess has a crate of its
//! own, and tic-tac-toe, the example of documents and tests, is in `plyglot_core`. Apart from
//! these and the games in files, no crate names a game.
//!
//! In the folder of a game, `mod.rs` has its rules, `notation.rs` what is read and written,
//! `knowledge.rs` what the search knows of it, and `network.rs` what its network sees.
//! [`breakthrough`] is the simplest; [`connect4`] and [`othello`] have solvers.

pub mod ataxx;
pub mod breakthrough;
pub mod connect4;
#[cfg(test)]
mod networks;
pub mod othello;
pub mod surakarta;
mod team;

pub use plyglot_chess::chess;

use ataxx::Ataxx;
use breakthrough::Breakthrough;
use connect4::ConnectFour;
use othello::Othello;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_engine::{Program, Registry};
use surakarta::Surakarta;

/// The games that come with Plyglot, in a program of that name. Chess is the default.
pub fn standard() -> Registry {
    plyglot_chess::registry()
        .with::<ConnectFour>()
        .with::<TicTacToe>()
        .with::<Surakarta>()
        .with::<Othello>()
        .with::<Breakthrough>()
        .with::<Ataxx>()
        .trainable::<ConnectFour>()
        .trainable::<Surakarta>()
        .trainable::<Othello>()
        .trainable::<Breakthrough>()
        .trainable::<Ataxx>()
        .named(Program::plyglot())
}
