//! The opening book: precomputed scores of all positions of the first plies.
//!
//! The book consists only of scores, one byte each. The position determines the index:
//! first by its number of stones, then by the heights of its files, then by the first
//! player's stones. A position and its mirror image share one entry.
//! `tools/connect4_book` builds the book with the solver in this folder.

use super::ConnectFour;
use super::board::{FILES, RANKS, file, has_four, index, mirror};
use plyglot_core::game::{Game, Side};
use std::ops::Range;
use std::sync::LazyLock;

/// The last ply of the book; it has every position up to this ply.
pub const PLIES: u32 = 8;

static BYTES: &[u8] = include_bytes!("book.bin");

/// Whether there is a book; without one, every position is searched.
pub const IS_MADE: bool = !BYTES.is_empty();

/// The offset of a score in its byte; the byte 0 means no score.
const OFFSET: i32 = 32;

static LAYOUT: LazyLock<BookLayout> = LazyLock::new(BookLayout::new);

type Heights = [u8; FILES as usize];

/// The score of a position for its side to move, if the book has it.
pub(super) fn probe(position: &ConnectFour) -> Option<i32> {
    if !IS_MADE || position.occupied.count_ones() > PLIES {
        return None;
    }
    score_at(LAYOUT.entry(position).index)
}

pub(super) fn score_at(index: usize) -> Option<i32> {
    decode(BYTES[index])
}

/// The book entry of a position of at most [`PLIES`] plies.
pub fn entry(position: &ConnectFour) -> BookIndex {
    LAYOUT.entry(position)
}

/// The indices of the positions of [`PLIES`] plies, the last of the book.
pub fn last_indices() -> Range<usize> {
    LAYOUT.begins[PLIES as usize]..LAYOUT.begins[PLIES as usize + 1]
}

/// The score in a byte of the book, if there is one.
pub fn decode(byte: u8) -> Option<i32> {
    if byte != 0 { Some(i32::from(byte) - OFFSET) } else { None }
}

/// The byte of a score.
pub fn encode(score: i32) -> u8 {
    (score + OFFSET) as u8
}

/// The index of a position in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookIndex {
    /// The index of the position and of its mirror image.
    pub index: usize,
    /// Whether the entry is for the mirror image.
    pub is_mirrored: bool,
}

struct BookLayout {
    /// The first index for each number of stones; the last element is the size of the
    /// book.
    begins: [usize; PLIES as usize + 2],
    /// For each number of stones and each vector of heights, by rank: the rank among the
    /// stored vectors. A vector and its mirror image share it.
    kept: Vec<Vec<u16>>,
}

impl BookLayout {
    fn new() -> BookLayout {
        let mut layout = BookLayout { begins: [0; PLIES as usize + 2], kept: Vec::new() };
        for stones in 0..=PLIES as usize {
            let mut all = Vec::new();
            each_height(stones, &mut [0; FILES as usize], 0, &mut |heights| all.push(*heights));
            let mut kept = vec![0; all.len()];
            let mut next = 0;
            for heights in &all {
                let own = height_rank(heights);
                let image = height_rank(&reversed(heights));
                kept[own] = if own <= image {
                    next += 1;
                    next - 1
                } else {
                    kept[image]
                };
            }
            layout.begins[stones + 1] =
                layout.begins[stones] + usize::from(next) * colourings(stones);
            layout.kept.push(kept);
        }
        layout
    }

    fn index_of(&self, position: &ConnectFour) -> usize {
        self.entry(position).index
    }

    fn entry(&self, position: &ConnectFour) -> BookIndex {
        let first = match position.side() {
            Side::First => position.mover,
            Side::Second => position.opponent(),
        };
        let occupied = position.occupied;
        let heights = heights(occupied);
        let own = height_rank(&heights);
        let image = height_rank(&reversed(&heights));
        let direct = || (colour_rank(first, &heights), false);
        let mirrored = || (colour_rank(mirror(first), &reversed(&heights)), true);
        let (colour_rank, is_mirrored) = match own.cmp(&image) {
            std::cmp::Ordering::Less => direct(),
            std::cmp::Ordering::Greater => mirrored(),
            std::cmp::Ordering::Equal => direct().min(mirrored()),
        };
        let stones = occupied.count_ones() as usize;
        let kept = usize::from(self.kept[stones][own.min(image)]);
        BookIndex {
            index: self.begins[stones] + kept * colourings(stones) + colour_rank,
            is_mirrored,
        }
    }
}

/// Visits all vectors of heights with `stones` stones in the files from `from` on, in the
/// order of their [`height_rank`].
fn each_height(
    stones: usize,
    heights: &mut Heights,
    from: usize,
    visit: &mut impl FnMut(&Heights),
) {
    if from == heights.len() {
        if stones == 0 {
            visit(heights);
        }
        return;
    }
    for height in 0..=stones.min(RANKS as usize) {
        heights[from] = height as u8;
        each_height(stones - height, heights, from + 1, visit);
    }
    heights[from] = 0;
}

/// Number of ways to put stones into files: `HEIGHT_COUNTS[files][stones]`.
const HEIGHT_COUNTS: [[usize; PLIES as usize + 1]; FILES as usize + 1] = {
    let mut ways = [[0; PLIES as usize + 1]; FILES as usize + 1];
    ways[0][0] = 1;
    let mut files = 1;
    while files <= FILES as usize {
        let mut stones = 0;
        while stones <= PLIES as usize {
            let mut height = 0;
            while height <= stones && height <= RANKS as usize {
                ways[files][stones] += ways[files - 1][stones - height];
                height += 1;
            }
            stones += 1;
        }
        files += 1;
    }
    ways
};

