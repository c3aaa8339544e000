//! Lines of best play from the last positions of the book.

use plyglot_core::game::{Game, Knowledge, SolverContext};
use plyglot_games::connect4::book::{self, BookIndex};
use plyglot_games::connect4::lines::{BLOCK, PLIES, ordered_moves, plies};
use plyglot_games::connect4::{ConnectFour, Landing, solve_line};

pub(crate) struct LinesBuilder {
    /// [`PLIES`] bytes for each of the book's last entries: files from 1, 0 for an
    /// unknown move.
    bytes: Vec<u8>,
}

impl LinesBuilder {
    /// Without lines, or with those in `bytes`, as returned by [`LinesBuilder::bytes`].
    ///
    /// # Errors
    /// The expected size, if `bytes` is not empty and has another size.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<LinesBuilder, usize> {
        let size = book::last_indices().len() * PLIES;
        let bytes = if bytes.is_empty() { vec![0; size] } else { bytes };
        if bytes.len() == size { Ok(LinesBuilder { bytes }) } else { Err(size) }
    }

    /// The positions that have no line yet, in the order of the book.
    pub(crate) fn open(&self) -> Vec<ConnectFour> {
        let mut positions = last_positions();
        positions.retain(|position| {
            let index = book::entry(position).index;
            plies(index) > 0 && self.bytes[at(index)] == 0
        });
        positions
    }

    /// Enters the line of a position of the book's last ply, up to [`PLIES`] moves.
    pub(crate) fn enter(&mut self, position: &ConnectFour, line: &[Landing]) {
        let BookIndex { index, is_mirrored } = book::entry(position);
        let at = at(index);
        for (byte, &m) in self.bytes[at..at + PLIES].iter_mut().zip(line) {
            *byte = 1 + if is_mirrored { m.mirrored() } else { m }.file();
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The lines in the stored format, once all are known.
    pub(crate) fn packed(&self) -> Vec<u8> {
        let indices = book::last_indices();
        let mut known = vec![None; indices.len()];
        for position in last_positions() {
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

/// Where the line of a book entry begins.
fn at(index: usize) -> usize {
    (index - book::last_indices().start) * PLIES
}

fn last_positions() -> Vec<ConnectFour> {
    book::layers().pop().expect("the book has a last ply")
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
pub(crate) fn solve(position: &ConnectFour, context: &SolverContext<'_>) -> Option<Vec<Landing>> {
    let with_book = SolverContext { book: true, ..*context };
    let value = ConnectFour::solver()?.value(position, &with_book)?;
    solve_line(position, value, ordered_moves, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &[u8] = include_bytes!("../../crates/engine/games/src/connect4/lines.bin");

    /// The stored line of each position, entered and packed again, gives the stored lines.
    #[test]
    fn packing_is_the_inverse_of_reading() {
        let mut builder = LinesBuilder::new(Vec::new()).expect("no lines");
        let solver = ConnectFour::solver().expect("it has a solver");
        for position in builder.open() {
            builder.enter(&position, &solver.stored_line(&position));
        }
        assert_eq!(builder.open(), []);
        assert!(builder.packed() == LINES);
        assert!(LinesBuilder::new(vec![0; 3]).is_err());
    }
}
