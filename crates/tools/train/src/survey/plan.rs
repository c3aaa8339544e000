//! Which games a survey plays, by their numbers.

use crate::selfplay::record::RecordHeader;
use plyglot_core::game::Side;

/// What determines the games of a survey.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games of each kind, a number of whole pairs.
    pub games: u64,
    /// Nodes a move of the players of strength 0. Those of each further strength have twice as many.
    pub nodes: u64,
    /// Strengths above 0.
    pub doublings: u64,
    /// Random plies at the start of a game: as many, or one more.
    pub plies: usize,
    /// Plies after which a game is given up.
    pub max_plies: usize,
    /// Memory of each player's table in MiB.
    pub hash: usize,
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { games: 100, nodes: 250, doublings: 4, plies: 2, max_plies: 400, hash: 4, seed: 1 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameKind {
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
        let group = number / self.games;
        let index = number % self.games;
        match group.checked_sub(self.doublings + 1) {
            None => GameKind { opening: index, stronger: group, side: None },
            Some(step) => {
                let side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
                GameKind { opening: index / 2, stronger: step + 1, side: Some(side) }
            }
        }
    }

    fn groups(&self) -> u64 {
        2 * self.doublings + 1
    }

    pub(super) fn count(&self) -> u64 {
        self.games * self.groups()
    }

    /// All games, one of each kind after the other: a survey that ends early covers all strengths,
    /// and takes as long for the second half as for the first.
    pub(super) fn in_turn(self) -> impl Iterator<Item = u64> {
        (0..self.games)
            .flat_map(move |index| (0..self.groups()).map(move |group| group * self.games + index))
    }

    pub(super) fn nodes_of(&self, strength: u64) -> u64 {
        self.nodes << strength
    }

    pub(super) fn header(&self, game: &str) -> RecordHeader {
        RecordHeader::plain(game, self.seed, self.nodes, self.plies, self.hash)
            .with_undecided_openings()
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
        let plan = Plan { games: 2, doublings: 2, ..Plan::default() };
        let kinds: Vec<_> = (0..plan.count()).map(|number| plan.kind(number)).collect();
        let strengths = kinds.iter().map(|k| Side::BOTH.map(|s| k.strength(s)));
        let expected =
            [[0, 0], [0, 0], [1, 1], [1, 1], [2, 2], [2, 2], [1, 0], [0, 1], [2, 1], [1, 2]];
        assert_eq!(strengths.collect::<Vec<_>>(), expected);
        let openings: Vec<u64> = kinds.iter().map(|kind| kind.opening).collect();
        assert_eq!(openings, [0, 1, 0, 1, 0, 1, 0, 0, 0, 0]);
        assert_eq!(plan.in_turn().collect::<Vec<_>>(), [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]);
    }
}
