//! Reads a position and moves from text; for the protocol, referees and solvers.

use super::move_text::{PositionError, read_move_part};
use super::options::GameOptions;
use plyglot_core::game::{Game, Notation};
use plyglot_core::search::Root;

/// A position with its history.
pub(super) struct PlayedPosition<G> {
    pub(super) root: Root<G>,
    /// The position before the last move, if there is one.
    pub(super) before: Option<Root<G>>,
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
        let mut played = PlayedPosition { root: Root::new(position), before: None };
        for (word, text) in words.iter().enumerate() {
            let is_last = word + 1 == words.len();
            // Nearly every word is one move, which is then parsed once.
            if let Ok(m) = played.root.position.read_move(text) {
                played.play(m, is_last);
                continue;
            }
            let parts = G::split_moves(text);
            for (number, part) in parts.iter().enumerate() {
                let m = read_move_part(&played.root.position, text, part)
                    .map_err(|error| PositionError::Move { word, error })?;
                played.play(m, is_last && number + 1 == parts.len());
            }
        }
        Ok(played)
    }

    fn play(&mut self, m: <G as Game>::Move, is_last: bool) {
        // Only before the last move, because the history is copied and may be long.
        if is_last {
            self.before = Some(self.root.clone());
        }
        self.root.play(m);
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
