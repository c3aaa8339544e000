//! Games of stones by their rules as people tell them: a board of letters, all of which is looked
//! at after each move. Slow, and sharing nothing with the library.

#[derive(Clone, Copy, Default)]
pub(crate) struct Rules {
    /// Stones in a row that win; 0 for none.
    pub(crate) row: usize,
    /// Whether longer rows do not win.
    pub(crate) exact: bool,
    /// The lengths of rows that are captured.
    pub(crate) captured: &'static [usize],
    /// Captured stones that win.
    pub(crate) enough: usize,
    /// Whether the first player connects bottom and top, the other left and right, of a hexagonal
    /// board.
    pub(crate) hex: bool,
    /// Whether two corners, three sides or a ring win, on a hexagonal board whose sides are half as
    /// long as its files.
    pub(crate) havannah: bool,
    /// Whether X has the bans of renju: only five in a row win for X.
    pub(crate) renju: bool,
}

pub(crate) struct Plain {
    rules: Rules,
    /// By rank and file, from a1: `X`, `O` or `.`.
    pub(crate) board: Vec<Vec<char>>,
    pub(crate) mover: char,
    /// Stones captured by X and by O.
    pub(crate) captured: [usize; 2],
    /// The winner, or `-` if the side to move has no cell, as on a full board.
    pub(crate) result: Option<char>,
}

const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

impl Plain {
    pub(crate) fn new(rules: Rules, files: usize, ranks: usize) -> Plain {
        let is_cell =
            |rank: usize, file: usize| !rules.havannah || rank.abs_diff(file) <= (files - 1) / 2;
        let cell = |rank, file| if is_cell(rank, file) { '.' } else { '#' };
        let row = |rank| (0..files).map(|file| cell(rank, file)).collect();
        let board = (0..ranks).map(row).collect();
        Plain { rules, board, mover: 'X', captured: [0; 2], result: None }
    }

    fn at(&self, rank: i32, file: i32) -> char {
        letter(&self.board, rank, file)
    }

