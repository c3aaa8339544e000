//! The root: its moves, their scores and lines, and the search of all of them
//! to one depth. A search begins with what an earlier one left in the table.

use super::deepening::Deepening;
use crate::game::{Depth, Knowledge, Outcome, TablebaseMove};
use crate::search::node::{Best, Searched, Worker};
use crate::search::path::{Root, after};
use crate::search::score::{Score, Window};
use crate::search::sorting::{sort_by, sort_by_cached_key};
use crate::search::table::{Bound, TableEntry};
use crate::search::task::Report;
use std::cmp::Reverse;

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
                Score::of_tablebase(outcome, 0)
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
    let classed = |&m| match of_table(m) {
        Some(known) => {
            RootMove { class: known.class, tablebase: Some(known.outcome), ..RootMove::new(m) }
        }
        None => RootMove::new(m),
    };
    let mut moves: Vec<RootMove<M>> = moves.iter().map(classed).collect();
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
    let mut best = Best::none();
    for (number, root_move) in moves.iter_mut().enumerate() {
        announce(worker, depth, root_move.m, number);
        worker.seldepth = 0;
        let nodes_before = worker.nodes;
        let score = best.value.score;
        let value = worker.search_root_move(&node, root_move.m, number, score, window)?;
        root_move.nodes += worker.nodes - nodes_before;
        best.add(value);
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

/// Fewer plies than this are searched again, which takes no time and orders all moves.
const WORTH_KNOWING: u16 = 4;

impl<G: Knowledge> Deepening<'_, G> {
    /// Begins with the line that the table keeps, if its score is exact and this kind of
    /// search may rely on it.
    pub(super) fn resume(&mut self) {
        let is_plain = self.multi_pv == 1
            && self.limits.mate.is_none()
            && self.root_search.is_none()
            && !self.plan.is_direct()
            && self.plan.is_selective();
        if !is_plain || self.exact.is_some() || self.moves[0].tablebase.is_some() {
            return;
        }
        let Some((entry, place)) = self.known() else { return };
        let depth = entry.plies();
        let pv = self.remembered_line(usize::from(depth));
        self.sort_by_table();
        let place = self.moves.iter().position(|r| r.m == place).unwrap_or_default();
        self.moves[..=place].rotate_right(1);
        let score = Score::from_table(entry.score, 0);
        let first = &mut self.moves[0];
        first.score = Some(score);
        first.previous_score = score;
        first.bound = Bound::Exact;
        first.seldepth = pv.len();
        first.pv_after = pv.into_iter().skip(1).collect();
        self.lines = vec![first.clone()];
        self.scaling.begin_stable(first.m, score);
        if self.plan.skip_beyond(depth) {
            self.lines_depth = depth;
            self.worker.is_interruptible = true;
            self.report_lines();
        } else {
            self.lines.clear();
        }
    }

    fn known(&self) -> Option<(TableEntry, G::Move)> {
        let position = &self.root.position;
        let entry = self.worker.table.probe(self.worker.table_key(position))?;
        let is_true = entry.bound == Bound::Exact && entry.depth != TableEntry::FINAL;
        let is_worth = entry.plies() >= WORTH_KNOWING;
        if !is_true || !is_worth || Score::from_table(entry.score, 0).is_decisive() {
            return None;
        }
        let m = position.find(entry.packed?.get())?;
        let is_asked_for = self.moves.iter().any(|r| r.m == m);
        (is_asked_for && !self.ends_by_repetition(m)).then_some((entry, m))
    }

    /// The table cannot tell, as its keys ignore the game's past.
    fn ends_by_repetition(&self, m: G::Move) -> bool {
        let mut root = self.root.clone();
        root.play(m);
        root.position.repetition(&root.earlier).is_some()
    }

    /// Sorts the moves by the table's entries for the positions that they lead to; those without an
    /// entry come last.
    fn sort_by_table(&mut self) {
        let worth = |m: G::Move| {
            let (child, opposes) = after(&self.root.position, m);
            let entry = self.worker.table.probe(self.worker.table_key(&child))?;
            let score = Score::from_table(entry.score, 1);
            Some(if opposes { -score } else { score })
        };
        sort_by_cached_key(&mut self.moves, |r| Reverse(worth(r.m)));
    }

    /// The line of the table from the root on, `most` plies at most. It ends
    /// where the table knows no move, where the game does, and with a position
    /// that was there before.
    fn remembered_line(&self, most: usize) -> Vec<G::Move> {
        let mut root = self.root.clone();
        let mut pv = Vec::new();
        while pv.len() < most.max(1) && root.position.status().is_none() {
            let entry = self.worker.table.probe(self.worker.table_key(&root.position));
            let Some(m) = entry.and_then(|entry| root.position.find(entry.packed?.get())) else {
                break;
            };
            root.play(m);
            pv.push(m);
            if root.times_before() > 0 {
                break;
            }
        }
        pv
    }
}
