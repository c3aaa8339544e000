//! Which games a survey plays, by their numbers.

use plyglot_core::game::Side;

/// The games of a survey. Players of strength 0 have some nodes a move, and those of each further
/// strength twice as many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Games of each kind.
    pub(super) games: u64,
    /// Strengths above 0.
    pub(super) doublings: u64,
}

/// What kind a game is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameKind {
    /// The number of its opening.
    pub(super) opening: u64,
    /// The strength of the players, or of the stronger one.
    pub(super) stronger: u64,
    /// The side of the stronger player, if the other has half of its nodes.
    pub(super) side: Option<Side>,
}

impl Plan {
    /// First come games between equals, of each strength in turn, all with the same openings; then
    /// those of each strength against the one below, two of an opening with sides exchanged.
    pub(super) fn kind(&self, number: u64) -> GameKind {
        let (group, place) = (number / self.games, number % self.games);
        match group.checked_sub(self.doublings + 1) {
            None => GameKind { opening: place, stronger: group, side: None },
            Some(step) => {
                let side = if place % 2 == 0 { Side::First } else { Side::Second };
                GameKind { opening: place / 2, stronger: step + 1, side: Some(side) }
            }
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.games * (2 * self.doublings + 1)
    }
}

impl GameKind {
    pub(super) fn strength(self, side: Side) -> u64 {
        self.stronger - u64::from(self.side.is_some_and(|stronger| stronger != side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_strength_meets_itself_and_the_one_below() {
        let plan = Plan { games: 2, doublings: 2 };
        let kinds: Vec<_> = (0..plan.count()).map(|number| plan.kind(number)).collect();
        let strengths = kinds.iter().map(|k| [Side::First, Side::Second].map(|s| k.strength(s)));
        let expected =
            [[0, 0], [0, 0], [1, 1], [1, 1], [2, 2], [2, 2], [1, 0], [0, 1], [2, 1], [1, 2]];
        assert_eq!(strengths.collect::<Vec<_>>(), expected);
        let openings: Vec<u64> = kinds.iter().map(|kind| kind.opening).collect();
        assert_eq!(openings, [0, 1, 0, 1, 0, 1, 0, 0, 0, 0]);
    }
}
