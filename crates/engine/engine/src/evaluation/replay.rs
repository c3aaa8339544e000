//! Recorded games played again, and which of their positions are quiet.

use plyglot_core::game::{Glance, Knowledge, Notation};
use std::fmt;

/// A game cannot be replayed: one of its moves does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The plies before it.
    pub ply: usize,
    /// Its index among the legal moves.
    pub index: usize,
    /// The number of legal moves.
    pub legal: usize,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReplayError { ply, index, legal } = self;
        write!(f, "at ply {ply}, move {index} of {legal} legal ones")
    }
}

impl std::error::Error for ReplayError {}

pub(super) fn replay_quiet<G: Notation + Knowledge>(
    rules: G::Rules,
    moves: &[u16],
    wanted: &dyn Fn(usize) -> bool,
    mut visit: impl FnMut(usize, &G),
) -> Result<(), ReplayError> {
    let mut position = G::start(rules);
    for (ply, &index) in moves.iter().enumerate() {
        let index = usize::from(index);
        let legal = position.legal_moves();
        let Some(&m) = legal.get(index) else {
            return Err(ReplayError { ply, index, legal: legal.len() });
        };
        if wanted(ply) && is_quiet(&position, &legal, m) {
            visit(ply, &position);
        }
        position.play(m);
    }
    Ok(())
}

/// Whether nothing is decided or threatened, and the move played is not tactical, or all are.
pub(crate) fn is_quiet<G: Knowledge>(position: &G, legal: &[G::Move], played: G::Move) -> bool {
    position.decided().is_none()
        && position.glance() == Glance::Open
        && (!position.tactical(played) || legal.iter().all(|&m| position.tactical(m)))
}
