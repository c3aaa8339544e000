//! The last empty squares. Most of a search is here, so nothing is stored or sorted.

use super::super::board::Discs;
use plyglot_core::game::NodeCounter;

/// With fewer empty squares than this, only parity orders the moves.
pub(super) const SHALLOW: u32 = 6;

/// The squares of each quadrant. It is an advantage to move last in a region of empty
/// squares, so those with an odd number of them come first.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

const NO_MOVE: i32 = i32::MIN;

const NOT_FILE_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_FILE_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = spread(1 << square) & !(1 << square);
        square += 1;
    }
    neighbours
};

pub(super) const fn spread(set: u64) -> u64 {
    let wide = set | set << 1 & NOT_FILE_A | set >> 1 & NOT_FILE_H;
    wide | wide << 8 | wide >> 8
}

#[inline(always)]
pub(super) fn odd_regions(empty: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        odd |= quadrant & u64::from((empty & quadrant).count_ones() & 1).wrapping_neg();
    }
    odd
}

/// The score of a finished game. As in tournaments, the winner also gets the empty squares.
#[inline(always)]
pub(super) fn final_score(board: Discs) -> i32 {
    let difference = board.difference();
    difference + difference.signum() * board.empty().count_ones() as i32
}

/// The stones that a stone on this square flips. Few empty squares have a stone of the
/// other side beside them and flip none, so a look at the neighbours saves most calls.
#[inline(always)]
fn flips(board: Discs, square: u8) -> u64 {
    match NEIGHBOURS[usize::from(square & 63)] & board.other {
        0 => 0,
        _ => board.flips(square),
    }
}

#[inline(always)]
fn after(board: Discs, square: u8, flips: u64) -> Discs {
    Discs { own: board.other ^ flips, other: board.own | flips | 1 << square }
}

/// The score if only this square is empty. Boards are not made, stones are counted.
#[inline(always)]
pub(super) fn last_one(board: Discs, square: u8) -> i32 {
    let own = board.own.count_ones() as i32;
    let flips = board.flips(square).count_ones() as i32;
    if flips != 0 {
        return 2 * (own + flips + 1) - 64;
    }
    let flips = board.passed().flips(square).count_ones() as i32;
    if flips != 0 { 2 * (own - flips) - 64 } else { final_score(board) }
}

/// The score of a position with two to [`SHALLOW`] empty squares. Bounds as in
/// [`SolverSearch::search`](super::pvs::SolverSearch::search).
pub(super) fn shallow(
    counter: &mut NodeCounter<'_>,
    board: Discs,
    mut alpha: i32,
    beta: i32,
) -> Option<i32> {
    counter.count()?;
    let empty = board.empty();
    if empty.count_ones() == 2 {
        let squares = [empty.trailing_zeros() as u8, 63 - empty.leading_zeros() as u8];
        return last_two(counter, board, beta, squares);
    }
    let odd = odd_regions(empty);
    let mut best = None;
    for mut region in [empty & odd, empty & !odd] {
        while region != 0 {
            let square = region.trailing_zeros() as u8;
            region &= region - 1;
            let flips = flips(board, square);
            if flips == 0 {
                continue;
            }
            let score = -shallow(counter, after(board, square, flips), -beta, -alpha)?;
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                if score >= beta {
                    return best;
                }
                alpha = alpha.max(score);
            }
        }
    }
    let passed = board.passed();
    match best {
        Some(_) => best,
        None if passed.mobility() == 0 => Some(final_score(board)),
        None => Some(-shallow(counter, passed, -beta, -alpha)?),
    }
}

#[inline(always)]
fn last_two(
    counter: &mut NodeCounter<'_>,
    board: Discs,
    beta: i32,
    squares: [u8; 2],
) -> Option<i32> {
    let score = best_of_two(counter, board, beta, squares)?;
    if score != NO_MOVE {
        return Some(score);
    }
    // A pass: the other side has no bound to fall short of.
    let score = best_of_two(counter, board.passed(), i32::MAX, squares)?;
    Some(if score == NO_MOVE { final_score(board) } else { -score })
}

/// The score of the best move to these squares, the last ones, or of the first that
/// reaches `beta`; [`NO_MOVE`] if there is none.
#[inline(always)]
fn best_of_two(
    counter: &mut NodeCounter<'_>,
    board: Discs,
    beta: i32,
    [first, second]: [u8; 2],
) -> Option<i32> {
    let mut best = NO_MOVE;
    for (square, last) in [(first, second), (second, first)] {
        let flips = flips(board, square);
        if flips == 0 {
            continue;
        }
        counter.count()?;
        best = best.max(-last_one(after(board, square, flips), last));
        if best >= beta {
            break;
        }
    }
    Some(best)
}
