//! A position with the moves that led there, and the moves that words add to it.

use super::options::GameOptions;
use crate::move_text::{
    NULL_MOVE, PositionError, RECORDED_NULL_MOVE, is_en_passant, is_null_move, move_error,
    read_written,
};
use plyglot_core::game::{Game, MoveNotation, Notation, TextError};
use plyglot_core::search::Root;
use std::mem;
use std::sync::Arc;

/// The longest move of any game, in bytes: captures of draughts have a square for each step. What is
/// longer is not looked at, so that a word takes time in proportion to its length.
const MAX_MOVE_BYTES: usize = 256;

pub(super) struct UndoableMove<G: Game> {
    /// `None` for a null move.
    m: Option<G::Move>,
    pub(super) position: G,
    /// The keys that it forgot: see [`Root::play`].
    forgotten: Vec<u64>,
}

impl<G: Notation> UndoableMove<G> {
    pub(super) fn play(root: &mut Root<G>, m: G::Move) -> UndoableMove<G> {
        let position = root.position.clone();
        UndoableMove { m: Some(m), position, forgotten: root.play(m) }
    }

    /// Plays a null move, after which no earlier position counts as repeated. `None` if there is
    /// none here, or the game is over.
    fn play_null_move(root: &mut Root<G>) -> Option<UndoableMove<G>> {
        if root.position.legal_moves().is_empty() {
            return None;
        }
        let after = root.position.after_null_move()?;
        let position = mem::replace(&mut root.position, after);
        Some(UndoableMove { m: None, position, forgotten: mem::take(&mut root.earlier) })
    }

    pub(super) fn take_back(&self, root: &mut Root<G>) {
        root.take_back(self.position.clone(), self.forgotten.clone());
    }

    pub(super) fn is_null_move(&self) -> bool {
        self.m.is_none()
    }

    /// Its name by the options of a position, which is otherwise the one before it.
    pub(super) fn name_in(&self, position: &G) -> String {
        match self.m {
            Some(m) => position.print_move(m),
            None => NULL_MOVE.to_owned(),
        }
    }

    pub(super) fn name(&self) -> String {
        self.name_in(&self.position)
    }

    pub(super) fn record(&self, notation: MoveNotation) -> String {
        match self.m {
            Some(m) => self.position.write_move(m, notation),
            None => RECORDED_NULL_MOVE.to_owned(),
        }
    }
}

pub(super) struct PlayedPosition<G: Game> {
    pub(super) root: Root<G>,
    pub(super) moves: Vec<Arc<UndoableMove<G>>>,
}

impl<G: Notation> PlayedPosition<G> {
    /// Parses a position (the start position if `None`) and plays the moves of these
    /// words. A word may contain several moves.
    pub(super) fn read(
        start: Option<&str>,
        words: &[&str],
        options: &GameOptions<G>,
    ) -> Result<PlayedPosition<G>, PositionError> {
        let start = start.map_or_else(|| Ok(options.start()), |text| options.parse(text));
        let position = start.map_err(PositionError::Start)?;
        let mut played = PlayedPosition { root: Root::new(position), moves: Vec::new() };
        let mut line = MoveLine { root: &mut played.root, moves: &mut played.moves };
        for (word, text) in words.iter().enumerate() {
            line.play_word_of_client(text).map_err(|error| PositionError::Move { word, error })?;
        }
        Ok(played)
    }
}

/// A position and the moves that led to it, to which others are added.
pub(super) struct MoveLine<'a, G: Notation> {
    pub(super) root: &'a mut Root<G>,
    pub(super) moves: &'a mut Vec<Arc<UndoableMove<G>>>,
}

