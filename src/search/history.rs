//! What earlier cutoffs teach about the order of quiet moves.

use super::score::MAX_PLY;
use crate::games::{Cost, Game, Knowledge};
use std::marker::PhantomData;

/// The greatest value of a history slot.
pub(super) const MOST: i32 = 16_384;

/// History and killer moves, kept from search to search.
///
/// The history of a move is a running average of the bonuses it earned by
/// cutoffs and the penalties for cutoffs that another move made after it was
/// tried (butterfly history with gravity, chessprogramming.org "History
/// Heuristic"). Killers are the last two quiet moves that cut off at a ply.
#[derive(Debug)]
pub(super) struct Heuristics<G> {
    slots: Vec<i16>,
    killers: Vec<[u32; 2]>,
    game: PhantomData<fn() -> G>,
}

impl<G: Knowledge> Heuristics<G> {
    pub(super) fn new() -> Self {
        Heuristics {
            slots: vec![0; 2 * G::SLOTS],
            killers: vec![[0; 2]; MAX_PLY + 1],
            game: PhantomData,
        }
    }

    /// Before a new search of the same game: killers are of no use at other plies.
    pub(super) fn forget_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    fn index(position: &G, m: G::Move) -> usize {
        position.side().index() * G::SLOTS + position.slot(m)
    }

    /// The history of a quiet move, within +-[`MOST`].
    pub(super) fn history(&self, position: &G, m: G::Move) -> i32 {
        i32::from(self.slots[Self::index(position, m)])
    }

    /// The killer moves of a ply, the newer first, packed.
    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// A quiet move cut off after `failed` had been tried in vain.
    pub(super) fn reward(
        &mut self,
        position: &G,
        ply: usize,
        depth: Cost,
        m: G::Move,
        failed: impl Iterator<Item = G::Move>,
    ) {
        let packed = <G as Game>::pack(m);
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        let plies = depth.0 / Cost::PLY.0;
        // Deeper cutoffs are rarer and surer; the bound keeps one of them from filling a slot.
        let bonus = (16 * plies * plies + 32 * plies).min(1600);
        self.shift(Self::index(position, m), bonus);
        for other in failed {
            self.shift(Self::index(position, other), -bonus);
        }
    }

    /// Moves a slot by `bonus`, less as it nears its bound.
    fn shift(&mut self, index: usize, bonus: i32) {
        let slot = &mut self.slots[index];
        let old = i32::from(*slot);
        *slot = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}
