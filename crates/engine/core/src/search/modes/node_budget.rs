//! The node budget of a solver: keeps it within the limits of a search, and reports its
//! progress.

use crate::search::table::permill_used;
use crate::search::task::{CHATTY_AFTER, Report, Reporter};
use crate::search::time::{Clock, Control, paced};
use plyglot_support::instant::Instant;
use plyglot_support::lock;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::thread::{self, ThreadId};
use std::time::Duration;

/// Nodes granted at a time at most, on each of which a stop is late.
const MAX_GRANT: u64 = 4096;
const BETWEEN_REPORTS: Duration = Duration::from_secs(1);

#[derive(Clone, Copy)]
pub(super) struct SolverLimits<'a> {
    pub(super) control: &'a Control,
    /// Half of its time may be spent on the value, all of it once that is known.
    pub(super) clock: Clock,
    /// The count of nodes to stop at, before and after the value is known.
    pub(super) nodes: [u64; 2],
    pub(super) memory: &'a [AtomicU64],
}

pub(super) struct NodeBudget<'a, M> {
    allowance: SolverLimits<'a>,
    spending: Mutex<Spending<'a, M>>,
}

struct Spending<'a, M> {
    nodes: u64,
    granted: Vec<(ThreadId, u64)>,
    pace: u64,
    is_solved: bool,
    last_look: Instant,
    last_report: Instant,
    report: &'a mut Reporter<'a, M>,
}

impl<'a, M> NodeBudget<'a, M> {
    pub(super) fn new(
        allowance: SolverLimits<'a>,
        nodes: u64,
        report: &'a mut Reporter<'a, M>,
    ) -> NodeBudget<'a, M> {
        let spending = Spending {
            nodes,
            granted: Vec::new(),
            pace: 1,
            is_solved: false,
            last_look: Instant::now(),
            last_report: allowance.control.start(),
            report,
        };
        NodeBudget { allowance, spending: Mutex::new(spending) }
    }

    /// See [`SolverContext::meter`](crate::game::SolverContext::meter). No thread
    /// is granted nodes that another might still use.
    pub(super) fn grant(&self, visited: u64) -> u64 {
        let mut spending = lock(&self.spending);
        spending.charge(visited);
        let now = Instant::now();
        if visited > 0 {
            let took = now.saturating_duration_since(spending.last_look);
            spending.pace = paced(visited, took, MAX_GRANT);
        }
        spending.last_look = now;
        self.report_progress(&mut spending, now);
        let SolverLimits { control, clock, nodes, .. } = self.allowance;
        let is_late = if spending.is_solved {
            clock.is_over(now, control)
        } else {
            clock.is_half_over(now, control)
        };
        if control.is_stopped() || is_late {
            return 0;
        }
        let limit = nodes[usize::from(spending.is_solved)];
        spending.grant(limit)
    }

    pub(super) fn release_all(&self) {
        lock(&self.spending).is_solved = true;
    }

    pub(super) fn nodes(&self) -> u64 {
        lock(&self.spending).nodes
    }

    pub(super) fn report(&self, report: Report<M>) {
        (lock(&self.spending).report)(report);
    }

    pub(super) fn hashfull(&self) -> u16 {
        permill_used(self.allowance.memory)
    }

    fn report_progress(&self, spending: &mut Spending<'_, M>, now: Instant) {
        let time = now.saturating_duration_since(self.allowance.control.start());
        if time >= CHATTY_AFTER
            && now.saturating_duration_since(spending.last_report) >= BETWEEN_REPORTS
        {
            spending.last_report = now;
            let hashfull = self.hashfull();
            (spending.report)(Report::Progress { nodes: spending.nodes, time, hashfull });
        }
    }
}

impl<M> Spending<'_, M> {
    fn charge(&mut self, visited: u64) {
        self.nodes += visited;
        let me = thread::current().id();
        self.granted.retain(|&(thread, _)| thread != me);
    }

    fn grant(&mut self, limit: u64) -> u64 {
        let open: u64 = self.granted.iter().map(|(_, nodes)| nodes).sum();
        let granted = self.pace.min(limit.saturating_sub(self.nodes + open));
        self.granted.push((thread::current().id(), granted));
        granted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time::Time;
    use std::sync::atomic::Ordering::Relaxed;

    fn unlimited<'a>(control: &'a Control, nodes: u64) -> SolverLimits<'a> {
        let clock = Clock::new(Time::Unlimited, Duration::ZERO, 22);
        SolverLimits { control, clock, nodes: [nodes; 2], memory: &[] }
    }

    fn spend(budget: &NodeBudget<'_, ()>) -> u64 {
        let mut all = 0;
        let mut granted = budget.grant(0);
        while granted > 0 {
            all += granted;
            granted = budget.grant(granted);
        }
        all
    }

    #[test]
    fn what_is_not_used_is_not_lost() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let budget = NodeBudget::new(unlimited(&control, 10), 0, &mut silent);
        for _ in 0..10 {
            assert!(budget.grant(0) > 0);
            budget.grant(1);
        }
        assert_eq!((budget.nodes(), budget.grant(0)), (10, 0));
    }

    #[test]
    fn threads_together_never_take_more() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let budget = NodeBudget::new(unlimited(&control, 1_000_000), 0, &mut silent);
        let all = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| all.fetch_add(spend(&budget), Relaxed));
            }
        });
        let all = all.load(Relaxed);
        assert!((1_000_000 - 4 * MAX_GRANT..=1_000_000).contains(&all), "{all}");
        assert_eq!(budget.nodes(), all);
    }

    #[test]
    fn once_the_value_is_known_there_is_more() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let allowance = SolverLimits { nodes: [500, 900], ..unlimited(&control, 0) };
        let budget = NodeBudget::new(allowance, 0, &mut silent);
        assert_eq!(spend(&budget), 500);
        budget.release_all();
        assert_eq!((spend(&budget), budget.nodes()), (400, 900));
    }
}
