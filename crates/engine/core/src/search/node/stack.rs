//! A worker's notes for each ply of the line that it searches.
//!
//! Everything is indexed by ply and overwritten by the next line, so nothing has to be undone:
//! a stopped search may leave a node at any point.

use super::quiet::{CONTINUATION_PLIES, FURTHER_PLIES, PreviousMoves, QuietContext, QuietIndex};
use super::types::{StaticEval, has};
use crate::game::{Depth, Histories, Knowledge};
use crate::search::score::{MAX_PLY, Score};

const BEFORE_ROOT: usize = FURTHER_PLIES[FURTHER_PLIES.len() - 1];

const LOOK_BACK: usize = 4;

pub(super) struct Stack<M> {
    /// The static evaluations, that of ply 0 at [`LOOK_BACK`].
    static_evals: Vec<StaticEval>,
    /// The reduction of the move played at each ply in the current search.
    reductions: Vec<Depth>,
    cutoffs: Vec<u32>,
    /// The place of the move played at each ply among the moves of its node, from 0.
    numbers: Vec<usize>,
    /// The history of the quiet move played at each ply.
    points: Vec<i32>,
    /// Whether the table has the node at each ply as one of a principal variation.
    tt_pvs: Vec<bool>,
    /// The plies before each one that can be undone, with null moves.
    reversible: Vec<usize>,
    /// The moves as the histories of quiet moves number them, that of ply 0 at
    /// [`BEFORE_ROOT`].
    played: Vec<QuietIndex>,
    /// [`Histories::attacked`] and the structure of the position at each ply.
    surroundings: Vec<(u64, usize)>,
    pvs: Vec<Vec<M>>,
}

impl<M> Default for Stack<M> {
    /// To begin with [`Stack::begin`].
    fn default() -> Self {
        Stack {
            static_evals: Vec::new(),
            reductions: Vec::new(),
            cutoffs: Vec::new(),
            numbers: Vec::new(),
            points: Vec::new(),
            tt_pvs: Vec::new(),
            reversible: Vec::new(),
            played: Vec::new(),
            surroundings: Vec::new(),
            pvs: Vec::new(),
        }
    }
}

/// Whether moves by [`FURTHER_PLIES`] count in the continuation history of a game.
pub(super) const fn looks_further<G: Knowledge>() -> bool {
    let rule = G::PARAMS.continuation_history;
    rule.is_on && has(rule.third.0 > 0 || rule.sixth.0 > 0)
}

fn reset<T: Clone + Default>(notes: &mut Vec<T>, len: usize) {
    notes.clear();
    notes.resize(len, T::default());
}

impl<M: Copy> Stack<M> {
    pub(super) fn begin(&mut self) {
        reset(&mut self.static_evals, MAX_PLY + LOOK_BACK + 1);
        reset(&mut self.reductions, MAX_PLY + 1);
        reset(&mut self.cutoffs, MAX_PLY + 3);
        reset(&mut self.numbers, MAX_PLY + 1);
        reset(&mut self.points, MAX_PLY + 1);
        reset(&mut self.tt_pvs, MAX_PLY + 1);
        reset(&mut self.reversible, MAX_PLY + 2);
        reset(&mut self.played, MAX_PLY + BEFORE_ROOT + 1);
        reset(&mut self.surroundings, MAX_PLY + 2);
        self.pvs.iter_mut().for_each(Vec::clear);
        self.pvs.resize_with(MAX_PLY + 2, Vec::new);
    }

    pub(super) fn set_static_eval(&mut self, ply: usize, eval: StaticEval) {
        self.static_evals[ply + LOOK_BACK] = eval;
    }

    pub(super) fn static_eval(&self, ply: usize) -> StaticEval {
        self.static_evals[ply + LOOK_BACK]
    }

    /// The corrected static evaluation of the ply before, seen by the other side.
    pub(super) fn previous_static_eval(&self, ply: usize) -> Option<Score> {
        self.static_evals[ply + LOOK_BACK - 1].corrected
    }

    #[inline]
    pub(super) fn set_reduction(&mut self, ply: usize, reduction: Depth) {
        self.reductions[ply] = reduction;
    }

    #[inline]
    pub(super) fn previous_reduction(&self, ply: usize) -> Depth {
        if ply == 0 { Depth::ZERO } else { self.reductions[ply - 1] }
    }

    #[inline]
    pub(super) fn set_number(&mut self, ply: usize, number: usize) {
        self.numbers[ply] = number;
    }

