//! What earlier cutoffs teach about the order of moves.
//!
//! A history is a table of running averages: a move's slot goes up when the
//! move cuts off, and down when it was tried and another move cut off after
//! it, by the less the nearer it is to its bound already (history with
//! gravity, chessprogramming.org "History Heuristic").

use super::correction::Corrections;
use super::score::MAX_PLY;
use crate::games::{Depth, Factor, Game, Knowledge, SearchParams};
use std::marker::PhantomData;

/// The greatest value of a history slot.
pub(super) const MOST: i32 = 16_384;
/// How many of the moves before a quiet move its continuation history looks at.
pub(super) const PRIORS: usize = 2;

/// The moves that led to a node, the last one first, as
/// [`Heuristics::prior`] numbers them; 0 for a pass or nothing.
pub(super) type Priors = [usize; PRIORS];

/// Histories and killer moves, kept from search to search.
///
/// Quiet moves have one history by themselves and one after each move that
/// was played one and two plies before; tactical ones have one by what they
/// win. Killers are the last two quiet moves that cut off at a ply.
#[derive(Debug)]
pub(super) struct Heuristics<G> {
    quiet: Vec<i16>,
    continuation: Vec<i16>,
    tactical: Vec<i16>,
    killers: Vec<[u32; 2]>,
    pub(super) corrections: Corrections,
    game: PhantomData<fn() -> G>,
}

/// How much a cutoff teaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    bonus: i32,
    malus: i32,
}

impl Weight {
    /// Deeper cutoffs are rarer and surer; the bound keeps one of them from
    /// filling a slot.
    pub(super) fn of(depth: Depth, numbers: &SearchParams) -> Weight {
        let plies = depth.0 / Depth::PLY.0;
        let most =
            numbers.history_bonus_square * plies * plies + numbers.history_bonus_linear * plies;
        let bonus = most.clamp(0, numbers.history_bonus_max);
        Weight { bonus, malus: numbers.history_malus.of(bonus) }
    }

    /// A share of the bonus.
    pub(super) fn share(&self, share: Factor) -> i32 {
        share.of(self.bonus)
    }
}

/// Moves a slot by `bonus`, less as it nears its bound `MOST`.
pub(super) fn shift<const MOST: i32>(slot: &mut i16, bonus: i32) {
    let old = i32::from(*slot);
    *slot = (old + bonus - old * bonus.abs() / MOST) as i16;
}

impl<G: Knowledge> Heuristics<G> {
    const SLOTS: usize = 2 * G::HISTORY_SIZE;

    pub(super) fn new() -> Self {
        let continuations =
            if G::PARAMS.continuation_history { (Self::SLOTS + 1) * Self::SLOTS } else { 0 };
        Heuristics {
            quiet: vec![0; Self::SLOTS],
            continuation: vec![0; continuations],
            tactical: vec![
                0;
                if G::PARAMS.capture_history {
                    Self::SLOTS * G::CAPTURED_KINDS
                } else {
                    0
                }
            ],
            killers: vec![[0; 2]; MAX_PLY + 1],
            corrections: Corrections::new::<G>(),
            game: PhantomData,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for slots in [&mut self.quiet, &mut self.continuation, &mut self.tactical] {
            slots.fill(0);
        }
        self.corrections.clear();
        self.forget_killers();
    }

    /// Before a new search of the same game: killers are of no use at other plies.
    pub(super) fn forget_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    fn index(position: &G, m: G::Move) -> usize {
        position.side().index() * G::HISTORY_SIZE + position.history_index(m)
    }

    /// The number of a move for the continuation history of those after it.
    pub(super) fn prior(position: &G, m: G::Move) -> usize {
        Self::index(position, m) + 1
    }

    /// The history of a quiet move, within +-[`MOST`] times 1 + [`PRIORS`].
    pub(super) fn quiet(&self, position: &G, m: G::Move, priors: Priors) -> i32 {
        let index = Self::index(position, m);
        let mut sum = i32::from(self.quiet[index]);
        if G::PARAMS.continuation_history {
            for prior in priors {
                sum += i32::from(self.continuation[prior * Self::SLOTS + index]);
            }
        }
        sum
    }

    /// The history of a tactical move, within +-[`MOST`].
    pub(super) fn tactical(&self, position: &G, m: G::Move) -> i32 {
        match G::PARAMS.capture_history {
            false => 0,
            true => i32::from(self.tactical[Self::prize(position, m)]),
        }
    }

    fn prize(position: &G, m: G::Move) -> usize {
        Self::index(position, m) * G::CAPTURED_KINDS + position.captured_kind(m)
    }

    /// The killer moves of a ply, the newer first, packed.
    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// The move `m` cut off after `failed` had been tried in vain.
    pub(super) fn reward(
        &mut self,
        position: &G,
        ply: usize,
        priors: Priors,
        weight: Weight,
        m: G::Move,
        failed: impl Iterator<Item = G::Move>,
    ) {
        let is_quiet = !position.tactical(m);
        if is_quiet {
            self.kill(ply, <G as Game>::pack(m));
        }
        self.teach(position, m, priors, weight.bonus);
        for other in failed {
            // A quiet move is no worse for a tactical one that turned out better.
            if is_quiet || position.tactical(other) {
                self.teach(position, other, priors, -weight.malus);
            }
        }
    }

    /// Moves the histories of a quiet move that was played, as [`Heuristics::prior`]
    /// numbers it, after `before`, by `bonus`.
    pub(super) fn praise(&mut self, played: usize, before: Priors, bonus: i32) {
        let index = played - 1;
        shift::<MOST>(&mut self.quiet[index], bonus);
        if G::PARAMS.continuation_history {
            for prior in before {
                shift::<MOST>(&mut self.continuation[prior * Self::SLOTS + index], bonus);
            }
        }
    }

    /// Moves the history of a quiet move by itself, as [`Heuristics::prior`]
    /// numbers it, by `bonus`.
    pub(super) fn adjust(&mut self, played: usize, bonus: i32) {
        shift::<MOST>(&mut self.quiet[played - 1], bonus);
    }

    fn kill(&mut self, ply: usize, packed: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
    }

    fn teach(&mut self, position: &G, m: G::Move, priors: Priors, bonus: i32) {
        if position.tactical(m) {
            if G::PARAMS.capture_history {
                shift::<MOST>(&mut self.tactical[Self::prize(position, m)], bonus);
            }
            return;
        }
        self.praise(Self::prior(position, m), priors, bonus);
    }
}
