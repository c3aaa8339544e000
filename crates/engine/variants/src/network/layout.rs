//! The placements of a game by their numbers, and what they are for each side.
//!
//! First come the pieces, by side, kind and square; then the walls, by square; then the
//! counters. A counter has a placement for each of its first levels: the pieces of a kind that a
//! side has in hand, or one of its [`Counters`].

use crate::counters::Counters;
use crate::rules::{BoardMap, Size};
use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_definition::MAX_KINDS;

/// The most placements of a position that a network sees.
pub(super) const MAX_PLACEMENTS: usize = 255;
/// The numbers in each hand by side and kind, then the [`Counters`] by number and side, in whole
/// words.
pub(super) const COUNTERS: usize = (2 * MAX_KINDS + 2 * Counters::PER_SIDE).next_multiple_of(8);

/// The place of one of the [`Counters`].
#[inline(always)]
pub(super) fn counter_of(side: Side, number: usize) -> usize {
    2 * MAX_KINDS + 2 * number + side.index()
}

#[derive(Debug)]
pub(crate) struct Layout {
    pub(super) shape: NetworkShape,
    /// The number that stands in [`SquarePlacements`](super::SquarePlacements) for a kind of the first
    /// player is one more than the kind; for one of the second, so much more.
    pub(super) kinds: u8,
    pub(super) squares: usize,
    pub(super) has_walls: bool,
    pub(super) has_counters: bool,
    /// The first placement of each counter, and how many it has.
    pub(super) counters: [(u16, u8); COUNTERS],
    pub(super) most_occupied: usize,
    pub(super) images: Images,
    /// How each side sees the board by the square of its king; `None` without one.
    pub(super) king_views: Option<KingViews>,
}

/// The two views of a board that is much the same to the left as to the right: as it is, or
/// mirrored so that the own king is never on its left half. So what is learnt of a king and its
/// surroundings is learnt once (chessprogramming.org "NNUE", "horizontal mirroring").
#[derive(Debug)]
pub(super) struct KingViews {
    pub(super) king: u8,
    /// By side and the square of its king, 1 if the board is seen mirrored.
    is_mirrored: [Vec<u8>; 2],
}

impl KingViews {
    /// The views by the squares of kings of this kind. The second side sees the board under the map
    /// that exchanges the sides, if there is one.
    pub(super) fn new(king: u8, size: Size, exchanging: Option<&BoardMap>) -> KingViews {
        let mut is_mirrored = [Vec::new(), Vec::new()];
        for at in 0..size.squares() {
            let image = exchanging.map_or(at, |map| map.square(at));
            for (views, seen) in is_mirrored.iter_mut().zip([at, image]) {
                views.push(u8::from(2 * size.place(seen).0 < size.files - 1));
            }
        }
        KingViews { king, is_mirrored }
    }

    #[inline(always)]
    pub(super) fn is_mirrored(&self, side: Side, square: u8) -> usize {
        self.is_mirrored[side][usize::from(square)].into()
    }

    /// Whether a map of the board changes no view.
    pub(super) fn are_kept_by(&self, map: &BoardMap) -> bool {
        self.is_mirrored.iter().all(|views| {
            (0..).zip(views).all(|(square, view)| views[usize::from(map.square(square))] == *view)
        })
    }
}

impl Layout {
    /// The number of a wall; 0 if there are none in the game.
    #[inline(always)]
    pub(super) fn wall(&self) -> u8 {
        if self.has_walls { 2 * self.kinds + 1 } else { 0 }
    }

    /// The placement of what stands on a square, which is not empty.
    #[inline(always)]
    pub(super) fn on_square(&self, content: u8, square: usize) -> usize {
        usize::from(content - 1) * self.squares + square
    }

    #[inline(always)]
    pub(super) fn first_of(&self, counter: usize) -> usize {
        usize::from(self.counters[counter].0)
    }

    /// The first placement that is not on the board.
    #[cfg(test)]
    pub(super) fn first_counter(&self) -> usize {
        (2 * usize::from(self.kinds) + usize::from(self.has_walls)) * self.squares
    }

    /// Lowers each level to as many placements as its counter has.
    #[inline(always)]
    pub(super) fn limit(&self, levels: &mut [u8; COUNTERS]) {
        for (level, (_, slots)) in levels.iter_mut().zip(self.counters) {
            *level = slots.min(*level);
        }
    }

