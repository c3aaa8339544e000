//! What a search says of its lines.

use super::deepening::Deepening;
use super::report::{Answer, CHATTY_AFTER, Line, Report};
use super::root::RootMove;
use crate::games::Knowledge;

impl<G: Knowledge> Deepening<'_, G> {
    pub(super) fn report_lines(&mut self) {
        for (i, line) in self.lines.iter().enumerate() {
            let line = self.line(line, i, self.lines_depth);
            let is_certain = self.is_complete;
            (self.worker.report)(Report::Line(Line { is_certain, ..line }));
        }
    }

    /// A score that is only a bound is of interest in a long search alone.
    pub(super) fn report_bound(&mut self, rank: usize) {
        if self.worker.control.start().elapsed() >= CHATTY_AFTER {
            let line = self.line(&self.moves[rank], rank, self.depth);
            (self.worker.report)(Report::Line(line));
        }
    }

    fn line(&self, root_move: &RootMove<G::Move>, rank: usize, depth: u16) -> Line<G::Move> {
        Line {
            depth,
            seldepth: root_move.seldepth.max(usize::from(depth)) as u16,
            rank: rank + 1,
            score: root_move.told(),
            bound: root_move.bound,
            is_certain: false,
            nodes: self.worker.all_nodes(),
            time: self.worker.control.start().elapsed(),
            hashfull: self.worker.table.permill_full(),
            tbhits: self.worker.watch.tally().tbhits(),
            pv: self.led_to_end(root_move),
        }
    }

    pub(super) fn answer(&self, panicked: bool) -> Answer<G::Move> {
        if let Some(solved) = &self.solved {
            return solved.clone();
        }
        let best = &self.lines[0];
        Answer {
            best: Some(best.m),
            ponder: best.pv.get(1).copied(),
            score: best.told(),
            depth: self.lines_depth,
            nodes: self.worker.all_nodes(),
            panicked,
        }
    }
}
