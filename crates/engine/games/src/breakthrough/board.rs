//! Sets of squares, as the side to move sees them.
//!
//! Bit `8 * rank + file` is a square. Files are those of the board, a = 0. Ranks count
//! from the side of the player to move: its stones move towards rank 7, those of the other
//! player towards rank 0. So each set is turned over at every move, and one direction is
//! enough.

pub(super) const SQUARES: usize = 64;
const FIRST_RANK: u64 = 0xFF;
pub(super) const LAST: u32 = 7;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// How much the number of the square grows by a step straight ahead. A step to the left
/// has one less, a step to the right one more.
pub(super) const STRAIGHT: u8 = 8;
/// The three steps: diagonally to the left, straight, diagonally to the right.
pub(super) const STEPS: [u8; 3] = [STRAIGHT - 1, STRAIGHT, STRAIGHT + 1];

pub(super) const fn rank(rank: u32) -> u64 {
    FIRST_RANK << (8 * rank)
}

pub(super) const fn bit(square: u8) -> u64 {
    1 << square
}

pub(super) const fn rank_of(square: u8) -> u32 {
    square as u32 / 8
}

pub(super) const fn turned(set: u64) -> u64 {
    set.swap_bytes()
}

pub(super) const fn turned_square(square: u8) -> u8 {
    square ^ 56
}

#[inline(always)]
pub(super) const fn ahead(set: u64) -> [u64; 3] {
    [(set & !FILE_A) << 7, set << 8, (set & !FILE_H) << 9]
}

/// The squares that stones on the squares of a set attack: one step diagonally ahead.
#[inline(always)]
pub(super) const fn attacked(set: u64) -> u64 {
    let [left, _, right] = ahead(set);
    left | right
}

/// The squares that stones of the other player attack: one step diagonally back.
#[inline(always)]
pub(super) const fn attacked_by_other(set: u64) -> u64 {
    (set & !FILE_A) >> 9 | (set & !FILE_H) >> 7
}

#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = (63 - set.leading_zeros()) as u8;
            set ^= bit(square);
            square
        })
    })
}

/// The moves that the most advanced stone needs to reach the last rank; 8 without a stone.
#[inline(always)]
pub(super) const fn moves_left(set: u64) -> u32 {
    set.leading_zeros() / 8
}

/// The moves that all stones together can make without reaching the last rank.
pub(super) fn moves_in_all(set: u64) -> u32 {
    (1..LAST).map(|rank| (set & (bit(8 * rank as u8) - 1)).count_ones()).sum()
}

/// The squares that stones of the other player can reach, their own included, if no one
/// else moves.
#[inline(always)]
pub(super) const fn reach_of_other(set: u64) -> u64 {
    let mut reach = set;
    let mut rank = 0;
    while rank < LAST {
        reach |= (reach | (reach & !FILE_A) >> 1 | (reach & !FILE_H) << 1) >> 8;
        rank += 1;
    }
    reach
}
