//! The numbering of placements in a table: of all positions that are equal by symmetry,
//! one has an entry.
//!
//! The order is that of the format (Ronald de Man, 2013). Without pawns, the board is
//! turned so that the first piece stands in the triangle a1-d1-d4. With pawns, it is
//! mirrored so that the first pawn stands on the files a to d.

use cozy_chess::Square;
use std::sync::LazyLock;

/// The most pieces of a table, with the kings.
pub(super) const MAX_PIECES: usize = 7;
pub(super) const THREE_PIECES: u64 = 31_332;
/// Number of placements of two kings that do not touch, turned into the triangle.
pub(super) const TWO_KINGS: u64 = 462;
/// The most pawns of one colour in a table.
const PAWNS: usize = MAX_PIECES - 2;

pub(super) struct Geometry {
    /// Numbers of the squares below the diagonal a1-h8, from 0.
    below: [u8; Square::NUM],
    /// Numbers of the squares of the triangle: first those below the diagonal, then those
    /// on it.
    triangle: [u8; Square::NUM],
    /// Numbers of placements of two kings, by the number of the first in the triangle and
    /// the square of the second.
    kings: [[u16; Square::NUM]; 10],
    /// The priority of each square for leading pawns; the pawn with the greatest priority
    /// leads.
    pawn: [u8; Square::NUM],
    /// By number of pawns and square: the first number of the placements with the leading
    /// pawn there.
    lead: [[u32; Square::NUM]; PAWNS + 1],
    /// By number of pawns and file from a to d: number of placements with the leading
    /// pawn there.
    lead_size: [[u32; 4]; PAWNS + 1],
}

pub(super) static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

fn file(square: u8) -> u8 {
    square & 7
}

fn rank(square: u8) -> u8 {
    square >> 3
}

/// Positive above the diagonal a1-h8, 0 on it, negative below.
pub(super) fn off_diagonal(square: u8) -> i8 {
    rank(square) as i8 - file(square) as i8
}

fn touch(a: u8, b: u8) -> bool {
    file(a).abs_diff(file(b)) <= 1 && rank(a).abs_diff(rank(b)) <= 1
}

pub(super) fn choose(k: usize, n: usize) -> u64 {
    if k > n {
        return 0;
    }
    let mut ways = 1;
    for i in 0..k as u64 {
        ways = ways * (n as u64 - i) / (i + 1);
    }
    ways
}

impl Geometry {
    fn new() -> Geometry {
        let mut new = Geometry {
            below: [0; Square::NUM],
            triangle: [0; Square::NUM],
            kings: [[0; Square::NUM]; 10],
            pawn: [0; Square::NUM],
            lead: [[0; Square::NUM]; PAWNS + 1],
            lead_size: [[0; 4]; PAWNS + 1],
        };
        number(&mut new.below, (0..64).filter(|&s| off_diagonal(s) < 0));
        let triangle = triangle();
        new.number_kings(&triangle);
        number(&mut new.triangle, triangle.into_iter());
        let mut left = 48;
        for file in 0..4 {
            for rank in 1..7 {
                for square in [8 * rank + file, 8 * rank + 7 - file] {
                    left -= 1;
                    new.pawn[square] = left;
                }
            }
        }
        new.number_leads();
        new
    }

    /// Numbers the placements of two kings. Those with both kings on the diagonal come
    /// last.
    fn number_kings(&mut self, triangle: &[u8]) {
        let mut apart = Vec::new();
        let mut on_diagonal = Vec::new();
        for (place, &a) in triangle.iter().enumerate() {
            for b in (0..64).filter(|&b| !touch(a, b)) {
                if off_diagonal(a) == 0 && off_diagonal(b) == 0 {
                    on_diagonal.push((place, b));
                } else if off_diagonal(a) != 0 || off_diagonal(b) < 0 {
                    // Kings beyond the diagonal are turned before it.
                    apart.push((place, b));
                }
            }
        }
        for (i, (place, b)) in apart.into_iter().chain(on_diagonal).enumerate() {
            self.kings[place][usize::from(b)] = i as u16;
        }
    }

    /// Numbers the placements of the leading pawns. The other pawns stand anywhere on
    /// squares of lower priority.
    fn number_leads(&mut self) {
        for count in 1..=PAWNS {
            for file in 0..4 {
                let mut from = 0;
                for square in (1..7).map(|rank| 8 * rank + file) {
                    self.lead[count][square] = from;
                    from += choose(count - 1, usize::from(self.pawn[square])) as u32;
                }
                self.lead_size[count][file] = from;
            }
        }
    }

    pub(super) fn pawn(&self, square: u8) -> u8 {
        self.pawn[usize::from(square)]
    }

    /// Number of placements of `count` pawns with the leading one on a file from 0 (a) to
    /// 3 (d).
    pub(super) fn lead_size(&self, count: usize, file: usize) -> u64 {
        u64::from(self.lead_size[count][file])
    }

