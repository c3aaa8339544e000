//! Move ordering learnt from earlier cutoffs.
//!
//! A history is a table of running averages: a move's entry goes up when the move cuts
//! off, and down when it was tried and another move cut off after it (chessprogramming.org
//! "History Heuristic"). All but the killers and the low-ply history is kept from search to search.

#[cfg(test)]
mod tests;

use super::corrections::{Corrections, forget, update};
use super::quiet::{CONTINUATIONS, PreviousMoves, QuietContext, QuietIndex, move_index};
use super::stack::{Stack, looks_further};
use super::types::{Best, Node, has, packed};
use crate::game::search_params::QuietOrder;
use crate::game::{Depth, Factor, Knowledge, SearchParams};
use crate::search::score::MAX_PLY;
use crate::search::table::{Bound, PackedMove};
use std::marker::PhantomData;

/// The greatest points of a move in a history; the least are minus as many.
pub(super) const MAX_POINTS: i32 = 16_384;
/// The plies from the root on that have a history of quiet moves of their own.
const LOW_PLIES: usize = 5;
/// The most that a threat may lose by its exchange to be tried earlier, in centi-units.
const THREAT_LOSS: i32 = 75;

/// Histories, killer moves and corrections of one thread.
///
/// Quiet moves have one history by move and by what is attacked, one by the structure
/// of the position, and one after each move that was played some plies before; tactical
/// ones have one by what they capture. The first plies of the tree have one of their own for
/// each search. Killers are the last two quiet moves that cut off at a ply.
#[derive(Debug)]
pub(crate) struct History<G> {
    quiet: Vec<i16>,
    structure: Vec<i16>,
    continuation: Vec<i16>,
    capture: Vec<i16>,
    low_ply: Vec<i16>,
    killers: Vec<[Option<PackedMove>; 2]>,
    pub(super) corrections: Corrections,
    /// How much the moves by [`FURTHER_PLIES`](super::quiet::FURTHER_PLIES) count.
    further_shares: [Factor; 2],
    order: QuietOrder,
    game: PhantomData<fn() -> G>,
}

/// The bonus of a cutoff for its move, and the malus for those tried before.
#[derive(Clone, Copy, Debug)]
struct HistoryBonus {
    bonus: i32,
    malus: i32,
}

impl HistoryBonus {
    /// Deeper cutoffs are rarer and surer; the bound keeps one of them from
    /// filling an entry.
    #[inline]
    fn new(depth: Depth, params: &SearchParams) -> HistoryBonus {
        let plies = depth.whole_plies();
        let bonus =
            params.history.bonus_square * plies * plies + params.history.bonus_linear * plies;
        let bonus = bonus.clamp(0, params.history.bonus_max);
        HistoryBonus { bonus, malus: params.history.malus.scale(bonus) }
    }
}

impl<G: Knowledge> History<G> {
    const SIZE: usize = 2 * G::HISTORY_SIZE;
    /// Entries of each move in the history of quiet moves.
    const CONTEXTS: usize = if G::HISTORY_CONTEXTS > 0 { G::HISTORY_CONTEXTS } else { 1 };

    const CONTINUATION_ENTRIES: usize =
        if G::PARAMS.continuation_history.is_on { (Self::SIZE + 1) * Self::SIZE } else { 0 };
    const CAPTURE_ENTRIES: usize =
        if G::PARAMS.capture_history.is_on { Self::SIZE * G::CAPTURED_KINDS } else { 0 };
    const LOW_PLY_ENTRIES: usize = if Self::has_low_ply() { Self::SIZE * LOW_PLIES } else { 0 };
    pub(crate) const BYTES: usize = size_of::<i16>()
        * (Self::SIZE * (Self::CONTEXTS + G::HISTORY_STRUCTURES)
            + Self::CONTINUATION_ENTRIES
            + Self::CAPTURE_ENTRIES
            + Self::LOW_PLY_ENTRIES)
        + Corrections::bytes::<G>();

    const fn has_low_ply() -> bool {
        has(G::PARAMS.quiet_order.low_ply.0 > 0)
    }

    const fn has_threat_bonus() -> bool {
        has(G::PARAMS.quiet_order.threat > 0)
    }

    pub(super) const fn has_order_bonus() -> bool {
        Self::has_low_ply() || Self::has_threat_bonus()
    }

    pub(crate) fn new() -> Self {
        History {
            quiet: vec![0; Self::SIZE * Self::CONTEXTS],
            structure: vec![0; Self::SIZE * G::HISTORY_STRUCTURES],
            continuation: vec![0; Self::CONTINUATION_ENTRIES],
            capture: vec![0; Self::CAPTURE_ENTRIES],
            low_ply: vec![0; Self::LOW_PLY_ENTRIES],
            // With those that nodes at the last plies clear.
            killers: vec![[None; 2]; MAX_PLY + 3],
            corrections: Corrections::new::<G>(),
            further_shares: [Factor(0); 2],
            order: G::PARAMS.quiet_order,
            game: PhantomData,
        }
    }

