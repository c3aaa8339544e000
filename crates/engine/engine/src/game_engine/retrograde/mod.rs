//! Solves positions by exhaustion: works out the values of all positions of a kind, backwards from
//! the ends of games (retrograde analysis).
//!
//! - `graph` has the positions and the moves between them, and works out their values.
//! - `states` lists the positions that can be reached from one, `endings` those of some material.

mod endings;
mod graph;
mod states;

pub(super) use endings::{Endings, solve_ending};
pub(super) use states::ValueTable;

use plyglot_core::game::{Exact, Game};

/// The moves of a position with their values for the side that makes them, where `value` knows that
/// of the position after one.
fn valued_moves<G: Game>(
    position: &G,
    value: impl Fn(G) -> Option<Exact>,
) -> Vec<(G::Move, Exact)> {
    if position.decided().is_some() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for m in position.legal_moves() {
        let child = position.after(m);
        let opposes = child.side() != position.side();
        if let Some(value) = value(child) {
            moves.push((m, value.before_move(opposes)));
        }
    }
    moves
}

fn first_best<M>(moves: Vec<(M, Exact)>) -> Option<(M, Exact)> {
    moves.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
}
