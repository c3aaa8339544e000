//! Values that no search can improve.

use super::Outcome;
use std::cmp::Ordering;

/// A value that no search can improve, for the side to move. The better one is
/// the greater: a win soon, a win late, a draw, a loss late, a loss soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The side to move wins, at the soonest in this many plies.
    Win(u16),
    /// The side to move loses, at the latest in this many plies.
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

    /// What a move is worth for the side that makes it, if this is the value of
    /// the position after it. `opposes`: there the other side is to move.
    pub fn before_move(self, opposes: bool) -> Exact {
        match self.seen_by(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_add(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_add(1)),
            Exact::Draw => Exact::Draw,
        }
    }

    /// The value of the position after a move that is worth this much: the
    /// inverse of [`Exact::before_move`].
    pub fn after_move(self, opposes: bool) -> Exact {
        match self.seen_by(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_sub(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_sub(1)),
            Exact::Draw => Exact::Draw,
        }
    }

    fn seen_by(self, other: bool) -> Exact {
        match self {
            Exact::Win(plies) if other => Exact::Loss(plies),
            Exact::Loss(plies) if other => Exact::Win(plies),
            same => same,
        }
    }

    /// A number that is greater for the better value.
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

/// What a position shows without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// Nothing in particular.
    Open,
    /// The side to move must answer a threat (a check, three in a row) and has
    /// little choice. Its moves cost no depth while the line's extension budget lasts.
    Forced,
    /// The value, for certain.
    Known(Exact),
}

impl Glance {
    /// The value, where it is known.
    pub fn known(self) -> Option<Exact> {
        match self {
            Glance::Known(exact) => Some(exact),
            Glance::Open | Glance::Forced => None,
        }
    }
}
