//! Singular extensions: a move that is much better than all others is what the
//! line depends on, and is looked at more deeply (Anantharaman, Campbell and
//! Hsu, "Singular extensions: adding selectivity to brute-force searching",
//! 1990).
//!
//! What the table knows of a node says how good its best move is; a search of
//! half the depth without that move says how good the others are. If they fall
//! far behind, the move costs nothing. If even they lie above the window, the
//! node is left there (multi-cut, Bjornsson and Marsland, 1999).

use super::score::Score;
use super::table::{Bound, Entry};
use super::worker::{Node, Stopped, Worker};
use crate::games::{Depth, Knowledge};

/// Plies by which the table's entry may be shallower than the node.
const SHALLOWER: Depth = Depth::plies(3);

/// What the search of the others said of the table's move.
pub(super) enum Singled {
    /// The move costs so much less, or more if negative.
    Extended(Depth),
    /// Another move fails high as well; the node is worth at least this.
    Refuted(Score),
}

impl<G: Knowledge> Worker<'_, G> {
    /// Compares the move `m` with the others of its node, if it is the table's
    /// and that seems worthwhile.
    pub(super) fn single_out<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        m: G::Move,
        beta: Score,
    ) -> Result<Singled, Stopped> {
        let Some(known) = known.filter(|known| self.may_be_singular(node, known, m)) else {
            return Ok(Singled::Extended(Depth::ZERO));
        };
        let score = Score::from_table(known.score, node.ply);
        let bar = score
            .shifted(-self.policy.numbers.singular_margin.0 * node.depth.0 / Depth::PLY.0 / 64);
        let depth = Depth((node.depth - Depth::PLY).0 / 2);
        let without = Node { depth, excluded: known.packed, ..*node };
        let others = self.interior::<false>(&without, bar.shifted(-1), bar)?;
        if others >= bar && bar >= beta && !others.is_decisive() {
            self.touched_horizon = true;
            return Ok(Singled::Refuted(bar));
        }
        let numbers = &self.policy.numbers;
        let double = numbers.double_extension_margin.0;
        Ok(Singled::Extended(if others < bar {
            let is_alone = !PV && double > 0 && others < bar.shifted(-double);
            if is_alone { Depth::plies(2) } else { Depth::PLY }
        } else if score >= beta {
            // The others may do as well, so this one need not be looked at as deeply.
            Depth::ZERO - numbers.negative_extension
        } else if node.expects_cut {
            Depth::ZERO - numbers.negative_extension_cut_node
        } else {
            Depth::ZERO
        }))
    }

    fn may_be_singular(&self, node: &Node<'_, G>, known: &Entry, m: G::Move) -> bool {
        (G::PARAMS.singular_depth.0 > 0)
            && self.selective
            && node.ply > 0
            && node.excluded == 0
            && node.depth >= self.policy.numbers.singular_depth
            && known.packed == G::pack(m)
            && known.bound != Bound::Upper
            && known.is_deep(node.depth - SHALLOWER)
            && !Score::from_table(known.score, node.ply).is_decisive()
    }
}
