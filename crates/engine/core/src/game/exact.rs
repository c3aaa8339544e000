//! Exact values of positions.

use super::Outcome;
use std::cmp::Ordering;

/// The exact value of a position for the side to move. A better value is greater: the
/// order is an early win, a late win, a draw, a late loss, an early loss. If points
/// decide, as in Othello, a win by many points comes before one by few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The side to move wins in this many plies, and not sooner.
    Win(u16),
    /// The side to move loses in this many plies, and not later.
    Loss(u16),
    /// Best play by both sides is a draw.
    Draw,
    /// The side to move wins by this many points, at least 1, and not by more. Only the
    /// [solver](super::Solver) of a game that counts points has such values.
    WinBy(u16),
    /// The side to move loses by this many points, at least 1, and not by fewer.
    LossBy(u16),
}

impl Exact {
    /// A win or loss by this many points, positive for the side to move.
    pub fn by_points(points: i16) -> Exact {
        match points {
            1.. => Exact::WinBy(points.unsigned_abs()),
            0 => Exact::Draw,
            _ => Exact::LossBy(points.unsigned_abs()),
        }
    }

    /// The result that it leads to.
    pub fn outcome(self) -> Outcome {
        match self {
            Exact::Win(_) | Exact::WinBy(_) => Outcome::Won,
            Exact::Loss(_) | Exact::LossBy(_) => Outcome::Lost,
            Exact::Draw => Outcome::Drawn,
        }
    }

    /// The value of a move for the side that makes it, where `self` is the value of the
    /// position after it. `opposes`: the other side is to move there.
    pub fn before_move(self, opposes: bool) -> Exact {
        match self.flipped_if(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_add(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_add(1)),
            by_points_or_draw => by_points_or_draw,
        }
    }

    /// The value of the position after a move with this value: the inverse of
    /// [`Exact::before_move`].
    pub fn after_move(self, opposes: bool) -> Exact {
        match self.flipped_if(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_sub(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_sub(1)),
            by_points_or_draw => by_points_or_draw,
        }
    }

    fn flipped_if(self, opposes: bool) -> Exact {
        match self {
            Exact::Win(plies) if opposes => Exact::Loss(plies),
            Exact::Loss(plies) if opposes => Exact::Win(plies),
            Exact::WinBy(points) if opposes => Exact::LossBy(points),
            Exact::LossBy(points) if opposes => Exact::WinBy(points),
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
            Exact::WinBy(points) => i32::from(points),
            Exact::LossBy(points) => -i32::from(points),
        }
    }
}

/// The value of a finished game, for the side that would be to move.
impl From<Outcome> for Exact {
    fn from(outcome: Outcome) -> Exact {
        match outcome {
            Outcome::Won => Exact::Win(0),
            Outcome::Lost => Exact::Loss(0),
            Outcome::Drawn => Exact::Draw,
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

/// The facts about a position that need no search.
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

/// The endgame tables' value of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseValue {
    /// The exact value.
    Exact(Exact),
    /// The outcome with best play, after an unknown number of plies. It must be the same
    /// wherever the search reaches the position by the same last move.
    Outcome(Outcome),
}

/// The endgame tables' ranking of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseMove<M> {
    /// The move.
    pub m: M,
    /// The class: greater for a better move. The search may choose among moves of the
    /// same class.
    pub class: i32,
    /// The outcome for the side that makes the move, with best play afterwards.
    pub outcome: Outcome,
}

/// The endgame tables' ranking of all moves of a position that they cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseMoves<M> {
    /// All legal moves.
    pub moves: Vec<TablebaseMove<M>>,
    /// Whether a side that always plays a move of the best class reaches its outcome, so
    /// that the search need not probe the tables any more.
    pub is_complete: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_points_are_better_and_stay_the_same_along_a_line() {
        let values = [Exact::LossBy(9), Exact::LossBy(2), Exact::Draw, Exact::WinBy(1)];
        assert!(values.is_sorted_by(|a, b| a < b));
        assert!(Exact::WinBy(64) < Exact::Win(u16::MAX));
        for (points, value) in [(-9, values[0]), (-2, values[1]), (0, values[2]), (1, values[3])] {
            assert_eq!(Exact::by_points(points), value);
            assert_eq!(value.before_move(true), Exact::by_points(-points));
            assert_eq!(value.before_move(true).after_move(true), value);
            assert_eq!(value.before_move(false), value);
        }
    }
}
