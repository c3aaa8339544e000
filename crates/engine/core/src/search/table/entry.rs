//! An entry of the table, and how it is packed into two words.

use crate::game::Depth;
use std::num::NonZeroU32;

/// A move as its game packs it.
pub type PackedMove = NonZeroU32;

pub(super) const EMPTY: i32 = i32::MIN;
/// Searches after which an entry's age begins again at 0.
pub(super) const GENERATIONS: u8 = 8;
const MAX_DEPTH: u16 = 1023;

/// How a kept score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is this one.
    Exact,
    /// The true score is this one or greater.
    Lower,
    /// The true score is this one or less.
    Upper,
}

/// The table's data on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, if there is one.
    pub packed: Option<PackedMove>,
    /// The score, forced results counted from this position.
    pub score: i16,
    /// The static evaluation, where it was made.
    pub evaluation: Option<i16>,
    /// The depth of the search behind the score, in quarters of a ply.
    pub depth: u16,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the position was in a principal variation once.
    pub was_pv: bool,
}

impl TableEntry {
    /// The depth of a final score: the search saw every line to a known result, and no
    /// greater depth can change it.
    pub(crate) const FINAL: u16 = MAX_DEPTH;
    const NO_EVALUATION: i16 = i16::MIN;

    /// A depth in quarters of a ply, as entries count it.
    #[inline]
    pub(crate) fn quarters(depth: Depth) -> u16 {
        (depth.0.max(0) * 4 / Depth::PLY.0).min(i32::from(Self::FINAL) - 1) as u16
    }

    #[inline]
    pub(crate) fn plies(&self) -> u16 {
        self.depth / 4
    }

    /// Whether the search behind the score went at least to this depth.
    #[inline]
    pub(crate) fn is_deep(&self, depth: Depth) -> bool {
        self.depth >= Self::quarters(depth)
    }

    /// Whether a final score leaves nothing to say for another one of the same position, which is
    /// not: it may be a weak bound, such as that the side is not mated within some plies.
    #[inline]
    pub(super) fn settles(&self, other: &TableEntry) -> bool {
        match (self.bound, other.bound) {
            (Bound::Exact, _) => true,
            (Bound::Lower, Bound::Lower) => self.score >= other.score,
            (Bound::Upper, Bound::Upper) => self.score <= other.score,
            (Bound::Lower | Bound::Upper, _) => false,
        }
    }

    /// The half that is not the key: move 32 bits, score 16, depth 10, bound
    /// 2, principal variation 1, generation 3.
    #[inline]
    pub(super) fn data(&self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.packed.map_or(0, PackedMove::get))
            | u64::from(self.score as u16) << 32
            | u64::from(self.depth.min(MAX_DEPTH)) << 48
            | bound << 58
            | u64::from(self.was_pv) << 60
            | u64::from(generation) << 61
    }

    /// The half with the key: its low 48 bits (the bucket's number stands for
    /// the high ones) over the evaluation.
    #[inline]
    pub(super) fn label(&self, key: u64) -> u64 {
        key << 16 | u64::from(self.evaluation.unwrap_or(Self::NO_EVALUATION) as u16)
    }

    #[inline]
    pub(super) fn from_halves(label: u64, data: u64) -> Option<TableEntry> {
        let bound = match data >> 58 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let evaluation = label as i16;
        let evaluation = if evaluation == Self::NO_EVALUATION { None } else { Some(evaluation) };
        Some(TableEntry {
            packed: packed_of(data),
            score: (data >> 32) as i16,
            evaluation,
            depth: depth_of(data),
            bound,
            was_pv: data >> 60 & 1 != 0,
        })
    }
}

#[inline]
pub(super) fn packed_of(data: u64) -> Option<PackedMove> {
    PackedMove::new(data as u32)
}

#[inline]
pub(super) fn depth_of(data: u64) -> u16 {
    (data >> 48) as u16 & MAX_DEPTH
}

#[inline]
pub(super) fn generation_of(data: u64) -> u8 {
    (data >> 61) as u8
}

/// The value of keeping an entry: its depth, less four plies for every search since it was
/// written. Final ones count as no deeper than what a search may come to, or those of searches
/// long ago would fill the table.
#[inline]
pub(super) fn retention_value(data: u64, generation: u8) -> i32 {
    const PER_SEARCH: i32 = 16;
    const MAX: i32 = 128;
    if data == 0 {
        return EMPTY;
    }
    let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
    i32::from(depth_of(data)).min(MAX) - PER_SEARCH * i32::from(age)
}
