//! Principal variation search: the heart of the program.
//!
//! The first move of a node is searched with the full window; the others only
//! need to be shown to be no better, for which a window of no width is enough
//! (Marsland and Campbell, "Parallel search of strongly ordered game trees",
//! 1982). Scores are fail-soft: they may lie outside the window, as a bound.

use super::depth::{Outlook, Spend};
use super::history::Weight;
use super::judgement::Judgement;
use super::ordering::Supply;
use super::score::{MAX_PLY, Score};
use super::singular::Singled;
use super::table::{Bound, Entry};
use super::worker::{Child, Node, Searched, Sight, Stopped, Worker};
use crate::games::{Depth, Knowledge};

/// What the moves of a node came to.
pub(super) struct Best<M> {
    pub(super) score: Score,
    /// The move that raised alpha, if one did.
    pub(super) m: Option<M>,
    pub(super) bound: Bound,
}

impl<G: Knowledge> Worker<'_, G> {
    /// The score of a node within a window, to the depth it has left.
    pub(super) fn search<const PV: bool>(
        &mut self,
        node: Node<'_, G>,
        alpha: Score,
        beta: Score,
    ) -> Searched {
        self.enter(node.ply)?;
        let is_forced = match self.look(&node) {
            Sight::Settled(score) => return Ok(score),
            Sight::Open { is_forced } => is_forced,
        };
        let node = self.grant(Node { is_forced, ..node });
        if node.depth < Depth::PLY || node.ply >= MAX_PLY {
            return self.leaf::<PV>(node, alpha, beta);
        }
        self.interior::<PV>(&node, alpha, beta)
    }

    /// The score of a node that has depth left. Apart from [`Worker::search`],
    /// so that leaves, which are most nodes, do not pay for its registers.
    #[inline(never)]
    pub(super) fn interior<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        alpha: Score,
        beta: Score,
    ) -> Searched {
        // However the node ends, it is no worse than a loss here and no
        // better than a win by the next move.
        let alpha = alpha.max(Score::loss_at(node.ply));
        let beta = beta.min(Score::win_at(node.ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }
        let key = self.table_key(node.position);
        let is_shallow = !G::PARAMS.quiescence && node.depth < Depth::plies(2);
        let is_whole = node.excluded == 0;
        // Before the probe, whose memory is still on its way.
        let prepared = self.prepare(node);
        let known = if is_shallow || !is_whole { None } else { self.table.probe(key) };
        if !PV && let Some(score) = self.cutoff(known, node, alpha, beta) {
            return Ok(score);
        }
        self.cutoffs[node.ply + 2] = 0;
        let judgement = self.judge(node, known, prepared);
        if !PV
            && Self::HAS_SHORTCUTS
            && is_whole
            && let Some(score) = self.shortcut(node, judgement, beta)?
        {
            return Ok(score);
        }
        let outside = std::mem::replace(&mut self.touched_horizon, false);
        let hash = known.map_or(0, |entry| entry.packed);
        let best = self.expand::<PV>(node, judgement, hash, alpha, beta)?;
        if is_whole {
            self.learn_correction(node, judgement, &best);
            self.praise(node, &best);
            if !is_shallow {
                let was_pv = PV || Entry::tells_of_pv(known);
                self.remember(key, node, &best, judgement.raw, was_pv);
            }
        }
        self.touched_horizon |= outside;
        Ok(best.score)
    }

    /// Where the depth is spent: quiescence, or the evaluation alone.
    fn leaf<const PV: bool>(&mut self, node: Node<'_, G>, alpha: Score, beta: Score) -> Searched {
        if G::PARAMS.quiescence && node.ply < MAX_PLY {
            self.quiesce::<PV>(&Node { depth: Depth::ZERO, ..node }, alpha, beta)
        } else {
            Ok(self.evaluate(&node))
        }
    }

    /// The score of an entry that is deep enough and decides this window.
    pub(super) fn cutoff(
        &mut self,
        known: Option<Entry>,
        node: &Node<'_, G>,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let entry = known?;
        let is_deep = match self.selective {
            true => entry.is_deep(node.depth),
            false => entry.depth == Entry::quarters(node.depth),
        };
        let score = Score::from_table(entry.score, node.ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        if !is_deep || !decides {
            return None;
        }
        self.touched_horizon |= entry.depth != Entry::COMPLETE;
        Some(score)
    }

    /// Searches the moves of a node, best first.
    fn expand<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        judgement: Judgement,
        hash: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Best<G::Move>, Stopped> {
        let base = self.candidates.len();
        let late = if PV { usize::MAX } else { self.late(node, judgement.is_rising) };
        let supply = self.supply(node, hash, late);
        let best = self.try_moves::<PV>(node, judgement, supply, alpha, beta)?;
        self.candidates.truncate(base);
        Ok(best)
    }

    /// The loop over the candidates of a node, which begin at `base`.
    fn try_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        judgement: Judgement,
        mut supply: Supply,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Best<G::Move>, Stopped> {
        let mut best = Best { score: -Score::INFINITE, m: None, bound: Bound::Upper };
        let base = supply.base;
        let outlook = Outlook::of(&judgement);
        let mut number = 0;
        while let Some(candidate) = self.next(node, &mut supply, number) {
            let m = candidate.m;
            if node.excluded != 0 && G::pack(m) == node.excluded {
                self.candidates[base + number].leave_out();
                number += 1;
                continue;
            }
            let extension = match self.single_out::<PV>(node, judgement.known, m, beta)? {
                Singled::Extended(extension) => extension,
                Singled::Refuted(score) => {
                    return Ok(Best { score, m: None, bound: Bound::Lower });
                }
            };
            let spend = self.spend::<PV>(node, candidate, number, extension, outlook);
            if Self::LEAVES_OUT
                && !PV
                && !best.score.is_decisive()
                && self.is_hopeless(node, judgement, candidate, number >= supply.late, spend, alpha)
            {
                self.touched_horizon = true;
                self.candidates[base + number].leave_out();
                number += 1;
                continue;
            }
            let child = self.make(node, m, spend.depth - spend.reduction);
            let score = self.try_move::<PV>(&child, spend, number == 0, alpha, beta)?;
            self.unmake();
            number += 1;
            best.score = best.score.max(score);
            if score <= alpha {
                continue;
            }
            (alpha, best.m, best.bound) = (score, Some(m), Bound::Exact);
            if PV {
                self.lead(node.ply, m);
            }
            if score >= beta {
                best.bound = Bound::Lower;
                self.learn(node, m, base, number);
                break;
            }
        }
        if number == 0 {
            best.score = Score::of_outcome(node.position.stalled(), node.ply);
            best.bound = Bound::Exact;
        }
        Ok(best)
    }

    /// The score of one move: the first with the whole window, the others
    /// with a window of no width until they prove better than all before.
    pub(super) fn try_move<const PV: bool>(
        &mut self,
        child: &Child<G>,
        spend: Spend,
        is_first: bool,
        alpha: Score,
        beta: Score,
    ) -> Searched {
        let Spend { depth, budget, reduction } = spend;
        if is_first {
            let expects_cut = !PV && !child.after_cut;
            return self.descend::<PV>(child, depth, budget, alpha, beta, expects_cut);
        }
        if PV {
            // Should the move fail high, the line of an earlier one is not its own.
            self.pv[child.ply].clear();
        }
        let just_above = alpha.shifted(1);
        let mut score =
            self.descend::<false>(child, depth - reduction, budget, alpha, just_above, true)?;
        if score > alpha && reduction > Depth::ZERO {
            let deeper = self.policy.numbers.lmr_deeper_margin.0;
            let is_much = deeper > 0 && child.ply > 1 && score > alpha.shifted(deeper);
            let depth = if is_much { depth + Depth::PLY } else { depth };
            score =
                self.descend::<false>(child, depth, budget, alpha, just_above, !child.after_cut)?;
        }
        if PV && score > alpha && score < beta {
            score = self.descend::<PV>(child, depth, budget, alpha, beta, false)?;
        }
        Ok(score)
    }

    /// A quiet move to which there is no good answer was a good one.
    fn praise(&mut self, node: &Node<'_, G>, best: &Best<G::Move>) {
        let share = self.policy.numbers.history_prior_bonus;
        let is_refuted = best.bound != Bound::Upper || best.score.is_decisive();
        if share.0 > 0 && !is_refuted && node.after_quiet {
            let weight = Weight::of(node.depth, &self.policy.numbers);
            let [prior, ..] = self.priors(node.ply);
            let before = self.priors(node.ply - 1);
            self.heuristics.praise(prior, before, weight.share(share));
        }
    }

    /// Notes that the move `m`, the `number`th tried, cut off.
    fn learn(&mut self, node: &Node<'_, G>, m: G::Move, base: usize, number: usize) {
        self.cutoffs[node.ply] += 1;
        let position = node.position;
        let priors = self.priors(node.ply);
        let tried = &self.candidates[base..base + number - 1];
        let failed = tried.iter().filter(|c| !c.is_left_out()).map(|c| c.m);
        let weight = Weight::of(node.depth, &self.policy.numbers);
        self.heuristics.reward(position, node.ply, priors, weight, m, failed);
    }

    /// Keeps what was found out about a node.
    pub(super) fn remember(
        &self,
        key: u64,
        node: &Node<'_, G>,
        best: &Best<G::Move>,
        evaluation: Option<Score>,
        was_pv: bool,
    ) {
        let is_complete = self.selective && !self.touched_horizon;
        let entry = Entry {
            packed: best.m.map_or(0, G::pack),
            score: best.score.to_table(node.ply),
            evaluation: evaluation.map(|score| score.value() as i16),
            depth: if is_complete { Entry::COMPLETE } else { Entry::quarters(node.depth) },
            bound: best.bound,
            was_pv,
        };
        self.table.store(key, entry);
    }
}
