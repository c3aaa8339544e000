//! What earlier cutoffs teach about the order of moves, and earlier scores about the
//! evaluation.
//!
//! A history is a table of running averages: a move's entry goes up when the move cuts
//! off, and down when it was tried and another move cut off after it, by the less the
//! nearer it is to its bound already (history with gravity, chessprogramming.org "History
//! Heuristic"). All but the killers is kept from search to search.

use super::stack::{PreviousMoves, Stack};
use super::types::{Best, Node, packed};
use crate::games::{Depth, Knowledge, SearchParams};
use crate::search::score::{MAX_PLY, Score};
use crate::search::table::{Bound, PackedMove};
use std::marker::PhantomData;

/// The greatest value of a history entry.
const MAX: i32 = 16_384;
/// Histories, killer moves and corrections of one thread.
///
/// Quiet moves have one history by themselves and one after each move that
/// was played one and two plies before; tactical ones have one by what they
/// capture. Killers are the last two quiet moves that cut off at a ply.
#[derive(Debug)]
pub(in crate::search) struct History<G> {
    quiet: Vec<i16>,
    continuation: Vec<i16>,
    capture: Vec<i16>,
    killers: Vec<[Option<PackedMove>; 2]>,
    pub(super) corrections: Corrections,
    game: PhantomData<fn() -> G>,
}

/// What a cutoff adds to the history of its move, and takes off those tried before.
#[derive(Clone, Copy, Debug)]
struct HistoryBonus {
    bonus: i32,
    malus: i32,
}

impl HistoryBonus {
    /// Deeper cutoffs are rarer and surer; the bound keeps one of them from
    /// filling an entry.
    fn of(depth: Depth, params: &SearchParams) -> HistoryBonus {
        let plies = depth.whole_plies();
        let most =
            params.history_bonus_square * plies * plies + params.history_bonus_linear * plies;
        let bonus = most.clamp(0, params.history_bonus_max);
        HistoryBonus { bonus, malus: params.history_malus.of(bonus) }
    }
}

/// Moves an entry by `bonus`, less as it nears its bound `MAX`.
fn update<const MAX: i32>(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX) as i16;
}

impl<G: Knowledge> History<G> {
    /// Entries for both sides.
    const SIZE: usize = 2 * G::HISTORY_SIZE;

