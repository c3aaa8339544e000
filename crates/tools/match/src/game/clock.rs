//! The clock of one player.

use crate::engine::player::MoveAllowance;
use crate::plan::{Limit, TimeControl};
use plyglot_engine::{GoLimits, SideClock, go_command};
use std::time::Duration;

#[derive(Clone, Debug)]
pub(super) struct PlayerClock {
    limit: Limit,
    /// The time left, zero without a clock. The margin is not included.
    left: Duration,
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    pub(super) fn new(limit: Limit) -> PlayerClock {
        let clock = limit.clock;
        PlayerClock {
            limit,
            left: clock.map_or(Duration::ZERO, |clock| clock.base),
            moves_to_go: clock.and_then(|clock| clock.moves),
        }
    }

    /// The maximum time of the next move by the wall clock; `None` if nothing limits that.
    pub(super) fn allowance(&self) -> Option<MoveAllowance> {
        if self.limit.nodes_per_second.is_some() {
            return None;
        }
        Some(MoveAllowance { time: self.limit_of_move()?, description: self.time_available() })
    }

    /// The maximum time that the next move may be charged, including the margin; `None` if
    /// nothing limits it.
    fn limit_of_move(&self) -> Option<Duration> {
        let clock = self.limit.clock.map(|_| self.left);
        let time = clock.into_iter().chain(self.limit.move_time).min();
        time.map(|time| time + self.limit.margin)
    }

    /// The seconds left on a clock that runs as time goes by; `None` without such a clock.
    pub(super) fn seconds_left(&self) -> Option<f64> {
        if self.limit.clock.is_none() || self.limit.nodes_per_second.is_some() {
            return None;
        }
        Some(self.left.as_secs_f64())
    }

    /// The time that a move is charged which took `time`, and `nodes` by its engine's report.
    pub(super) fn charge(&self, time: Duration, nodes: Option<u64>) -> Duration {
        match (self.limit.nodes_per_second, nodes) {
            (Some(rate), Some(nodes)) => {
                Duration::from_secs_f64(nodes as f64 / f64::from(rate.get()))
            }
            _ => time,
        }
    }

    /// Deducts the time of a move and adds the increment; `false` if the flag fell.
    pub(super) fn press(&mut self, spent: Duration) -> bool {
        if self.limit_of_move().is_some_and(|allowed| spent > allowed) {
            return false;
        }
        if let Some(TimeControl { moves, base, increment }) = self.limit.clock {
            self.left = self.left.saturating_sub(spent) + increment;
            self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
            if self.moves_to_go == Some(0) {
                self.left += base;
                self.moves_to_go = moves;
            }
        }
        true
    }

    /// Why the flag fell at a move that was charged `spent`.
    pub(super) fn complaint(&self, spent: Duration) -> String {
        format!("lost on time: {} for a move {}", seconds(spent), self.time_available())
    }

    /// The time available for a move: `with 0.031 s left`.
    fn time_available(&self) -> String {
        let clock = self.limit.clock.map(|_| self.left);
        let had = match self.limit.move_time.filter(|&time| clock.is_none_or(|left| time < left)) {
            Some(time) => format!("of {}", seconds(time)),
            None => format!("with {} left", seconds(self.left)),
        };
        let margin = match self.limit.margin {
            Duration::ZERO => String::new(),
            margin => format!(" and a margin of {}", seconds(margin)),
        };
        format!("{had}{margin}")
    }

    pub(super) fn go(&self, other: &PlayerClock, is_first: bool) -> String {
        let Limit { nodes, depth, move_time, .. } = self.limit;
        let mut limits = GoLimits { depth, nodes, move_time, ..GoLimits::default() };
        if let Some(own) = self.limit.clock {
            let own = side_clock(self.left, own);
            // An opponent without a clock is reported with the same clock.
            let other = other.limit.clock.map_or(own, |clock| side_clock(other.left, clock));
            limits.clocks = if is_first { [own, other] } else { [other, own] };
            limits.moves_to_go = self.moves_to_go;
        }
        go_command(&limits)
    }
}

/// Some engines take a clock at zero to have run out.
fn side_clock(left: Duration, clock: TimeControl) -> SideClock {
    SideClock { left: Some(left.max(Duration::from_millis(1))), increment: clock.increment }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU32;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(moves: Option<u32>, base: u64, increment: u64) -> PlayerClock {
        let clock = Some(TimeControl { moves, base: ms(base), increment: ms(increment) });
        PlayerClock::new(Limit { clock, margin: ms(10), ..Limit::default() })
    }

    #[test]
    fn a_clock_loses_the_time_used_and_gains_the_increment() {
        let mut clock = clock(Some(2), 1000, 100);
        assert!(clock.press(ms(600)));
        assert_eq!(clock.left, ms(500));
        let allowed = clock.allowance().map(|allowed| allowed.time);
        assert_eq!((clock.moves_to_go, allowed), (Some(1), Some(ms(510))));
        assert!(clock.press(ms(510)), "the margin is not counted");
        assert_eq!((clock.left, clock.moves_to_go), (ms(1100), Some(2)));
        assert!(!clock.press(ms(1111)));
    }

    #[test]
    fn a_fallen_flag_is_reported_with_the_time_that_there_was() {
        let clock = Some(TimeControl { moves: None, base: ms(31), increment: ms(20) });
        for (clock, move_time, margin, had) in [
            (clock, None, 0, "with 0.031 s left"),
            (clock, None, 5, "with 0.031 s left and a margin of 0.005 s"),
            (None, Some(ms(50)), 0, "of 0.050 s"),
            (clock, Some(ms(30)), 0, "of 0.030 s"),
            (clock, Some(ms(50)), 0, "with 0.031 s left"),
        ] {
            let limit = Limit { clock, move_time, margin: ms(margin), ..Limit::default() };
            let mut clock = PlayerClock::new(limit);
            assert!(!clock.press(ms(56)), "{had}");
            assert_eq!(clock.complaint(ms(56)), format!("lost on time: 0.056 s for a move {had}"));
        }
    }

    #[test]
    fn go_has_the_clocks_of_both_sides() {
        let first = clock(Some(40), 1000, 10);
        let second = clock(None, 500, 0);
        let go = first.go(&second, true);
        assert_eq!(go, "go wtime 1000 btime 500 winc 10 movestogo 40");
        let go = second.go(&first, false);
        assert_eq!(go, "go wtime 1000 btime 500 winc 10");
    }

    #[test]
    fn limits_without_a_clock_are_sent_alone() {
        let limit = Limit { nodes: Some(5), depth: Some(3), ..Limit::default() };
        let clock = PlayerClock::new(limit);
        assert_eq!(clock.go(&clock, true), "go depth 3 nodes 5");
        assert_eq!(clock.allowance(), None);
    }

    #[test]
    fn where_nodes_are_charged_a_slow_engine_loses_no_time() {
        let nodes_per_second = NonZeroU32::new(1_000);
        let clock = TimeControl { moves: None, base: ms(2_000), increment: ms(100) };
        let limit = Limit { clock: Some(clock), nodes_per_second, ..Limit::default() };
        let mut clock = PlayerClock::new(limit);
        assert_eq!(clock.allowance(), None);
        let spent = clock.charge(ms(60_000), Some(500));
        assert_eq!(spent, ms(500));
        assert!(clock.press(spent));
        assert_eq!(clock.left, ms(1_600));
        assert!(!clock.press(clock.charge(ms(1), Some(1_601))), "its flag fell");
        assert_eq!(clock.charge(ms(7), None), ms(7), "it reports no nodes");
    }
}
