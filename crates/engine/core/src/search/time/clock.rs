//! How long to think: what a clock allows.
//!
//! Two bounds are taken from a clock before a search begins. The *optimum* is
//! what a move of ordinary difficulty should take; after each iteration it is
//! stretched or shortened by what was found ([`scaling`](super::scaling)), and no further one
//! begins that would on average end beyond it. The *maximum* is where a search
//! is broken off.

use super::Time;
use super::control::Control;
use plyglot_support::instant::Instant;
use std::num::NonZeroU32;
use std::time::Duration;

/// The share of the optimum after which no iteration begins. One about doubles
/// the time spent, so that it ends between this share and twice as much; the
/// mean of that, over all even on a scale of doublings, is 1.44 times as much.
const LAST_START: f64 = 0.7;
const MIN_RESERVE: Duration = Duration::from_millis(5);
/// Increments to come count in full while this much is left, and less in
/// proportion below it. On a busy machine, late wake-ups cost more than short
/// increments bring: a clock that has run low must fill again.
const FULL_INCREMENTS_LEFT: Duration = Duration::from_millis(300);
/// The share of the pondered time that counts as spent on the move. It was
/// spent on this position, but not from our clock: counted in full, much of the
/// clock would never be used; ignored, a short clock would run low.
const PONDER_SHARE: f64 = 0.5;
/// Kept beyond [`MIN_RESERVE`] as long as there is more time: on a busy machine many wake-ups
/// are late, some by tens of milliseconds.
const MAX_RESERVE: Duration = Duration::from_millis(40);
const NANOS_PER_SECOND: u128 = 1_000_000_000;
/// A century is as good as any longer time, and cannot overflow.
const MAX_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    optimum: Option<Duration>,
    maximum: Option<Duration>,
    is_running: bool,
    nodes_per_second: Option<NonZeroU32>,
}

impl Clock {
    /// The bounds for `time`, of which `overhead` is lost at worst on the way
    /// between the engine and the clock. What is left is shared among `horizon` moves, if
    /// nothing says how many are to come, and at most.
    pub(crate) fn new(time: Time, overhead: Duration, horizon: u32) -> Clock {
        match time {
            Time::Unlimited => Clock::fixed(None),
            Time::Move(time) => Clock::fixed(Some(time.saturating_sub(overhead))),
            Time::Clock { left, increment, moves_to_go } => {
                let [left, increment, overhead] =
                    [left, increment, overhead].map(|time| time.min(MAX_TIME));
                let moves = moves_to_go.unwrap_or(horizon).clamp(1, horizon.max(1));
                let is_last = moves_to_go.is_some_and(|moves| moves <= 1);
                Clock::share(left, increment, overhead, moves, is_last)
            }
        }
    }

    fn fixed(time: Option<Duration>) -> Clock {
        Clock { optimum: time, maximum: time, is_running: false, nodes_per_second: None }
    }

    /// One move's equal share of a clock: of what is left, and of what is added
    /// before the last of the moves that share it, which is not relied on if
    /// little is left. Each of the moves is expected to lose a quarter of the
    /// overhead, which is a worst case. The more moves there
    /// are to come, the longer a single one may borrow from them: 1.6 to 3.7
    /// times the optimum. Only a part of the clock is ever put at stake, except
    /// just before more time is added.
    fn share(
        left: Duration,
        increment: Duration,
        overhead: Duration,
        moves: u32,
        is_last: bool,
    ) -> Clock {
        let usable = left.saturating_sub(overhead + MIN_RESERVE);
        let stake = usable - MAX_RESERVE.min(usable / if is_last { 4 } else { 2 });
        let limit = if is_last { stake } else { stake * 3 / 4 };
        let lag = overhead / 4;
        let lost = lag.saturating_sub(increment) * (moves - 1);
        let reliance = usable.div_duration_f64(FULL_INCREMENTS_LEFT).min(1.0);
        let added = (increment.saturating_sub(lag) * (moves - 1)).mul_f64(reliance);
        let shared = stake.saturating_sub(lost).max(stake / 2) + added;
        let optimum = (shared / moves).min(limit * 4 / 5);
        let maximum = (optimum * (15 + moves) / 10).min(limit);
        Clock {
            optimum: Some(optimum),
            maximum: Some(maximum),
            is_running: true,
            nodes_per_second: None,
        }
    }