    #[inline(always)]
    pub(super) fn bucket(&self, occupied: usize) -> usize {
        bucket(occupied, self.most_occupied)
    }

    pub(super) fn image(&self, map: &BoardMap, placement: usize) -> usize {
        let content = placement / self.squares;
        let square = placement % self.squares;
        let kinds = usize::from(self.kinds);
        let wall = 2 * kinds;
        let exchange = usize::from(map.exchanges);
        if content < wall + usize::from(self.has_walls) {
            let square = usize::from(map.square(square as u8));
            let content = if content == wall {
                wall
            } else {
                ((content / kinds) ^ exchange) * kinds + content % kinds
            };
            return content * self.squares + square;
        }
        let found = (0..COUNTERS).find(|&counter: &usize| {
            let (first, slots) = self.counters[counter];
            (usize::from(first)..usize::from(first) + usize::from(slots)).contains(&placement)
        });
        let counter = found.expect("the others are those of counters");
        let level = placement - self.first_of(counter);
        let image = match counter.checked_sub(2 * MAX_KINDS) {
            Some(counted) => 2 * MAX_KINDS + (counted ^ exchange),
            None => ((counter / MAX_KINDS) ^ exchange) * MAX_KINDS + counter % MAX_KINDS,
        };
        self.first_of(image) + level
    }
}

/// Output buckets: stages of the game, by how many squares are occupied.
const BUCKETS: usize = 8;
/// Networks are for an order of the placements, which goes into the sum of the rules.
const ORDER: u32 = 1;

#[derive(Debug)]
pub(crate) struct Images {
    inputs: usize,
    /// The input of each placement for the second player.
    second: Vec<u16>,
    /// The image of each input in a mirror, where kings have two views; empty otherwise.
    mirrored: Vec<u16>,
    /// For each symmetry, the image of each placement.
    symmetric: Vec<Vec<u16>>,
}

impl Images {
    /// The images of so many placements: under a map that exchanges the sides, if there is one,
    /// under each symmetry, and in the mirror of views, if there are some.
    pub(crate) fn new(
        placements: usize,
        exchanged: Option<Vec<u16>>,
        symmetric: Vec<Vec<u16>>,
        mirror: Option<Vec<u16>>,
    ) -> Images {
        // Without such a map, each side has inputs of its own.
        let inputs = if exchanged.is_some() { placements } else { 2 * placements };
        let second = exchanged
            .unwrap_or_else(|| (placements..inputs).map(|placement| placement as u16).collect());
        let mirrored = mirror.map_or(Vec::new(), |mirror| {
            (0..inputs)
                .map(|input| (input - input % placements) as u16 + mirror[input % placements])
                .collect()
        });
        Images { inputs, second, mirrored, symmetric }
    }

    pub(crate) fn shape(&self, max_placements: usize, rules: u32) -> NetworkShape {
        let mut bytes = [ORDER, rules].map(u32::to_le_bytes).concat();
        for &input in &self.second {
            bytes.extend(u32::from(input).to_le_bytes());
        }
        let mut shape = NetworkShape::new(self.second.len());
        shape.max_placements = max_placements;
        shape.perspectives = if self.mirrored.is_empty() { 2 } else { 4 };
        shape.inputs = self.inputs;
        shape.buckets = BUCKETS;
        shape.has_base = true;
        shape.rules = Some(crc32fast::hash(&bytes));
        shape
    }

    /// The input of a placement from the perspective of a side, plus 2 if it sees the board
    /// mirrored.
    #[inline(always)]
    pub(crate) fn input(&self, perspective: usize, placement: usize) -> usize {
        let is_second = perspective % 2 == 1;
        let own = if is_second { usize::from(self.second[placement]) } else { placement };
        if perspective < 2 { own } else { usize::from(self.mirrored[own]) }
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.symmetric.len()
    }

    pub(crate) fn symmetric(&self, symmetry: usize, placement: usize) -> usize {
        usize::from(self.symmetric[symmetry][placement])
    }
}

#[inline(always)]
pub(crate) fn bucket(occupied: usize, most: usize) -> usize {
    (occupied * BUCKETS / (most + 1)).min(BUCKETS - 1)
}