    pub(in crate::search) fn new() -> Self {
        let has_continuation = G::PARAMS.continuation_history;
        let captures = if G::PARAMS.capture_history { Self::SIZE * G::CAPTURED_KINDS } else { 0 };
        History {
            quiet: vec![0; Self::SIZE],
            continuation: vec![0; if has_continuation { (Self::SIZE + 1) * Self::SIZE } else { 0 }],
            capture: vec![0; captures],
            killers: vec![[None; 2]; MAX_PLY + 1],
            corrections: Corrections::new::<G>(),
            game: PhantomData,
        }
    }

    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        for entries in [&mut self.quiet, &mut self.continuation, &mut self.capture] {
            entries.fill(0);
        }
        self.corrections.entries.fill(0);
        self.clear_killers();
    }

    /// Before a new search of the same game: killers are of no use at other plies.
    pub(in crate::search) fn clear_killers(&mut self) {
        self.killers.fill([None; 2]);
    }

    fn index(position: &G, m: G::Move) -> usize {
        position.side().index() * G::HISTORY_SIZE + position.history_index(m)
    }

    /// The number of a move for the continuation history of those after it, at least 1.
    pub(super) fn continuation_index(position: &G, m: G::Move) -> usize {
        Self::index(position, m) + 1
    }

    /// The history of a quiet move, within +-[`MAX`] times 1 + [`CONTINUATIONS`](super::stack::CONTINUATIONS).
    pub(super) fn quiet(&self, position: &G, m: G::Move, previous: PreviousMoves) -> i32 {
        let index = Self::index(position, m);
        let mut sum = i32::from(self.quiet[index]);
        if G::PARAMS.continuation_history {
            for before in previous {
                sum += i32::from(self.continuation[before * Self::SIZE + index]);
            }
        }
        sum
    }

    /// The history of a tactical move, within +-[`MAX`].
    pub(super) fn capture(&self, position: &G, m: G::Move) -> i32 {
        match G::PARAMS.capture_history {
            false => 0,
            true => i32::from(self.capture[Self::capture_index(position, m)]),
        }
    }

    fn capture_index(position: &G, m: G::Move) -> usize {
        Self::index(position, m) * G::CAPTURED_KINDS + position.captured_kind(m)
    }

    /// The killer moves of a ply, the newer first.
    pub(super) fn killers(&self, ply: usize) -> [Option<PackedMove>; 2] {
        self.killers[ply]
    }

    /// The move `m` of a node cut off after `failed` had been tried in vain.
    pub(super) fn update_after_cutoff(
        &mut self,
        node: &Node<'_, G>,
        previous: PreviousMoves,
        params: &SearchParams,
        m: G::Move,
        failed: impl Iterator<Item = G::Move>,
    ) {
        let position = node.position;
        let bonus = HistoryBonus::of(node.depth, params);
        let is_quiet = !position.tactical(m);
        if is_quiet {
            self.update_killers(node.ply, packed::<G>(m));
        }
        self.update_move(position, m, previous, bonus.bonus);
        for other in failed {
            // A quiet move is no worse for a tactical one that turned out better.
            if is_quiet || position.tactical(other) {
                self.update_move(position, other, previous, -bonus.malus);
            }
        }
    }

    /// A node failed low: the quiet move that led there was a good one, as there is no
    /// good answer to it.
    pub(super) fn update_after_fail_low(
        &mut self,
        node: &Node<'_, G>,
        best: &Best<G::Move>,
        stack: &Stack<G::Move>,
        params: &SearchParams,
    ) {
        let share = params.history_prior_bonus;
        let has_failed_low = best.bound == Bound::Upper && !best.value.score.is_decisive();
        if share.0 > 0 && has_failed_low && node.after_quiet {
            let bonus = share.of(HistoryBonus::of(node.depth, params).bonus);
            let [played, ..] = stack.previous_moves(node.ply);
            self.update_quiet(played, stack.previous_moves(node.ply - 1), bonus);
        }
    }

    /// The table ended a node by the bound of its quiet move `m`, which is as good as a cutoff.
    pub(super) fn update_after_tt_cutoff(
        &mut self,
        node: &Node<'_, G>,
        m: G::Move,
        stack: &Stack<G::Move>,
        params: &SearchParams,
    ) {
        let bonus = params.history_tt_cutoff.of(HistoryBonus::of(node.depth, params).bonus);
        let played = Self::continuation_index(node.position, m);
        self.update_quiet(played, stack.previous_moves(node.ply), bonus);
    }

    fn update_killers(&mut self, ply: usize, m: Option<PackedMove>) {
        let killers = &mut self.killers[ply];
        if killers[0] != m {
            *killers = [m, killers[0]];
        }
    }

    fn update_move(&mut self, position: &G, m: G::Move, previous: PreviousMoves, bonus: i32) {
        if !position.tactical(m) {
            self.update_quiet(Self::continuation_index(position, m), previous, bonus);
        } else if G::PARAMS.capture_history {
            update::<MAX>(&mut self.capture[Self::capture_index(position, m)], bonus);
        }
    }

    /// Updates the histories of the quiet move that [`History::continuation_index`]
    /// numbers `played`, after the moves `previous`.
    fn update_quiet(&mut self, played: usize, previous: PreviousMoves, bonus: i32) {
        let index = played - 1;
        update::<MAX>(&mut self.quiet[index], bonus);
        if G::PARAMS.continuation_history {
            for before in previous {
                update::<MAX>(&mut self.continuation[before * Self::SIZE + index], bonus);
            }
        }
    }

    /// Updates the history of a quiet move by itself alone.
    pub(super) fn update_quiet_alone(&mut self, played: usize, bonus: i32) {
        update::<MAX>(&mut self.quiet[played - 1], bonus);
    }
}

/// How far the static evaluation was off in positions that had something in common
/// (chessprogramming.org "Static Evaluation Correction History").
///
/// A game names what positions may have in common, by keys: the same pawns, say. Where a
/// search ends elsewhere than the evaluation said, the difference is kept under each key
/// of its node, and the evaluation of later nodes with the same keys is corrected by it.
#[derive(Debug, Default)]
pub(super) struct Corrections {
    entries: Vec<i16>,
}

impl Corrections {
    /// Entries for each key and each side, a power of two.
    const SIZE: usize = 1 << 14;
    /// The greatest value of an entry.
    const MAX: i32 = 1_024;
    /// Value of an entry that corrects by one centi-unit.
    const PER_CENTI: i32 = 24;
    /// The greatest change of an entry by one search.
    const STEP: i32 = Self::MAX / 4;

    fn new<G: Knowledge>() -> Corrections {
        Corrections { entries: vec![0; G::CORRECTION_KEYS * 2 * Self::SIZE] }
    }

    fn index<G: Knowledge>(node: &Node<'_, G>, n: usize) -> usize {
        let entry = node.position.correction_key(node.state, n) as usize % Self::SIZE;
        (n * 2 + node.position.side().index()) * Self::SIZE + entry
    }

    /// What is to be added to the evaluation of a node, in centi-units.
    pub(super) fn correction<G: Knowledge>(&self, node: &Node<'_, G>) -> i32 {
        let entries = (0..G::CORRECTION_KEYS).map(|n| self.entries[Self::index(node, n)]);
        entries.map(i32::from).sum::<i32>() / Self::PER_CENTI
    }

    /// The search of a node found `score` where the corrected evaluation was `eval`.
    pub(super) fn update<G: Knowledge>(&mut self, node: &Node<'_, G>, eval: Score, score: Score) {
        let off = (score.value() - eval.value()) * node.depth.0 / Depth::PLY.0 / 8;
        let bonus = off.clamp(-Self::STEP, Self::STEP);
        for n in 0..G::CORRECTION_KEYS {
            update::<{ Self::MAX }>(&mut self.entries[Self::index(node, n)], bonus);
        }
    }
}
