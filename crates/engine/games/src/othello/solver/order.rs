//! The order in which the solver searches moves.
//!
//! With few empty squares, the other side's mobility orders them: its trees are
//! then small as well ("fastest first"). With more, a short search adds what it leads to.

use super::super::board::{Discs, squares};
use super::last::{odd_regions, spread};
use super::stability::{full_lines, stable_among};

/// The most moves of a position (a known bound is 33).
const MAX_MOVES: usize = 34;
/// The order of moves that another thread was searching.
pub(super) const DEFERRED: i32 = i32::MAX;

/// The empty squares from which a search of one ply orders moves, of two, and of three.
const SEARCHED: [u32; 3] = [13, 16, 20];
/// Moves that look worse than the best by this need no exact order: 10 discs.
const MARGIN: i32 = 10 * DISC;
const INFINITE: i32 = 1 << 20;
const GUESS_PLIES: usize = 4;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares next to corners on the border.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The first and the last rank without the corners.
const RANK_EDGES: u64 = 0x7E00_0000_0000_007E;
/// The first and the last file without the corners.
const FILE_EDGES: u64 = 0x0081_8181_8181_8100;

/// The order by mobility alone: the weights of a move of the other side (to a corner,
/// twice), of a stone on the border next to an own corner, of a square in an odd region,
/// and of a square on the border next to an empty corner. The last three were chosen by
/// the nodes of whole searches.
const BY_MOVE: i32 = 16;
const BY_ANCHORED: i32 = 4;
const BY_ODD: i32 = 8;
const BY_C_SQUARE: i32 = 4;

/// The weights of mobility beside searches of one ply, of two, and of three.
const BY_MOBILITY: [i32; 3] = [64, 32, 48];

const DISC: i32 = 16;

#[derive(Clone, Copy)]
pub(super) struct OrderedMove {
    pub(super) square: u8,
    pub(super) child: Discs,
    pub(super) order: i32,
}

pub(super) struct MoveList {
    list: [OrderedMove; MAX_MOVES],
    len: usize,
    empty: u64,
    first: usize,
    is_ordered: bool,
}

impl MoveList {
    pub(super) const EMPTY: MoveList = MoveList {
        list: [OrderedMove { square: 0, child: Discs { own: 0, other: 0 }, order: 0 }; MAX_MOVES],
        len: 0,
        empty: 0,
        first: 0,
        is_ordered: false,
    };

    /// The move to `first` comes first, if it is among them.
    #[inline(always)]
    pub(super) fn fill(&mut self, board: Discs, to: u64, first: u8) {
        for (m, square) in self.list.iter_mut().zip(squares(to)) {
            *m = OrderedMove { square, child: board.after(square), order: 0 };
        }
        self.len = to.count_ones() as usize;
        self.empty = board.empty();
        if let Some(at) = self.get().iter().position(|m| m.square == first) {
            self.list.swap(0, at);
            self.first = 1;
        }
    }

    pub(super) fn get(&self) -> &[OrderedMove] {
        &self.list[..self.len]
    }

    /// The best of the moves from the `i`-th on, which becomes the `i`-th. One move is
    /// often enough, so they are not all sorted, and the others not even valued.
    #[inline(always)]
    pub(super) fn next(&mut self, i: usize) -> Option<&mut OrderedMove> {
        let moves = &mut self.list[..self.len];
        if i >= self.first && i < moves.len() {
            if !self.is_ordered {
                self.is_ordered = true;
                if moves.len() > i + 1 {
                    set_orders(&mut moves[i..], self.empty);
                }
            }
            let next = (i..moves.len()).min_by_key(|&j| moves[j].order).unwrap_or(i);
            moves.swap(i, next);
        }
        moves.get_mut(i)
    }
}

fn set_orders(moves: &mut [OrderedMove], empty: u64) {
    let odd = odd_regions(empty);
    let empties = empty.count_ones();
    let plies = SEARCHED.iter().take_while(|&&from| empties >= from).count();
    let is_odd = |square: u8| (odd >> square & 1) as i32;
    if plies == 0 {
        let weak = C_SQUARES & spread(CORNERS & empty);
        for m in moves {
            let is_weak = (weak >> m.square & 1) as i32;
            m.order = BY_MOVE * mobility(m.child)
                - BY_ANCHORED * anchored(m.child.other).count_ones() as i32
                - BY_ODD * is_odd(m.square)
                + BY_C_SQUARE * is_weak;
        }
        return;
    }
    let mut best = INFINITE;
    for m in moves {
        let value = look(m.child, plies, -INFINITE, best + MARGIN);
        best = best.min(value);
        m.order = value + BY_MOBILITY[plies - 1] * mobility(m.child);
    }
}

#[inline(always)]
fn mobility(board: Discs) -> i32 {
    let moves = board.mobility();
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// The corners among these stones, and those of the next two on the border.
#[inline(always)]
fn anchored(stones: u64) -> u64 {
    let mut anchored = stones & CORNERS;
    for _ in 0..2 {
        let on_ranks = (anchored << 1 | anchored >> 1) & RANK_EDGES;
        let on_files = (anchored << 8 | anchored >> 8) & FILE_EDGES;
        anchored |= stones & (on_ranks | on_files);
    }
    anchored
}

fn look(board: Discs, plies: usize, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.mobility();
    if plies == 0 || moves == 0 {
        return outlook(board);
    }
    let mut best = -INFINITE;
    for square in squares(moves) {
        best = best.max(-look(board.after(square), plies - 1, -beta, -alpha));
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}

/// How good a board looks to the side to move, in parts of a [`DISC`]. The weights follow
/// regressions on the scores of 60,000 positions with 8, 10, 12 and 14 empty squares
/// (docs/log/othello_order.py). Only that of stable stones is greater, by the nodes of whole
/// searches. Those of a second run, on other games, took 8 % more nodes.
fn outlook(board: Discs) -> i32 {
    let empty = board.empty();
    let full = full_lines(board.occupied());
    let frontier = spread(empty);
    let weak = spread(CORNERS & empty);
    let side = |board: Discs| {
        let count = |set: u64| set.count_ones() as i32;
        let moves = board.mobility();
        29 * count(moves) + 64 * count(moves & CORNERS)
            // Empty squares next to stones of the other side, and stones next to empty ones.
            - 18 * count(spread(board.other) & empty)
            - 15 * count(board.own & frontier)
            + 24 * count(stable_among(board.own, full))
            + 45 * count(board.own & CORNERS)
            - 26 * count(board.own & C_SQUARES & weak)
    };
    side(board) - side(board.passed())
}

pub(super) fn guess(board: Discs) -> i32 {
    2 * (look(board, GUESS_PLIES, -INFINITE, INFINITE) / (2 * DISC)).clamp(-31, 31)
}
