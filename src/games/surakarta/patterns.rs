//! Rows of six points that look the same from the loops: lines, and the ends of
//! lines that meet at an arc. What stands on such a row is one of 3^6 patterns,
//! and each has a weight of its own (tuples of points, as they are used in
//! Othello since Buro, "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello", 1997).
//!
//! A pattern read backwards is the same, and with the colours exchanged it is
//! the same for the other side.

use super::board::{Army, LOOP, SIDE, WHOLE, edges};

/// Kinds of rows: edges of the board, lines of the inner and of the outer loop,
/// arcs of the inner and of the outer loop.
pub(super) const KINDS: usize = 5;
/// Rows of each kind.
const ROWS: usize = 4;
/// What can stand on a row.
pub(super) const PATTERNS: usize = 3_usize.pow(SIDE as u32);

/// A pattern by what it comes down to.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// The number of the pattern, of those that differ.
    pub(super) number: usize,
    /// 1, or -1 with the colours exchanged; 0 if that is the same pattern.
    pub(super) sign: i32,
}

/// Patterns that differ and are not the same for both sides.
pub(super) const CLASSES: usize = CLASSIFIED.1;

/// The class of each pattern, and their number.
const CLASSIFIED: ([Class; PATTERNS], usize) = {
    let mut classes = [Class { number: 0, sign: 0 }; PATTERNS];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < PATTERNS {
        let (reversed, exchanged) = (reverse(pattern), exchange(pattern));
        let least = min(min(pattern, reversed), min(exchanged, reverse(exchanged)));
        if exchanged == pattern || exchanged == reversed {
            classes[pattern] = Class { number: 0, sign: 0 };
        } else if least < pattern {
            let sign = if least == reversed { 1 } else { -1 };
            classes[pattern] = Class { number: classes[least].number, sign };
        } else {
            classes[pattern] = Class { number: count, sign: 1 };
            count += 1;
        }
        pattern += 1;
    }
    (classes, count)
};

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// The pattern read backwards.
const fn reverse(pattern: usize) -> usize {
    let (mut rest, mut reversed, mut i) = (pattern, 0, 0);
    while i < SIDE {
        reversed = 3 * reversed + rest % 3;
        rest /= 3;
        i += 1;
    }
    reversed
}

/// The pattern with the colours exchanged.
const fn exchange(pattern: usize) -> usize {
    let (mut rest, mut exchanged, mut power) = (pattern, 0, 1);
    while power < PATTERNS {
        exchanged += [0, 2, 1][rest % 3] * power;
        rest /= 3;
        power *= 3;
    }
    exchanged
}

/// The class of a pattern.
pub(super) const fn class(pattern: usize) -> Class {
    CLASSIFIED.0[pattern]
}

/// A table with an entry for each pattern.
pub(super) type ByPattern<T> = [T; PATTERNS];

/// Six bits read as digits to the base of three.
const TERNARY: [u16; 1 << SIDE] = {
    let mut ternary = [0; 1 << SIDE];
    let mut bits = 1;
    while bits < ternary.len() {
        ternary[bits] = 3 * ternary[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    ternary
};

/// Visits all rows of a position: their kinds and what stands on them, with a 1
/// for the stones of `own` and a 2 for those of `other`.
#[inline(always)]
pub(super) fn visit(own: Army, other: Army, mut visit: impl FnMut(usize, usize)) {
    let mut rows = |kind: usize, own: u64, other: u64| {
        for row in 0..ROWS {
            let six = |bits: u64| bits as usize >> (row * SIDE) & ((1 << SIDE) - 1);
            visit(kind, usize::from(TERNARY[six(own)] + 2 * TERNARY[six(other)]));
        }
    };
    rows(0, edges(own.points), edges(other.points));
    for ring in 0..2 {
        let [own, other] = [own, other].map(|army| army.entries >> (ring * LOOP) & WHOLE);
        rows(1 + ring, own, other);
        // Half a line further, so that the arc lies in the middle.
        let [own, other] = [own, other].map(|entries| (entries | entries << LOOP) >> (SIDE / 2));
        rows(3 + ring, own, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By Burnside: of 729 patterns, 27 are the same backwards, one with the
    /// colours exchanged, and 27 with both.
    #[test]
    fn as_many_classes_as_there_should_be() {
        assert_eq!(CLASSES, ((729 + 27 + 1 + 27) / 4 - 14));
    }
}