    /// The same bounds in nodes of which so many count as a second, or in real time.
    pub(crate) fn counting(self, nodes_per_second: Option<NonZeroU32>) -> Clock {
        Clock { nodes_per_second, ..self }
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.maximum.is_some() && self.nodes_per_second.is_none()
    }

    /// The nodes at which the search must end, where they are counted in place of time.
    pub(crate) fn max_nodes(&self) -> Option<u64> {
        let (maximum, rate) = self.maximum.zip(self.nodes_per_second)?;
        let nodes = maximum.as_nanos().saturating_mul(rate.get().into()) / NANOS_PER_SECOND;
        Some(nodes.try_into().unwrap_or(u64::MAX))
    }

    pub(crate) fn is_running(&self) -> bool {
        self.is_running
    }

    pub(crate) fn is_over(&self, now: Instant, control: &Control) -> bool {
        self.nodes_per_second.is_none()
            && self.maximum.zip(self.spent(now, control)).is_some_and(|(end, spent)| spent >= end)
    }

    /// Whether half of what the move should take has gone since the clock runs.
    /// A solver's time while pondering does not count: it must finish.
    pub(crate) fn is_half_over(&self, now: Instant, control: &Control) -> bool {
        let (Some(optimum), Some(start)) = (self.optimum, control.clock_start()) else {
            return false;
        };
        now.saturating_duration_since(start) >= optimum / 2
    }

    /// Whether work of this length fits into half of what the move should take.
    pub(crate) fn allows(&self, work: Duration) -> bool {
        self.optimum.is_none_or(|optimum| work <= optimum / 2)
    }

    /// The time spent on the move; `None` while the clock does not run.
    /// A search that chooses its own time has also had a share of the time that
    /// it pondered.
    fn spent(&self, now: Instant, control: &Control) -> Option<Duration> {
        let start = control.clock_start()?;
        let spent = now.saturating_duration_since(start);
        if !self.is_running {
            return Some(spent);
        }
        let pondered = start.saturating_duration_since(control.start());
        Some(spent + pondered.mul_f64(PONDER_SHARE))
    }

    /// Whether another iteration is no longer worth beginning after `nodes` nodes, where the
    /// move deserves `factor` times the optimum.
    pub(crate) fn is_late(&self, control: &Control, nodes: u64, factor: f64) -> bool {
        let Some(optimum) = self.optimum else { return false };
        let now = Instant::now();
        let Some(spent) = self.spent(now, control) else { return false };
        let spent = match self.nodes_per_second {
            None => spent,
            Some(rate) => Duration::from_secs_f64(nodes as f64 / f64::from(rate.get())),
        };
        let factor = if self.is_running { factor * LAST_START } else { 1.0 };
        self.is_over(now, control) || spent.as_secs_f64() >= optimum.as_secs_f64() * factor
    }
}

/// Pauses up to this are usual on an idle machine too, and nothing to guard against.
const USUAL: Duration = Duration::from_millis(4);
/// More is never expected: a program that was stopped for a minute must not fear for long
/// that it will be again.
const MAX_LAG: Duration = Duration::from_millis(100);
/// The share of an earlier pause that remains after each search.
const PAUSE_DECAY: f64 = 0.8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lag(Duration);

impl Lag {
    pub(crate) fn note(&mut self, pause: Duration) {
        let pause = pause.saturating_sub(USUAL).min(MAX_LAG);
        self.0 = pause.max(self.0.mul_f64(PAUSE_DECAY));
    }

    pub(crate) fn expected(self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);
    const HORIZON: u32 = 22;

