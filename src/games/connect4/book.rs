//! The scores of all positions of the first plies, worked out beforehand.
//!
//! The book is nothing but scores, a byte each, in an order that follows from
//! the position: by its number of stones, then by the heights of its files,
//! then by which of the stones are the first player's. Of a position and its
//! mirror image one is kept. `examples/connect4_book.rs` makes it with the
//! solver in this folder.

use super::board::{FILES, RANKS, file, has_four, index, mirror};
use super::{ConnectFour, Landing, winning_score};
use crate::games::{Game, Side};
use std::ops::Range;
use std::sync::LazyLock;

/// Plies up to which every position is in the book.
pub const PLIES: u32 = 8;

static BYTES: &[u8] = include_bytes!("book.bin");

/// Whether there is a book; without one every position is searched.
pub const IS_MADE: bool = !BYTES.is_empty();

/// Added to a score to make a byte of it; 0 is no score.
const OFFSET: i32 = 32;

/// The places of all positions.
static PLACES: LazyLock<Places> = LazyLock::new(Places::new);

type Heights = [u8; FILES as usize];

/// The score of a position for its side to move, if the book has it.
pub(super) fn probe(position: &ConnectFour) -> Option<i32> {
    if !IS_MADE || position.occupied.count_ones() > PLIES {
        return None;
    }
    score_at(PLACES.seat(position).place)
}

/// The score at a place, if a position has it.
pub(super) fn score_at(place: usize) -> Option<i32> {
    decode(BYTES[place])
}

/// Where a position is kept.
pub(super) fn seat(position: &ConnectFour) -> Seat {
    PLACES.seat(position)
}

/// The places of the positions of [`PLIES`] plies.
pub(super) fn last_places() -> Range<usize> {
    PLACES.begins[PLIES as usize]..PLACES.begins[PLIES as usize + 1]
}

/// The positions of [`PLIES`] plies that are not over, one of each two mirror
/// images, in the order of their places.
pub(super) fn last_positions() -> Vec<ConnectFour> {
    layers().pop().unwrap_or_default()
}

fn decode(byte: u8) -> Option<i32> {
    (byte != 0).then(|| i32::from(byte) - OFFSET)
}

fn encode(score: i32) -> u8 {
    (score + OFFSET) as u8
}

/// Where a position is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    /// The place of the position and of its mirror image.
    pub(super) place: usize,
    /// Whether what is kept is the mirror image.
    pub(super) is_mirrored: bool,
}

/// Where each position is kept.
struct Places {
    /// Where each number of stones begins; the last is the size of the book.
    begins: [usize; PLIES as usize + 2],
    /// For each number of stones and each vector of heights, by its rank, the
    /// rank among those that are kept, of it or of its mirror image.
    kept: Vec<Vec<u16>>,
}

impl Places {
    fn new() -> Places {
        let mut places = Places { begins: [0; PLIES as usize + 2], kept: Vec::new() };
        for stones in 0..=PLIES as usize {
            let mut all = Vec::new();
            each_height(stones, &mut [0; FILES as usize], 0, &mut |heights| all.push(*heights));
            let mut kept = vec![0; all.len()];
            let mut next = 0;
            for heights in &all {
                let (own, image) = (rank(heights), rank(&reversed(heights)));
                kept[own] = match own <= image {
                    true => {
                        next += 1;
                        next - 1
                    }
                    false => kept[image],
                };
            }
            places.begins[stones + 1] =
                places.begins[stones] + usize::from(next) * colourings(stones);
            places.kept.push(kept);
        }
        places
    }

    fn place(&self, position: &ConnectFour) -> usize {
        self.seat(position).place
    }

    fn seat(&self, position: &ConnectFour) -> Seat {
        let first = match position.side() {
            Side::First => position.mover,
            Side::Second => position.opponent(),
        };
        let occupied = position.occupied;
        let heights = heights(occupied);
        let (own, image) = (rank(&heights), rank(&reversed(&heights)));
        let as_it_is = || (colours(first, &heights), false);
        let in_mirror = || (colours(mirror(first), &reversed(&heights)), true);
        let (colours, is_mirrored) = match own.cmp(&image) {
            std::cmp::Ordering::Less => as_it_is(),
            std::cmp::Ordering::Greater => in_mirror(),
            std::cmp::Ordering::Equal => as_it_is().min(in_mirror()),
        };
        let stones = occupied.count_ones() as usize;
        let kept = usize::from(self.kept[stones][own.min(image)]);
        Seat { place: self.begins[stones] + kept * colourings(stones) + colours, is_mirrored }
    }
}

/// Visits all vectors of heights with so many stones from file `from` on, in
/// the order of their [`rank`].
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

