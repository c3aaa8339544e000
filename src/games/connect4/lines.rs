//! Best play from the last positions of the book on, worked out beforehand.
//!
//! The book ends where a line of best play is long from its end. So that the
//! line can be shown at once, each of the book's last positions that is not a
//! draw has one of them, to the end of the game.
//!
//! A move is its rank in `order`, which guesses what is best, written as so
//! many ones and a zero; the lines come one after another in the order of the
//! book, and where every 64th place begins is written before them.
//! `examples/connect4_book.rs` makes them with the solver in this folder.

use super::board::{FILES, RANKS, landings, rows, safe_moves, winning_cells};
use super::book::{self, Seat};
use super::{ConnectFour, Landing, solver};
use crate::games::{Exact, Game, SolverContext};

/// The longest that a line can be: to the last cell of the board.
pub const PLIES: usize = (FILES * RANKS) as usize - book::PLIES as usize;

/// Places of the book between two of which it is known where the lines begin.
const BLOCK: usize = 64;

static BYTES: &[u8] = include_bytes!("lines.bin");

/// Best play from one of the book's last positions to the end of the game;
/// nothing for other positions, and for draws.
pub(super) fn probe(position: &ConnectFour) -> Vec<Landing> {
    let places = book::last_places();
    if BYTES.is_empty() || position.occupied.count_ones() != book::PLIES {
        return Vec::new();
    }
    let Seat { place, is_mirrored } = book::seat(position);
    let first = (place - places.start) / BLOCK;
    let mut bits = Bits::of_block(first, places.len());
    for earlier in places.start + first * BLOCK..place {
        bits.skip(plies(earlier));
    }
    let image = |m: Landing| if is_mirrored { m.mirrored() } else { m };
    let mut position = if is_mirrored { position.mirror_image() } else { *position };
    let mut line = Vec::with_capacity(PLIES);
    for _ in 0..plies(place) {
        let m = order(&position)[bits.rank()];
        position.play(m);
        line.push(image(m));
    }
    line
}

/// The length of the line of a place of the book.
fn plies(place: usize) -> usize {
    let score = book::score_at(place).unwrap_or(0);
    match solver::exact(score, book::PLIES as i32) {
        Exact::Win(plies) | Exact::Loss(plies) => plies.into(),
        Exact::Draw => 0,
    }
}

