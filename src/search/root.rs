//! The root: its moves, their scores and lines, and the search of all of them
//! to one depth.

use super::candidate::Candidate;
use super::depth::Outlook;
use super::path::Root;
use super::pvs::Best;
use super::report::{CHATTY_AFTER, Report};
use super::score::Score;
use super::table::Bound;
use super::worker::{Node, Searched, Worker};
use crate::games::{Depth, Glance, Knowledge, Outcome, TablebaseMove};

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) m: M,
    /// The score of the present iteration, `None` until there is one and for
    /// moves that were only shown to be no better than another.
    pub(super) score: Option<Score>,
    /// What the score says.
    pub(super) bound: Bound,
    /// The score of the last whole iteration.
    pub(super) previous: Score,
    pub(super) seldepth: usize,
    /// The nodes spent under it in the present iteration.
    pub(super) nodes: u64,
    /// The line that begins with this move.
    pub(super) pv: Vec<M>,
    /// Moves of a greater class come first, whatever their scores.
    pub(super) class: i32,
    /// The outcome, if endgame tables know it.
    pub(super) sure: Option<Outcome>,
}

impl<M: Copy> RootMove<M> {
    pub(super) fn new(m: M) -> RootMove<M> {
        RootMove {
            m,
            score: None,
            bound: Bound::Upper,
            previous: Score::DRAW,
            seldepth: 0,
            nodes: 0,
            pv: vec![m],
            class: 0,
            sure: None,
        }
    }

    /// The score to be told. Where tables know the outcome, and the search no
    /// plies to it, that is the score.
    pub(super) fn told(&self) -> Score {
        let score = self.score.unwrap_or(self.previous);
        match self.sure {
            Some(outcome) if outcome == Outcome::Drawn || score.plies_to_end().is_none() => {
                Score::of_sure(outcome, 0)
            }
            _ => score,
        }
    }
}

/// The best first; what has no score keeps its place behind those of its class.
pub(super) fn sort<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|r| std::cmp::Reverse((r.class, r.score)));
}

/// The moves of a root as tables class them, or as they come.
pub(super) fn classed<M: Copy + PartialEq>(
    moves: &[M],
    known: Option<&[TablebaseMove<M>]>,
) -> Vec<RootMove<M>> {
    let of_table = |m| known?.iter().find(|known| known.m == m);
    let classed = |&m| match of_table(m) {
        Some(known) => {
            RootMove { class: known.class, sure: Some(known.outcome), ..RootMove::new(m) }
        }
        None => RootMove::new(m),
    };
    let mut moves: Vec<RootMove<M>> = moves.iter().map(classed).collect();
    sort(&mut moves);
    moves
}

impl<G: Knowledge> Worker<'_, G> {
    /// Searches `moves` to a nominal depth within a window, and sorts them.
    pub(super) fn search_root(
        &mut self,
        root: &Root<G>,
        state: &G::State,
        moves: &mut [RootMove<G::Move>],
        depth: Depth,
        (mut alpha, beta): (Score, Score),
    ) -> Searched {
        let node = self.grant(Node {
            position: &root.position,
            state,
            previous: None,
            after_pass: false,
            ply: 0,
            depth,
            budget: G::PARAMS.extension_budget,
            is_forced: root.position.glance() == Glance::Forced,
            reversible: self.path.reversible(),
            excluded: 0,
            expects_cut: false,
            after_quiet: false,
        });
        let mut best = Best { score: -Score::INFINITE, m: None, bound: Bound::Upper };
        for (number, root_move) in moves.iter_mut().enumerate() {
            self.announce(depth, root_move.m, number);
            self.seldepth = 0;
            let before = self.nodes;
            let spend = self.spend::<true>(
                &node,
                Candidate::unranked(root_move.m),
                number,
                Depth::ZERO,
                Outlook::ROOT,
            );
            let child = self.make(&node, root_move.m, spend.depth);
            let score = self.try_move::<true>(&child, spend, number == 0, alpha, beta)?;
            self.unmake();
            root_move.nodes += self.nodes - before;
            best.score = best.score.max(score);
            if number > 0 && score <= alpha {
                continue;
            }
            self.note(root_move, score, alpha, beta);
            if score > alpha {
                (alpha, best.m, best.bound) = (score, Some(root_move.m), root_move.bound);
            }
            if score >= beta {
                break;
            }
        }
        self.remember(self.table_key(&root.position), &node, &best, None, true);
        sort(moves);
        Ok(best.score)
    }

    /// Says which move is looked at, in a search that takes long.
    fn announce(&mut self, depth: Depth, m: G::Move, number: usize) {
        if self.control.start().elapsed() >= CHATTY_AFTER {
            let depth = (depth.0 / Depth::PLY.0) as u16;
            (self.report)(Report::Current { depth, m, number: number + 1 });
        }
    }

    /// Writes down what the search of a root move found.
    fn note(&self, root_move: &mut RootMove<G::Move>, score: Score, alpha: Score, beta: Score) {
        root_move.score = Some(score);
        root_move.seldepth = self.seldepth;
        root_move.bound = match score {
            s if s <= alpha => Bound::Upper,
            s if s >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        if root_move.bound != Bound::Upper {
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(&self.pv[1]);
        }
    }
}