    /// Rank and file of the cells on which a stone may be put.
    pub(crate) fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for (rank, row) in self.board.iter().enumerate() {
            for (file, &cell) in row.iter().enumerate() {
                let is_banned = || {
                    self.rules.renju
                        && self.mover == 'X'
                        && is_banned(&mut self.board.clone(), rank, file)
                };
                if cell == '.' && self.result.is_none() && !is_banned() {
                    moves.push((rank, file));
                }
            }
        }
        moves
    }

    pub(crate) fn play(&mut self, rank: usize, file: usize) {
        let (own, other) = if self.mover == 'X' { ('X', 'O') } else { ('O', 'X') };
        assert_eq!(self.board[rank][file], '.');
        self.board[rank][file] = own;
        let mut taken = Vec::new();
        for (up, right) in DIRECTIONS {
            let place = |n: usize| (rank as i32 + up * n as i32, file as i32 + right * n as i32);
            for &length in self.rules.captured {
                let row: Vec<(i32, i32)> = (1..=length).map(place).collect();
                let (end_rank, end_file) = place(length + 1);
                if row.iter().all(|&(r, f)| self.at(r, f) == other)
                    && self.at(end_rank, end_file) == own
                {
                    taken.extend(row);
                }
            }
        }
        self.captured[usize::from(own == 'O')] += taken.len();
        for (rank, file) in taken {
            self.board[rank as usize][file as usize] = '.';
        }
        self.mover = other;
        let has_linked = self.rules.havannah && self.links(rank as i32, file as i32);
        if has_linked || self.has_won(own) {
            self.result = Some(own);
        } else if self.moves().is_empty() {
            self.result = Some('-');
        }
    }

    fn has_won(&self, side: char) -> bool {
        let captured = self.captured[usize::from(side == 'O')];
        self.rules.row > 0 && self.has_row(side)
            || self.rules.enough > 0 && captured >= self.rules.enough
            || self.rules.hex && self.connects(side)
    }

    /// Whether a side has a row somewhere: each is looked at from its first stone.
    fn has_row(&self, side: char) -> bool {
        for rank in 0..self.board.len() as i32 {
            for file in 0..self.board[0].len() as i32 {
                for (up, right) in &DIRECTIONS[..4] {
                    if self.at(rank - up, file - right) == side {
                        continue;
                    }
                    let mut length = 0;
                    while self.at(rank + up * length, file + right * length) == side {
                        length += 1;
                    }
                    let length = length as usize;
                    let wins = if self.rules.exact || self.rules.renju && side == 'X' {
                        length == self.rules.row
                    } else {
                        length >= self.rules.row
                    };
                    if wins {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The cells that a way from one leads to, over cells that `is_open` lets through.
    fn way(&self, from: (i32, i32), is_open: impl Fn(i32, i32) -> bool) -> Vec<(i32, i32)> {
        let mut seen = vec![vec![false; self.board[0].len()]; self.board.len()];
        let (mut found, mut next) = (vec![from], 0);
        while let Some(&(rank, file)) = found.get(next) {
            next += 1;
            for (up, right) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)] {
                let (rank, file) = (rank + up, file + right);
                if self.at(rank, file) != '#' && is_open(rank, file) {
                    let seen = &mut seen[rank as usize][file as usize];
                    if !*seen && (rank, file) != from {
                        found.push((rank, file));
                    }
                    *seen = true;
                }
            }
        }
        found
    }

    /// Whether the chain of a stone links two corners or three sides, or goes round a cell.
    fn links(&self, rank: i32, file: i32) -> bool {
        let own = self.at(rank, file);
        let chain = self.way((rank, file), |rank, file| self.at(rank, file) == own);
        let side = (self.board.len() as i32 - 1) / 2;
        let edges = |(rank, file): (i32, i32)| {
            let edges = [
                rank == 0,
                file == 0,
                rank == 2 * side,
                file == 2 * side,
                rank - file == side,
                file - rank == side,
            ];
            (0..6).filter(|&edge| edges[edge]).collect::<Vec<usize>>()
        };
        let corners = chain.iter().filter(|&&cell| edges(cell).len() == 2).count();
        let on_one = chain.iter().map(|&cell| edges(cell)).filter(|edges| edges.len() == 1);
        let mut sides: Vec<usize> = on_one.flatten().collect();
        sides.sort_unstable();
        sides.dedup();
        let mut in_chain = vec![vec![false; self.board[0].len()]; self.board.len()];
        chain.iter().for_each(|&(rank, file)| in_chain[rank as usize][file as usize] = true);
        let is_inside = |cell: (i32, i32)| {
            let way = self.way(cell, |rank, file| !in_chain[rank as usize][file as usize]);
            way.into_iter().all(|cell| edges(cell).is_empty())
        };
        let all = (0..=2 * side).flat_map(|rank| (0..=2 * side).map(move |file| (rank, file)));
        let mut cells = all.filter(|&(rank, file)| self.at(rank, file) != '#');
        corners >= 2 || sides.len() >= 3 || chain.len() >= 6 && cells.any(is_inside)
    }

    /// Whether a way from one edge to the other leads over a side's stones.
    fn connects(&self, side: char) -> bool {
        let (ranks, files) = (self.board.len() as i32, self.board[0].len() as i32);
        let (is_first, length) = (side == 'X', if side == 'X' { files } else { ranks });
        let is_own = |rank, file| self.at(rank, file) == side;
        let starts = (0..length).map(|n| if is_first { (0, n) } else { (n, 0) });
        let is_end =
            |(rank, file): (i32, i32)| if is_first { rank == ranks - 1 } else { file == files - 1 };
        starts
            .filter(|&(rank, file)| is_own(rank, file))
            .any(|start| self.way(start, is_own).into_iter().any(is_end))
    }
}

/// The letter on a cell of a board.
fn letter(board: &[Vec<char>], rank: i32, file: i32) -> char {
    let is_inside =
        rank >= 0 && file >= 0 && rank < board.len() as i32 && file < board[0].len() as i32;
    if is_inside { board[rank as usize][file as usize] } else { '#' }
}

/// The row of X through a cell along a direction: where it begins, counted from the cell, and its
/// length.
fn row(board: &[Vec<char>], rank: i32, file: i32, (up, right): (i32, i32)) -> (i32, i32) {
    let is_own = |n: i32| letter(board, rank + up * n, file + right * n) == 'X';
    let mut first = 0;
    while is_own(first - 1) {
        first -= 1;
    }
    let mut last = 0;
    while is_own(last + 1) {
        last += 1;
    }
    (first, last - first + 1)
}

/// The fours along a direction that have the stone on a cell: the stones of each, counted from the
/// cell, with how many cells complete it.
fn fours(board: &mut [Vec<char>], rank: i32, file: i32, way: (i32, i32)) -> Vec<(Vec<i32>, usize)> {
    let mut found: Vec<(Vec<i32>, usize)> = Vec::new();
    for n in -4..=4 {
        let (r, f) = (rank + way.0 * n, file + way.1 * n);
        if letter(board, r, f) != '.' {
            continue;
        }
        board[r as usize][f as usize] = 'X';
        let (first, length) = row(board, rank, file, way);
        board[r as usize][f as usize] = '.';
        let stones: Vec<i32> = (first..first + length).filter(|&at| at != n).collect();
        if length == 5 && stones.len() == 4 {
            match found.iter_mut().find(|(known, _)| *known == stones) {
                Some((_, ends)) => *ends += 1,
                None => found.push((stones, 1)),
            }
        }
    }
    found
}

/// Whether X may not place a stone on an empty cell.
fn is_banned(board: &mut Vec<Vec<char>>, rank: usize, file: usize) -> bool {
    board[rank][file] = 'X';
    let (r, f) = (rank as i32, file as i32);
    let rows: Vec<i32> = DIRECTIONS[..4].iter().map(|&way| row(board, r, f, way).1).collect();
    let banned = if rows.contains(&5) {
        false
    } else if rows.iter().any(|&length| length > 5) {
        true
    } else {
        let all: usize = DIRECTIONS[..4].iter().map(|&way| fours(board, r, f, way).len()).sum();
        all >= 2 || DIRECTIONS[..4].iter().filter(|&&way| is_three(board, r, f, way)).count() >= 2
    };
    board[rank][file] = '.';
    banned
}

/// Whether the stone on a cell makes a three along a direction.
fn is_three(board: &mut Vec<Vec<char>>, rank: i32, file: i32, way: (i32, i32)) -> bool {
    for n in -4..=4 {
        let (r, f) = (rank + way.0 * n, file + way.1 * n);
        if letter(board, r, f) != '.' {
            continue;
        }
        board[r as usize][f as usize] = 'X';
        let makes_five = DIRECTIONS[..4].iter().any(|&way| row(board, r, f, way).1 == 5);
        // A straight four in a line without gaps, which has both stones.
        let is_straight = fours(board, rank, file, way)
            .iter()
            .any(|(stones, ends)| *ends == 2 && stones[3] - stones[0] == 3 && stones.contains(&n));
        board[r as usize][f as usize] = '.';
        if is_straight && !makes_five && !is_banned(board, r as usize, f as usize) {
            return true;
        }
    }
    false
}
