//! Precomputed lines of best play from the last positions of the book.
//!
//! At the end of the book, a line of best play is still long. To show it at once, one
//! line to the end of the game is stored for each of the book's last positions that is
//! not a draw.
//!
//! A move is encoded as its rank in `ordered_moves`, a guess of the best order: that
//! many ones and a zero. The lines follow one another in the order of the book. The start
//! of every 64th entry is stored before them. `tools/connect4_book.rs` builds the
//! lines with the solver in this folder.

use super::board::{FILES, RANKS, landings, rows, safe_moves, winning_cells};
use super::book::{self, BookIndex};
use super::{ConnectFour, Landing, solver};
use plyglot_core::game::{Exact, Game, SolverContext};

/// The greatest length of a line: to the last cell of the board.
pub const PLIES: usize = (FILES * RANKS) as usize - book::PLIES as usize;

/// Number of book entries per block; the start of each block is stored.
const BLOCK: usize = 64;

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
    let mut bits = MoveReader::of_block(first, indices.len());
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
fn plies(index: usize) -> usize {
    let score = book::score_at(index).unwrap_or(0);
    match solver::exact(score, book::PLIES as i32) {
        Exact::Win(plies) | Exact::Loss(plies) => plies.into(),
        Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => 0,
    }
}

/// The moves of a position, those that seem best first: winning moves, moves that do not
/// lose at once, moves with the most threats and the most open rows.
fn ordered_moves(position: &ConnectFour) -> Vec<Landing> {
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

/// Reads the encoded moves from a bit on.
struct MoveReader {
    next: usize,
}

impl MoveReader {
    /// Bytes of a block's start.
    const WIDTH: usize = 4;

    /// The reader at the start of a block, where the book has this many last `entries`.
    fn of_block(block: usize, entries: usize) -> MoveReader {
        let at = block * MoveReader::WIDTH;
        let begins =
            BYTES[at..at + MoveReader::WIDTH].try_into().expect("the slice has WIDTH bytes");
        let head = entries.div_ceil(BLOCK) * MoveReader::WIDTH * 8;
        MoveReader { next: head + u32::from_le_bytes(begins) as usize }
    }

    /// Skips this many ranks.
    fn skip(&mut self, ranks: usize) {
        for _ in 0..ranks {
            self.rank();
        }
    }

    /// Reads the number of ones before the next zero.
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

/// Lines under construction.
#[derive(Clone, Debug)]
pub struct LinesBuilder {
    /// [`PLIES`] bytes for each of the book's last entries: files from 1, 0 for an
    /// unknown move.
    bytes: Vec<u8>,
}

impl LinesBuilder {
    /// Without lines, or with those in `bytes`, as returned by [`LinesBuilder::bytes`].
    ///
    /// # Errors
    /// The expected size, if `bytes` is not empty and has another size.
    pub fn new(bytes: Vec<u8>) -> Result<LinesBuilder, usize> {
        let size = book::last_indices().len() * PLIES;
        let bytes = if bytes.is_empty() { vec![0; size] } else { bytes };
        if bytes.len() == size { Ok(LinesBuilder { bytes }) } else { Err(size) }
    }

    /// The positions that have no line yet, in the order of the book.
    pub fn open(&self) -> Vec<ConnectFour> {
        let mut positions = book::last_positions();
        positions.retain(|position| {
            let index = book::entry(position).index;
            plies(index) > 0 && self.bytes[self.at(index)] == 0
        });
        positions
    }

    fn at(&self, index: usize) -> usize {
        (index - book::last_indices().start) * PLIES
    }

    /// Enters the line of a position, up to [`PLIES`] moves.
    ///
    /// # Panics
    /// If the position is not on the book's last ply.
    pub fn enter(&mut self, position: &ConnectFour, line: &[Landing]) {
        let BookIndex { index, is_mirrored } = book::entry(position);
        let at = self.at(index);
        for (byte, &m) in self.bytes[at..at + PLIES].iter_mut().zip(line) {
            *byte = 1 + if is_mirrored { m.mirrored() } else { m }.file();
        }
    }

    /// The bytes of the lines so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The lines in the stored format, once all are known.
    ///
    /// # Panics
    /// If a line is missing.
    pub fn packed(&self) -> Vec<u8> {
        let indices = book::last_indices();
        let mut known = vec![None; indices.len()];
        for position in book::last_positions() {
            let BookIndex { index, is_mirrored } = book::entry(&position);
            let kept = if is_mirrored { position.mirror_image() } else { position };
            known[index - indices.start] = Some(kept);
        }
        let (mut head, mut bits) = (Vec::new(), Vec::new());
        for (i, position) in known.into_iter().enumerate() {
            if i.is_multiple_of(BLOCK) {
                head.extend((bits.len() as u32).to_le_bytes());
            }
            if let Some(position) = position {
                let files = &self.bytes[i * PLIES..][..plies(indices.start + i)];
                push_ranks(position, files, &mut bits);
            }
        }
        head.extend(bits.chunks(8).map(|eight| {
            eight.iter().enumerate().fold(0, |byte, (i, &bit)| byte | u8::from(bit) << i)
        }));
        head
    }
}

fn push_ranks(mut position: ConnectFour, files: &[u8], bits: &mut Vec<bool>) {
    for file in files {
        let moves = ordered_moves(&position);
        let rank = moves.iter().position(|m| m.file() + 1 == *file).expect("a legal move");
        bits.extend(std::iter::repeat_n(true, rank));
        bits.push(false);
        position.play(moves[rank]);
    }
}

/// Solves the line of one of the book's last positions; `None` if the meter ended the
/// work.
pub fn solve(position: &ConnectFour, context: &SolverContext<'_>) -> Option<Vec<Landing>> {
    let value = solver::exact(book::probe(position)?, book::PLIES as i32);
    solver::line(position, value, ordered_moves, context)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Outcome;

    /// Plays a line and returns the position at its end.
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
        for position in book::last_positions() {
            let score = book::probe(&position).expect("the position is in the book");
            let line = probe(&position);
            let value = solver::exact(score, book::PLIES as i32);
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
        for position in book::last_positions().iter().step_by(451) {
            let score = book::probe(position).expect("the position is in the book");
            let line = probe(position);
            // Only late positions, as earlier ones would take too long; the same side is
            // to move.
            for plies in (16..line.len()).step_by(2) {
                let position = follow(position, &line[..plies]);
                let stones = position.occupied.count_ones() as i32;
                let value =
                    solver::value(&position, &context).expect("the meter does not end the work");
                assert_eq!(value, solver::exact(score, stones), "{position:?}");
                seen += 1;
            }
        }
        assert!(seen > 500, "{seen}");
    }

    #[test]
    fn other_positions_have_no_line() {
        assert_eq!(probe(&ConnectFour::default()), []);
        assert!(LinesBuilder::new(vec![0; 3]).is_err());
    }
}
