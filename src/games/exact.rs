//! Exact values of positions.

use super::Outcome;
use std::cmp::Ordering;

/// The exact value of a position for the side to move. A better value is greater: the
/// order is an early win, a late win, a draw, a late loss, an early loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The side to move wins in this many plies, and not sooner.
    Win(u16),
    /// The side to move loses in this many plies, and not later.
    Loss(u16),
    /// Best play by both sides is a draw.
    Draw,
}

impl Exact {
    /// The value of a finished game, for the side that would be to move.
    pub fn of_outcome(outcome: Outcome) -> Exact {
        match outcome {
            Outcome::Won => Exact::Win(0),
            Outcome::Lost => Exact::Loss(0),
            Outcome::Drawn => Exact::Draw,
        }
    }

    /// The value of a move for the side that makes it, where `self` is the value of the
    /// position after it. `opposes`: the other side is to move there.
    pub fn before_move(self, opposes: bool) -> Exact {
        match self.flipped_if(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_add(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_add(1)),
            Exact::Draw => Exact::Draw,
        }
    }

    /// The value of the position after a move with this value: the inverse of
    /// [`Exact::before_move`].
    pub fn after_move(self, opposes: bool) -> Exact {
        match self.flipped_if(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_sub(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_sub(1)),
            Exact::Draw => Exact::Draw,
        }
    }

    fn flipped_if(self, opposes: bool) -> Exact {
        match self {
            Exact::Win(plies) if opposes => Exact::Loss(plies),
            Exact::Loss(plies) if opposes => Exact::Win(plies),
            same => same,
        }
    }

    /// A number that is greater for a better value.
    fn rank(self) -> i32 {
        const DECIDED: i32 = 1 << 20;
        match self {
            Exact::Win(plies) => DECIDED - i32::from(plies),
            Exact::Loss(plies) => i32::from(plies) - DECIDED,
            Exact::Draw => 0,
        }
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What is known of a position without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// Nothing is known.
    Open,
    /// The side to move must answer a threat (a check, three in a row) and has little
    /// choice. Its moves cost no depth while the line's extension budget lasts.
    Forced,
    /// The exact value is known.
    Known(Exact),
}

impl Glance {
    /// The exact value, if it is known.
    pub fn known(self) -> Option<Exact> {
        match self {
            Glance::Known(exact) => Some(exact),
            Glance::Open | Glance::Forced => None,
        }
    }
}
