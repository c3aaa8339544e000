//! Keeps a solver within the limits of a search, and says how far it is.

use super::clock::Clock;
use super::control::Control;
use super::report::{CHATTY_AFTER, Report, Reporter};
use super::table::permill_used;
use super::watch::paced;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// Nodes granted at a time at most, on each of which a stop is late.
const MOST: u64 = 4096;
/// From one word about the progress to the next.
const SILENCE: Duration = Duration::from_secs(1);

/// What a solver may spend.
#[derive(Clone, Copy)]
pub(super) struct Allowance<'a> {
    pub(super) control: &'a Control,
    /// Half of its time may be spent on the value, all of it once that is known.
    pub(super) clock: Clock,
    /// The count of nodes to stop at, before and after the value is known.
    pub(super) nodes: [u64; 2],
    /// Where the solver keeps what it finds out.
    pub(super) memory: &'a [AtomicU64],
}

/// Counts the nodes of a solver, and grants it more as long as there are any.
pub(super) struct Meter<'a, M> {
    allowance: Allowance<'a>,
    ledger: Mutex<Ledger<'a, M>>,
}

struct Ledger<'a, M> {
    nodes: u64,
    /// What each thread was granted and has not yet told of.
    granted: Vec<(ThreadId, u64)>,
    /// Nodes to grant next.
    pace: u64,
    /// The value is known; no search will need what is left.
    is_solved: bool,
    looked: Instant,
    said: Instant,
    report: &'a mut Reporter<'a, M>,
}

impl<'a, M> Meter<'a, M> {
    /// A meter that stands at so many nodes.
    pub(super) fn new(
        allowance: Allowance<'a>,
        nodes: u64,
        report: &'a mut Reporter<'a, M>,
    ) -> Meter<'a, M> {
        let (looked, said) = (Instant::now(), allowance.control.start());
        let ledger =
            Ledger { nodes, granted: Vec::new(), pace: 1, is_solved: false, looked, said, report };
        Meter { allowance, ledger: Mutex::new(ledger) }
    }

    /// See [`SolverContext::meter`](crate::games::SolverContext::meter). Of a limit of nodes, no
    /// thread is granted what another might still use.
    pub(super) fn grant(&self, visited: u64) -> u64 {
        let mut ledger = self.ledger();
        ledger.settle(visited);
        let now = Instant::now();
        if visited > 0 {
            let took = now.saturating_duration_since(ledger.looked);
            ledger.pace = paced(visited, took, MOST);
        }
        ledger.looked = now;
        self.mention(&mut ledger, now);
        let Allowance { control, clock, nodes, .. } = self.allowance;
        let is_late = match ledger.is_solved {
            true => clock.is_over(now, control),
            false => clock.is_half_over(now, control),
        };
        if control.is_stopped() || is_late {
            return 0;
        }
        let limit = nodes[usize::from(ledger.is_solved)];
        ledger.grant(limit)
    }

    /// The value is known: all that is left may be spent on the line.
    pub(super) fn open_up(&self) {
        self.ledger().is_solved = true;
    }

    /// All nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.ledger().nodes
    }

    pub(super) fn say(&self, report: Report<M>) {
        (self.ledger().report)(report);
    }

    pub(super) fn hashfull(&self) -> u16 {
        permill_used(self.allowance.memory)
    }

    /// Says how far it is, if it takes long.
    fn mention(&self, ledger: &mut Ledger<'_, M>, now: Instant) {
        let time = now.saturating_duration_since(self.allowance.control.start());
        if time >= CHATTY_AFTER && now.saturating_duration_since(ledger.said) >= SILENCE {
            ledger.said = now;
            let hashfull = self.hashfull();
            (ledger.report)(Report::Progress { nodes: ledger.nodes, time, hashfull });
        }
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger<'a, M>> {
        // A panic leaves nothing half done in it.
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M> Ledger<'_, M> {
    /// Takes what this thread visited off what it was granted.
    fn settle(&mut self, visited: u64) {
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
    use super::super::limits::Time;
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    fn unlimited<'a>(control: &'a Control, nodes: u64) -> Allowance<'a> {
        let clock = Clock::new(Time::Unlimited, Duration::ZERO);
        Allowance { control, clock, nodes: [nodes; 2], memory: &[] }
    }

    /// Spends all that a thread is granted; gives how much that was.
    fn spend(meter: &Meter<'_, ()>) -> u64 {
        let (mut all, mut granted) = (0, meter.grant(0));
        while granted > 0 {
            all += granted;
            granted = meter.grant(granted);
        }
        all
    }

    #[test]
    fn nodes_are_granted_to_the_last() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let meter = Meter::new(unlimited(&control, 100_000), 1_000, &mut silent);
        assert_eq!(spend(&meter), 99_000);
        assert_eq!((meter.nodes(), meter.grant(0)), (100_000, 0));
    }

    #[test]
    fn what_is_not_used_is_not_lost() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let meter = Meter::new(unlimited(&control, 10), 0, &mut silent);
        for _ in 0..10 {
            assert!(meter.grant(0) > 0);
            meter.grant(1);
        }
        assert_eq!((meter.nodes(), meter.grant(0)), (10, 0));
    }

    #[test]
    fn threads_together_never_take_more() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let meter = Meter::new(unlimited(&control, 1_000_000), 0, &mut silent);
        let all = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| all.fetch_add(spend(&meter), Relaxed));
            }
        });
        let all = all.load(Relaxed);
        assert!((1_000_000 - 4 * MOST..=1_000_000).contains(&all), "{all}");
        assert_eq!(meter.nodes(), all);
    }

    #[test]
    fn once_the_value_is_known_there_is_more() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let allowance = Allowance { nodes: [500, 900], ..unlimited(&control, 0) };
        let meter = Meter::new(allowance, 0, &mut silent);
        assert_eq!(spend(&meter), 500);
        meter.open_up();
        assert_eq!((spend(&meter), meter.nodes()), (400, 900));
    }

    #[test]
    fn a_stop_ends_it() {
        let control = Control::default();
        let mut silent = |_: Report<()>| ();
        let meter = Meter::new(unlimited(&control, u64::MAX), 0, &mut silent);
        assert!(meter.grant(0) > 0);
        control.stop();
        assert_eq!(meter.grant(1), 0);
    }
}