/// The ways to put some stones into some files: `WAYS[files][stones]`.
const WAYS: [[usize; PLIES as usize + 1]; FILES as usize + 1] = {
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

/// Pascal's triangle: the ways to choose `k` of `n`, `CHOOSE[n][k]`.
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

/// The number of ways in which the first player can own his share of so many stones.
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

/// The number of vectors of heights with as many stones that come before.
fn rank(heights: &Heights) -> usize {
    let mut left: usize = heights.iter().map(|&height| usize::from(height)).sum();
    let mut rank = 0;
    for (i, &height) in heights.iter().enumerate() {
        for lower in 0..usize::from(height) {
            rank += WAYS[heights.len() - 1 - i][left - lower];
        }
        left -= usize::from(height);
    }
    rank
}

/// The rank of the set of stones that are the first player's, among all of its
/// size (the combinatorial number system).
fn colours(first: u64, heights: &Heights) -> usize {
    let (mut number, mut of_first, mut rank) = (0, 0, 0);
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

/// The positions of each number of stones that are not over, one of each two
/// mirror images, in the order of their places.
fn layers() -> Vec<Vec<ConnectFour>> {
    let mut layers = vec![vec![ConnectFour::default()]];
    for stones in 0..PLIES as usize {
        let mut layer = Vec::new();
        for position in &layers[stones] {
            for m in position.legal_moves() {
                let mut child = *position;
                child.play(m);
                layer.push(child);
            }
        }
        layer.retain(|position| !has_four(position.opponent()));
        layer.sort_by_key(|position| (PLACES.place(position), position.mover));
        layer.dedup_by_key(|position| PLACES.place(position));
        layers.push(layer);
    }
    layers
}

/// A book in the builder.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    bytes: Vec<u8>,
    layers: Vec<Vec<ConnectFour>>,
}

impl BookBuilder {
    /// A book without scores, or with those that `bytes` has.
    ///
    /// # Errors
    /// If `bytes` is not empty and not as long as a book.
    pub fn new(bytes: Vec<u8>) -> Result<BookBuilder, usize> {
        let size = PLACES.begins[PLIES as usize + 1];
        let bytes = if bytes.is_empty() { vec![0; size] } else { bytes };
        if bytes.len() != size {
            return Err(size);
        }
        Ok(BookBuilder { bytes, layers: layers() })
    }

    /// The positions of the last ply that have no score yet, in the order of
    /// the book: neighbours have much in common.
    pub fn open(&self) -> Vec<ConnectFour> {
        let is_open = |position: &&ConnectFour| self.bytes[PLACES.place(position)] == 0;
        self.layers[PLIES as usize].iter().filter(is_open).copied().collect()
    }

    /// Enters the score of a position for its side to move.
    pub fn enter(&mut self, position: &ConnectFour, score: i32) {
        self.bytes[PLACES.place(position)] = encode(score);
    }

    /// Enters the scores of all shallower positions, once those of the last ply are
    /// known: each is the best of its moves'.
    pub fn complete(&mut self) {
        for stones in (0..PLIES as usize).rev() {
            for position in std::mem::take(&mut self.layers[stones]) {
                let best = position.legal_moves().into_iter().map(|m| self.worth(&position, m));
                let best = best.max().expect("so early there is room for a stone");
                self.enter(&position, best);
            }
        }
    }

    /// What a move is worth, for the side that makes it.
    fn worth(&self, position: &ConnectFour, m: Landing) -> i32 {
        let mut child = *position;
        child.play(m);
        let stones = child.occupied.count_ones() as i32;
        if has_four(child.opponent()) {
            return winning_score(stones);
        }
        -decode(self.bytes[PLACES.place(&child)]).expect("every score of the next ply is known")
    }

    /// The book as it is now.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    /// All positions of so many stones.
    fn positions(stones: usize) -> HashSet<(u64, u64)> {
        let mut layer = HashSet::from([(0, 0)]);
        for _ in 0..stones {
            layer.retain(|&(mover, occupied): &(u64, u64)| !has_four(mover ^ occupied));
            let mut next = HashSet::new();
            for &(mover, occupied) in &layer {
                let position = ConnectFour { mover, occupied };
                for m in position.legal_moves() {
                    let mut child = position;
                    child.play(m);
                    next.insert((child.mover, child.occupied));
                }
            }
            layer = next;
        }
        layer
    }

    /// The numbers of positions are those of Markus Böck (arXiv 2507.05267)
    /// and, up to mirror images, of independent counts.
    #[test]
    fn every_position_has_a_place_of_its_own() {
        let distinct = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];
        let unmirrored = [1, 4, 25, 121, 568, 2_144, 8_231, 27_473, 92_244];
        let mut owners: HashMap<usize, (u64, u64)> = HashMap::new();
        for stones in 0..=PLIES as usize {
            let layer = positions(stones);
            assert_eq!(layer.len(), distinct[stones], "{stones} stones");
            let before = owners.len();
            for &(mover, occupied) in &layer {
                let place = PLACES.place(&ConnectFour { mover, occupied });
                let image = (mirror(mover), mirror(occupied));
                let kept = (mover, occupied).min(image);
                let owner = *owners.entry(place).or_insert(kept);
                assert_eq!(owner, kept, "two positions share place {place}");
            }
            assert_eq!(owners.len() - before, unmirrored[stones], "{stones} stones");
        }
        assert!(owners.keys().all(|&place| place < PLACES.begins[PLIES as usize + 1]));
    }

    /// The numbers of positions that are not over, up to mirror images.
    #[test]
    fn a_book_in_the_making_has_the_open_positions_to_solve() {
        let builder = BookBuilder::new(Vec::new()).unwrap();
        let sizes: Vec<usize> = builder.layers.iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 4, 25, 121, 568, 2_144, 8_231, 27_109, 91_295]);
        assert_eq!(builder.open().len(), 91_295);
        assert!(BookBuilder::new(vec![0; 3]).is_err());
    }

    /// No position of the book lacks a score, and each is the best of its moves'.
    #[test]
    fn the_book_is_whole_and_agrees_with_itself() {
        let builder = BookBuilder::new(BYTES.to_vec()).unwrap();
        assert_eq!(builder.open(), []);
        for (stones, layer) in builder.layers.iter().enumerate().take(PLIES as usize) {
            for position in layer {
                let moves = position.legal_moves();
                let best = moves.into_iter().map(|m| builder.worth(position, m)).max();
                assert_eq!(probe(position), best, "{position:?} of {stones} stones");
            }
        }
    }
}
