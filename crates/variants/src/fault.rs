//! Why a game of a file cannot be played.

use crate::definition::MAX_KINDS;
use crate::file::{Complaint, Place};
use crate::position::Position;
use crate::rules::kind_count;
use crate::set::Set;
use crate::variant::Variant;
use plyglot_core::game::{Game, Mismatch, Notation, TextError};
use std::hash::Hash;

impl<S: Set + Hash> Variant<S> {
    /// Why the game at this place of a file cannot be played, if so: it has too many kinds of
    /// pieces, or its start position is invalid, lacks a castling right that it names, or is the
    /// end of the game.
    pub(crate) fn fault(&'static self, place: &Place) -> Option<Complaint> {
        let kinds = kind_count(&self.definition);
        if kinds > MAX_KINDS {
            let expected = format!("at most {MAX_KINDS} kinds of pieces, promoted ones among them");
            return Some(place.complaint(Mismatch::new(expected, kinds.to_string())));
        }
        self.check_start().err().map(|error| place.start_complaint(error))
    }

    fn check_start(&'static self) -> Result<(), TextError> {
        let text = self.info.start;
        let start = Position::read_fen(self.rules(), text)?;
        start.check_rights(text)?;
        match start.status() {
            None => Ok(()),
            Some(_) => {
                let expected = "a position in which the game is not over yet";
                Err(TextError { at: 0, mismatch: Mismatch::new(expected, start.end_name()) })
            }
        }
    }
}
