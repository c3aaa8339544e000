//! Precomputed lines of best play from the last positions of the book.
//!
//! At the end of the book, a line of best play is still long. To show it at once, one
//! line to the end of the game is stored for each of the book's last positions that is
//! not a draw.
//!
//! A move is encoded as its rank in `ordered_moves`, a guess of the best order: that
//! many ones and a zero. The lines follow one another in the order of the book. The start
//! of every 64th entry is stored before them. `tools/connect4_book` builds the
//! lines with the solver in this folder.

use super::board::{FILES, RANKS, landings, rows, safe_moves, winning_cells};
use super::book::{self, BookIndex};
use super::{ConnectFour, Landing, exact};
use plyglot_core::game::{Exact, Game};

/// The greatest length of a line: to the last cell of the board.
pub const PLIES: usize = (FILES * RANKS) as usize - book::PLIES as usize;

/// Number of book entries per block; the start of each block is stored.
pub const BLOCK: usize = 64;

static BYTES: &[u8] = include_bytes!("lines.bin");

/// Best play from one of the book's last positions to the end of the game; empty for
/// other positions, and for draws.
pub(super) fn probe(position: &ConnectFour) -> Vec<Landing> {
    let indices = book::last_indices();
    if BYTES.is_empty() || position.occupied.count_ones() != book::PLIES {
        return Vec::new();
    }
    let BookIndex { index, is_mirrored } = book::entry(position);
    let first = (index - indices.start) / BLOCK;
    let mut bits = MoveReader::at_block(first, indices.len());
    for earlier in indices.start + first * BLOCK..index {
        bits.skip(plies(earlier));
    }
    let image = |m: Landing| if is_mirrored { m.mirrored() } else { m };
    let mut position = if is_mirrored { position.mirror_image() } else { *position };
    let mut line = Vec::with_capacity(PLIES);
    for _ in 0..plies(index) {
        let m = ordered_moves(&position)[bits.rank()];
        position.play(m);
        line.push(image(m));
    }
    line
}

/// The length of the line of a book entry, in plies.
pub fn plies(index: usize) -> usize {
    let score = book::score_at(index).unwrap_or(0);
    match exact(score, book::PLIES as i32) {
        Exact::Win(plies) | Exact::Loss(plies) => plies.into(),
        Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => 0,
    }
}

/// The moves of a position, those that seem best first: winning moves, moves that do not
/// lose at once, moves with the most threats and the most open rows.
pub fn ordered_moves(position: &ConnectFour) -> Vec<Landing> {
    let ConnectFour { mover, occupied } = *position;
    let other = position.opponent();
    let wins = winning_cells(mover, occupied);
    let safe = safe_moves(landings(occupied), winning_cells(other, occupied));
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|m| {
        let bit = m.bit();
        let after = mover | bit;
        let threats = winning_cells(after, occupied | bit).count_ones();
        let [open, begun] = rows(after, other);
        std::cmp::Reverse((bit & wins != 0, bit & safe != 0, threats, begun, open))
    });
    moves
}

struct MoveReader {
    next: usize,
}

impl MoveReader {
    const WIDTH: usize = 4;

    fn at_block(block: usize, entries: usize) -> MoveReader {
        let at = block * MoveReader::WIDTH;
        let begins =
            BYTES[at..at + MoveReader::WIDTH].try_into().expect("the slice has WIDTH bytes");
        let head = entries.div_ceil(BLOCK) * MoveReader::WIDTH * 8;
        MoveReader { next: head + u32::from_le_bytes(begins) as usize }
    }

    fn skip(&mut self, ranks: usize) {
        for _ in 0..ranks {
            self.rank();
        }
    }

    fn rank(&mut self) -> usize {
        let mut rank = 0;
        loop {
            let bit = BYTES[self.next / 8] >> (self.next % 8) & 1;
            self.next += 1;
            if bit == 0 {
                return rank;
            }
            rank += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver;
    use super::*;
    use plyglot_core::game::{Outcome, SolverContext};

    fn last_positions() -> Vec<ConnectFour> {
        book::layers().pop().expect("there is one")
    }

    fn follow(position: &ConnectFour, line: &[Landing]) -> ConnectFour {
        let mut position = *position;
        for m in line {
            assert!(position.status().is_none() && position.legal_moves().contains(m), "{line:?}");
            position.play(*m);
        }
        position
    }

    /// Every line is as long as its score says and ends with a row of four. The mirror
    /// image has the mirrored line.
    #[test]
    fn every_decisive_position_has_a_line() {
        for position in last_positions() {
            let score = book::probe(&position).expect("the position is in the book");
            let line = probe(&position);
            let value = exact(score, book::PLIES as i32);
            let (Exact::Win(plies) | Exact::Loss(plies)) = value else {
                assert_eq!(line, []);
                continue;
            };
            assert_eq!(line.len(), usize::from(plies), "{position:?}");
            let last = follow(&position, &line);
            assert_eq!(last.status(), Some(Outcome::Lost), "{position:?}, {line:?}");
            let image = probe(&position.mirror_image());
            let mirrored: Vec<Landing> = image.into_iter().map(Landing::mirrored).collect();
            assert!(mirrored == line || position.mirror_image() == position, "{position:?}");
        }
    }

    /// Along a line, the solver finds the value that follows from the book's score.
    #[test]
    fn lines_keep_the_value() {
        let context =
            SolverContext { memory: &[], helpers: None, book: false, meter: &|_| 1 << 20 };
        let mut seen = 0;
        for position in last_positions().iter().step_by(451) {
            let score = book::probe(position).expect("the position is in the book");
            let line = probe(position);
            // Only late positions, as earlier ones would take too long; the same side is
            // to move.
            for plies in (16..line.len()).step_by(2) {
                let position = follow(position, &line[..plies]);
                let stones = position.occupied.count_ones() as i32;
                let value =
                    solver::value(&position, &context).expect("the meter does not end the work");
                assert_eq!(value, exact(score, stones), "{position:?}");
                seen += 1;
            }
        }
        assert!(seen > 500, "{seen}");
    }

    #[test]
    fn other_positions_have_no_line() {
        assert_eq!(probe(&ConnectFour::default()), []);
    }
}