    fn bounds(left: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> [f64; 2] {
        let [left, increment, overhead] = [left, increment, overhead].map(Duration::from_millis);
        let clock = Clock::new(Time::Clock { left, increment, moves_to_go }, overhead, HORIZON);
        assert!(clock.is_running());
        [clock.optimum, clock.maximum].map(|t| t.expect("a clock has bounds").as_secs_f64() * 1e3)
    }

    #[test]
    fn never_more_than_is_left() {
        for left in [0, 1, 5, 10, 16, 100, 1_000, 100_000, i64::MAX as u64, u64::MAX] {
            for increment in [0, 10, 10_000, u64::MAX] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 5_000, u64::MAX] {
                        let case = format!("{left}+{increment}, {moves_to_go:?}, {overhead}");
                        let [optimum, maximum] = bounds(left, increment, moves_to_go, overhead);
                        let usable = left.saturating_sub(overhead).saturating_sub(5) as f64;
                        assert!(optimum <= maximum, "{case}: {optimum} {maximum}");
                        assert!(maximum <= usable, "{case}: {maximum}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_clock_that_has_nearly_run_out_leaves_no_time_to_think() {
        for (left, overhead) in [(0, 0), (1, 0), (5, 0), (15, 10), (200, 300)] {
            assert_eq!(bounds(left, 1_000, None, overhead), [0.0, 0.0], "{left} {overhead}");
        }
    }

    #[test]
    fn a_whole_game_fits_into_the_clock() {
        for (base, increment, overhead) in
            [(10_000, 0, 0), (10_000, 0, 10), (60_000, 0, 300), (2_000, 20, 10), (500, 0, 0)]
        {
            let mut left = base as f64;
            for _ in 0..200 {
                left -= bounds(left as u64, increment, None, overhead)[0];
                assert!(left > 0.0, "{base}+{increment}");
                left += increment as f64;
            }
            let limit = (base as f64 / 10.0).max(base as f64 * 0.05 + overhead as f64 * 30.0);
            assert!(left < limit, "{base}+{increment} less {overhead}: {left} is never used");
        }
    }

    #[test]
    fn moves_to_go_share_what_is_left() {
        for moves in [2, 5, 20] {
            let mut left = 10_000.0;
            for to_go in (1..=moves).rev() {
                let [optimum, _] = bounds(left as u64, 0, Some(to_go), 0);
                assert!(optimum > 5_000.0 / f64::from(moves), "{to_go} of {moves}: {optimum}");
                left -= optimum;
            }
        }
    }

    /// By hand, from what [`Clock::share`] says: 5 and 40 ms are kept back.
    #[test]
    fn shares_are_equal_and_borrowing_is_bounded() {
        let near = |found: [f64; 2], expected: [f64; 2]| {
            let off =
                found.iter().zip(expected).any(|(found, expected)| (found - expected).abs() > 0.01);
            assert!(!off, "{found:?} instead of {expected:?}");
        };
        // The last of two moves loses no lag and gains no increment.
        near(bounds(10_000, 0, Some(2), 100), [(10_000.0 - 145.0 - 25.0) / 2.0, 9_855.0 * 0.75]);
        near(bounds(10_000, 100, Some(2), 0), [(9_955.0 + 100.0) / 2.0, 9_955.0 * 0.75]);
        near(bounds(10_000, 0, None, 0), [9_955.0 / 22.0, 9_955.0 / 22.0 * 3.7]);
        // Before more time is added, all but a fifth is meant to be used.
        near(bounds(1_005, 0, Some(1), 0), [960.0 * 0.8, 960.0]);
    }

    #[test]
    fn what_takes_more_than_half_of_the_optimum_is_not_begun() {
        let half = Duration::from_millis(495);
        let more = Duration::from_millis(496);
        let [clock, fixed] = clock_and_fixed_time();
        assert!(fixed.allows(half) && !fixed.allows(more));
        assert!(clock.is_limited() && fixed.is_limited());
        let unlimited = Clock::new(Time::Unlimited, OVERHEAD, HORIZON);
        assert!(unlimited.allows(MAX_TIME) && !unlimited.is_limited());
        let control = Control::new(false, false);
        let start = control.clock_start().expect("the clock runs");
        assert!(fixed.is_half_over(start + half, &control));
        assert!(!fixed.is_half_over(start + half - Duration::from_millis(1), &control));
    }

    #[test]
    fn the_worst_overhead_leaves_something_to_think_with() {
        let [optimum, _] = bounds(3_000, 0, None, 1_000);
        assert!(optimum > 10.0, "{optimum}");
    }

    #[test]
    fn a_fixed_time_is_used_whole_less_the_overhead() {
        let clock = Clock::new(Time::Move(Duration::from_millis(100)), OVERHEAD, HORIZON);
        assert_eq!(clock.maximum, Some(Duration::from_millis(90)));
        assert_eq!(clock.optimum, clock.maximum);
        assert!(!clock.is_running());
    }

    fn clock_and_fixed_time() -> [Clock; 2] {
        let [left, fixed] = [2, 1].map(Duration::from_secs);
        let increment = Duration::ZERO;
        [Time::Clock { left, increment, moves_to_go: None }, Time::Move(fixed)]
            .map(|time| Clock::new(time, OVERHEAD, HORIZON))
    }

    #[test]
    fn a_ponder_hit_after_long_thought_is_answered_at_once() {
        let [clock, fixed] = clock_and_fixed_time();
        let long_ago = Instant::now() - Duration::from_secs(60);
        let control = Control::pondering_since(long_ago);
        control.ponderhit();
        let now = Instant::now();
        assert!(clock.is_over(now, &control) && clock.is_late(&control, 0, 2.0));
        assert!(!fixed.is_over(now, &control) && !fixed.is_late(&control, 0, 1.0));
        assert!(!clock.is_half_over(now, &control), "a solver has its time from the hit on");
    }

    #[test]
    fn a_share_of_the_pondered_time_counts() {
        let [clock, _] = clock_and_fixed_time();
        let maximum = clock.maximum.expect("a clock has bounds");
        let control = Control::pondering_since(Instant::now() - maximum);
        control.ponderhit();
        let hit = control.clock_start().expect("the clock runs");
        let left = maximum.mul_f64(1.0 - PONDER_SHARE);
        let margin = Duration::from_millis(1) + hit.elapsed();
        assert!(!clock.is_over(hit + left - margin, &control));
        assert!(clock.is_over(hit + left, &control));
    }

    /// Late wake-ups take 8 of the 10 ms that each move adds.
    #[test]
    fn a_clock_that_late_wake_ups_eat_keeps_a_reserve() {
        let increment = 10.0;
        let late = 8.0;
        let mut left = 1_000.0;
        for _ in 0..80 {
            left += increment - late - bounds(left as u64, increment as u64, None, 10)[0];
        }
        assert!(left > 60.0, "{left} ms");
    }

    #[test]
    fn no_time_is_counted_while_pondering() {
        let nothing = Time::Clock { left: Duration::ZERO, increment: OVERHEAD, moves_to_go: None };
        let clock = Clock::new(nothing, OVERHEAD, HORIZON);
        let control = Control::new(true, false);
        let later = Instant::now() + Duration::from_secs(1);
        assert!(!clock.is_over(later, &control) && !clock.is_late(&control, 0, 1.0));
        assert!(!clock.is_half_over(later, &control));
        control.ponderhit();
        assert!(clock.is_over(later, &control) && clock.is_late(&control, 0, 1.0));
        assert!(clock.is_half_over(later, &control));
    }

    #[test]
    fn where_nodes_are_counted_no_time_goes_by() {
        let time = Time::Clock {
            left: Duration::from_secs(10),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let nodes_per_second = NonZeroU32::new(100_000);
        let clock = Clock::new(time, OVERHEAD, HORIZON).counting(nodes_per_second);
        let [optimum, maximum] = bounds(10_000, 0, None, 10);
        assert_eq!(clock.max_nodes(), Some((maximum * 100.0) as u64));
        let control = Control::default();
        assert!(!clock.is_over(Instant::now() + Duration::from_secs(60), &control));
        assert!(!clock.is_limited() && clock.is_running());
        let last_start = (optimum * 100.0 * LAST_START) as u64;
        assert!(!clock.is_late(&control, last_start - 1, 1.0));
        assert!(clock.is_late(&control, last_start + 1, 1.0));
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn an_idle_machine_has_no_lag() {
        let mut lag = Lag::default();
        (0..10).for_each(|pause| lag.note(ms(pause % 5)));
        assert_eq!(lag.expected(), Duration::ZERO);
    }

    #[test]
    fn the_longest_pause_counts_and_is_forgotten_step_by_step() {
        let mut lag = Lag::default();
        [ms(54), ms(14), ms(1)].into_iter().for_each(|pause| lag.note(pause));
        assert_eq!(lag.expected(), ms(32));
        lag.note(ms(44));
        assert_eq!(lag.expected(), ms(40));
        (0..50).for_each(|_| lag.note(ms(1)));
        assert!(lag.expected() < ms(1));
    }

    #[test]
    fn a_program_that_was_stopped_is_not_afraid_for_long() {
        let mut lag = Lag::default();
        lag.note(Duration::MAX);
        assert_eq!(lag.expected(), MAX_LAG);
        (0..21).for_each(|_| lag.note(ms(1)));
        assert!(lag.expected() < ms(1), "100 ms, and a fifth less 21 times");
    }
}
