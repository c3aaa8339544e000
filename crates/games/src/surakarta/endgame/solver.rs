//! The solver for positions with few stones.

use super::super::board::{self, Army, BOARD, neighbours, points};
use super::super::{Move, Surakarta};
use super::index::StoneSets;
use plyglot_core::game::{Exact, Game, Outcome, Solver, SolverContext, TablebaseValue};

/// Answers from the tables, for positions whose exact value they hold.
pub(in super::super) struct Endings;

impl Endings {
    /// The exact value of a position, if it is known.
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
