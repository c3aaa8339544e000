//! The lag of a busy machine: how long it lately let a search wait.
//!
//! Where more programs want to run than there are processors, a search that means to end
//! now is woken later, and its clock goes on. What it waited within its last searches is
//! what the next one has to expect, beside the overhead that the user knows of.

use std::time::Duration;

/// Pauses up to this are usual on an idle machine too, and nothing to guard against.
const USUAL: Duration = Duration::from_millis(4);
/// More is never expected: a program that was stopped for a minute must not fear for long
/// that it will be again.
const MOST: Duration = Duration::from_millis(100);
/// The share of an earlier pause that remains after each search.
const KEPT: f64 = 0.8;

/// The pause to be expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Lag(Duration);

impl Lag {
    /// A search has ended, whose longest pause this was.
    pub(in crate::search) fn note(&mut self, pause: Duration) {
        let pause = pause.saturating_sub(USUAL).min(MOST);
        self.0 = pause.max(self.0.mul_f64(KEPT));
    }

    /// The time that the next search must expect to lose.
    pub(in crate::search) fn expected(self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(lag.expected(), MOST);
    }
}
