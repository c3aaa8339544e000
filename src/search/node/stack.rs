//! What a worker notes for each ply of the line that it searches.
//!
//! Everything is indexed by ply and written when the line comes by, so nothing is ever
//! taken back: a stopped search may leave a node anywhere.

use crate::search::score::{MAX_PLY, Score};

/// How many of the moves before a quiet move its continuation history looks at.
pub(super) const CONTINUATIONS: usize = 2;

/// The moves that led to a node, the last one first, as the continuation history
/// numbers them; 0 for a null move or nothing.
pub(super) type PreviousMoves = [usize; CONTINUATIONS];

/// Plies before a node whose evaluations are looked back at.
const LOOK_BACK: usize = 4;

/// The notes of one line, ply by ply.
pub(super) struct Stack<M> {
    /// The corrected static evaluations, that of ply 0 at [`LOOK_BACK`]; `None` where the
    /// side to move is forced.
    static_evals: Vec<Option<Score>>,
    /// How many nodes have failed high at each ply since the node two plies before.
    cutoffs: Vec<u32>,
    /// The moves as the continuation history numbers them, that of ply 0 at
    /// [`CONTINUATIONS`]; 0 for none.
    moves: Vec<usize>,
    /// The principal variation from each ply on.
    pvs: Vec<Vec<M>>,
}

impl<M> Default for Stack<M> {
    /// To begin with [`Stack::begin`].
    fn default() -> Self {
        let (static_evals, cutoffs, moves, pvs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Stack { static_evals, cutoffs, moves, pvs }
    }
}

/// `len` notes, all of them empty.
fn reset<T: Clone + Default>(notes: &mut Vec<T>, len: usize) {
    notes.clear();
    notes.resize(len, T::default());
}

impl<M: Copy> Stack<M> {
    /// Forgets what an earlier search noted.
    pub(super) fn begin(&mut self) {
        reset(&mut self.static_evals, MAX_PLY + LOOK_BACK + 1);
        reset(&mut self.cutoffs, MAX_PLY + 3);
        reset(&mut self.moves, MAX_PLY + CONTINUATIONS + 1);
        self.pvs.iter_mut().for_each(Vec::clear);
        self.pvs.resize_with(MAX_PLY + 2, Vec::new);
    }

    /// The static evaluation of a ply, seen by its side to move.
    pub(super) fn set_static_eval(&mut self, ply: usize, eval: Option<Score>) {
        self.static_evals[ply + LOOK_BACK] = eval;
    }

    /// The static evaluation of the ply before, seen by the other side.
    pub(super) fn previous_static_eval(&self, ply: usize) -> Option<Score> {
        self.static_evals[ply + LOOK_BACK - 1]
    }

    /// Whether the side to move at `ply` stands better than when it was last to move,
    /// two plies before or four.
    pub(super) fn is_improving(&self, ply: usize, eval: Score) -> bool {
        let at = ply + LOOK_BACK;
        let before = self.static_evals[at - 2].or(self.static_evals[at - LOOK_BACK]);
        before.is_none_or(|before| eval > before)
    }

    /// The move played at `ply`, as the continuation history numbers it; 0 for none.
    #[inline]
    pub(super) fn set_move(&mut self, ply: usize, continuation: usize) {
        self.moves[ply + CONTINUATIONS] = continuation;
    }

    /// The moves that led to a node at `ply`, the last one first.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        std::array::from_fn(|back| self.moves[ply + CONTINUATIONS - 1 - back])
    }

    /// A node at `ply` has failed high.
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

    /// The principal variation from `ply` on.
    pub(super) fn pv(&self, ply: usize) -> &[M] {
        &self.pvs[ply]
    }

    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.pvs[ply].clear();
    }

    /// The principal variation from `ply` on is `m` and what follows it.
    pub(super) fn update_pv(&mut self, ply: usize, m: M) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}