    pub(crate) fn clear(&mut self) {
        for entries in
            [&mut self.quiet, &mut self.structure, &mut self.continuation, &mut self.capture]
        {
            forget(entries);
        }
        self.corrections.clear();
    }

    /// Keeps this share of all histories.
    fn age(&mut self, share: Factor) {
        if !has(G::PARAMS.history.age.0 > 0) || share.0 == 0 {
            return;
        }
        for entries in
            [&mut self.quiet, &mut self.structure, &mut self.continuation, &mut self.capture]
        {
            // What was never written takes no memory yet.
            for entry in entries.iter_mut().filter(|entry| **entry != 0) {
                *entry = share.scale(i32::from(*entry)) as i16;
            }
        }
    }

    /// Before a new search of the same game by these parameters: killers and the history of the
    /// first plies are of no use at other plies.
    pub(super) fn begin(&mut self, params: &SearchParams) {
        self.age(params.history.age);
        self.killers.fill([None; 2]);
        forget(&mut self.low_ply);
        self.order = params.quiet_order;
        self.further_shares =
            [params.continuation_history.third, params.continuation_history.sixth];
    }

    fn continuations(previous: PreviousMoves) -> impl Iterator<Item = usize> {
        let number = match (G::PARAMS.continuation_history.is_on, G::PARAMS.continuation_fourth) {
            (false, _) => 0,
            (true, false) => 2,
            (true, true) => CONTINUATIONS,
        };
        previous.into_iter().take(number)
    }

    /// The history of a quiet move, the sum of at most 2 + [`CONTINUATIONS`] entries, and shares
    /// of those by [`FURTHER_PLIES`](super::quiet::FURTHER_PLIES).
    pub(super) fn quiet(&self, position: &G, m: G::Move, context: &QuietContext) -> i32 {
        let moved = QuietIndex::new(position, m, context.attacked);
        let entry = moved.entry();
        let mut sum = i32::from(self.quiet[entry * Self::CONTEXTS + moved.context]);
        if G::HISTORY_STRUCTURES > 0 {
            sum += i32::from(self.structure[context.structure * Self::SIZE + entry]);
        }
        for before in Self::continuations(context.previous) {
            sum += i32::from(self.continuation[before * Self::SIZE + entry]);
        }
        if const { looks_further::<G>() } {
            for (before, share) in context.further.into_iter().zip(self.further_shares) {
                sum += share.scale(i32::from(self.continuation[before * Self::SIZE + entry]));
            }
        }
        sum
    }

    /// What counts for a quiet move besides its history when moves are ordered.
    #[inline(always)]
    pub(super) fn order_bonus(&self, position: &G, m: G::Move, context: &QuietContext) -> i32 {
        let mut bonus = 0;
        if Self::has_low_ply() && self.order.low_ply.0 > 0 && context.ply < LOW_PLIES {
            let entry = context.ply * Self::SIZE + move_index(position, m);
            let points = i32::from(self.low_ply[entry]);
            bonus += self.order.low_ply.scale(points) / (1 + context.ply as i32);
        }
        let has_threat = Self::has_threat_bonus() && self.order.threat > 0;
        if has_threat && position.threatens(m) && position.see_at_least(m, -THREAT_LOSS) {
            bonus += self.order.threat;
        }
        bonus
    }

    pub(super) fn capture(&self, position: &G, m: G::Move) -> i32 {
        if G::PARAMS.capture_history.is_on {
            i32::from(self.capture[Self::capture_index(position, m)])
        } else {
            0
        }
    }

    #[cfg(test)]
    pub(super) fn set_capture(&mut self, position: &G, m: G::Move, points: i16) {
        self.capture[Self::capture_index(position, m)] = points;
    }

    fn capture_index(position: &G, m: G::Move) -> usize {
        move_index(position, m) * G::CAPTURED_KINDS + position.captured_kind(m)
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<PackedMove>; 2] {
        self.killers[ply]
    }

    pub(super) fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// The move `m` of a node cut off after `failed` had been tried in vain.
    pub(super) fn update_after_cutoff(
        &mut self,
        node: &Node<'_, G>,
        context: &QuietContext,
        params: &SearchParams,
        m: G::Move,
        failed: impl Iterator<Item = G::Move>,
    ) {
        if !node.position.tactical(m) {
            self.update_killers(node.ply, packed::<G>(m));
        }
        self.update_moves(node.position, context, HistoryBonus::new(node.depth, params), m, failed);
    }

    /// The move `m` of a node was the best, though none cut off: better than all `others`. It
    /// learns a `share` of what it would by a cutoff.
    pub(super) fn update_after_exact(
        &mut self,
        node: &Node<'_, G>,
        context: &QuietContext,
        params: &SearchParams,
        share: Factor,
        m: G::Move,
        others: impl Iterator<Item = G::Move>,
    ) {
        let HistoryBonus { bonus, malus } = HistoryBonus::new(node.depth, params);
        let bonus = HistoryBonus { bonus: share.scale(bonus), malus: share.scale(malus) };
        self.update_moves(node.position, context, bonus, m, others);
    }

