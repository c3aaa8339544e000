//! When a running search looks at its bounds: seldom enough to cost nothing,
//! often enough that no game is too slow for it.

use super::clock::Clock;
use super::control::Control;
use super::tally::Tally;
use std::time::{Duration, Instant};

/// The time from one look at the clock to the next.
const PACE: Duration = Duration::from_millis(1);
/// Nodes between two looks at most: what the fastest games need to be cheap.
const MOST: u64 = 1024;

/// Keeps a search within its clock and its nodes.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    clock: Clock,
    tally: Tally<'a>,
    node_limit: u64,
    /// The count of nodes from which on the next look is due.
    due: u64,
    /// The nodes from the last look to the next.
    interval: u64,
    looked: Instant,
}

impl<'a> Watch<'a> {
    /// A watch over one of the threads that count. The limit of nodes is that
    /// of all of them together.
    pub(super) fn new(clock: Clock, node_limit: Option<u64>, tally: Tally<'a>) -> Watch<'a> {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Watch { clock, tally, node_limit, due: 1, interval: 1, looked: Instant::now() }
    }

    /// What all threads have counted.
    pub(super) fn tally(&self) -> Tally<'a> {
        self.tally
    }

    /// Whether the search must end, now that this thread enters its `nodes`th node.
    #[inline]
    pub(super) fn is_over(&mut self, nodes: u64, control: &Control) -> bool {
        nodes >= self.due && self.look(nodes, control)
    }

    /// Whether all nodes that there are have been spent.
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        self.tally.nodes(nodes) >= self.node_limit
    }

    #[cold]
    fn look(&mut self, nodes: u64, control: &Control) -> bool {
        self.tally.publish(nodes);
        let all = self.tally.nodes(nodes);
        if all > self.node_limit {
            return true;
        }
        // What is left would be spent by then if the others are as fast.
        let left = (self.node_limit - all) / self.tally.threads();
        let end = nodes.saturating_add(left).saturating_add(1);
        if !self.clock.is_limited() && self.tally.threads() == 1 {
            self.due = end;
            return false;
        }
        let now = Instant::now();
        let took = now.saturating_duration_since(self.looked);
        self.interval = paced(self.interval, took, MOST);
        self.looked = now;
        self.due = end.min(nodes + self.interval);
        self.clock.is_over(now, control)
    }
}

/// The nodes to the next look, `most` at most, if the last so many took that
/// long. A pause of the machine shortens it at once, and it grows again step by step.
pub(super) fn paced(nodes: u64, took: Duration, most: u64) -> u64 {
    let fitting = u128::from(nodes) * PACE.as_nanos() / took.as_nanos().max(1);
    fitting.clamp(1, u128::from(nodes.saturating_mul(2).min(most))) as u64
}

#[cfg(test)]
mod tests {
    use super::super::limits::Time;
    use super::super::tally::Count;
    use super::*;

    #[test]
    fn slow_games_look_at_the_clock_every_millisecond() {
        // (nodes a second, the interval it comes to)
        for (speed, expected) in [(100, 1), (10_000, 10), (100_000, 100), (50_000_000, MOST)] {
            let mut interval = 1;
            for _ in 0..20 {
                let took = Duration::from_nanos(interval * 1_000_000_000 / speed);
                interval = paced(interval, took, MOST);
            }
            assert_eq!(interval, expected, "{speed} nodes a second");
        }
    }

    #[test]
    fn a_pause_is_followed_by_a_look() {
        assert_eq!(paced(MOST, Duration::from_millis(2_000), MOST), 1);
        assert_eq!(paced(MOST, Duration::ZERO, MOST), MOST);
    }

    #[test]
    fn nodes_are_counted_exactly() {
        let unlimited = Clock::new(Time::Unlimited, Duration::ZERO);
        let hour = Clock::new(Time::Move(Duration::from_secs(3_600)), Duration::ZERO);
        for clock in [unlimited, hour] {
            let counts = [Count::default()];
            let mut watch = Watch::new(clock, Some(5_000), Tally::new(&counts, 0));
            let control = Control::default();
            let first = (1..10_000).find(|&nodes| watch.is_over(nodes, &control));
            assert_eq!(first, Some(5_001), "{clock:?}");
            assert!(watch.is_spent(5_000) && !watch.is_spent(4_999));
        }
    }

    #[test]
    fn the_nodes_of_all_threads_count() {
        let counts = [Count::default(), Count::default()];
        let clock = Clock::new(Time::Unlimited, Duration::ZERO);
        let mut watch = Watch::new(clock, Some(5_000), Tally::new(&counts, 0));
        let other = Tally::new(&counts, 1);
        let control = Control::default();
        let first = (1..10_000).find(|&nodes| {
            other.publish(nodes);
            watch.is_over(nodes, &control)
        });
        assert_eq!(first, Some(2_501));
        assert!(watch.is_spent(2_501));
    }
}
