//! The textbook searches as a user meets them: deepened step by step, and
//! under the same limits as the full search.

use super::Task;
use super::clock::Clock;
use super::control::Control;
use super::path::Root;
use super::reference::{Reference, Textbook, Watcher};
use super::report::{Answer, Line, Report, Reporter};
use super::root::{self, RootMove};
use super::score::Score;
use super::table::Bound;
use super::tally::{Count, Tally};
use super::watch::Watch;
use super::worker::Stopped;
use crate::games::Knowledge;

/// Counts nodes and ends the search in time.
struct Guard<'a> {
    control: &'a Control,
    watch: Watch<'a>,
    interruptible: bool,
    nodes: u64,
    seldepth: usize,
}

impl Watcher for Guard<'_> {
    type Stop = Stopped;

    fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        let is_over = self.control.is_stopped() || self.watch.is_over(self.nodes, self.control);
        if is_over && self.interruptible { Err(Stopped) } else { Ok(()) }
    }
}

/// Runs a textbook search on at least one root move.
pub(super) fn run<G: Knowledge>(
    task: &Task<'_, G>,
    moves: &[G::Move],
    textbook: Textbook,
    report: &mut Reporter<'_, G::Move>,
) -> Answer<G::Move> {
    let Task { root, limits, settings, control, .. } = *task;
    let clock = Clock::new(limits.time, settings.overhead);
    let counts = [Count::default()];
    let mut guard = Guard {
        control,
        watch: Watch::new(clock, limits.nodes, Tally::new(&counts, 0)),
        interruptible: false,
        nodes: 0,
        seldepth: 0,
    };
    let multi_pv = settings.multi_pv.clamp(1, moves.len());
    let mut lines: Vec<RootMove<G::Move>> = moves.iter().copied().map(RootMove::new).collect();
    let mut reached = 0;
    for depth in 1..=limits.deepest() {
        guard.seldepth = 0;
        let Ok(scored) = iteration(root, &lines, depth, multi_pv, textbook, &mut guard) else {
            break;
        };
        (lines, reached) = (scored, depth);
        report_lines(&lines[..multi_pv], depth, &guard, report);
        let is_over = control.is_stopped() || clock.is_late(control, 1.0);
        if is_over || guard.watch.is_spent(guard.nodes) {
            break;
        }
        guard.interruptible = true;
    }
    Answer {
        best: Some(lines[0].m),
        ponder: None,
        score: lines[0].previous,
        depth: reached,
        nodes: guard.nodes,
        panicked: false,
    }
}

/// All root moves to one depth, sorted.
fn iteration<G: Knowledge>(
    root: &Root<G>,
    lines: &[RootMove<G::Move>],
    depth: u16,
    multi_pv: usize,
    textbook: Textbook,
    guard: &mut Guard<'_>,
) -> Result<Vec<RootMove<G::Move>>, Stopped> {
    let mut lines = lines.to_vec();
    let mut best = -Score::INFINITE;
    for line in &mut lines {
        let alpha = if multi_pv == 1 { best } else { -Score::INFINITE };
        let score = Reference::new(root, guard).score(root, line.m, depth, textbook, alpha)?;
        (line.score, line.previous, line.bound) = (Some(score), score, Bound::Exact);
        best = best.max(score);
    }
    root::sort(&mut lines);
    Ok(lines)
}

fn report_lines<M: Copy>(
    lines: &[RootMove<M>],
    depth: u16,
    guard: &Guard<'_>,
    report: &mut Reporter<'_, M>,
) {
    for (i, line) in lines.iter().enumerate() {
        report(Report::Line(Line {
            depth,
            seldepth: guard.seldepth as u16,
            rank: i + 1,
            score: line.previous,
            bound: line.bound,
            is_certain: false,
            nodes: guard.nodes,
            time: guard.control.start().elapsed(),
            hashfull: 0,
            tbhits: 0,
            pv: line.pv.clone(),
        }));
    }
}
