//! When a running search checks its limits: seldom enough to cost nothing, often enough
//! that no game is too slow for it.

use super::clock::Clock;
use super::control::{self, Control, HAS_HOST};
use plyglot_support::instant::Instant;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

const LOOK_INTERVAL: Duration = Duration::from_millis(1);
/// Nodes between two looks at most: what the fastest games need to be cheap.
const MAX_INTERVAL_NODES: u64 = 1024;

#[derive(Clone, Debug)]
pub(crate) struct LimitCheck<'a> {
    clock: Clock,
    control: &'a Control,
    counts: NodeCounts<'a>,
    node_limit: u64,
    /// The count of nodes from which on the next look is due.
    due: u64,
    /// The nodes from the last look to the next.
    interval: u64,
    last_look: Instant,
    longest_pause: Duration,
}

impl<'a> LimitCheck<'a> {
    /// The check of one of the threads that count. The clock, the control and the node
    /// limit are those of all of them together.
    pub(crate) fn new(
        clock: Clock,
        control: &'a Control,
        node_limit: Option<u64>,
        counts: NodeCounts<'a>,
    ) -> LimitCheck<'a> {
        let node_limit = node_limit.into_iter().chain(clock.max_nodes()).min().unwrap_or(u64::MAX);
        LimitCheck {
            clock,
            control,
            counts,
            node_limit,
            due: 1,
            interval: 1,
            last_look: Instant::now(),
            longest_pause: Duration::ZERO,
        }
    }

    /// The longest time between two looks at the clock. What exceeds [`LOOK_INTERVAL`] by much,
    /// the machine spent on other work. `None` without a clock.
    pub(crate) fn longest_pause(&self) -> Option<Duration> {
        if self.clock.is_limited() { Some(self.longest_pause) } else { None }
    }

    pub(crate) fn restart(&mut self) {
        self.last_look = Instant::now();
    }

    pub(crate) fn counts(&self) -> NodeCounts<'a> {
        self.counts
    }

    #[inline]
    pub(crate) fn is_over(&mut self, nodes: u64) -> bool {
        nodes >= self.due && self.check_now(nodes)
    }

    #[inline]
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        self.counts.nodes(nodes) >= self.node_limit
    }

    pub(crate) fn is_time_up(&self, now: Instant) -> bool {
        self.clock.is_over(now, self.control)
    }

    #[cold]
    fn check_now(&mut self, nodes: u64) -> bool {
        self.counts.publish(nodes);
        let all = self.counts.nodes(nodes);
        if all > self.node_limit {
            return true;
        }
        // The nodes left would be spent by then if the other threads are as fast.
        let left = (self.node_limit - all) / self.counts.threads();
        let end = nodes.saturating_add(left).saturating_add(1);
        if !self.clock.is_limited() && self.counts.threads() == 1 && !HAS_HOST {
            self.due = end;
            return false;
        }
        let now = Instant::now();
        let took = now.saturating_duration_since(self.last_look);
        self.interval = paced(self.interval, took, MAX_INTERVAL_NODES);
        self.last_look = now;
        self.longest_pause = self.longest_pause.max(took);
        self.due = end.min(nodes + self.interval);
        if control::stops(now) {
            self.control.stop();
        }
        self.control.is_stopped() || self.is_time_up(now)
    }
}

/// The nodes to the next look, `max` at most, if the last `nodes` took that long. A
/// pause of the machine shortens it at once, and it grows again step by step.
pub(crate) fn paced(nodes: u64, took: Duration, max: u64) -> u64 {
    let fitting = u128::from(nodes) * LOOK_INTERVAL.as_nanos() / took.as_nanos().max(1);
    fitting.clamp(1, u128::from(nodes.saturating_mul(2).min(max))) as u64
}

/// Alone on its cache lines (processors fetch them in pairs), and written by its thread alone:
/// counting costs a load and a store, and no thread waits for another.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct NodeCount {
    nodes: AtomicU64,
    tbhits: AtomicU64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeCounts<'a> {
    counts: &'a [NodeCount],
    own: usize,
}

