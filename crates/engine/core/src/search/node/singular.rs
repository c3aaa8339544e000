//! Singular extensions: a move that is much better than all others is what the
//! line depends on, and is searched more deeply (Anantharaman, Campbell and
//! Hsu, "Singular extensions: adding selectivity to brute-force searching",
//! 1990).
//!
//! The table's entry says how good the hash move is; a search of
//! half the depth without that move says how good the others are. If they fall
//! far behind, the move is extended. If even they lie above beta, the
//! node is left there (multi-cut, Bjornsson and Marsland, 1999).

use super::types::{Node, has, packed};
use crate::game::search_params::SingularExtensions;
use crate::game::{Depth, Knowledge};
use crate::search::score::Score;
use crate::search::table::{Bound, TableEntry};

const SHALLOWER: Depth = Depth::plies(3);

/// A hash move that may be singular, and the search of the others that would show it.
pub(super) struct SingularTest {
    score: Score,
    /// The bound that the others must fall below.
    pub(super) beta: Score,
    pub(super) depth: Depth,
}

/// The verdict on the hash move, from the search of the others.
pub(super) enum Singular {
    /// The move is extended, or reduced if negative.
    Extension(Depth),
    /// Another move fails high as well; the node is worth at least this.
    MultiCut(Score),
}

impl SingularTest {
    /// The test of `m`, if it is the hash move and the test is worth its nodes.
    pub(super) fn new<G: Knowledge>(
        node: &Node<'_, G>,
        entry: Option<TableEntry>,
        m: G::Move,
        rule: &SingularExtensions,
    ) -> Option<SingularTest> {
        let entry = entry?;
        let score = Score::from_table(entry.score, node.ply);
        let is_tried = G::PARAMS.singular.is_on
            && rule.is_on
            && node.ply > 0
            && node.excluded.is_none()
            && node.depth >= rule.depth
            && entry.packed == packed::<G>(m)
            && entry.bound != Bound::Upper
            && entry.is_deep(node.depth - SHALLOWER)
            && !score.is_decisive();
        if !is_tried {
            return None;
        }
        let margin = rule.margin.0 * node.depth.0 / Depth::PLY.0 / 64;
        Some(SingularTest {
            score,
            beta: score.shifted(-margin),
            depth: Depth((node.depth - Depth::PLY).0 / 2),
        })
    }

    /// The verdict if the others scored `others`, in a node whose window ends at
    /// `beta`.
    pub(super) fn result<G: Knowledge, const PV: bool>(
        &self,
        others: Score,
        beta: Score,
        is_cut_node: bool,
        rule: &SingularExtensions,
    ) -> Singular {
        if others >= self.beta && self.beta >= beta && !others.is_decisive() {
            return Singular::MultiCut(self.beta.blended(beta, rule.multi_cut_blend));
        }
        let double = rule.double_margin.0;
        let is_only = has(G::PARAMS.singular.alone) && rule.alone && others == -Score::INFINITE;
        Singular::Extension(if others < self.beta {
            let is_alone = !PV && !is_only && double > 0 && others < self.beta.shifted(-double);
            let triple = double + rule.triple_margin.0;
            let is_far_ahead = has(G::PARAMS.singular.triple_margin.0 > 0)
                && triple > double
                && others < self.beta.shifted(-triple);
            match (is_alone, is_far_ahead) {
                (false, _) => Depth::PLY,
                (true, false) => Depth::plies(2),
                (true, true) => Depth::plies(3),
            }
        } else if self.score >= beta {
            // The others may do as well, so this one need not be searched as deeply.
            Depth::ZERO - rule.negative
        } else if is_cut_node {
            Depth::ZERO - rule.negative_cut_node
        } else {
            Depth::ZERO
        })
    }
}
