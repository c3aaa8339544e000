//! The clock of a game, as XBoard tells it.

use crate::{GoLimits, SideClock};
use plyglot_core::game::Side;
use std::time::Duration;

/// The time of a move if the client has said nothing of it.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// `level`: a clock for a number of moves, with an increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct XBoardLevel {
    /// The number of moves that the time is for; 0 for the whole game.
    pub(in crate::protocol) moves: u32,
    pub(in crate::protocol) base: Duration,
    pub(in crate::protocol) increment: Duration,
}

/// The limits of the engine's moves.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct XBoardClock {
    pub(in crate::protocol) level: Option<XBoardLevel>,
    /// `st`: the time of each move.
    pub(in crate::protocol) move_time: Option<Duration>,
    /// `sd`: the depth of each move in plies.
    pub(in crate::protocol) depth: Option<u16>,
    /// `time`: what the engine has left.
    pub(in crate::protocol) own: Option<Duration>,
    /// `otim`: what its opponent has left.
    pub(in crate::protocol) other: Option<Duration>,
}

impl XBoardClock {
    /// From now on the moves have a clock.
    pub(in crate::protocol) fn set_level(&mut self, level: XBoardLevel) {
        *self = XBoardClock { level: Some(level), depth: self.depth, ..XBoardClock::default() };
    }

    /// From now on each move has this time.
    pub(in crate::protocol) fn set_move_time(&mut self, time: Duration) {
        (self.level, self.move_time) = (None, Some(time));
    }

    /// The limits of the next move of `side`, which has made `moves` moves before.
    pub(in crate::protocol) fn limits(&self, side: Side, moves: usize) -> GoLimits {
        let mut limits =
            GoLimits { depth: self.depth, move_time: self.move_time, ..GoLimits::default() };
        if self.move_time.is_some() {
            return limits;
        }
        let increment = self.level.map_or(Duration::ZERO, |level| level.increment);
        let base = self.level.map(|level| level.base);
        let clock = |left: Option<Duration>| SideClock { left: left.or(base), increment };
        limits.clocks[side.index()] = clock(self.own);
        limits.clocks[(!side).index()] = clock(self.other);
        limits.moves_to_go = self.level.filter(|level| level.moves > 0).map(|level| {
            let made = moves as u64 % u64::from(level.moves);
            level.moves - made as u32
        });
        if self.depth.is_none() && limits.clocks[side.index()].left.is_none() {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORTY_IN_FIVE: XBoardLevel = XBoardLevel {
        moves: 40,
        base: Duration::from_secs(300),
        increment: Duration::from_secs(2),
    };

    #[test]
    fn a_level_repeats_after_its_moves() {
        let clock = XBoardClock {
            level: Some(FORTY_IN_FIVE),
            own: Some(Duration::from_secs(10)),
            ..XBoardClock::default()
        };
        for (moves, to_go) in [(0, 40), (39, 1), (40, 40), (45, 35)] {
            let limits = clock.limits(Side::Second, moves);
            assert_eq!(limits.moves_to_go, Some(to_go), "{moves} moves");
            let left = limits.clocks.map(|clock| clock.left.map(|left| left.as_secs()));
            assert_eq!(left, [Some(300), Some(10)]);
            assert_eq!(limits.clocks[1].increment, FORTY_IN_FIVE.increment);
        }
    }

    #[test]
    fn a_fixed_time_and_a_depth_need_no_clock() {
        let second = Duration::from_secs(1);
        let fixed = XBoardClock { move_time: Some(3 * second), ..XBoardClock::default() };
        assert_eq!(fixed.limits(Side::First, 0).move_time, Some(3 * second));
        let deep = XBoardClock { depth: Some(4), ..XBoardClock::default() };
        let limits = deep.limits(Side::First, 0);
        assert_eq!((limits.depth, limits.move_time), (Some(4), None));
        assert_eq!(XBoardClock::default().limits(Side::First, 0).move_time, Some(second));
    }
}