impl<'a> NodeCounts<'a> {
    pub(crate) fn new(counts: &'a [NodeCount], own: usize) -> NodeCounts<'a> {
        debug_assert!(own < counts.len(), "every thread counts");
        NodeCounts { counts, own }
    }

    pub(crate) fn threads(&self) -> u64 {
        self.counts.len() as u64
    }

    #[inline]
    pub(crate) fn publish(&self, nodes: u64) {
        self.counts[self.own].nodes.store(nodes, Relaxed);
    }

    /// Endgame tables have settled another node of this thread.
    pub(crate) fn count_tbhit(&self) {
        let tbhits = &self.counts[self.own].tbhits;
        tbhits.store(tbhits.load(Relaxed) + 1, Relaxed);
    }

    /// The nodes of all threads, of which this one has searched `own`. What
    /// the others last published may be a look at the clock old.
    #[inline]
    pub(crate) fn nodes(&self, own: u64) -> u64 {
        self.counts
            .iter()
            .enumerate()
            .filter(|(thread, _)| *thread != self.own)
            .fold(own, |sum, (_, count)| sum + count.nodes.load(Relaxed))
    }

    /// The nodes that endgame tables settled, in all threads.
    pub(crate) fn tbhits(&self) -> u64 {
        self.counts.iter().map(|count| count.tbhits.load(Relaxed)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Time;
    use super::{NodeCount, *};

    #[test]
    fn slow_games_look_at_the_clock_every_millisecond() {
        // (nodes a second, the interval it comes to)
        for (speed, expected) in
            [(100, 1), (10_000, 10), (100_000, 100), (50_000_000, MAX_INTERVAL_NODES)]
        {
            let mut interval = 1;
            for _ in 0..20 {
                let took = Duration::from_nanos(interval * 1_000_000_000 / speed);
                interval = paced(interval, took, MAX_INTERVAL_NODES);
            }
            assert_eq!(interval, expected, "{speed} nodes a second");
        }
    }

    #[test]
    fn a_pause_is_followed_by_a_look() {
        assert_eq!(paced(MAX_INTERVAL_NODES, Duration::from_millis(2_000), MAX_INTERVAL_NODES), 1);
        assert_eq!(
            paced(MAX_INTERVAL_NODES, Duration::ZERO, MAX_INTERVAL_NODES),
            MAX_INTERVAL_NODES
        );
    }

    /// The machine had other things to do for a minute.
    #[test]
    fn pauses_are_seen_where_there_is_a_clock() {
        const MINUTE: Duration = Duration::from_secs(60);
        let counts = [NodeCount::default()];
        let longest = |time, restarts: bool| {
            let clock = Clock::new(time, Duration::ZERO, 22);
            let control = Control::default();
            let mut check = LimitCheck::new(clock, &control, None, NodeCounts::new(&counts, 0));
            check.last_look -= MINUTE;
            if restarts {
                check.restart();
            }
            check.is_over(1);
            check.longest_pause()
        };
        assert!(longest(Time::Move(MINUTE), false) >= Some(MINUTE));
        assert!(longest(Time::Move(MINUTE), true) < Some(MINUTE), "a solver is no pause");
        assert_eq!(longest(Time::Unlimited, false), None);
    }

    #[test]
    fn nodes_are_counted_exactly() {
        let unlimited = Clock::new(Time::Unlimited, Duration::ZERO, 22);
        let hour = Clock::new(Time::Move(Duration::from_secs(3_600)), Duration::ZERO, 22);
        for clock in [unlimited, hour] {
            let counts = [NodeCount::default()];
            let control = Control::default();
            let counted = NodeCounts::new(&counts, 0);
            let mut check = LimitCheck::new(clock, &control, Some(5_000), counted);
            let first = (1..10_000).find(|&nodes| check.is_over(nodes));
            assert_eq!(first, Some(5_001), "{clock:?}");
            assert!(check.is_spent(5_000) && !check.is_spent(4_999));
        }
    }

    #[test]
    fn the_nodes_of_all_threads_count() {
        let counts = [NodeCount::default(), NodeCount::default()];
        let clock = Clock::new(Time::Unlimited, Duration::ZERO, 22);
        let control = Control::default();
        let mut check = LimitCheck::new(clock, &control, Some(5_000), NodeCounts::new(&counts, 0));
        let other = NodeCounts::new(&counts, 1);
        let first = (1..10_000).find(|&nodes| {
            other.publish(nodes);
            check.is_over(nodes)
        });
        assert_eq!(first, Some(2_501));
        assert!(check.is_spent(2_501));
    }

    #[test]
    fn each_thread_counts_for_itself_and_all_see_the_sum() {
        let counts: Vec<NodeCount> = (0..4).map(|_| NodeCount::default()).collect();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let view = NodeCounts::new(&counts, thread);
                scope.spawn(move || {
                    (1..=1_000).for_each(|n| view.publish(n));
                    (0..10).for_each(|_| view.count_tbhit());
                });
            }
        });
        let view = NodeCounts::new(&counts, 1);
        assert_eq!((view.nodes(1_007), view.tbhits()), (4_007, 40));
    }
}