    fn update_moves(
        &mut self,
        position: &G,
        context: &QuietContext,
        bonus: HistoryBonus,
        m: G::Move,
        failed: impl Iterator<Item = G::Move>,
    ) {
        let is_quiet = !position.tactical(m);
        self.update_move(position, m, context, bonus.bonus);
        for other in failed {
            // A quiet move is no worse for a tactical one that turned out better.
            if is_quiet || position.tactical(other) {
                self.update_move(position, other, context, -bonus.malus);
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
        let share = params.history.prior_bonus;
        let has_failed_low = best.bound == Bound::Upper && !best.value.score.is_decisive();
        if share.0 > 0 && has_failed_low && node.after_quiet {
            let bonus = share.scale(HistoryBonus::new(node.depth, params).bonus);
            let played = stack.played(node.ply - 1);
            let context = stack.context::<G>(node.ply - 1);
            self.update_quiet(played, &context, bonus);
        }
    }

    /// A node failed high: the quiet move that led there was refuted, though it was one of the
    /// first moves of its node.
    #[inline(always)]
    pub(super) fn update_after_refutation(
        &mut self,
        node: &Node<'_, G>,
        stack: &Stack<G::Move>,
        params: &SearchParams,
    ) {
        let share = params.history.refuted;
        let is_on = has(G::PARAMS.history.refuted.0 > 0) && share.0 > 0;
        if !is_on || !node.after_quiet || node.excluded.is_some() {
            return;
        }
        let ply = node.ply - 1;
        if stack.number(ply) < params.history.refuted_moves as usize {
            let malus = share.scale(HistoryBonus::new(node.depth, params).bonus);
            self.update_continuations(stack.played(ply), &stack.context::<G>(ply), -malus);
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
        let bonus = params.history.tt_cutoff.scale(HistoryBonus::new(node.depth, params).bonus);
        self.update_move(node.position, m, &stack.context::<G>(node.ply), bonus);
    }

    /// A quiet move that had been searched less deep was searched again to `depth`: it turned
    /// out well or not.
    pub(super) fn update_after_full_depth(
        &mut self,
        ply: usize,
        depth: Depth,
        stack: &Stack<G::Move>,
        is_good: bool,
        params: &SearchParams,
    ) {
        let bonus = params.history.full_depth.scale(HistoryBonus::new(depth, params).bonus);
        let bonus = if is_good { bonus } else { -bonus };
        self.update_continuations(stack.played(ply), &stack.context::<G>(ply), bonus);
    }

    fn update_killers(&mut self, ply: usize, m: Option<PackedMove>) {
        let killers = &mut self.killers[ply];
        if killers[0] != m {
            *killers = [m, killers[0]];
        }
    }

    fn update_move(&mut self, position: &G, m: G::Move, context: &QuietContext, bonus: i32) {
        if !position.tactical(m) {
            let moved = QuietIndex::new(position, m, context.attacked);
            self.update_quiet(moved, context, bonus);
        } else if G::PARAMS.capture_history.is_on {
            update::<MAX_POINTS>(&mut self.capture[Self::capture_index(position, m)], bonus);
        }
    }

    fn update_quiet(&mut self, moved: QuietIndex, context: &QuietContext, bonus: i32) {
        self.update_quiet_alone(moved, bonus);
        if G::HISTORY_STRUCTURES > 0 {
            let entry = context.structure * Self::SIZE + moved.entry();
            update::<MAX_POINTS>(&mut self.structure[entry], bonus);
        }
        self.update_continuations(moved, context, bonus);
        if Self::has_low_ply() && context.ply < LOW_PLIES {
            let entry = context.ply * Self::SIZE + moved.entry();
            update::<MAX_POINTS>(&mut self.low_ply[entry], bonus);
        }
    }

    pub(super) fn update_quiet_alone(&mut self, moved: QuietIndex, bonus: i32) {
        update::<MAX_POINTS>(
            &mut self.quiet[moved.entry() * Self::CONTEXTS + moved.context],
            bonus,
        );
    }

    fn update_continuations(&mut self, moved: QuietIndex, context: &QuietContext, bonus: i32) {
        for before in Self::continuations(context.previous) {
            update::<MAX_POINTS>(
                &mut self.continuation[before * Self::SIZE + moved.entry()],
                bonus,
            );
        }
        if const { looks_further::<G>() } {
            for (before, share) in context.further.into_iter().zip(self.further_shares) {
                let entry = &mut self.continuation[before * Self::SIZE + moved.entry()];
                update::<MAX_POINTS>(entry, share.scale(bonus));
            }
        }
    }
}
