//! How long to think.

use super::control::Control;
use super::limits::Time;
use std::time::{Duration, Instant};

/// Moves that a game is taken to go on for when nothing says so.
const MOVES_LEFT: u32 = 28;
/// How much longer than planned an unfinished iteration may go on.
const PATIENCE: u32 = 4;
/// What is always left on the clock, against a late wake-up.
const RESERVE: Duration = Duration::from_millis(5);

/// The two deadlines of a search, counted from the start of its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// After this no new iteration begins.
    soft: Option<Duration>,
    /// After this the search ends where it stands.
    hard: Option<Duration>,
}

impl Clock {
    /// The deadlines for `time`, of which `overhead` is lost on the way
    /// between the engine and whoever holds the clock.
    pub(super) fn new(time: Time, overhead: Duration) -> Clock {
        match time {
            Time::Unlimited => Clock { soft: None, hard: None },
            Time::Move(time) => {
                let time = time.saturating_sub(overhead);
                Clock { soft: Some(time), hard: Some(time) }
            }
            Time::Clock { left, increment, moves_to_go } => {
                let usable = left.saturating_sub(overhead + RESERVE);
                let moves = moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
                let soft = (usable / moves + increment * 3 / 4).min(usable * 3 / 5);
                let hard = (soft * PATIENCE).min(usable * 3 / 4);
                Clock { soft: Some(soft), hard: Some(hard) }
            }
        }
    }

    /// Whether the search must end at once.
    pub(super) fn is_over(&self, control: &Control) -> bool {
        Self::has_passed(self.hard, control)
    }

    /// Whether another iteration is no longer worth beginning.
    pub(super) fn is_late(&self, control: &Control) -> bool {
        Self::has_passed(self.soft, control)
    }

    /// Whether the search chooses its own time.
    pub(super) fn is_running(&self) -> bool {
        self.soft != self.hard
    }

    fn has_passed(deadline: Option<Duration>, control: &Control) -> bool {
        match (deadline, control.clock_start()) {
            (Some(deadline), Some(start)) => Instant::now().duration_since(start) >= deadline,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Clock::new(Time::Clock { left, increment, moves_to_go }, OVERHEAD)
    }

    #[test]
    fn never_more_than_is_left() {
        for left in [0, 1, 10, 100, 1_000, 100_000, u64::MAX / 1_000_000] {
            for increment in [0, 10, 10_000] {
                for moves_to_go in [None, Some(1), Some(40)] {
                    let clock = clock(left, increment, moves_to_go);
                    let usable = Duration::from_millis(left).saturating_sub(OVERHEAD);
                    assert!(clock.soft <= clock.hard, "{left} {increment} {moves_to_go:?}");
                    assert!(clock.hard <= Some(usable), "{left} {increment} {moves_to_go:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_into_the_clock() {
        let mut left = 10_000;
        for _ in 0..200 {
            let spent = clock(left, 0, None).soft.expect("a clock has deadlines");
            left -= spent.as_millis() as u64;
        }
        assert!(left > 0);
    }

    #[test]
    fn a_fixed_time_is_used_whole_less_the_overhead() {
        let clock = Clock::new(Time::Move(Duration::from_millis(100)), OVERHEAD);
        assert_eq!(clock.hard, Some(Duration::from_millis(90)));
        assert!(!clock.is_running());
    }
}
