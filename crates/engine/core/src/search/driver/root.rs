//! The root: its moves, their scores and lines, and the search of all of them
//! to one depth.

use crate::game::{Depth, Knowledge, Outcome, TablebaseMove};
use crate::search::node::{Best, Searched, Worker};
use crate::search::path::Root;
use crate::search::score::{Score, Window};
use crate::search::sorting::sort_by;
use crate::search::table::Bound;
use crate::search::task::Report;

#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) m: M,
    /// The score of the present iteration, `None` until there is one and for
    /// moves that were only shown to be no better than another.
    pub(crate) score: Option<Score>,
    pub(crate) bound: Bound,
    pub(crate) previous_score: Score,
    pub(crate) seldepth: usize,
    pub(crate) nodes: u64,
    pub(crate) pv_after: Vec<M>,
    pub(crate) class: i32,
    pub(crate) tablebase: Option<Outcome>,
}

impl<M: Copy> RootMove<M> {
    pub(crate) fn new(m: M) -> RootMove<M> {
        RootMove {
            m,
            score: None,
            bound: Bound::Upper,
            previous_score: Score::DRAW,
            seldepth: 0,
            nodes: 0,
            pv_after: Vec::new(),
            class: 0,
            tablebase: None,
        }
    }

    /// The score to report: the outcome in the endgame tables, unless the search knows the
    /// plies to it.
    pub(crate) fn reported_score(&self) -> Score {
        let score = self.score.unwrap_or(self.previous_score);
        match self.tablebase {
            Some(outcome) if outcome == Outcome::Drawn || score.plies_to_end().is_none() => {
                Score::from_tablebase(outcome, 0)
            }
            _ => score,
        }
    }
}

/// Puts the better move first. A move that has no score of its own in this
/// iteration keeps its place behind those of its class.
pub(crate) fn sort<M>(moves: &mut [RootMove<M>]) {
    sort_by(moves, |a, b| (b.class, b.score).cmp(&(a.class, a.score)));
}

/// The moves of a root in the classes that the tables give them, otherwise in the order in
/// which they are generated.
pub(super) fn classed<M: Copy + PartialEq>(
    moves: &[M],
    known: Option<&[TablebaseMove<M>]>,
) -> Vec<RootMove<M>> {
    let of_table = |m| known?.iter().find(|known| known.m == m);
    let mut moves: Vec<RootMove<M>> = moves
        .iter()
        .map(|&m| match of_table(m) {
            Some(known) => {
                RootMove { class: known.class, tablebase: Some(known.outcome), ..RootMove::new(m) }
            }
            None => RootMove::new(m),
        })
        .collect();
    sort(&mut moves);
    moves
}

/// Searches `moves` to a nominal depth within a window, and sorts them. They are all moves of
/// the root from the line `rank` on.
pub(super) fn search_root<G: Knowledge>(
    worker: &mut Worker<'_, G>,
    root: &Root<G>,
    state: &G::State,
    rank: usize,
    moves: &mut [RootMove<G::Move>],
    depth: Depth,
    mut window: Window,
) -> Searched {
    let node = worker.begin_root(root, state, depth);
    worker.order_root(&node, moves, |root_move| root_move.m);
    let mut best = Best::none();
    let mut tried = 0;
    for (number, root_move) in moves.iter_mut().enumerate() {
        announce(worker, depth, root_move.m, number);
        worker.seldepth = 0;
        let nodes_before = worker.nodes;
        let score = best.value.score;
        let value = worker.search_root_move(&node, root_move.m, number, score, window)?;
        root_move.nodes += worker.nodes - nodes_before;
        best.add(value);
        tried = number + 1;
        if number > 0 && value.score <= window.alpha {
            continue;
        }
        update(root_move, worker, value.score, window);
        if value.score > window.alpha {
            window.alpha = value.score;
            best.m = Some(root_move.m);
            best.bound = root_move.bound;
        }
        if value.score >= window.beta {
            break;
        }
    }
    // The best of the other moves says nothing about the position.
    if rank == 0 {
        let tried = moves[..tried].iter().map(|root_move| root_move.m);
        worker.update_root_history(&node, &best, tried);
        worker.finish_root(&node, &best);
    }
    sort(moves);
    Ok(best.value)
}

fn announce<G: Knowledge>(worker: &mut Worker<'_, G>, depth: Depth, m: G::Move, number: usize) {
    if worker.is_chatty() {
        let depth = depth.whole_plies() as u16;
        (worker.report)(Report::Current { depth, m, number: number + 1 });
    }
}

fn update<G: Knowledge>(
    root_move: &mut RootMove<G::Move>,
    worker: &Worker<'_, G>,
    score: Score,
    window: Window,
) {
    root_move.score = Some(score);
    root_move.seldepth = worker.seldepth;
    root_move.bound = match score {
        s if s <= window.alpha => Bound::Upper,
        s if s >= window.beta => Bound::Lower,
        _ => Bound::Exact,
    };
    if root_move.bound != Bound::Upper {
        root_move.pv_after.clear();
        root_move.pv_after.extend_from_slice(worker.pv_below_root());
    }
}