/// Binomial coefficients: `CHOOSE[n][k]` ways to choose `k` of `n`.
const CHOOSE: [[usize; PLIES as usize + 2]; PLIES as usize + 1] = {
    let mut choose = [[0; PLIES as usize + 2]; PLIES as usize + 1];
    let mut n = 0;
    while n <= PLIES as usize {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Number of ways in which the first player can own half of `stones`, rounded up.
fn colourings(stones: usize) -> usize {
    CHOOSE[stones][stones.div_ceil(2)]
}

fn heights(occupied: u64) -> Heights {
    std::array::from_fn(|i| (occupied & file(i as u8)).count_ones() as u8)
}

fn reversed(heights: &Heights) -> Heights {
    let mut reversed = *heights;
    reversed.reverse();
    reversed
}

/// The rank of a vector of heights: the number of vectors with equally many stones that
/// precede it.
fn height_rank(heights: &Heights) -> usize {
    let mut left: usize = heights.iter().map(|&height| usize::from(height)).sum();
    let mut rank = 0;
    for (i, &height) in heights.iter().enumerate() {
        for lower in 0..usize::from(height) {
            rank += HEIGHT_COUNTS[heights.len() - 1 - i][left - lower];
        }
        left -= usize::from(height);
    }
    rank
}

/// The rank of the set of the first player's stones among all sets of its size
/// (combinatorial number system).
fn colour_rank(first: u64, heights: &Heights) -> usize {
    let mut number = 0;
    let mut of_first = 0;
    let mut rank = 0;
    for (i, &height) in heights.iter().enumerate() {
        for level in 0..height {
            if first & 1 << index(i as u8, level) != 0 {
                of_first += 1;
                rank += CHOOSE[number][of_first];
            }
            number += 1;
        }
    }
    rank
}

/// The undecided positions of each number of stones up to [`PLIES`], one of each pair of
/// mirror images, in the order of the book.
pub fn layers() -> Vec<Vec<ConnectFour>> {
    let mut layers = vec![vec![ConnectFour::default()]];
    for stones in 0..PLIES as usize {
        let mut layer = Vec::new();
        for position in &layers[stones] {
            layer.extend(position.legal_moves().into_iter().map(|m| position.after(m)));
        }
        layer.retain(|position| !has_four(position.opponent()));
        layer.sort_by_key(|position| (LAYOUT.index_of(position), position.mover));
        layer.dedup_by_key(|position| LAYOUT.index_of(position));
        layers.push(layer);
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::super::winning_score;
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn positions(stones: usize) -> HashSet<(u64, u64)> {
        let mut layer = HashSet::from([(0, 0)]);
        for _ in 0..stones {
            layer.retain(|&(mover, occupied): &(u64, u64)| !has_four(mover ^ occupied));
            let mut next = HashSet::new();
            for &(mover, occupied) in &layer {
                let position = ConnectFour { mover, occupied };
                for m in position.legal_moves() {
                    let child = position.after(m);
                    next.insert((child.mover, child.occupied));
                }
            }
            layer = next;
        }
        layer
    }

    /// The numbers of positions are from Markus Böck (arXiv 2507.05267) and, up to mirror
    /// images, from independent counts.
    #[test]
    fn every_position_has_its_own_index() {
        let distinct = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];
        let unmirrored = [1, 4, 25, 121, 568, 2_144, 8_231, 27_473, 92_244];
        let mut owners: HashMap<usize, (u64, u64)> = HashMap::new();
        for stones in 0..=PLIES as usize {
            let layer = positions(stones);
            assert_eq!(layer.len(), distinct[stones], "{stones} stones");
            let before = owners.len();
            for &(mover, occupied) in &layer {
                let index = LAYOUT.index_of(&ConnectFour { mover, occupied });
                let image = (mirror(mover), mirror(occupied));
                let kept = (mover, occupied).min(image);
                let owner = *owners.entry(index).or_insert(kept);
                assert_eq!(owner, kept, "two positions share index {index}");
            }
            assert_eq!(owners.len() - before, unmirrored[stones], "{stones} stones");
        }
        assert!(owners.keys().all(|&index| index < LAYOUT.begins[PLIES as usize + 1]));
    }

    /// The numbers of undecided positions, up to mirror images.
    #[test]
    fn layers_have_the_open_positions() {
        let sizes: Vec<usize> = layers().iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 4, 25, 121, 568, 2_144, 8_231, 27_109, 91_295]);
    }

    #[test]
    fn the_book_is_complete_and_consistent() {
        let mut layers = layers();
        assert!(layers.pop().is_some_and(|last| last.iter().all(|p| probe(p).is_some())));
        for (stones, layer) in (0..).zip(&layers) {
            for position in layer {
                let worth = |m| {
                    let child = position.after(m);
                    let is_won = has_four(child.opponent());
                    if is_won { Some(winning_score(stones + 1)) } else { probe(&child).map(|s| -s) }
                };
                let best = position.legal_moves().into_iter().map(worth).max().flatten();
                assert_eq!(probe(position), best, "{position:?} of {stones} stones");
            }
        }
    }
}
