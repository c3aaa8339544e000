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
            let word = i * width / 64;
            let bit = i * width % 64;
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
    type List = [u16; NetworkShape::USUAL_MAX_PLACEMENTS + 1];
    const NONE: Self::List = [NO_PLACEMENT; NetworkShape::USUAL_MAX_PLACEMENTS + 1];

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i + usize::from(bit)))
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

/// The symmetries of a square.
pub const SQUARE_SYMMETRIES: usize = 8;
/// The symmetry that mirrors the ranks, as if seen from the other side of the board.
pub const RANKS_MIRRORED: usize = 4;

/// The image of a placement under a symmetry, a number less than [`SQUARE_SYMMETRIES`]. Its
/// bit 0 exchanges files and ranks; then bit 1 mirrors the files and bit 2 the ranks. So 0
/// changes nothing.
///
/// ```
/// use plyglot_core::game::network::{RANKS_MIRRORED, square_symmetry};
///
/// // b3 on a board of 4 x 4, of the second kind.
/// let placement = 16 + 4 * 2 + 1;
/// assert_eq!(square_symmetry(0, placement, 4), placement);
/// assert_eq!(square_symmetry(1, placement, 4), 16 + 4 * 1 + 2); // c2
/// assert_eq!(square_symmetry(2, placement, 4), 16 + 4 * 2 + 2); // c3
/// assert_eq!(square_symmetry(RANKS_MIRRORED, placement, 4), 16 + 4 * 1 + 1); // b2
/// ```
pub const fn square_symmetry(symmetry: usize, placement: usize, side: usize) -> usize {
    let cells = side * side;
    let kind = placement / cells;
    let cell = placement % cells;
    let file = cell % side;
    let rank = cell / side;
    let (file, rank) = if symmetry & 1 == 0 { (file, rank) } else { (rank, file) };
    let file = if symmetry & 2 == 0 { file } else { side - 1 - file };
    let rank = if symmetry & RANKS_MIRRORED == 0 { rank } else { side - 1 - rank };
    kind * cells + side * rank + file
}

/// The input of each placement for the second player, where that of the first player is the
/// placement itself. `kinds[kind]` is the kind with the players exchanged; the second player
/// sees the board under this symmetry.
///
/// ```
/// use plyglot_core::game::network::{RANKS_MIRRORED, second_inputs};
///
/// // Stones of each player on a board of 2 x 2: the first's on a1 is the other's on a2.
/// const INPUTS: [u16; 8] = second_inputs([1, 0], 2, RANKS_MIRRORED);
/// assert_eq!(INPUTS, [6, 7, 4, 5, 2, 3, 0, 1]);
/// ```
///
/// # Panics
/// If `PLACEMENTS` is not the number of placements of all kinds.
pub const fn second_inputs<const PLACEMENTS: usize, const KINDS: usize>(
    kinds: [usize; KINDS],
    side: usize,
    symmetry: usize,
) -> [u16; PLACEMENTS] {
    let cells = side * side;
    assert!(PLACEMENTS == KINDS * cells);
    let mut inputs = [0; PLACEMENTS];
    let mut placement = 0;
    while placement < PLACEMENTS {
        let exchanged = kinds[placement / cells] * cells + placement % cells;
        inputs[placement] = square_symmetry(symmetry, exchanged, side) as u16;
        placement += 1;
    }
    inputs
}
