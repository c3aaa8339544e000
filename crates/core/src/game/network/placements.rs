//! Sets of placements.

use super::super::bits::bits;
use super::NetworkShape;

/// A set of placements: bit `i % 64` of word `i / 64` is placement `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementSet<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> PlacementSet<WORDS> {
    /// Sets of `width` bits each, at most 64, one after another.
    ///
    /// ```
    /// use plyglot_core::game::network::{PlacementSet, Placements};
    ///
    /// let sets = PlacementSet::<2>::joined([0b1, 0b10, 0b100], 30);
    /// assert_eq!(sets.iter().collect::<Vec<_>>(), [0, 31, 62]);
    /// ```
    ///
    /// # Panics
    /// If there are not enough words.
    #[inline(always)]
    pub fn joined<const SETS: usize>(sets: [u64; SETS], width: usize) -> PlacementSet<WORDS> {
        let mut words = [0; WORDS];
        for (i, set) in sets.into_iter().enumerate() {
            let (word, bit) = (i * width / 64, i * width % 64);
            words[word] |= set << bit;
            if bit + width > 64 {
                words[word + 1] |= set >> (64 - bit);
            }
        }
        PlacementSet(words)
    }
}

/// The set type of a game: [`PlacementSet`] of some size, or one that is faster.
pub trait Placements: Copy + Default + Send + Sync {
    /// A list of placements, with room for one more than a position has.
    type List: Copy + AsRef<[u16]> + AsMut<[u16]>;
    /// A list of [`NO_PLACEMENT`].
    const NONE: Self::List;

    /// The placements in increasing order.
    fn iter(&self) -> impl Iterator<Item = usize>;

    /// Visits the placements that only one of two sets has. The flag says whether it is `other`.
    fn visit_difference(&self, other: &Self, visit: impl FnMut(usize, bool));

    /// About the number of placements that only one of two sets has.
    #[inline(always)]
    fn distance(&self, other: &Self) -> u32 {
        let mut distance = 0;
        self.visit_difference(other, |_, _| distance += 1);
        distance
    }
}

/// No placement: its weights are 0.
pub const NO_PLACEMENT: u16 = u16::MAX;

impl<const WORDS: usize> Placements for PlacementSet<WORDS> {
    type List = [u16; NetworkShape::USUAL_MOST_PLACEMENTS + 1];
    const NONE: Self::List = [NO_PLACEMENT; NetworkShape::USUAL_MOST_PLACEMENTS + 1];

    fn iter(&self) -> impl Iterator<Item = usize> {
        let of_word = |(i, &word)| bits(word).map(move |bit| 64 * i + usize::from(bit));
        self.0.iter().enumerate().flat_map(of_word)
    }

    #[inline(always)]
    fn visit_difference(&self, other: &Self, mut visit: impl FnMut(usize, bool)) {
        for (i, (a, b)) in self.0.iter().zip(&other.0).enumerate() {
            bits(a ^ b).for_each(|bit| visit(64 * i + usize::from(bit), b >> bit & 1 == 1));
        }
    }

    #[inline(always)]
    fn distance(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}

impl<const WORDS: usize> Default for PlacementSet<WORDS> {
    fn default() -> Self {
        PlacementSet([0; WORDS])
    }
}
