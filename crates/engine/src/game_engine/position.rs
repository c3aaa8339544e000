//! Reads a position and moves from text; for the protocol, referees and solvers.

use super::options::GameOptions;
use crate::move_text::{PositionError, read_move_part};
use plyglot_core::game::{Game, Notation};
use plyglot_core::search::Root;
use std::sync::Arc;

/// A move that was played, with what takes it back.
pub(super) struct UndoableMove<G: Game> {
    pub(super) m: G::Move,
    /// The position before it.
    pub(super) position: G,
    /// The keys that it forgot: see [`Root::play`].
    forgotten: Vec<u64>,
}

impl<G: Game> UndoableMove<G> {
    /// Plays a legal move.
    pub(super) fn play(root: &mut Root<G>, m: G::Move) -> UndoableMove<G> {
        let position = root.position.clone();
        UndoableMove { m, position, forgotten: root.play(m) }
    }

    /// Goes back to where the move, the last one, was played.
    pub(super) fn take_back(&self, root: &mut Root<G>) {
        root.take_back(self.position.clone(), self.forgotten.clone());
    }
}

/// A position with its history.
pub(super) struct PlayedPosition<G: Game> {
    pub(super) root: Root<G>,
    /// The moves since the position that was set up.
    pub(super) moves: Vec<Arc<UndoableMove<G>>>,
}

impl<G: Notation> PlayedPosition<G> {
    /// Parses a position (the start position if `None`) and plays the moves of these
    /// words. A word may contain several moves.
    ///
    /// # Errors
    /// If the position or one of the moves is wrong.
    pub(super) fn read(
        start: Option<&str>,
        words: &[&str],
        options: &GameOptions<G>,
    ) -> Result<PlayedPosition<G>, PositionError> {
        let start = start.map_or_else(|| Ok(options.start()), |text| options.parse(text));
        let position = start.map_err(PositionError::Start)?;
        let mut played = PlayedPosition { root: Root::new(position), moves: Vec::new() };
        for (word, text) in words.iter().enumerate() {
            // Nearly every word is one move, which is then parsed once.
            if let Ok(m) = played.root.position.read_move(text) {
                played.play(m);
                continue;
            }
            for part in G::split_moves(text) {
                let m = read_move_part(&played.root.position, text, part)
                    .map_err(|error| PositionError::Move { word, error })?;
                played.play(m);
            }
        }
        Ok(played)
    }

    fn play(&mut self, m: G::Move) {
        self.moves.push(Arc::new(UndoableMove::play(&mut self.root, m)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::written_position::WrittenPosition;
    use plyglot_core::game::TextError;
    use plyglot_core::game::tictactoe::TicTacToe;

    fn read_text(text: &str) -> Result<TicTacToe, TextError> {
        let options = GameOptions::<TicTacToe>::of(());
        let read =
            |start: Option<&str>, moves: &[&str]| PlayedPosition::read(start, moves, &options);
        WrittenPosition::of(text).set_up(read).map(|played| played.root.position)
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        for (text, expected) in [
            ("startpos", "........."),
            (" startpos  moves", "........."),
            ("moves 4 0", "O...X...."),
            ("X........ moves b2", "X...O...."),
            ("startpos moves 4 P@a3 1", "OX..X...."),
        ] {
            assert_eq!(read_text(text), TicTacToe::parse(expected), "{text}");
        }
    }

    #[test]
    fn errors_have_a_column() {
        for (text, at) in [("XX?......", 2), ("startpos moves 4 b2", 17), ("", 0), ("X moves 4", 1)]
        {
            let error = read_text(text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
        }
    }
}
