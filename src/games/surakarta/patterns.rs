//! Rows of points that look the same from the loops: lines of six, and the ends
//! of lines that meet at an arc, four points each. What stands on such a row of
//! n points is one of 3^n patterns, and each has a weight of its own (tuples of
//! points, as they are used in Othello since Buro, "Experiments with
//! Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).
//!
//! A pattern read backwards is the same, and with the colours exchanged it is
//! the same for the other side.

use super::board::{Army, POINT, POINTS, SIDE, points};
use super::features;

/// Points of a row round an arc.
const ARC: usize = 8;
/// Kinds of rows: edges of the board, lines of the inner and of the outer loop,
/// arcs of the inner and of the outer loop.
pub(super) const KINDS: usize = 5;
/// Rows of each kind.
const ROWS: usize = 4;
/// Entries of a table by what stands on a row, enough for the longest of them. A
/// power of two, so that no index need be checked.
pub(super) const SIZE: usize = 3_usize.pow(ARC as u32).next_power_of_two();

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
pub(super) struct PatternClass {
    /// The number of the pattern, of those that differ.
    pub(super) number: usize,
    /// 1, or -1 with the colours exchanged; 0 if that is the same pattern.
    pub(super) sign: i32,
}

/// A table with an entry for each pattern of a kind; the entries behind them
/// are not used.
pub(super) type ByPattern<T> = [T; SIZE];

/// The class of each pattern of a line and of an arc.
static CLASSIFIED: [ByPattern<PatternClass>; 2] = [classify(SIDE).0, classify(ARC).0];

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
const fn classify(length: usize) -> (ByPattern<PatternClass>, usize) {
    let mut classes = [PatternClass { number: 0, sign: 0 }; SIZE];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < 3_usize.pow(length as u32) {
        let [reversed, exchanged, both] = images(pattern, length);
        let least = min(min(pattern, reversed), min(exchanged, both));
        if exchanged == pattern || exchanged == reversed {
            classes[pattern] = PatternClass { number: 0, sign: 0 };
        } else if least < pattern {
            let sign = if least == reversed { 1 } else { -1 };
            classes[pattern] = PatternClass { number: classes[least].number, sign };
        } else {
            classes[pattern] = PatternClass { number: count, sign: 1 };
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
pub(super) const fn class(kind: usize, pattern: usize) -> PatternClass {
    CLASSIFIED[(length(kind) != SIDE) as usize][pattern]
}

/// Rows of all kinds, and as many as fill a vector.
const ALL: usize = KINDS * ROWS;
const LANES: usize = 32;

/// What a stone on each point adds to the pattern of each row, if it counts 1.
static WEIGHTS: [[u16; LANES]; POINTS] = {
    let mut weights = [[0; LANES]; POINTS];
    let mut row = 0;
    while row < ALL {
        let (mut digit, mut weight) = (0, 1);
        while digit < length(row / ROWS) {
            // Round an arc, a point where its lines cross comes twice.
            weights[point(row / ROWS, row % ROWS, digit)][row] += weight;
            (digit, weight) = (digit + 1, 3 * weight);
        }
        row += 1;
    }
    weights
};

/// The point that stands for a digit of a row, the lowest digit first.
const fn point(kind: usize, row: usize, digit: usize) -> usize {
    match kind {
        0 => match row {
            0 => digit,
            1 => POINTS - SIDE + digit,
            2 => SIDE * digit,
            _ => SIDE * digit + SIDE - 1,
        },
        1 | 2 => POINT[kind - 1][row * SIDE + digit] as usize,
        // The arc is in the middle.
        _ => POINT[kind - 3][(row + 1) * SIDE - ARC / 2 + digit] as usize,
    }
}

/// What stands on each row of a position: the digits of a number to the base of
/// three, 1 for a stone of the first player and 2 for one of the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows([u16; LANES]);

impl Rows {
    /// Those of a position.
    pub(super) fn of(first: Army, second: Army) -> Rows {
        let mut rows = Rows::default();
        points(first.points).for_each(|point| rows.add(point, 1));
        points(second.points).for_each(|point| rows.add(point, 2));
        rows
    }

    /// Adds `digit` on a point, or takes it away if negative.
    #[inline(always)]
    pub(super) fn add(&mut self, point: u8, digit: i16) {
        for (row, weight) in self.0.iter_mut().zip(&WEIGHTS[usize::from(point)]) {
            *row = row.wrapping_add(weight.wrapping_mul(digit as u16));
        }
    }

    /// Visits all rows: their kinds and their patterns.
    #[inline(always)]
    pub(super) fn visit(&self, mut visit: impl FnMut(usize, usize)) {
        for (row, &pattern) in self.0[..ALL].iter().enumerate() {
            visit(row / ROWS, usize::from(pattern) % SIZE);
        }
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
