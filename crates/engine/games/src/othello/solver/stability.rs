//! Stones that can never be flipped again.

use super::super::board::Discs;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xFF;
const SIDES: u64 = FILE_A | FILE_A << 7;
const ENDS: u64 = RANK_1 | RANK_1 << 56;
/// The squares at the ends of ranks, files and both kinds of diagonals.
const BORDERS: [u64; 4] = [SIDES, ENDS, SIDES | ENDS, SIDES | ENDS];
/// The distance between neighbouring squares of each kind.
const STEPS: [u32; 4] = [1, 8, 7, 9];

/// The squares of the ranks, files and diagonals without an empty square.
#[inline(always)]
pub(super) fn full_lines(occupied: u64) -> [u64; 4] {
    let empty = !occupied;
    let mut ranks = empty;
    let mut files = empty;
    for step in [4, 2, 1] {
        ranks |= ranks >> step;
        files |= files >> (8 * step);
    }
    let ranks = (ranks & FILE_A) * RANK_1;
    let files = (files & RANK_1) * FILE_A;
    // A step up a diagonal must not enter the file on the other side of the board.
    let inner_7 = !(FILE_A << 7);
    let inner_9 = !FILE_A;
    let mut falling = empty;
    let mut rising = empty;
    for _ in 0..7 {
        falling |= falling << 7 & inner_7 | (falling & inner_7) >> 7;
        rising |= rising << 9 & inner_9 | (rising & inner_9) >> 9;
    }
    [!ranks, !files, !falling, !rising]
}

/// Stones of the side to move that can never be flipped, or at least some of these.
pub(super) fn stable(board: Discs) -> u64 {
    stable_among(board.own, full_lines(board.occupied()))
}

/// Those of the `stones` of a side that can never be flipped, or at least some of these. `full` are
/// the [`full_lines`] of the board. On each of the four lines through such a stone, there is no
/// empty square, or the stone is at the border, or the next stone on one side is of the same kind.
#[inline(always)]
pub(super) fn stable_among(stones: u64, full: [u64; 4]) -> u64 {
    let mut stable = 0;
    loop {
        let mut more = stones;
        for ((full, border), step) in full.into_iter().zip(BORDERS).zip(STEPS) {
            // Stones that a shift carries round a side of the board land on the border, which
            // counts anyway.
            more &= full | border | stable << step | stable >> step;
        }
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::squares;
    use super::*;
    use plyglot_core::game::random::Random;

    /// Whatever is played, stable stones keep their colour.
    #[test]
    fn stable_stones_are_never_flipped() {
        let mut random = Random::new(8);
        let mut found = 0;
        for _ in 0..400 {
            let mut board = Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
            // The stable stones of the side to move and of the other side.
            let mut kept = [0, 0];
            loop {
                if board.mobility() == 0 {
                    board = board.passed();
                    kept.reverse();
                    if board.mobility() == 0 {
                        break;
                    }
                }
                let moves: Vec<u8> = squares(board.mobility()).collect();
                board = board.after(moves[random.below(moves.len())]);
                kept.reverse();
                assert_eq!(kept.map(|set| set & !board.occupied()), [0, 0]);
                assert_eq!([kept[0] & board.other, kept[1] & board.own], [0, 0], "{board:?}");
                kept = [kept[0] | stable(board), kept[1] | stable(board.passed())];
                found += stable(board).count_ones();
            }
            // At the end, every stone is stable if the board is full.
            if board.empty() == 0 {
                assert_eq!(stable(board), board.own);
            }
        }
        assert!(found > 10_000, "{found} stones");
    }

    #[test]
    fn corners_and_edges_beside_them_are_stable() {
        let board = Discs { own: 0b0001_0111, other: 1 << 7 };
        assert_eq!(stable(board), 0b111);
        assert_eq!(stable(board.passed()), 1 << 7);
        // A stone beside two stable edges is open along one diagonal.
        let board = Discs { own: 0x0000_0000_0001_0307, other: 0 };
        assert_eq!(stable(board), 0x0000_0000_0001_0307);
        let board = Discs { own: 0x0000_0000_0000_0303, other: 0 };
        assert_eq!(stable(board), 0x0000_0000_0000_0103);
    }
}
