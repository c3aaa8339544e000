//! Leaves of the tree of all moves, counted by nothing but the rules.

use plyglot_core::game::{Game, Outcome, Which};

/// The sequences of `depth` legal moves. Play stops when the game is won or lost, and goes on from
/// draws with legal moves, as published counts of chess do.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if matches!(position.decided(), Some(Outcome::Won | Outcome::Lost)) => 0,
        1 => position.count(),
        _ => {
            let mut leaves = 0;
            position.moves(Which::All, |m| leaves += perft(&position.after(m), depth - 1));
            leaves
        }
    }
}

/// The greatest depth to which a position has at most this many leaves, from 1 to 6.
pub fn depth_within<G: Game>(position: &G, leaves: u64) -> u16 {
    (2..=6).take_while(|&depth| perft(position, depth.into()) <= leaves).last().unwrap_or(1)
}
