//! Tic-tac-toe by brute force, without a line of the program under test.

use std::collections::BTreeSet;

/// Nine cells: `X`, `O` or `.`.
pub type Board = [char; 9];

pub const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

pub fn mover(board: &Board) -> char {
    let count = |side| board.iter().filter(|&&c| c == side).count();
    if count('X') == count('O') { 'X' } else { 'O' }
}

pub fn is_over(board: &Board) -> bool {
    has_line(board) || !board.contains(&'.')
}

pub fn has_line(board: &Board) -> bool {
    LINES.iter().any(|line| line.iter().all(|&i| board[i] != '.' && board[i] == board[line[0]]))
}

pub fn children(board: &Board) -> impl Iterator<Item = (usize, Board)> {
    let (board, side) = (*board, mover(board));
    (0..9).filter(move |&i| board[i] == '.').map(move |i| {
        let mut child = board;
        child[i] = side;
        (i, child)
    })
}

/// Plies to the end with best play, for the side to move: positive if it
/// wins, negative if it loses, 0 for a draw. The winner hurries, the loser
/// does not. `None`: the side to move has lost already.
pub fn value(board: &Board) -> Option<i32> {
    if has_line(board) {
        return None;
    }
    let best = children(board).map(|(_, child)| of_move(&child)).max_by_key(|&v| rank(v));
    Some(best.unwrap_or(0))
}

/// The value for the side that moved to `child`, in plies from before the move.
pub fn of_move(child: &Board) -> i32 {
    match value(child) {
        None => 1,
        Some(0) => 0,
        Some(v) => -(v + v.signum()),
    }
}

pub fn rank(value: i32) -> i32 {
    match value {
        0 => 0,
        v => v.signum() * 100 - v,
    }
}

/// Every position that can arise and is not over.
pub fn open_positions() -> BTreeSet<Board> {
    let mut all = BTreeSet::new();
    let mut left = vec![['.'; 9]];
    while let Some(board) = left.pop() {
        if !is_over(&board) && all.insert(board) {
            left.extend(children(&board).map(|(_, child)| child));
        }
    }
    all
}
