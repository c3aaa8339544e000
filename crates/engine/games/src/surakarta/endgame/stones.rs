//! Positions of few stones, and their numbers: those of tables of endings.

use super::super::Surakarta;
use super::super::board::{self, Army, BOARD, POINTS, SIDE, neighbours, points};
use super::super::rules::{RuleSet, Tie};
use plyglot_core::game::Side;
use plyglot_core::game::endings::{
    BoardMaps, EndgameTables, EndingRules, Man, ManKind, Map, Material, Men, Numbering,
};
use std::sync::OnceLock;

/// The most stones of both sides in a [`Class`].
pub(super) const MAX_STONES: usize = 6;
/// Changes with the rules of this game.
const VERSION: u32 = 1;

/// All positions in which one side has so many stones, and the other one so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// Stones of the side that has more, if one does.
    pub more: usize,
    /// Stones of the other side, at least 1.
    pub fewer: usize,
}

impl Class {
    /// All classes with at most this many stones, by rising number of stones, and then by rising
    /// `fewer`.
    pub fn up_to(stones: usize) -> impl Iterator<Item = Class> {
        (2..=stones)
            .flat_map(|all| (1..=all / 2).map(move |fewer| Class { more: all - fewer, fewer }))
    }

    /// Number of stones of both sides.
    pub fn stones(self) -> usize {
        self.more + self.fewer
    }

    pub(super) fn place(self) -> usize {
        // With fewer stones, there are 0, 1, 1, 2, 2, ... classes of 1, 2, 3, 4, 5, ... stones.
        (self.stones() - 1).pow(2) / 4 + self.fewer - 1
    }

    /// The numbers of its positions.
    ///
    /// # Panics
    /// If there are more than six stones, or a side has none.
    pub fn numbering(self) -> &'static Numbering {
        static NUMBERINGS: OnceLock<Vec<Numbering>> = OnceLock::new();
        let all = NUMBERINGS.get_or_init(|| {
            let rules = RuleSet::STANDARD.ending_rules();
            let numbering =
                |class: Class| Numbering::new(&rules, class.material(), Map::all(&rules));
            Class::up_to(MAX_STONES).filter_map(numbering).collect()
        });
        &all[self.place()]
    }

    /// The side with more stones is the first one.
    pub fn material(self) -> Material {
        let mut men = vec![Man { side: Side::First, kind: 0, cell: 0 }; self.more];
        men.resize(self.more + self.fewer, Man { side: Side::Second, kind: 0, cell: 0 });
        Material::new(&men)
    }
}

/// The class of a position.
impl From<StoneSets> for Class {
    fn from(stones: StoneSets) -> Class {
        let [own, other] = stones.counts();
        Class { more: own.max(other), fewer: own.min(other) }
    }
}

/// The points of both sides' stones: bit `6 * rank + file` for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneSets {
    /// Stones of the side to move.
    pub own: u64,
    /// Stones of the other side.
    pub other: u64,
}

impl StoneSets {
    /// Stones where this side is to move.
    pub fn from_men(side: Side, men: &[Man]) -> StoneSets {
        let mut sets = StoneSets { own: 0, other: 0 };
        for man in men {
            let set = if man.side == side { &mut sets.own } else { &mut sets.other };
            *set |= 1 << man.cell;
        }
        sets
    }

    /// The stones of a number; `None` if it stands for no position.
    pub fn at(class: Class, number: u64) -> Option<StoneSets> {
        let (side, men) = class.numbering().position(number)?;
        Some(StoneSets::from_men(side, &men))
    }

    /// Its number in its class, the same for all positions that are alike. `None` if there are more
    /// stones than in any class, or a side has none.
    #[inline]
    pub fn number(self) -> Option<u64> {
        let [own, other] = self.counts();
        if own + other > MAX_STONES || own == 0 || other == 0 {
            return None;
        }
        Class::from(self).numbering().number(Side::First, &self.men(Side::First)?)
    }

    /// The stones as men, where this side is to move; `None` if they are too many.
    #[inline]
    pub(super) fn men(self, side: Side) -> Option<Men> {
        let mut men = Men::new();
        for (side, stones) in [(side, self.own), (!side, self.other)] {
            for cell in points(stones) {
                men.push(Man { side, kind: 0, cell })?;
            }
        }
        Some(men)
    }

    /// The numbers of stones, of the side to move first.
    pub fn counts(self) -> [usize; 2] {
        [self.own, self.other].map(|set| set.count_ones() as usize)
    }

    /// Visits the position after each capture; a position may be visited more than once.
    pub fn each_capture(self, mut visit: impl FnMut(StoneSets)) {
        let StoneSets { own, other } = self;
        board::captures(Army::new(own), Army::new(other), |from, to| {
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

impl RuleSet {
    /// What tables of endings have to know of these rules. They leave out the counter.
    pub(crate) fn ending_rules(self) -> EndingRules {
        let cells: Vec<u8> = (0..POINTS as u8).collect();
        let stone = ManKind { text: "P".to_owned(), cells: [cells.clone(), cells], in_hand: false };
        EndingRules {
            kinds: vec![stone],
            maps: BoardMaps::for_squares(SIDE as u8, SIDE as u8),
            checksum: self.checksum(),
            left_out: self.end_left_out(),
        }
    }

    fn end_left_out(self) -> Option<String> {
        if !self.has_ply_limit() {
            return None;
        }
        let plies = self.no_capture_plies;
        Some(format!("the end after {plies} plies without a capture (NoCapturePlies)"))
    }

    /// Differs for rules of different endings, without counters.
    fn checksum(self) -> u32 {
        let stalemate = match self.stalemate {
            Tie::Loss => 0,
            Tie::Draw => 1,
            Tie::Count => 2,
        };
        VERSION << 8 | stalemate << 1 | u32::from(self.loop_moves)
    }
}

impl Surakarta {
    pub(crate) fn find_endings(&self, folder: &str) -> Option<&'static EndgameTables> {
        let rules = self.rules;
        let address = rules.checksum() as usize;
        EndgameTables::find(folder, Surakarta::INFO.name, address, || Some(rules.ending_rules()))
    }

    pub(super) fn stone_sets(&self) -> StoneSets {
        StoneSets { own: self.own.points, other: self.other.points }
    }

    pub(crate) fn listed_men(&self) -> Option<Men> {
        self.stone_sets().men(self.side)
    }

    pub(crate) fn set_up(&self, side: Side, men: &[Man]) -> Option<Surakarta> {
        let stones = StoneSets::from_men(side, men);
        let are_apart = (stones.own | stones.other).count_ones() as usize == men.len();
        if !are_apart {
            return None;
        }
        Some(Surakarta {
            own: Army::new(stones.own),
            other: Army::new(stones.other),
            side,
            rules: self.rules,
            quiet_plies: 0,
            number: 1,
            endings: self.endings,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_a_class_has_a_number_that_leads_back_to_it() {
        for (place, class) in Class::up_to(MAX_STONES).enumerate() {
            assert_eq!(class.place(), place);
            let numbering = class.numbering();
            assert_eq!((numbering.material(), numbering.maps().len()), (class.material(), 16));
            // Some of the positions will do.
            for number in (0..numbering.size()).step_by(97) {
                let Some(stones) = StoneSets::at(class, number) else { continue };
                assert_eq!((Class::from(stones), stones.number()), (class, Some(number)));
            }
        }
    }
}