    /// The number of a placement of pawns of one colour. The leading pawn comes first and
    /// stands on the files a to d.
    pub(super) fn pawns(&self, squares: &mut [u8]) -> u64 {
        let [first, rest @ ..] = squares else { return 0 };
        rest.sort_by_key(|&s| self.pawn(s));
        let mut number = u64::from(self.lead[rest.len() + 1][usize::from(*first)]);
        for (i, &square) in rest.iter().enumerate() {
            number += choose(i + 1, usize::from(self.pawn(square)));
        }
        number
    }

    /// The number of a placement of two kings, turned into the triangle.
    pub(super) fn kings(&self, first: u8, second: u8) -> u64 {
        let first = usize::from(self.triangle[usize::from(first)]).min(9);
        u64::from(self.kings[first][usize::from(second)])
    }

    /// The number of a placement of three pieces, turned into the triangle.
    pub(super) fn three(&self, [a, b, c]: [u8; 3]) -> u64 {
        // Occupied squares are not counted.
        let skip_b = u64::from(b > a);
        let skip_c = u64::from(c > a) + u64::from(c > b);
        let below = |s: u8| u64::from(self.below[usize::from(s)]);
        let b_left = u64::from(b).wrapping_sub(skip_b);
        let c_left = u64::from(c).wrapping_sub(skip_c);
        let b_rank = u64::from(rank(b)).wrapping_sub(skip_b);
        let c_rank = u64::from(rank(c)).wrapping_sub(skip_c);
        if off_diagonal(a) != 0 {
            let a = u64::from(self.triangle[usize::from(a)]);
            (a * 63 + b_left) * 62 + c_left
        } else if off_diagonal(b) != 0 {
            (6 * 63 + u64::from(rank(a)) * 28 + below(b)) * 62 + c_left
        } else if off_diagonal(c) != 0 {
            6 * 63 * 62 + 4 * 28 * 62 + u64::from(rank(a)) * 7 * 28 + b_rank * 28 + below(c)
        } else {
            let before = 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28;
            before + u64::from(rank(a)) * 7 * 6 + b_rank * 6 + c_rank
        }
    }
}

fn number(numbers: &mut [u8; Square::NUM], squares: impl Iterator<Item = u8>) {
    for (i, square) in squares.enumerate() {
        numbers[usize::from(square)] = i as u8;
    }
}

/// The squares of the triangle by their numbers.
fn triangle() -> Vec<u8> {
    let mut squares: Vec<u8> =
        (0..64).filter(|&s| file(s) < 4 && rank(s) < 4 && off_diagonal(s) <= 0).collect();
    squares.sort_by_key(|&s| off_diagonal(s) == 0);
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn two_kings_have_462_numbers() {
        let mut numbers = HashSet::new();
        for a in (0..64).filter(|&s| file(s) < 4 && off_diagonal(s) <= 0) {
            for b in (0..64).filter(|&b| !touch(a, b)) {
                if rank(a) < 4 && (off_diagonal(a) != 0 || off_diagonal(b) <= 0) {
                    assert!(numbers.insert(GEOMETRY.kings(a, b)), "{a} {b}");
                }
            }
        }
        assert_eq!(numbers.len() as u64, TWO_KINGS);
        assert_eq!(numbers.into_iter().max(), Some(TWO_KINGS - 1));
    }

    /// One placement of each class under the eight symmetries has a number.
    #[test]
    fn three_pieces_have_31332_numbers() {
        let mut numbers = HashSet::new();
        for a in (0..64).filter(|&s| file(s) < 4 && rank(s) < 4 && off_diagonal(s) <= 0) {
            for b in (0..64).filter(|&b| b != a) {
                for c in (0..64).filter(|&c| c != a && c != b) {
                    let off = [a, b, c].map(off_diagonal);
                    let turned = off.into_iter().find(|&off| off != 0).is_some_and(|off| off > 0);
                    if !turned {
                        assert!(numbers.insert(GEOMETRY.three([a, b, c])), "{a} {b} {c}");
                    }
                }
            }
        }
        assert_eq!(numbers.len() as u64, THREE_PIECES);
        assert_eq!(numbers.into_iter().max(), Some(THREE_PIECES - 1));
    }

    #[test]
    fn pawn_placements_are_numbered_without_a_gap() {
        for lead_file in 0..4 {
            let leads = (1..7).map(|rank| 8 * rank + lead_file);
            let pairs = leads.flat_map(|a| (8..56).map(move |b| (a, b)));
            let in_front = pairs.filter(|&(a, b)| GEOMETRY.pawn(b) < GEOMETRY.pawn(a));
            let numbers: HashSet<u64> =
                in_front.map(|(a, b)| GEOMETRY.pawns(&mut [a, b])).collect();
            let size = GEOMETRY.lead_size(2, usize::from(lead_file));
            assert_eq!(numbers, (0..size).collect());
        }
    }
}
