//! Tic-tac-toe, whole: the score of every move of every position that can
//! arise, against a search of its own by brute force.

use plyglot::games::tictactoe::TicTacToe;
use plyglot::games::{Game, Notation};
use plyglot::search::{Control, Limits, Report, Root, Search, Settings, Table, Task};
use std::collections::{BTreeMap, BTreeSet};

/// Nine cells: `X`, `O` or `.`.
type Board = [char; 9];

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn mover(board: &Board) -> char {
    let count = |side| board.iter().filter(|&&c| c == side).count();
    if count('X') == count('O') { 'X' } else { 'O' }
}

fn is_over(board: &Board) -> bool {
    has_line(board) || !board.contains(&'.')
}

fn has_line(board: &Board) -> bool {
    LINES.iter().any(|line| line.iter().all(|&i| board[i] != '.' && board[i] == board[line[0]]))
}

fn children(board: &Board) -> impl Iterator<Item = (usize, Board)> {
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
fn value(board: &Board) -> Option<i32> {
    if has_line(board) {
        return None;
    }
    let best = children(board).map(|(_, child)| of_move(&child)).max_by_key(|&v| rank(v));
    Some(best.unwrap_or(0))
}

/// The value for the side that moved to `child`, in plies from before the move.
fn of_move(child: &Board) -> i32 {
    match value(child) {
        None => 1,
        Some(0) => 0,
        Some(v) => -(v + v.signum()),
    }
}

fn rank(value: i32) -> i32 {
    match value {
        0 => 0,
        v => v.signum() * 100 - v,
    }
}

/// Every position that can arise and is not over.
fn open_positions() -> BTreeSet<Board> {
    let mut all = BTreeSet::new();
    let mut left = vec![['.'; 9]];
    while let Some(board) = left.pop() {
        if !is_over(&board) && all.insert(board) {
            left.extend(children(&board).map(|(_, child)| child));
        }
    }
    all
}

#[test]
fn every_move_of_every_position_has_its_true_score() {
    let positions = open_positions();
    assert_eq!(positions.len(), 5478 - 958, "all positions less the final ones");
    let table = Table::new(1).expect("a MiB");
    let mut search = Search::new();
    for board in positions {
        let text: String = board.iter().collect();
        let position = TicTacToe::parse(&text).expect("a position that can arise");
        let expected: BTreeMap<usize, i32> =
            children(&board).map(|(i, child)| (i, of_move(&child))).collect();
        let mut found = BTreeMap::new();
        let answer = search.run(
            &Task {
                root: &Root::new(position),
                limits: &Limits::depth(9),
                settings: &Settings { multi_pv: 9, ..Settings::default() },
                table: &table,
                control: &Control::default(),
            },
            &mut |report| {
                if let Report::Line(line) = report {
                    let value = line.score.plies_to_end().unwrap_or_else(|| line.score.value());
                    found.insert(line.pv[0].index(), value);
                }
            },
        );
        assert_eq!(found, expected, "{text}");
        let best = answer.best.expect("an open position has a move");
        let most = expected.values().map(|&v| rank(v)).max();
        assert_eq!(Some(rank(expected[&best.index()])), most, "{text}: {best:?}");
        assert!(position.legal_moves().contains(&best));
    }
}
