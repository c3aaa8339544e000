//! Chess for Plyglot. It is a crate of its own because the search of chess takes half of the time
//! to compile all games, so both halves can be built at once.
//!
//! `chess/mod.rs` has the rules, over the crate `cozy-chess`; `notation.rs`, `fen.rs` and `san.rs`
//! read and write them; `evaluate/` has the network; `strengths.rs` has what `explain` tells;
//! `exchange.rs` and `sets.rs` help the search; `syzygy/` has the endgame tables.

pub mod chess;

use chess::Chess;
use plyglot_engine::Registry;

/// The list of this one game. The search of chess is compiled here.
pub fn registry() -> Registry {
    Registry::new::<Chess>().trainable::<Chess>()
}