    #[inline]
    pub(super) fn number(&self, ply: usize) -> usize {
        self.numbers[ply]
    }

    #[inline]
    pub(super) fn set_points(&mut self, ply: usize, points: i32) {
        self.points[ply] = points;
    }

    #[inline]
    pub(super) fn points(&self, ply: usize) -> i32 {
        self.points[ply]
    }

    #[inline]
    pub(super) fn set_tt_pv(&mut self, ply: usize, is_tt_pv: bool) {
        self.tt_pvs[ply] = is_tt_pv;
    }

    #[inline]
    pub(super) fn is_after_tt_pv(&self, ply: usize) -> bool {
        ply > 0 && self.tt_pvs[ply - 1]
    }

    #[inline]
    pub(super) fn set_reversible(&mut self, ply: usize, plies: usize) {
        self.reversible[ply] = plies;
    }

    #[inline]
    pub(super) fn reversible(&self, ply: usize) -> usize {
        self.reversible[ply]
    }

    /// Whether the side to move at `ply` stands better than when it was last to move,
    /// two plies before or four.
    pub(super) fn is_improving(&self, ply: usize, eval: Score) -> bool {
        let at = ply + LOOK_BACK;
        let [two, four] = [2, LOOK_BACK].map(|back| self.static_evals[at - back].corrected);
        let before = two.or(four);
        before.is_none_or(|before| eval > before)
    }

    /// Notes what the histories of quiet moves depend on at a node whose moves are about to
    /// be tried.
    #[inline]
    pub(super) fn set_surroundings<G: Histories<Move = M>>(
        &mut self,
        ply: usize,
        position: &G,
        state: &G::State,
    ) {
        if G::HISTORY_CONTEXTS > 1 {
            self.surroundings[ply].0 = position.attacked();
        }
        if G::HISTORY_STRUCTURES > 0 {
            let key = position.structure_key(state) as usize;
            self.surroundings[ply].1 = key % G::HISTORY_STRUCTURES;
        }
    }

    #[inline]
    pub(super) fn set_move<G: Histories<Move = M>>(&mut self, ply: usize, position: &G, m: M) {
        let attacked = self.surroundings[ply].0;
        self.played[ply + BEFORE_ROOT] = QuietIndex::new(position, m, attacked);
    }

    #[inline]
    pub(super) fn set_null_move(&mut self, ply: usize) {
        self.played[ply + BEFORE_ROOT] = QuietIndex::default();
    }

    /// The move played at `ply`, which was none if the side passed.
    #[inline]
    pub(super) fn played(&self, ply: usize) -> QuietIndex {
        self.played[ply + BEFORE_ROOT]
    }

    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        CONTINUATION_PLIES.map(|back| self.moved_before(ply, back))
    }

    /// The move played some plies before, as the continuation history numbers it.
    #[inline]
    fn moved_before(&self, ply: usize, back: usize) -> usize {
        self.played[ply + BEFORE_ROOT - back].continuation
    }

    #[inline]
    pub(super) fn context<G: Knowledge<Move = M>>(&self, ply: usize) -> QuietContext {
        let (attacked, structure) = self.surroundings[ply];
        let further = if const { looks_further::<G>() } {
            FURTHER_PLIES.map(|back| self.moved_before(ply, back))
        } else {
            Default::default()
        };
        QuietContext { ply, previous: self.previous_moves(ply), further, attacked, structure }
    }

    pub(super) fn count_cutoff(&mut self, ply: usize) {
        self.cutoffs[ply] += 1;
    }

    /// How many nodes have failed high one ply below `ply` since the parent of the node at
    /// `ply` began: children of the node, and of its earlier siblings.
    pub(super) fn child_cutoffs(&self, ply: usize) -> u32 {
        self.cutoffs[ply + 1]
    }

    /// A node at `ply` begins: none of its grandchildren has failed high yet.
    pub(super) fn clear_grandchild_cutoffs(&mut self, ply: usize) {
        self.cutoffs[ply + 2] = 0;
    }

    /// A search of the root begins: none of its children has failed high yet either.
    pub(super) fn clear_root_cutoffs(&mut self) {
        self.cutoffs[1] = 0;
        self.clear_grandchild_cutoffs(0);
    }

    pub(super) fn pv(&self, ply: usize) -> &[M] {
        &self.pvs[ply]
    }

    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.pvs[ply].clear();
    }

    pub(super) fn update_pv(&mut self, ply: usize, m: M) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}