impl<G: Notation> MoveLine<'_, G> {
    /// Plays the moves of a word, as [`MoveLine::play_word`] does. In the form of one move of a
    /// piece, it is that move or an error, and never two moves of pawns.
    fn play_word_of_client(&mut self, word: &str) -> Result<usize, TextError> {
        let before = self.moves.len();
        if self.play_one(word) {
            return Ok(self.moves.len() - before);
        }
        let is_one = has_form_of_move(word) && !self.only_puts() && G::split_moves(word).len() == 1;
        if is_one { Err(self.error(word, word)) } else { self.play_word(word) }
    }

    /// Plays what a word means: a move, several without blanks between them, and before each a pass
    /// that was left out because it was the only move, as in Othello; a null move; nothing if it
    /// only says that the last move was en passant. Returns the number of moves. If one is not
    /// legal, none is played.
    pub(super) fn play_word(&mut self, word: &str) -> Result<usize, TextError> {
        let before = self.moves.len();
        // Nearly every word is one move, which is then parsed once.
        if self.play_one(word) {
            return Ok(self.moves.len() - before);
        }
        if before > 0 && is_en_passant(word) {
            return Ok(0);
        }
        if is_null_move(word) && self.play_null_move() {
            return Ok(1);
        }
        let Err(error) = self.play_parts(word) else { return Ok(self.moves.len() - before) };
        self.go_back(before);
        if self.play_all(word) {
            return Ok(self.moves.len() - before);
        }
        self.go_back(before);
        Err(error)
    }

    /// Plays a pass, or a null move where no pass is legal.
    pub(super) fn play_null_move(&mut self) -> bool {
        if self.play_text("pass") {
            return true;
        }
        let played = UndoableMove::play_null_move(self.root);
        let is_played = played.is_some();
        self.moves.extend(played.map(Arc::new));
        is_played
    }

    /// Plays the moves into which the game itself divides a word.
    fn play_parts(&mut self, word: &str) -> Result<(), TextError> {
        for part in G::split_moves(word) {
            if !self.play_one(part) {
                return Err(self.error(word, part));
            }
        }
        Ok(())
    }

    fn error(&self, word: &str, part: &str) -> TextError {
        move_error(&self.root.position, word, part, part.len() <= MAX_MOVE_BYTES)
    }

    fn play_all(&mut self, word: &str) -> bool {
        let mut rest = word;
        while !rest.is_empty() {
            let Some(length) = self.play_first(rest) else { return false };
            rest = &rest[length..];
        }
        true
    }

    /// Plays the first move of a text that has several, and returns its length in bytes. It is the
    /// longest one if it is the last, and else the shortest after which another one is legal.
    fn play_first(&mut self, text: &str) -> Option<usize> {
        if self.play_one(text) {
            return Some(text.len());
        }
        let before = self.moves.len();
        for (end, _) in text.char_indices().skip(2).take_while(|&(end, _)| end <= MAX_MOVE_BYTES) {
            let (first, second) = text.split_at(end);
            // A longer number would be another square.
            if second.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            if self.play_one(first) && self.begins_with_move(second) {
                return Some(end);
            }
            self.go_back(before);
        }
        None
    }

    fn begins_with_move(&mut self, text: &str) -> bool {
        let before = self.moves.len();
        for end in text.char_indices().map(|(at, _)| at).skip(2).chain([text.len()]) {
            if end > MAX_MOVE_BYTES {
                break;
            }
            let is_move = self.play_one(&text[..end]);
            self.go_back(before);
            if is_move {
                return true;
            }
        }
        false
    }

    /// Plays a move, after a pass if that is the only one and was left out.
    fn play_one(&mut self, text: &str) -> bool {
        if self.play_text(text) {
            return true;
        }
        let position = &self.root.position;
        if position.legal_moves().len() != 1 {
            return false;
        }
        let Ok(pass) = position.read_move("pass") else { return false };
        let before = self.moves.len();
        self.play(pass);
        let is_played = self.play_text(text);
        if !is_played {
            self.go_back(before);
        }
        is_played
    }

    fn play_text(&mut self, text: &str) -> bool {
        if text.len() > MAX_MOVE_BYTES {
            return false;
        }
        let Ok(m) = read_written(&self.root.position, text) else { return false };
        self.play(m);
        true
    }

    fn play(&mut self, m: G::Move) {
        self.moves.push(Arc::new(UndoableMove::play(self.root, m)));
    }

    fn go_back(&mut self, count: usize) {
        while self.moves.len() > count
            && let Some(last) = self.moves.pop()
        {
            last.take_back(self.root);
        }
    }

    /// Whether every move puts a piece on the board, so that a square alone may be a move.
    fn only_puts(&self) -> bool {
        let position = &self.root.position;
        position.legal_moves().into_iter().all(|m| position.print_move(m).contains('@'))
    }
}

/// Whether a word is an origin and a target, perhaps with the letter of a promotion: `e7e8q`.
fn has_form_of_move(word: &str) -> bool {
    let rest = behind_square(word).and_then(behind_square);
    rest.is_some_and(|rest| rest.len() <= 1 && rest.bytes().all(|c| c.is_ascii_alphabetic()))
}

fn behind_square(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() < rest.len() { Some(behind) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_text::WrittenPosition;
    use plyglot_core::game::TextError;
    use plyglot_core::game::tictactoe::TicTacToe;

    fn read_text(text: &str) -> Result<TicTacToe, TextError> {
        let options = GameOptions::<TicTacToe>::new(());
        let read =
            |start: Option<&str>, moves: &[&str]| PlayedPosition::read(start, moves, &options);
        WrittenPosition::new(text).set_up(read).map(|played| played.root.position)
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        for (text, expected) in [
            ("startpos", "........."),
            (" startpos  moves", "........."),
            ("moves 4 0", "O...X...."),
            ("X........ moves b2", "X...O...."),
            ("startpos moves 4 P@a3 1", "OX..X...."),
            // Every move puts a piece, so these are two.
            ("startpos moves b2a3", "O...X...."),
            ("startpos moves b2a3b3 P@a1", "OX..X.O.."),
        ] {
            assert_eq!(read_text(text), TicTacToe::parse(expected), "{text}");
        }
    }
}
