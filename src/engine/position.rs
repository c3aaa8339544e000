//! Reads a position and moves from text; for the protocol, referees and solvers.

use super::move_text::{PositionError, read_move_part};
use super::options::GameOptions;
use crate::games::{Game, Notation};
use crate::search::Root;

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
        options: &GameOptions,
    ) -> Result<PlayedPosition<G>, PositionError> {
        let mut position = G::parse(start.unwrap_or(G::START)).map_err(PositionError::Start)?;
        options.apply(&mut position);
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
