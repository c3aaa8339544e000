//! Reports of a search's lines, led to the end of the game where that is known.
//!
//! The search ends a line where an endgame table or a glance knows the rest. People want
//! to see a forced end, and match runners check that the line has as many plies as its
//! score says.

use super::deepening::Deepening;
use super::root::RootMove;
use crate::game::{Depth, Exact, Glance, Knowledge, TablebaseValue};
use crate::search::path::after;
use crate::search::table::Bound;
use crate::search::task::{Answer, Line, Report};

impl<G: Knowledge> Deepening<'_, G> {
    pub(super) fn report_lines(&mut self) {
        if !self.worker.reports {
            return;
        }
        for (i, line) in self.lines.iter().enumerate() {
            let line = self.line(line, i, self.lines_depth);
            let is_certain = self.is_final;
            (self.worker.report)(Report::Line(Line { is_certain, ..line }));
        }
    }

    /// A score that is only a bound is of interest only in a long search.
    pub(super) fn report_bound(&mut self, rank: usize) {
        if self.worker.is_chatty() {
            let line = self.line(&self.moves[rank], rank, self.depth);
            (self.worker.report)(Report::Line(line));
        }
    }

    fn line(&self, root_move: &RootMove<G::Move>, rank: usize, depth: u16) -> Line<G::Move> {
        Line {
            depth,
            seldepth: root_move.seldepth.max(usize::from(depth)) as u16,
            rank: rank + 1,
            score: root_move.reported_score(),
            bound: root_move.bound,
            is_certain: false,
            nodes: self.worker.all_nodes(),
            time: self.worker.control.start().elapsed(),
            hashfull: if self.root_search.is_some() { 0 } else { self.worker.table.permill_full() },
            tbhits: self.worker.limits.counts().tbhits(),
            pv: self.line_to_end(root_move),
        }
    }

    pub(super) fn answer(&self, panicked: bool) -> Answer<G::Move> {
        if let Some(answer) = &self.exact_answer {
            return answer.clone();
        }
        let best = &self.lines[0];
        Answer {
            best: Some(best.m),
            ponder: best.pv_after.first().copied(),
            score: best.reported_score(),
            depth: self.lines_depth,
            nodes: self.worker.all_nodes(),
            cutoffs: self.worker.cutoffs,
            panicked,
        }
    }

    /// The line of a move. If its score is a forced result, the line is continued towards
    /// that end by moves of known exact value.
    pub(super) fn line_to_end(&self, root_move: &RootMove<G::Move>) -> Vec<G::Move> {
        let mut pv = [&[root_move.m], &root_move.pv_after[..]].concat();
        let plies = root_move.reported_score().plies_to_end().map_or(0, i32::unsigned_abs) as usize;
        if root_move.bound != Bound::Exact || pv.len() >= plies {
            return pv;
        }
        let mut position = self.root.position.clone();
        pv.iter().for_each(|&m| position.play(m));
        while pv.len() < plies
            && let Some(m) = known_best(&position, plies - pv.len())
        {
            position.play(m);
            pv.push(m);
        }
        pv
    }
}

fn known_best<G: Knowledge>(position: &G, plies: usize) -> Option<G::Move> {
    let value = known(position)?;
    if !matches!(value, Exact::Win(n) | Exact::Loss(n) if usize::from(n) == plies) {
        return None;
    }
    position.legal_moves().into_iter().find(|&m| {
        let (child, opposes) = after(position, m);
        known(&child).is_some_and(|child| child.before_move(opposes) == value)
    })
}

fn known<G: Knowledge>(position: &G) -> Option<Exact> {
    if let Some(outcome) = position.status() {
        return Some(Exact::from(outcome));
    }
    if let Glance::Known(value) = position.glance() {
        return Some(value);
    }
    if !G::HAS_TABLEBASE {
        return None;
    }
    match position.probe_tablebase(Depth::plies(0))? {
        TablebaseValue::Exact(value) => Some(value),
        TablebaseValue::Outcome(_) => None,
    }
}
