//! The scores of the positions of the first plies.

use plyglot_core::game::{Exact, Game, Knowledge, Outcome, SolverContext};
use plyglot_games::connect4::book::{PLIES, decode, encode, entry, last_indices, layers};
use plyglot_games::connect4::{ConnectFour, Landing};

pub(crate) struct BookBuilder {
    bytes: Vec<u8>,
    layers: Vec<Vec<ConnectFour>>,
}

impl BookBuilder {
    /// A book without scores, or with the scores in `bytes`.
    ///
    /// # Errors
    /// The size of a book, if `bytes` is not empty and has another size.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<BookBuilder, usize> {
        let size = last_indices().end;
        let bytes = if bytes.is_empty() { vec![0; size] } else { bytes };
        if bytes.len() != size {
            return Err(size);
        }
        Ok(BookBuilder { bytes, layers: layers() })
    }

    /// The positions of the last ply that have no score yet, in the order of the book:
    /// neighbours are similar.
    pub(crate) fn open(&self) -> Vec<ConnectFour> {
        let last = &self.layers[PLIES as usize];
        last.iter().filter(|position| self.score(position).is_none()).copied().collect()
    }

    fn score(&self, position: &ConnectFour) -> Option<i32> {
        decode(self.bytes[entry(position).index])
    }

    /// Enters the score of a position for its side to move.
    pub(crate) fn enter(&mut self, position: &ConnectFour, score: i32) {
        self.bytes[entry(position).index] = encode(score);
    }

    /// Computes the scores of all shallower positions from those of the last ply: the
    /// best score of the moves.
    pub(crate) fn complete(&mut self) {
        for stones in (0..PLIES as usize).rev() {
            for position in std::mem::take(&mut self.layers[stones]) {
                let best =
                    position.legal_moves().into_iter().map(|m| self.move_score(&position, m));
                let best = best.max().expect("a position of the first plies has a move");
                self.enter(&position, best);
            }
        }
    }

    /// The score of a move for the side that makes it.
    fn move_score(&self, position: &ConnectFour, m: Landing) -> i32 {
        let child = position.after(m);
        if child.status() == Some(Outcome::Lost) {
            let solver = ConnectFour::solver().expect("Connect Four has a solver");
            return solver.score(position, Exact::Win(1)).expect("it has a scale");
        }
        -self.score(&child).expect("every score of the next ply is known")
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The score of a position; `None` if the meter ended the work.
pub(crate) fn solve(position: &ConnectFour, context: &SolverContext<'_>) -> Option<i32> {
    let solver = ConnectFour::solver()?;
    solver.score(position, solver.value(position, context)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &[u8] = include_bytes!("../../crates/engine/games/src/connect4/book.bin");

    #[test]
    fn a_new_book_lists_the_open_positions() {
        assert_eq!(BookBuilder::new(Vec::new()).expect("a book").open().len(), 91_295);
        assert!(BookBuilder::new(vec![0; 3]).is_err());
    }

    #[test]
    fn the_last_scores_complete_the_book() {
        let last = last_indices().start;
        let mut bytes = BOOK.to_vec();
        bytes[..last].fill(0);
        let mut builder = BookBuilder::new(bytes).expect("it has the size of a book");
        assert_eq!(builder.open(), []);
        builder.complete();
        assert!(builder.bytes() == BOOK);
    }
}
