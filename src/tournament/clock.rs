//! The clock of one player.

use super::plan::{Limit, TimeControl};
use std::time::Duration;

/// What one player has to think with, and what is left of it.
#[derive(Clone, Debug)]
pub(super) struct PlayerClock {
    limit: Limit,
    /// What is left on the clock, if there is one. The margin is not counted.
    left: Duration,
    /// Moves until the base time is added again.
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

    /// What may be used for the next move, the margin included; `None` where
    /// time does not matter.
    pub(super) fn allowance(&self) -> Option<Duration> {
        let clock = self.limit.clock.map(|_| self.left);
        let time = clock.into_iter().chain(self.limit.move_time).min();
        time.map(|time| time + self.limit.margin)
    }

    /// Takes the time of a move off; `false` if there was not so much.
    pub(super) fn press(&mut self, spent: Duration) -> bool {
        if self.allowance().is_some_and(|allowed| spent > allowed) {
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

    /// The arguments of `go` for the player whose clock this is, in words for
    /// the first and the second player's time: `["wtime", "btime", "winc",
    /// "binc"]` in UCI.
    pub(super) fn go(&self, other: &PlayerClock, is_first: bool, words: [&str; 4]) -> String {
        let mut go = "go".to_owned();
        let mut add = |word: &str, value: u128| go.push_str(&format!(" {word} {value}"));
        if let Some(nodes) = self.limit.nodes {
            add("nodes", nodes.into());
        }
        if let Some(depth) = self.limit.depth {
            add("depth", depth.into());
        }
        if let Some(time) = self.limit.move_time {
            add("movetime", time.as_millis());
        }
        if let Some(own) = self.limit.clock {
            // An opponent without a clock is shown with one like one's own.
            let other_clock = other.limit.clock.unwrap_or(own);
            let other_left = if other.limit.clock.is_some() { other.left } else { self.left };
            let order = |own, other| if is_first { [own, other] } else { [other, own] };
            let times = order(self.left, other_left);
            let increments = order(own.increment, other_clock.increment);
            // A clock at zero is one that has run out, to some.
            let times = times.map(|time| time.max(Duration::from_millis(1)));
            for (word, time) in words.iter().zip(times.into_iter().chain(increments)) {
                add(word, time.as_millis());
            }
            if let Some(moves) = self.moves_to_go {
                add("movestogo", moves.into());
            }
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UCI: [&str; 4] = ["wtime", "btime", "winc", "binc"];

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
        assert!(clock.press(ms(505)), "the margin is not counted");
        assert_eq!((clock.left, clock.moves_to_go), (ms(1100), Some(2)));
        assert!(!clock.press(ms(1111)));
    }

    #[test]
    fn go_has_the_clocks_of_both_sides() {
        let (first, second) = (clock(Some(40), 1000, 10), clock(None, 500, 0));
        assert_eq!(
            first.go(&second, true, UCI),
            "go wtime 1000 btime 500 winc 10 binc 0 movestogo 40"
        );
        assert_eq!(second.go(&first, false, UCI), "go wtime 1000 btime 500 winc 10 binc 0");
    }

    #[test]
    fn limits_without_a_clock_are_sent_alone() {
        let limit = Limit { nodes: Some(5), depth: Some(3), ..Limit::default() };
        let clock = PlayerClock::new(limit);
        assert_eq!(clock.go(&clock, true, UCI), "go nodes 5 depth 3");
        assert_eq!(clock.allowance(), None);
    }
}
