//! Quiescence: tactical moves alone, until none is worth making, so that no
//! line is judged in the middle of an exchange (chessprogramming.org
//! "Quiescence Search").

use super::pvs::Best;
use super::score::Score;
use super::table::{Bound, Entry};
use super::worker::{Node, Searched, Stopped, Worker};
use crate::games::{Depth, Knowledge, Which};

impl<G: Knowledge> Worker<'_, G> {
    /// The score of a node whose depth is spent. The side to move may stand
    /// pat on the evaluation or make a tactical move; when it is
    /// forced it may not stand pat, and has all its moves.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        alpha: Score,
        beta: Score,
    ) -> Searched {
        let key = self.table_key(node.position);
        // Before the probe, whose memory is still on its way.
        let prepared = self.prepare(node);
        let known = self.table.probe(key);
        if !PV && let Some(score) = self.cutoff(known, node, alpha, beta) {
            return Ok(score);
        }
        let hash = known.map_or(0, |entry| entry.packed);
        let mut best = Best { score: -Score::INFINITE, m: None, bound: Bound::Upper };
        let mut raw = None;
        let base = self.candidates.len();
        if node.is_forced {
            self.collect(node, hash, Which::All);
            if self.candidates.len() == base {
                return Ok(Score::of_outcome(node.position.stalled(), node.ply));
            }
        } else {
            let evaluation = Self::raw(node, known, prepared);
            raw = Some(evaluation);
            best.score = Score::evaluation(evaluation.value() + prepared.correction);
            if self.selective {
                best.score = Self::informed(best.score, known, node.ply);
            }
            self.touched_horizon = true;
            if best.score >= beta {
                best.bound = Bound::Lower;
                if known.is_none() {
                    self.remember(key, node, &best, raw, PV);
                }
                return Ok(best.score);
            }
            self.collect(node, hash, Which::Tactical);
        }
        self.exchange_moves::<PV>(node, base, &mut best, alpha, beta)?;
        self.candidates.truncate(base);
        let was_pv = PV || Entry::tells_of_pv(known);
        self.remember(key, node, &best, raw, was_pv);
        Ok(best.score)
    }

    /// The loop over the candidates of a quiescence node, which begin at
    /// `base`. Moves that lose their exchange come last, and are not worth
    /// their nodes.
    fn exchange_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        base: usize,
        best: &mut Best<G::Move>,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        let (stand_pat, mut alpha) = (best.score, alpha);
        if best.score > alpha {
            (alpha, best.bound) = (best.score, Bound::Exact);
        }
        let mut next = base;
        while let Some(candidate) = self.pick(node, next) {
            next += 1;
            if self.selective && !node.is_forced && candidate.is_losing() {
                break;
            }
            if !PV && let Some(most) = self.out_of_reach(node, candidate.m, stand_pat, alpha) {
                best.score = best.score.max(most);
                continue;
            }
            let child = self.make(node, candidate.m, Depth::ZERO);
            let score = self.descend::<PV>(&child, Depth::ZERO, Depth::ZERO, alpha, beta, false)?;
            self.unmake();
            best.score = best.score.max(score);
            if score <= alpha {
                continue;
            }
            (alpha, best.m, best.bound) = (score, Some(candidate.m), Bound::Exact);
            if PV {
                self.lead(node.ply, candidate.m);
            }
            if score >= beta {
                best.bound = Bound::Lower;
                break;
            }
        }
        Ok(())
    }

    /// What a move comes to at most, if the evaluation and all that it wins do
    /// not reach the window (chessprogramming.org "Delta Pruning"). A threat may
    /// bring more than it takes.
    fn out_of_reach(
        &self,
        node: &Node<'_, G>,
        m: G::Move,
        stand_pat: Score,
        alpha: Score,
    ) -> Option<Score> {
        let is_asked = G::PARAMS.delta_margin.0 > 0 && self.selective && !node.is_forced;
        if !is_asked || alpha.is_decisive() {
            return None;
        }
        let most = stand_pat.shifted(self.policy.numbers.delta_margin.0);
        let lacking = alpha.value() - most.value();
        let is_out = lacking >= 0
            && !node.position.see_at_least(m, lacking + 1)
            && !node.position.threatens(m);
        is_out.then_some(most)
    }
}
