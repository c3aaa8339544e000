//! Rows of points that look the same from the loops: lines of six, and the ends
//! of lines that meet at an arc, four points each. What stands on such a row of
//! n points is one of 3^n patterns, and each has a weight of its own (tuples of
//! points, as they are used in Othello since Buro, "Experiments with
//! Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).
//!
//! A pattern read backwards is the same, and with the colours exchanged it is
//! the same for the other side.

use super::board::{Army, LOOP, SIDE, WHOLE, edges};
use super::features;

/// Points of a row round an arc.
const ARC: usize = 8;
/// Kinds of rows: edges of the board, lines of the inner and of the outer loop,
/// arcs of the inner and of the outer loop.
pub(super) const KINDS: usize = 5;
/// Rows of each kind.
const ROWS: usize = 4;
/// What can stand on the longest of rows.
pub(super) const PATTERNS: usize = 3_usize.pow(ARC as u32);

/// The points of a row.
const fn length(kind: usize) -> usize {
    if kind < 3 { SIDE } else { ARC }
}

/// The patterns of a row.
pub(super) const fn number(kind: usize) -> usize {
    3_usize.pow(length(kind) as u32)
}

/// The kind of place of the point that stands for digit `i` of a pattern; `None`
/// behind the last, and for arcs, as their points lie on lines already.
pub(super) const fn place(kind: usize, i: usize) -> Option<usize> {
    if kind < 3 && i < SIDE { Some(features::place(kind * SIDE + i)) } else { None }
}

/// A pattern by what it comes down to.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// The number of the pattern, of those that differ.
    pub(super) number: usize,
    /// 1, or -1 with the colours exchanged; 0 if that is the same pattern.
    pub(super) sign: i32,
}

/// A table with an entry for each pattern of a kind; the entries behind them
/// are not used.
pub(super) type ByPattern<T> = [T; PATTERNS];

/// The class of each pattern of a line and of an arc.
static CLASSIFIED: [ByPattern<Class>; 2] = [classify(SIDE).0, classify(ARC).0];

/// Patterns of each kind that differ and are not the same for both sides.
pub(super) const CLASSES: [usize; KINDS] = {
    let (line, arc) = (classify(SIDE).1, classify(ARC).1);
    [line, line, line, arc, arc]
};

/// The number of classes of all kinds before each, and of all.
pub(super) const FIRST: [usize; KINDS + 1] = {
    let mut first = [0; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        first[kind + 1] = first[kind] + CLASSES[kind];
        kind += 1;
    }
    first
};

/// The class of each pattern of so many points, and their number.
const fn classify(length: usize) -> (ByPattern<Class>, usize) {
    let mut classes = [Class { number: 0, sign: 0 }; PATTERNS];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < 3_usize.pow(length as u32) {
        let [reversed, exchanged, both] = images(pattern, length);
        let least = min(min(pattern, reversed), min(exchanged, both));
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
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// The pattern read backwards, with the colours exchanged, and both.
const fn images(pattern: usize, length: usize) -> [usize; 3] {
    let (mut rest, mut power, mut i) = (pattern, 1, 0);
    let [mut reversed, mut exchanged, mut both] = [0; 3];
    while i < length {
        let stone = rest % 3;
        let other = [0, 2, 1][stone];
        reversed = 3 * reversed + stone;
        both = 3 * both + other;
        exchanged += other * power;
        rest /= 3;
        power *= 3;
        i += 1;
    }
    [reversed, exchanged, both]
}

/// The class of a pattern.
pub(super) const fn class(kind: usize, pattern: usize) -> Class {
    CLASSIFIED[(length(kind) != SIDE) as usize][pattern]
}

/// Bits read as digits to the base of three.
const TERNARY: [u16; 1 << ARC] = {
    let mut ternary = [0; 1 << ARC];
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
    visit_kind::<0>(edges(own.points), edges(other.points), &mut visit);
    let inner = [own, other].map(|army| army.entries & WHOLE);
    let outer = [own, other].map(|army| army.entries >> LOOP);
    visit_kind::<1>(inner[0], inner[1], &mut visit);
    visit_kind::<2>(outer[0], outer[1], &mut visit);
    // Twice the loop, from where the arc lies in the middle.
    let [inner, outer] =
        [inner, outer].map(|ring| ring.map(|set| (set | set << LOOP) >> (SIDE - ARC / 2)));
    visit_kind::<3>(inner[0], inner[1], &mut visit);
    visit_kind::<4>(outer[0], outer[1], &mut visit);
}

/// Visits the rows of one kind, of which each begins six bits after the last.
#[inline(always)]
fn visit_kind<const KIND: usize>(own: u64, other: u64, visit: &mut impl FnMut(usize, usize)) {
    for row in 0..ROWS {
        let cut = |bits: u64| bits as usize >> (row * SIDE) & ((1 << length(KIND)) - 1);
        visit(KIND, usize::from(TERNARY[cut(own)] + 2 * TERNARY[cut(other)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By Burnside: of 3^n patterns, 3^(n/2) are the same backwards, one with
    /// the colours exchanged and 3^(n/2) with both. Counted by another program:
    /// 14 and 41 classes are the same with the colours exchanged.
    #[test]
    fn as_many_classes_as_there_should_be() {
        assert_eq!(CLASSES[0], (729 + 27 + 1 + 27) / 4 - 14);
        assert_eq!(CLASSES[3], (6561 + 81 + 1 + 81) / 4 - 41);
    }
}
