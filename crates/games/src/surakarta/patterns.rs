//! Patterns on rows of points: lines of six points, and arcs with the four points at each
//! of their ends. A row of n points has 3^n patterns, each with its own weight. This
//! follows the tuples of points used in Othello since Buro, "Experiments with
//! Multi-ProbCut and a new high-quality evaluation function for Othello", 1997.
//!
//! A pattern read backwards has the same value. With the colours exchanged it has the
//! same value for the other side.

use super::board::{self, Army, POINT, POINTS, SIDE, points};

/// Points of a row round an arc.
const ARC: usize = 8;
/// Number of kinds of rows: edges of the board, lines of the inner and of the outer loop,
/// arcs of the inner and of the outer loop.
pub(super) const KINDS: usize = 5;
/// Rows of each kind.
const ROWS: usize = 4;
/// Entries of a table indexed by pattern, enough for the longest row. It is a power of
/// two, so that no index needs a check.
pub(super) const SIZE: usize = 3_usize.pow(ARC as u32).next_power_of_two();

/// Number of points of a row.
const fn length(kind: usize) -> usize {
    if kind < 3 { SIDE } else { ARC }
}

/// Number of patterns of a row.
pub(super) const fn pattern_count(kind: usize) -> usize {
    3_usize.pow(length(kind) as u32)
}

/// The class of the point of digit `i` of a pattern. `None` after the last digit, and for
/// arcs, as their points already lie on lines.
pub(super) const fn place(kind: usize, i: usize) -> Option<usize> {
    if kind < 3 && i < SIDE { Some(board::place(kind * SIDE + i)) } else { None }
}

/// The equivalence class of a pattern under reversal and exchange of the colours.
#[derive(Clone, Copy)]
pub(super) struct PatternClass {
    /// The index of the class among those of its kind.
    pub(super) index: usize,
    /// 1, or -1 with the colours exchanged; 0 if the exchange gives the same pattern.
    pub(super) sign: i32,
}

/// A table with an entry for each pattern of a kind; the entries after those are not
/// used.
pub(super) type ByPattern<T> = [T; SIZE];

/// The class of each pattern of a line and of an arc.
static CLASSIFIED: [ByPattern<PatternClass>; 2] = [classify(SIDE).0, classify(ARC).0];

/// Number of classes of each kind, without those that are the same for both sides.
pub(super) const CLASSES: [usize; KINDS] = {
    let (line, arc) = (classify(SIDE).1, classify(ARC).1);
    [line, line, line, arc, arc]
};

/// The first class of each kind, counted over all kinds; the last entry is the total.
pub(super) const FIRST: [usize; KINDS + 1] = {
    let mut first = [0; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        first[kind + 1] = first[kind] + CLASSES[kind];
        kind += 1;
    }
    first
};

/// The class of each pattern of `length` points, and the number of classes.
const fn classify(length: usize) -> (ByPattern<PatternClass>, usize) {
    let mut classes = [PatternClass { index: 0, sign: 0 }; SIZE];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < 3_usize.pow(length as u32) {
        let [reversed, exchanged, both] = images(pattern, length);
        let least = min(min(pattern, reversed), min(exchanged, both));
        if exchanged == pattern || exchanged == reversed {
            classes[pattern] = PatternClass { index: 0, sign: 0 };
        } else if least < pattern {
            let sign = if least == reversed { 1 } else { -1 };
            classes[pattern] = PatternClass { index: classes[least].index, sign };
        } else {
            classes[pattern] = PatternClass { index: count, sign: 1 };
            count += 1;
        }
        pattern += 1;
    }
    (classes, count)
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// The pattern read backwards, with the colours exchanged, and with both.
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

/// Number of rows of all kinds, and rounded up to fill a vector.
const ALL: usize = KINDS * ROWS;
const LANES: usize = 32;

/// The summand of a stone on each point in the pattern of each row, if its digit is 1.
static WEIGHTS: [[u16; LANES]; POINTS] = {
    let mut weights = [[0; LANES]; POINTS];
    let mut row = 0;
    while row < ALL {
        let (mut digit, mut weight) = (0, 1);
        while digit < length(row / ROWS) {
            // In a row round an arc, the point where the arc's lines cross occurs twice.
            weights[point(row / ROWS, row % ROWS, digit)][row] += weight;
            (digit, weight) = (digit + 1, 3 * weight);
        }
        row += 1;
    }
    weights
};

/// The point of a digit of a row, the lowest digit first.
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

/// The pattern of each row of a position: a number in base three with a digit per point.
/// The digit is 1 for a stone of the first player and 2 for one of the second.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows([u16; LANES]);

impl Rows {
    /// The rows of a position.
    pub(super) fn of(first: Army, second: Army) -> Rows {
        let mut rows = Rows::default();
        points(first.points).for_each(|point| rows.set(point, 1));
        points(second.points).for_each(|point| rows.set(point, 2));
        rows
    }

    /// Sets the digit of an empty point.
    #[inline(always)]
    fn set(&mut self, point: u8, digit: u16) {
        for (row, weight) in self.0.iter_mut().zip(&WEIGHTS[usize::from(point)]) {
            *row += weight * digit;
        }
    }

    /// Visits the kind and the pattern of each row.
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

    /// By Burnside's lemma: of 3^n patterns, 3^(n/2) are fixed by reversal, one by
    /// exchanging the colours and 3^(n/2) by both. Another program counted 14 and 41
    /// classes that are fixed by exchanging the colours.
    #[test]
    fn number_of_classes_agrees_with_burnside() {
        assert_eq!(CLASSES[0], (729 + 27 + 1 + 27) / 4 - 14);
        assert_eq!(CLASSES[3], (6561 + 81 + 1 + 81) / 4 - 41);
    }
}
