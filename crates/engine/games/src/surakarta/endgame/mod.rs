//! Endgame tables for positions with few stones.
//!
//! There are two kinds of tables; docs/internals/surakarta.md explains how they are made. The plain
//! ones hold results and plies of the game without counters. The counted ones hold
//! results of the game in which the side with more stones wins as soon as neither side
//! can force anything better. With a limit of many plies without a capture, the rule
//! comes to this.

mod index;
mod store;

use plyglot_core::game::{Exact, Game, Outcome, Solver, SolverContext, TablebaseValue};

use super::board::{self, Army, BOARD, neighbours, points};
use super::rules::Tie;
use super::{Move, Surakarta};

pub use index::{Class, StoneSets};
pub use store::ForcedResult;

/// The most stones on the board for which results and plies are known.
pub const MAX_PLAIN_STONES: usize = 5;
/// The most stones on the board for which results are known where stones are counted.
pub const MAX_COUNTED_STONES: usize = index::MAX_STONES;

impl Surakarta {
    /// The tables' value of an undecided position, under its rules and with its plies
    /// without a capture. Repetitions are ignored.
    #[inline]
    pub(super) fn table_value(&self) -> Option<TablebaseValue> {
        let [own, other] = [self.own.count(), self.other.count()];
        let are_few = own + other <= MAX_COUNTED_STONES as u32 && own > 0 && other > 0;
        if !are_few || !self.has_tables() {
            return None;
        }
        self.plain_value()
            .map(TablebaseValue::Exact)
            .or_else(|| self.counted_outcome().map(TablebaseValue::Outcome))
    }

    fn has_tables(&self) -> bool {
        self.rules.stalemate == Tie::Loss && !self.rules.loop_moves
    }

    fn stone_sets(&self) -> StoneSets {
        StoneSets { own: self.own.points, other: self.other.points }
    }

    /// The value by the plain tables, where it is also the value under the rules. A win
    /// is, if no counter ends the game before it. No win by count comes sooner then, so
    /// its plies are right. A draw is, where the counter can only make draws.
    fn plain_value(&self) -> Option<Exact> {
        if self.own.count() + self.other.count() > MAX_PLAIN_STONES as u32 {
            return None;
        }
        let value = store::tables().plain(self.stone_sets());
        let Some(plies) = value.plies().map(u16::from) else {
            let only_draws = !self.rules.has_ply_limit() || self.rules.no_capture == Tie::Draw;
            return only_draws.then_some(Exact::Draw);
        };
        let limit = u16::from(self.rules.no_capture_plies);
        let is_in_time =
            !self.rules.has_ply_limit() || self.quiet_plies.saturating_add(plies) < limit;
        is_in_time.then_some(if value.is_win() { Exact::Win(plies) } else { Exact::Loss(plies) })
    }

    /// The outcome by the counted tables, where it is also the outcome under the rules.
    ///
    /// A win of the side that is ahead by count, or a draw with equal counts, holds at
    /// any state of the counter. If the other side cannot force anything better in
    /// unlimited plies, it cannot in fewer. A result against the count needs its plies.
    /// They are available when the counter has just begun; later, only a search shows the
    /// way.
    fn counted_outcome(&self) -> Option<Outcome> {
        if !self.rules.has_ply_limit() || self.rules.no_capture != Tie::Count {
            return None;
        }
        let tables = store::tables();
        let outcome = tables.counted(self.stone_sets())?;
        let has_time = tables.longest < self.rules.no_capture_plies && self.quiet_plies == 0;
        (outcome == self.outcome_by_count() || has_time).then_some(outcome)
    }
}

/// Answers from the tables, for positions whose exact value they hold.
pub(super) struct Endings;

impl Endings {
    fn exact(position: &Surakarta) -> Option<Exact> {
        if let Some(outcome) = position.status() {
            return Some(Exact::of_outcome(outcome));
        }
        match position.table_value()? {
            TablebaseValue::Exact(exact) => Some(exact),
            TablebaseValue::Outcome(Outcome::Drawn) => Some(Exact::Draw),
            TablebaseValue::Outcome(_) => None,
        }
    }

    /// The value of a move for the side that makes it, if it is known.
    fn move_value(position: &Surakarta, m: Move) -> Option<Exact> {
        let mut after = position.clone();
        after.play(m);
        Some(Endings::exact(&after)?.before_move(true))
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

impl StoneSets {
    /// Visits the position after each capture; a position may be visited more than once.
    pub fn each_capture(self, mut visit: impl FnMut(StoneSets)) {
        let StoneSets { own, other } = self;
        board::captures(Army::of(own), Army::of(other), |from, to| {
            visit(StoneSets { own: other ^ 1 << to, other: own ^ 1 << from ^ 1 << to });
        });
    }

    /// The positions after each quiet step.
    pub fn steps(self) -> impl Iterator<Item = StoneSets> {
        let StoneSets { own, other } = self;
        let free = BOARD & !own & !other;
        points(own).flat_map(move |from| {
            points(neighbours(from) & free)
                .map(move |to| StoneSets { own: other, other: own ^ 1 << from ^ 1 << to })
        })
    }

    /// The positions from which a quiet step leads here.
    pub fn before_steps(self) -> impl Iterator<Item = StoneSets> {
        let StoneSets { own, other } = self;
        let free = BOARD & !own & !other;
        points(other).flat_map(move |to| {
            points(neighbours(to) & free)
                .map(move |from| StoneSets { own: other ^ 1 << to ^ 1 << from, other: own })
        })
    }
}
