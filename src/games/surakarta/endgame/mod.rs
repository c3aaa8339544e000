//! Endings with few stones, by heart.
//!
//! There are two kinds of tables (docs/surakarta.md tells how they are made).
//! The plain ones know the game without counters: results and plies. The
//! counted ones know who wins where the side with more stones does as soon as
//! neither can force anything better, which is what the rule about plies
//! without a capture comes to when there are many of them.

pub mod builder;
mod index;
mod retrograde;
mod solver;
mod store;

use super::Surakarta;
use super::rules::Tie;
use crate::games::{Exact, Outcome, TablebaseValue};
pub use index::{Class, Stones};
pub(super) use solver::Endings;

/// Stones on the board up to which results and plies are known.
pub const PLAIN_MOST: usize = 5;
/// Stones on the board up to which results are known where stones are counted.
pub const COUNTED_MOST: usize = index::MAX_STONES;

impl Surakarta {
    /// What the tables know of an undecided position, by its rules and with the
    /// plies without a capture that it has behind it. Repetitions do not count.
    #[inline]
    pub(super) fn table_value(&self) -> Option<TablebaseValue> {
        let [own, other] = [self.own.count(), self.other.count()];
        let are_few = own + other <= COUNTED_MOST as u32 && own > 0 && other > 0;
        if !are_few || !self.has_tables() {
            return None;
        }
        let sure = || self.counted_outcome().map(TablebaseValue::Outcome);
        self.plain_value().map(TablebaseValue::Exact).or_else(sure)
    }

    /// Whether the tables were made for these rules.
    fn has_tables(&self) -> bool {
        self.rules.stalemate == Tie::Loss && !self.rules.loop_moves
    }

    fn armies(&self) -> Stones {
        Stones { own: self.own.points, other: self.other.points }
    }

    /// The value by the plain tables, where it is the one by the rules: a win is
    /// if no counter runs out before it, and as there is none sooner by count
    /// then, its plies are right; a draw is where counters make only draws.
    fn plain_value(&self) -> Option<Exact> {
        if self.own.count() + self.other.count() > PLAIN_MOST as u32 {
            return None;
        }
        let value = store::tables().plain(self.armies());
        let Some(plies) = value.plies().map(u16::from) else {
            let only_draws = !self.rules.is_counting() || self.rules.no_capture == Tie::Draw;
            return only_draws.then_some(Exact::Draw);
        };
        let limit = u16::from(self.rules.no_capture_plies);
        let is_in_time =
            !self.rules.is_counting() || self.quiet_plies.saturating_add(plies) < limit;
        is_in_time.then_some(if value.is_win() { Exact::Win(plies) } else { Exact::Loss(plies) })
    }

    /// The outcome by the counted tables, where it is the one by the rules.
    ///
    /// Where who is ahead by count wins, or nobody is and nobody wins, it is
    /// whatever the counter says: if the other side cannot force anything better
    /// in as many plies as it likes, it cannot in fewer. What is forced against
    /// the count needs its plies, which are there when the counter has just
    /// begun; later, only a search shows the way.
    fn counted_outcome(&self) -> Option<Outcome> {
        if !self.rules.is_counting() || self.rules.no_capture != Tie::Count {
            return None;
        }
        let tables = store::tables();
        let outcome = tables.counted(self.armies())?;
        let has_time = tables.longest < self.rules.no_capture_plies && self.quiet_plies == 0;
        (outcome == self.by_count() || has_time).then_some(outcome)
    }
}
