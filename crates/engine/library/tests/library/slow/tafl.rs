//! Tafl: brandub and tablut.

use super::{Board, Slow, fen, is_of, name, step};

type Square = (usize, usize);
const STRAIGHT: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

pub(crate) struct Tafl {
    /// Whether the king escapes through the corners, which are closed to the others.
    has_corners: bool,
    board: Board,
    first: bool,
    idle_plies: usize,
    history: Vec<(String, bool)>,
}

impl Tafl {
    /// The rows of the upper half with the middle one; the lower half is its mirror image.
    pub(crate) fn new(rows: &[&str], has_corners: bool) -> Tafl {
        let mut board: Board = rows.iter().map(|row| row.chars().collect()).collect();
        let lower: Board = board.iter().rev().skip(1).cloned().collect();
        board.extend(lower);
        let history = vec![(fen(&board), true)];
        Tafl { has_corners, board, first: true, idle_plies: 0, history }
    }

    fn last(&self) -> usize {
        self.board.len() - 1
    }

    fn is_throne(&self, square: Square) -> bool {
        square == (self.last() / 2, self.last() / 2)
    }

    fn is_closed(&self, (row, column): Square) -> bool {
        let is_end = |at: usize| at == 0 || at == self.last();
        self.is_throne((row, column)) || self.has_corners && is_end(row) && is_end(column)
    }

    fn king(board: &Board) -> Option<Square> {
        let at = |(row, cells): (usize, &Vec<char>)| {
            cells.iter().position(|&c| c == 'k').map(|column| (row, column))
        };
        board.iter().enumerate().find_map(at)
    }

    /// Whether a square counts as an enemy of a piece of this side.
    fn is_hostile(&self, board: &Board, to_first: bool, square: Square) -> bool {
        match board[square.0][square.1] {
            '.' => self.is_closed(square),
            piece => is_of(!to_first, piece),
        }
    }

    /// Whether the piece on a square is enclosed, where one of its neighbours has just come.
    fn is_taken(&self, board: &Board, square: Square, from: (isize, isize)) -> bool {
        let piece = board[square.0][square.1];
        let is_first = piece.is_ascii_uppercase();
        let hostile = |direction: (isize, isize)| {
            step(board, square, direction)
                .is_some_and(|beside| self.is_hostile(board, is_first, beside))
        };
        let is_near_throne = self.is_throne(square)
            || STRAIGHT.iter().any(|&d| step(board, square, d).is_some_and(|s| self.is_throne(s)));
        if piece == 'k' && is_near_throne {
            return STRAIGHT.iter().all(|&direction| hostile(direction));
        }
        hostile(from)
    }

    fn after(&self, from: Square, to: Square) -> (Board, bool) {
        let mut board = self.board.clone();
        board[to.0][to.1] = board[from.0][from.1];
        board[from.0][from.1] = '.';
        let mut taken = Vec::new();
        for direction in STRAIGHT {
            let Some(beside) = step(&board, to, direction) else { continue };
            let is_enemy = is_of(!self.first, board[beside.0][beside.1]);
            if is_enemy && self.is_taken(&board, beside, direction) {
                taken.push(beside);
            }
        }
        for square in &taken {
            board[square.0][square.1] = '.';
        }
        (board, !taken.is_empty())
    }

    fn all(&self) -> Vec<(String, Board, bool)> {
        let size = self.board.len();
        let mut all = Vec::new();
        for from in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            let piece = self.board[from.0][from.1];
            if !is_of(self.first, piece) {
                continue;
            }
            for direction in STRAIGHT {
                let mut next = step(&self.board, from, direction);
                while let Some(to) = next.filter(|to| self.board[to.0][to.1] == '.') {
                    if piece == 'k' || !self.is_closed(to) {
                        let (board, takes) = self.after(from, to);
                        let name = format!("{}{}", name(&board, from), name(&board, to));
                        all.push((name, board, takes));
                    }
                    next = step(&self.board, to, direction);
                }
            }
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }
}

impl Slow for Tafl {
    fn board(&self) -> String {
        fen(&self.board)
    }

    fn is_first(&self) -> bool {
        self.first
    }

    fn result(&self) -> Option<&'static str> {
        let Some((row, column)) = Tafl::king(&self.board) else { return Some("1-0") };
        let is_end = |at: usize| at == 0 || at == self.last();
        let has_escaped = if self.has_corners {
            is_end(row) && is_end(column)
        } else {
            is_end(row) || is_end(column)
        };
        if has_escaped {
            return Some("0-1");
        }
        if self.all().is_empty() {
            return Some(if self.first { "0-1" } else { "1-0" });
        }
        let now = self.history.last().expect("the start exists");
        let times = self.history.iter().filter(|other| *other == now).count();
        if times >= 3 || self.idle_plies >= 200 { Some("1/2-1/2") } else { None }
    }

    fn moves(&self) -> Vec<(String, String)> {
        self.all().into_iter().map(|(name, board, _)| (name, fen(&board))).collect()
    }

    fn play(&mut self, index: usize) {
        let (_, board, takes) = self.all().swap_remove(index);
        self.board = board;
        self.first = !self.first;
        self.idle_plies = if takes { 0 } else { self.idle_plies + 1 };
        self.history.push((fen(&self.board), self.first));
    }
}