/// The moves of a position, those that seem best first: what wins, what does
/// not lose at once, what makes most threats and leaves most open rows.
fn order(position: &ConnectFour) -> Vec<Landing> {
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

/// The bits behind a place.
struct Bits {
    next: usize,
}

impl Bits {
    /// Bytes that say where a block begins.
    const WIDTH: usize = 4;

    /// The bits of a block, in lines of so many places.
    fn of_block(block: usize, places: usize) -> Bits {
        let at = block * Bits::WIDTH;
        let begins = BYTES[at..at + Bits::WIDTH].try_into().expect("as many bytes");
        let head = places.div_ceil(BLOCK) * Bits::WIDTH * 8;
        Bits { next: head + u32::from_le_bytes(begins) as usize }
    }

    /// Goes on behind so many ranks.
    fn skip(&mut self, ranks: usize) {
        for _ in 0..ranks {
            self.rank();
        }
    }

    /// The number of ones before the next zero.
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

/// Lines in the making.
#[derive(Clone, Debug)]
pub struct LinesBuilder {
    /// [`PLIES`] bytes for each of the book's last places: files from 1, 0 for
    /// what is not known yet.
    bytes: Vec<u8>,
}

impl LinesBuilder {
    /// No lines, or those that `bytes` has, as [`LinesBuilder::bytes`] gave them.
    ///
    /// # Errors
    /// The size that it should have, if `bytes` is not empty and has another.
    pub fn new(bytes: Vec<u8>) -> Result<LinesBuilder, usize> {
        let size = book::last_places().len() * PLIES;
        let bytes = if bytes.is_empty() { vec![0; size] } else { bytes };
        if bytes.len() == size { Ok(LinesBuilder { bytes }) } else { Err(size) }
    }

    /// The positions that have no line yet, in the order of the book.
    pub fn open(&self) -> Vec<ConnectFour> {
        let mut positions = book::last_positions();
        positions.retain(|position| {
            let place = book::seat(position).place;
            plies(place) > 0 && self.bytes[self.at(place)] == 0
        });
        positions
    }

    fn at(&self, place: usize) -> usize {
        (place - book::last_places().start) * PLIES
    }

    /// Enters the line of a position.
    ///
    /// # Panics
    /// If it is none of the positions of the book's last ply, or the line is too long.
    pub fn enter(&mut self, position: &ConnectFour, line: &[Landing]) {
        let Seat { place, is_mirrored } = book::seat(position);
        let at = self.at(place);
        for (byte, &m) in self.bytes[at..at + PLIES].iter_mut().zip(line) {
            *byte = 1 + if is_mirrored { m.mirrored() } else { m }.file();
        }
    }

    /// What is known now.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The lines as they are kept, once all are known.
    ///
    /// # Panics
    /// If one is not.
    pub fn packed(&self) -> Vec<u8> {
        let places = book::last_places();
        let mut known = vec![None; places.len()];
        for position in book::last_positions() {
            let Seat { place, is_mirrored } = book::seat(&position);
            let kept = if is_mirrored { position.mirror_image() } else { position };
            known[place - places.start] = Some(kept);
        }
        let (mut head, mut bits) = (Vec::new(), Vec::new());
        for (i, position) in known.into_iter().enumerate() {
            if i.is_multiple_of(BLOCK) {
                head.extend((bits.len() as u32).to_le_bytes());
            }
            if let Some(position) = position {
                let files = &self.bytes[i * PLIES..][..plies(places.start + i)];
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
        let moves = order(&position);
        let rank = moves.iter().position(|m| m.file() + 1 == *file).expect("a legal move");
        bits.extend(std::iter::repeat_n(true, rank));
        bits.push(false);
        position.play(moves[rank]);
    }
}

/// Works out the line of one of the book's last positions; `None` if the meter
/// ended the work.
pub fn solve(position: &ConnectFour, context: &SolverContext<'_>) -> Option<Vec<Landing>> {
    let value = solver::exact(book::probe(position)?, book::PLIES as i32);
    solver::line(position, value, order, context)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Outcome;

    /// Plays a line; gives the position that it leads to.
    fn follow(position: &ConnectFour, line: &[Landing]) -> ConnectFour {
        let mut position = *position;
        for m in line {
            assert!(position.status().is_none() && position.legal_moves().contains(m), "{line:?}");
            position.play(*m);
        }
        position
    }

    /// Every line is as long as its score says, and ends with a row of four. Seen in a mirror, it is the same.
    #[test]
    fn every_position_that_is_no_draw_has_its_line() {
        for position in book::last_positions() {
            let score = book::probe(&position).expect("it is in the book");
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

    /// On the way, the solver finds what is left of the book's score.
    #[test]
    fn lines_keep_the_value() {
        let context =
            SolverContext { memory: &[], helpers: None, book: false, meter: &|_| 1 << 20 };
        let mut seen = 0;
        for position in book::last_positions().iter().step_by(451) {
            let score = book::probe(position).expect("it is in the book");
            let line = probe(position);
            // From earlier on it would take too long; the same side is to move.
            for plies in (16..line.len()).step_by(2) {
                let position = follow(position, &line[..plies]);
                let stones = position.occupied.count_ones() as i32;
                let value = solver::value(&position, &context).expect("nothing ends the work");
                assert_eq!(value, solver::exact(score, stones), "{position:?}");
                seen += 1;
            }
        }
        assert!(seen > 500, "{seen}");
    }

    #[test]
    fn what_is_no_last_position_has_no_line() {
        assert_eq!(probe(&ConnectFour::default()), []);
        assert!(LinesBuilder::new(vec![0; 3]).is_err());
    }
}
