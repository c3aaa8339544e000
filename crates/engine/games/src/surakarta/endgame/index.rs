//! The place (index) of a position in the table of its class.
//!
//! A class is all positions with the same numbers of stones of the side to move and of
//! the other side. Rotated and reflected positions are the same. The side to move's
//! stones are mapped to the least of their eight images, the canonical set, which has a
//! number. The other side's stones are mapped along and ranked among the free points
//! (combinatorial number system). If several symmetries lead to the canonical set, a
//! position has several places, all with the same value.

use super::super::board::{BOARD, POINTS, SIDE, points};
use std::sync::OnceLock;

pub(super) const MAX_STONES: usize = 6;
/// The most stones of one side, as the other has at least one.
const MAX_STONES_PER_SIDE: usize = MAX_STONES - 1;
const SYMMETRIES: usize = 8;

/// Binomial coefficients: `CHOOSE[n][k]` ways to choose `k` of `n`.
const CHOOSE: [[u32; MAX_STONES + 1]; POINTS + 1] = {
    let mut choose = [[0; MAX_STONES + 1]; POINTS + 1];
    let mut n = 0;
    while n <= POINTS {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= MAX_STONES && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

const IMAGE: [[u8; POINTS]; SYMMETRIES] = {
    let mut image = [[0; POINTS]; SYMMETRIES];
    let mut i = 0;
    while i < SYMMETRIES * POINTS {
        let symmetry = i / POINTS;
        let point = i % POINTS;
        let mut file = point % SIDE;
        let mut rank = point / SIDE;
        if symmetry & 1 != 0 {
            file = SIDE - 1 - file;
        }
        if symmetry & 2 != 0 {
            rank = SIDE - 1 - rank;
        }
        if symmetry & 4 != 0 {
            (file, rank) = (rank, file);
        }
        image[symmetry][point] = (rank * SIDE + file) as u8;
        i += 1;
    }
    image
};

/// All positions with the same numbers of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// Stones of the side to move, at least 1.
    pub own: usize,
    /// Stones of the other side, at least 1.
    pub other: usize,
}

impl Class {
    /// The classes with this many stones on the board, by rising `own`.
    pub fn with(stones: usize) -> impl Iterator<Item = Class> {
        (1..stones).map(move |own| Class { own, other: stones - own })
    }

    /// All classes with at most this many stones on the board, by rising number of
    /// stones.
    pub fn up_to(stones: usize) -> impl Iterator<Item = Class> {
        (2..=stones).flat_map(Class::with)
    }

    /// The class of a position.
    pub fn of(stones: StoneSets) -> Class {
        let [own, other] = [stones.own, stones.other].map(|set| set.count_ones() as usize);
        Class { own, other }
    }

    /// The class in which the other side is to move.
    pub fn turned(self) -> Class {
        Class { own: self.other, other: self.own }
    }

    /// Number of stones of both sides.
    pub fn stones(self) -> usize {
        self.own + self.other
    }

    /// Number of places in its table.
    pub fn size(self) -> usize {
        sets(self.own).canonical.len() * self.others()
    }

    /// Number of places per canonical set of the side to move's stones.
    fn others(self) -> usize {
        CHOOSE[POINTS - self.own][self.other] as usize
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
    /// The place in the table of its [`Class`].
    #[inline]
    pub fn place(self) -> usize {
        let sets = sets(self.own.count_ones() as usize);
        let set = sets.all[rank(self.own)];
        place(sets, set.number(), image(self.other, set.symmetry()))
    }

    /// Visits all places in the table of its class.
    pub fn places(self, mut visit: impl FnMut(usize)) {
        let sets = sets(self.own.count_ones() as usize);
        let set = sets.all[rank(self.own)];
        let number = set.number();
        let other = image(self.other, set.symmetry());
        visit(place(sets, number, other));
        let mut rest = sets.stabilizers[number as usize] & !1;
        while rest != 0 {
            visit(place(sets, number, image(other, rest.trailing_zeros() as u8)));
            rest &= rest - 1;
        }
    }

    /// The stones of a place: the inverse of [`StoneSets::place`], up to symmetry.
    pub fn at(class: Class, place: usize) -> StoneSets {
        let own = sets(class.own).canonical[place / class.others()];
        let among = unrank((place % class.others()) as u32, class.other);
        StoneSets { own, other: deposit(among, own) }
    }
}

/// A set of stones: the number of its canonical set, and in the lowest three bits the
/// symmetry that leads there. It takes three bytes, the lowest first, as there are half a
/// million sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StoneSet([u8; 3]);

impl StoneSet {
    const UNKNOWN: StoneSet = StoneSet([u8::MAX; 3]);

    fn new(number: usize, symmetry: u8) -> StoneSet {
        let [low, middle, high, _] =
            ((number * SYMMETRIES) as u32 | u32::from(symmetry)).to_le_bytes();
        StoneSet([low, middle, high])
    }

    fn number(self) -> u32 {
        let StoneSet([low, middle, high]) = self;
        u32::from_le_bytes([low, middle, high, 0]) / SYMMETRIES as u32
    }

    fn symmetry(self) -> u8 {
        self.0[0] % SYMMETRIES as u8
    }
}

struct Sets {
    all: Vec<StoneSet>,
    canonical: Vec<u64>,
    /// The symmetries that fix each canonical set, as bits.
    stabilizers: Vec<u8>,
}

fn sets(stones: usize) -> &'static Sets {
    static SETS: [OnceLock<Sets>; MAX_STONES_PER_SIDE] =
        [const { OnceLock::new() }; MAX_STONES_PER_SIDE];
    SETS[stones - 1].get_or_init(|| Sets::new(stones))
}

impl Sets {
    /// Goes through the sets by rank, which is also their numerical order. So a set that
    /// is not the image of an earlier one is canonical.
    fn new(stones: usize) -> Sets {
        let size = CHOOSE[POINTS][stones] as usize;
        let mut canonical = Vec::new();
        let mut stabilizers = Vec::new();
        let mut all = vec![StoneSet::UNKNOWN; size];
        let mut set = (1 << stones) - 1;
        for this in 0..size {
            if all[this] == StoneSet::UNKNOWN {
                let mut fixed = 0;
                for symmetry in 0..SYMMETRIES as u8 {
                    let image = image(set, symmetry);
                    fixed |= u8::from(image == set) << symmetry;
                    let entry = &mut all[rank(image)];
                    if *entry == StoneSet::UNKNOWN {
                        *entry = StoneSet::new(canonical.len(), inverse(symmetry));
                    }
                }
                canonical.push(set);
                stabilizers.push(fixed);
            }
            set = next(set);
        }
        Sets { all, canonical, stabilizers }
    }
}

/// Reflection in the diagonal swaps the two reflections that precede it.
fn inverse(symmetry: u8) -> u8 {
    match symmetry {
        0b101 => 0b110,
        0b110 => 0b101,
        other => other,
    }
}

fn place(sets: &Sets, number: u32, other: u64) -> usize {
    let own = sets.canonical[number as usize];
    let others = CHOOSE[POINTS - own.count_ones() as usize][other.count_ones() as usize];
    (number * others + rank_among(other, own)) as usize
}

fn next(set: u64) -> u64 {
    let low = set & set.wrapping_neg();
    let ripple = set + low;
    (((ripple ^ set) >> 2) / low) | ripple
}

fn image(set: u64, symmetry: u8) -> u64 {
    let image = &IMAGE[usize::from(symmetry)];
    points(set).fold(0, |all, point| all | 1 << image[usize::from(point)])
}

/// The rank of a set among the sets of its size, in numerical order.
fn rank(set: u64) -> usize {
    let ranks = points(set).zip(1..).map(|(point, k)| CHOOSE[usize::from(point)][k]);
    ranks.sum::<u32>() as usize
}

fn rank_among(set: u64, taken: u64) -> u32 {
    let index = |point: u8| usize::from(point) - (taken & ((1 << point) - 1)).count_ones() as usize;
    points(set).zip(1..).map(|(point, k)| CHOOSE[index(point)][k]).sum()
}

fn unrank(mut rank: u32, size: usize) -> u64 {
    (1..=size).rev().fold(0, |set, k| {
        let below = (k - 1..POINTS).take_while(|&point| CHOOSE[point][k] <= rank);
        let point = below.last().unwrap_or(k - 1);
        rank -= CHOOSE[point][k];
        set | 1 << point
    })
}

fn deposit(among: u64, taken: u64) -> u64 {
    let mut free = points(BOARD & !taken);
    let mut set = 0;
    let mut passed = 0;
    for index in points(among) {
        set |= free.nth(usize::from(index) - passed).map_or(0, |point| 1 << point);
        passed = usize::from(index) + 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Burnside's lemma, from the number of all sets and of those that each symmetry
    /// fixes. A reflection in the middle has 18 orbits of 2 points. A reflection in a
    /// diagonal has 6 fixed points and 15 orbits of 2. The turns have 9 orbits of 4, or
    /// 18 of 2.
    #[test]
    fn number_of_canonical_sets_agrees_with_burnside() {
        let choose = |n: usize, k: usize| u64::from(CHOOSE[n][k]);
        for stones in 1..=MAX_STONES_PER_SIDE {
            let pairs = if stones % 2 == 0 { choose(18, stones / 2) } else { 0 };
            let fours = if stones % 4 == 0 { choose(9, stones / 4) } else { 0 };
            let diagonal: u64 = (0..=stones / 2)
                .map(|pairs| choose(15, pairs) * choose(6, stones - 2 * pairs))
                .sum();
            let fixed = choose(36, stones) + 3 * pairs + 2 * fours + 2 * diagonal;
            assert_eq!(sets(stones).canonical.len() as u64, fixed / 8, "{stones} stones");
        }
    }

    #[test]
    fn every_place_leads_to_stones_with_that_place() {
        for class in Class::up_to(4) {
            for place in 0..class.size() {
                let stones = StoneSets::at(class, place);
                assert_eq!(Class::of(stones), class);
                let mut places = Vec::new();
                stones.places(|place| places.push(place));
                assert!(places.contains(&place), "{stones:?}");
                assert!(places.contains(&stones.place()));
            }
        }
    }

    #[test]
    fn images_share_their_places() {
        for class in Class::up_to(5) {
            for place in (0..class.size()).step_by(97) {
                let stones = StoneSets::at(class, place);
                let places = |stones: StoneSets| {
                    let mut places = Vec::new();
                    stones.places(|place| places.push(place));
                    places.sort_unstable();
                    places.dedup();
                    places
                };
                for s in 0..SYMMETRIES as u8 {
                    let turned =
                        StoneSets { own: image(stones.own, s), other: image(stones.other, s) };
                    assert_eq!(places(turned), places(stones), "{stones:?}");
                }
            }
        }
    }
}
