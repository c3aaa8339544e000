//! Draughts: a list of all ways to capture, of which those that lead to the same are one.

use super::{Board, Slow, board, fen, is_of, name, step};

type Square = (usize, usize);
const DIAGONALS: &[(isize, isize)] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
const SIDES: &[(isize, isize)] = &[(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

/// What becomes of a man that a capture brings to the last row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnTheWay {
    Ends,
    Passes,
    Continues,
}

/// A capture so far.
#[derive(Clone)]
struct Way {
    at: Square,
    piece: char,
    taken: Vec<Square>,
}

struct Played {
    name: String,
    board: Board,
    is_progress: bool,
}

pub(crate) struct Draughts {
    ways: &'static [(isize, isize)],
    men_jump_back: bool,
    kings_fly: bool,
    most: bool,
    on_the_way: OnTheWay,
    moves_without_progress: usize,
    board: Board,
    first: bool,
    idle_plies: usize,
    /// The plies within which a single king must be caught, and those since that is so.
    chase: (usize, usize),
    history: Vec<(String, bool)>,
}

impl Draughts {
    pub(crate) fn new(
        size: usize,
        men_jump_back: bool,
        kings_fly: bool,
        most: bool,
        on_the_way: OnTheWay,
        moves_without_progress: usize,
    ) -> Draughts {
        let rows_of_men = size / 2 - 1;
        let cell = |row: usize, column: usize| match row {
            _ if (row + column).is_multiple_of(2) => '.',
            row if row < rows_of_men => 'm',
            row if row >= size - rows_of_men => 'M',
            _ => '.',
        };
        let board: Board =
            (0..size).map(|row| (0..size).map(|column| cell(row, column)).collect()).collect();
        let mut game = Draughts {
            ways: DIAGONALS,
            men_jump_back,
            kings_fly,
            most,
            on_the_way,
            moves_without_progress,
            board,
            first: true,
            idle_plies: 0,
            chase: (0, 0),
            history: Vec::new(),
        };
        game.remember();
        game
    }

    /// Hexdame, on hexagons: rows go up to the right.
    pub(crate) fn hexdame(start: &str) -> Draughts {
        let board = board(start);
        let rules = Draughts::new(10, true, true, true, OnTheWay::Passes, usize::MAX / 2);
        let mut game = Draughts { ways: SIDES, board, history: Vec::new(), ..rules };
        game.remember();
        game
    }

    fn remember(&mut self) {
        self.history.push((fen(&self.board), self.first));
    }

    /// International draughts: one king against three pieces with a king among them, or fewer.
    fn limit_of_chase(&self) -> usize {
        if !(self.most && self.board.len() == 10) {
            return 0;
        }
        let all = |wanted: char| self.board.iter().flatten().filter(|&&c| c == wanted).count();
        let sides = [(all('K'), all('M')), (all('k'), all('m'))];
        let plies = |weak: (usize, usize), strong: (usize, usize)| match strong.0 + strong.1 {
            _ if weak != (1, 0) || strong.0 == 0 => 0,
            1 | 2 => 10,
            3 => 32,
            _ => 0,
        };
        plies(sides[0], sides[1]).max(plies(sides[1], sides[0]))
    }

    /// Whether nothing lies ahead of a square.
    fn is_last(&self, square: Square) -> bool {
        let ahead = step(&self.board, square, (if self.first { -1 } else { 1 }, 0));
        ahead.is_none_or(|(row, column)| self.board[row][column] == '*')
    }

    fn is_ahead(&self, (down, right): (isize, isize)) -> bool {
        let down = if self.ways == SIDES { 2 * down + right } else { down };
        (down < 0) == self.first
    }

    fn king(&self) -> char {
        if self.first { 'K' } else { 'k' }
    }

    fn is_man(piece: char) -> bool {
        piece.eq_ignore_ascii_case(&'m')
    }

    /// All captures that a way goes on to, by one more piece.
    fn one_more(&self, start: Square, way: &Way) -> Vec<Way> {
        let free = |square: Square| square == start || self.board[square.0][square.1] == '.';
        let mut ways = Vec::new();
        let is_man = Draughts::is_man(way.piece);
        let has_stopped = self.on_the_way == OnTheWay::Ends
            && is_man
            && !way.taken.is_empty()
            && self.is_last(way.at);
        if has_stopped {
            return ways;
        }
        for &direction in self.ways {
            if is_man && !self.men_jump_back && !self.is_ahead(direction) {
                continue;
            }
            let flies = self.kings_fly && !is_man;
            let mut next = step(&self.board, way.at, direction);
            while flies && next.is_some_and(free) {
                next = next.and_then(|square| step(&self.board, square, direction));
            }
            let Some(victim) = next else { continue };
            let there = self.board[victim.0][victim.1];
            if !is_of(!self.first, there) || way.taken.contains(&victim) {
                continue;
            }
            let mut landing = step(&self.board, victim, direction);
            while let Some(square) = landing.filter(|&square| free(square)) {
                let mut taken = way.taken.clone();
                taken.push(victim);
                let reaches = is_man && self.is_last(square);
                let becomes = reaches && self.on_the_way == OnTheWay::Continues;
                let piece = if becomes { self.king() } else { way.piece };
                ways.push(Way { at: square, piece, taken });
                if !flies {
                    break;
                }
                landing = step(&self.board, square, direction);
            }
        }
        ways
    }

    /// All captures from a way on, to their ends.
    fn ends(&self, start: Square, way: &Way, ends: &mut Vec<Way>) {
        let next = self.one_more(start, way);
        if next.is_empty() {
            if !way.taken.is_empty() {
                ends.push(way.clone());
            }
            return;
        }
        for one in &next {
            // The squares behind the same piece that lead on come first.
            let last = one.taken.last();
            let leads_on = |way: &&Way| !self.one_more(start, way).is_empty();
            let same = next.iter().filter(|other| other.taken.last() == last);
            if same.clone().any(|other| leads_on(&other)) && !leads_on(&one) {
                continue;
            }
            self.ends(start, one, ends);
        }
    }

    fn squares(&self) -> Vec<Square> {
        let size = self.board.len();
        let all = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        all.filter(|&(row, column)| is_of(self.first, self.board[row][column])).collect()
    }

    fn after(&self, from: Square, to: Square, mut piece: char, taken: &[Square]) -> Played {
        let mut board = self.board.clone();
        let was_man = Draughts::is_man(board[from.0][from.1]);
        board[from.0][from.1] = '.';
        for square in taken {
            board[square.0][square.1] = '.';
        }
        if Draughts::is_man(piece) && self.is_last(to) {
            piece = self.king();
        }
        board[to.0][to.1] = piece;
        let name = format!("{}{}", name(&board, from), name(&board, to));
        Played { name, board, is_progress: was_man || !taken.is_empty() }
    }

    fn all(&self) -> Vec<Played> {
        let mut captures: Vec<(Square, Way)> = Vec::new();
        for from in self.squares() {
            let piece = self.board[from.0][from.1];
            let mut ends = Vec::new();
            self.ends(from, &Way { at: from, piece, taken: Vec::new() }, &mut ends);
            captures.extend(ends.into_iter().map(|way| (from, way)));
        }
        let most = captures.iter().map(|(_, way)| way.taken.len()).max().unwrap_or(0);
        if self.most {
            captures.retain(|(_, way)| way.taken.len() == most);
        }
        let mut all: Vec<Played> = captures
            .iter()
            .map(|(from, way)| self.after(*from, way.at, way.piece, &way.taken))
            .collect();
        if captures.is_empty() {
            all = self.steps();
        }
        all.sort_by(|a, b| (&a.name, fen(&a.board)).cmp(&(&b.name, fen(&b.board))));
        all.dedup_by(|a, b| a.name == b.name && a.board == b.board);
        all
    }

    fn steps(&self) -> Vec<Played> {
        let mut all = Vec::new();
        for from in self.squares() {
            let piece = self.board[from.0][from.1];
            for &direction in self.ways {
                let is_man = Draughts::is_man(piece);
                if is_man && !self.is_ahead(direction) {
                    continue;
                }
                let mut next = step(&self.board, from, direction);
                while let Some(to) = next.filter(|to| self.board[to.0][to.1] == '.') {
                    all.push(self.after(from, to, piece, &[]));
                    next = step(&self.board, to, direction).filter(|_| self.kings_fly && !is_man);
                }
            }
        }
        all
    }
}

impl Slow for Draughts {
    fn board(&self) -> String {
        fen(&self.board)
    }

    fn is_first(&self) -> bool {
        self.first
    }

    fn result(&self) -> Option<&'static str> {
        if self.all().is_empty() {
            return Some(if self.first { "0-1" } else { "1-0" });
        }
        let now = self.history.last().expect("the start exists");
        let times = self.history.iter().filter(|other| *other == now).count();
        let (limit, plies) = self.chase;
        let is_drawn = times >= 3
            || limit > 0 && plies >= limit
            || self.idle_plies >= 2 * self.moves_without_progress;
        if is_drawn { Some("1/2-1/2") } else { None }
    }

    fn moves(&self) -> Vec<(String, String)> {
        self.all().into_iter().map(|played| (played.name, fen(&played.board))).collect()
    }

    fn play(&mut self, index: usize) {
        let played = self.all().swap_remove(index);
        self.board = played.board;
        self.first = !self.first;
        self.idle_plies = if played.is_progress { 0 } else { self.idle_plies + 1 };
        let limit = self.limit_of_chase();
        self.chase = if limit == self.chase.0 { (limit, self.chase.1 + 1) } else { (limit, 0) };
        self.remember();
    }
}
