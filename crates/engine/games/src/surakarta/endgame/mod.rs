//! Endgame tables for positions with few stones.
//!
//! There are two kinds of tables; docs/internals/surakarta.md explains how they are made. The plain
//! ones are those of any game: results and plies without counters. The counted ones hold
//! results of the game in which the side with more stones wins as soon as neither side
//! can force anything better. With a limit of many plies without a capture, the rule
//! comes to this.

mod stones;
mod store;

use plyglot_core::game::{Exact, Game, Outcome, Solver, SolverContext, TablebaseValue};

use super::rules::Tie;
use super::{Move, Surakarta};

pub use stones::{Class, StoneSets};

/// The most stones on the board for which results and plies are known.
pub const MAX_PLAIN_STONES: usize = 5;
/// The most stones on the board for which results are known where stones are counted.
pub const MAX_COUNTED_STONES: usize = stones::MAX_STONES;

impl Surakarta {
    /// The tables' value of an undecided position, under its rules and with its plies
    /// without a capture. Repetitions are ignored.
    #[inline]
    pub(super) fn table_value(&self) -> Option<TablebaseValue> {
        let count = (self.own.count() + self.other.count()) as usize;
        if let Some(tables) = self.endings.filter(|tables| count <= tables.max_men())
            && let Some(value) = tables.value(self).and_then(|value| self.with_counter(value))
        {
            return Some(TablebaseValue::Exact(value));
        }
        if !self.has_shipped_tables() {
            return None;
        }
        let stones = self.stone_sets();
        let number = stones.number()?;
        let class = Class::from(stones);
        let exact = store::tables().plain(class, number).and_then(|exact| self.with_counter(exact));
        let exact = exact.map(TablebaseValue::Exact);
        exact.or_else(|| self.counted_outcome(class, number).map(TablebaseValue::Outcome))
    }

    fn has_shipped_tables(&self) -> bool {
        self.rules.stalemate == Tie::Loss && !self.rules.loop_moves
    }

    pub(super) fn read_ending_tables(&self) {
        if let Some(tables) = self.endings {
            tables.read_near(self);
        }
        if self.has_shipped_tables() {
            store::tables();
        }
    }

    /// A value without counters, where it is also the value under the rules. A win
    /// is, if no counter ends the game before it. No win by count comes sooner then, so
    /// its plies are right. A draw is, where the counter can only make draws.
    fn with_counter(&self, value: Exact) -> Option<Exact> {
        let limit = u16::from(self.rules.no_capture_plies);
        let holds = match value {
            Exact::Win(plies) | Exact::Loss(plies) => {
                self.quiet_plies.saturating_add(plies) < limit
            }
            _ => self.rules.no_capture == Tie::Draw,
        };
        if holds || !self.rules.has_ply_limit() { Some(value) } else { None }
    }

    /// The outcome by the counted tables, where it is also the outcome under the rules.
    ///
    /// A win of the side that is ahead by count, or a draw with equal counts, holds at
    /// any state of the counter. If the other side cannot force anything better in
    /// unlimited plies, it cannot in fewer. A result against the count needs its plies.
    /// They are available when the counter has just begun; later, only a search shows the
    /// way.
    fn counted_outcome(&self, class: Class, number: u64) -> Option<Outcome> {
        if !self.rules.has_ply_limit() || self.rules.no_capture != Tie::Count {
            return None;
        }
        let tables = store::tables();
        let outcome = tables.counted(class, number)?;
        let has_time = tables.longest < self.rules.no_capture_plies && self.quiet_plies == 0;
        if outcome == self.outcome_by_count() || has_time { Some(outcome) } else { None }
    }
}

/// Answers from the tables, for positions whose exact value they hold.
pub(super) struct Endings;

impl Endings {
    fn exact(position: &Surakarta) -> Option<Exact> {
        if let Some(outcome) = position.status() {
            return Some(Exact::from(outcome));
        }
        match position.table_value()? {
            TablebaseValue::Exact(exact) => Some(exact),
            TablebaseValue::Outcome(Outcome::Drawn) => Some(Exact::Draw),
            TablebaseValue::Outcome(_) => None,
        }
    }

    fn move_value(position: &Surakarta, m: Move) -> Option<Exact> {
        Some(Endings::exact(&position.after(m))?.before_move(true))
    }
}

impl Solver<Surakarta> for Endings {
    fn covers(&self, position: &Surakarta) -> Result<(), &'static str> {
        let known = Endings::exact(position);
        known.map(|_| ()).ok_or("a position of at most 5 stones")
    }

    /// The solved game has no counters, so they are switched off.
    fn by_solved_rules(&self, mut position: Surakarta) -> Surakarta {
        position.rules.no_capture_plies = 0;
        position
    }

    fn value(&self, position: &Surakarta, _aid: &SolverContext<'_>) -> Option<Exact> {
        Endings::exact(position)
    }

    fn best(&self, position: &Surakarta, value: Exact, _aid: &SolverContext<'_>) -> Option<Move> {
        let moves = position.legal_moves();
        moves.into_iter().find(|&m| Endings::move_value(position, m) == Some(value))
    }

    fn values(
        &self,
        position: &Surakarta,
        _aid: &SolverContext<'_>,
        each: &mut dyn FnMut(Move, Exact),
    ) -> Option<()> {
        for m in position.legal_moves() {
            each(m, Endings::move_value(position, m)?);
        }
        Some(())
    }

    fn is_in_book(&self, position: &Surakarta) -> bool {
        Endings::exact(position).is_some()
    }
}
