//! Why a game of a file cannot be played.

use crate::definition::{Chasing, Enclosing, MAX_KINDS, PieceKinds, Walling};
use crate::file::{Complaint, Place};
use crate::position::Position;
use crate::rules::{MAX_BYTES, Rules, Variant, kind_count};
use crate::set::Set;
use crate::stones::{StoneGame, StonePosition};
use plyglot_core::game::{Game, Mismatch, Notation, TextError};
use std::hash::Hash;

impl<S: Set + Hash> Variant<S> {
    /// Why the game at this place of a file cannot be played, if so:
    ///
    /// - it has too many kinds of pieces, or rules that do not go together, or need too much memory;
    /// - its start position is invalid, names a castling right that it lacks, or is the end of the
    ///   game.
    pub(crate) fn fault(&'static self, place: &Place) -> Option<Complaint> {
        if let Some(mismatch) = self.conflict(place) {
            return Some(place.complaint(mismatch));
        }
        let Some(rules) = self.rules_in_bounds() else {
            let most = format!("tables of at most {} MiB for all games", MAX_BYTES >> 20);
            return Some(place.complaint(Mismatch::new(most, "more")));
        };
        let error = self.check_start(rules).err().map(|error| place.start_complaint(error));
        let lacks_swap = || self.definition.turns.has_swap && rules.swap_map().is_none();
        error.or_else(|| lacks_swap().then(|| place.complaint(no_swap())))
    }

    fn conflict(&self, place: &Place) -> Option<Mismatch> {
        let definition = &self.definition;
        let refused = |expected: &str, found: &str| Some(Mismatch::new(expected, found));
        let kinds = kind_count(definition);
        if kinds > MAX_KINDS {
            let expected = format!("at most {MAX_KINDS} kinds of pieces, promoted ones among them");
            return refused(&expected, &kinds.to_string());
        }
        let (jumps, encloses) = (definition.jumps(), definition.encloses());
        if definition.captures.custodial_king.is_some() && !encloses {
            return refused("custodialTypes or surroundTypes as well", "custodialKing");
        }
        let allows_leaps = !definition.turns.must_capture || encloses;
        let mut pieces = definition.pieces.iter();
        if let Some(piece) = pieces.find(|piece| allows_leaps && piece.leaps_as_it_jumps()) {
            let expected =
                "mustCapture, as a piece with jumpCaptures also goes where it lands by a capture";
            return refused(expected, piece.name);
        }
        // The keys of the section come before those of its parent.
        let first = |keys: &[&'static str], other| {
            keys.iter().copied().find(|key| place.sets(key)).unwrap_or(other)
        };
        let puts_more = definition.drops.gating || definition.walls.rule != Walling::None;
        if jumps && puts_more {
            let found = first(&["wallingRule", "gating"], "jumpCaptures");
            return refused("a game in which a jump puts no wall or piece", found);
        }
        let is_royal = definition.pieces.iter().any(|piece| piece.name == "king")
            || definition.ends.last_of_kind_is_royal;
        if (jumps || encloses) && is_royal {
            let own = if jumps { "jumpCaptures" } else { "custodialTypes" };
            let found = first(&["king", "extinctionPseudoRoyal"], own);
            return refused("a game without a royal piece, as these captures give no check", found);
        }
        self.conflict_with_chasing()
    }

    /// What does not go together with a rule on chasing: chases are found by taking moves back.
    fn conflict_with_chasing(&self) -> Option<Mismatch> {
        let definition = &self.definition;
        if definition.repetition.chasing_rule == Chasing::None {
            return None;
        }
        let (drops, effects) = (&definition.drops, &definition.effects);
        let (_, found) = [
            (definition.walls.rule != Walling::None, "wallingRule"),
            (drops.gating, "gating"),
            (drops.seirawan_gating, "seirawanGating"),
            (effects.captures_blast, "blastOnCapture"),
            (effects.petrified_kinds != PieceKinds::NONE, "petrifyOnCaptureTypes"),
            (effects.flip_enclosed_pieces != Enclosing::None, "flipEnclosedPieces"),
            (definition.jumps(), "jumpCaptures"),
            (definition.encloses(), "custodialTypes or surroundTypes"),
        ]
        .into_iter()
        .find(|(is_there, _)| *is_there)?;
        Some(Mismatch::new("moves that change two squares at most, for chasingRule", found))
    }

    fn check_start(&self, rules: &'static Rules<S>) -> Result<(), TextError> {
        let text = self.info.start;
        let start = Position::read_fen(rules, text)?;
        start.check_rights(text)?;
        start.status().map_or(Ok(()), |_| Err(over(start.end_name())))
    }
}

impl StoneGame {
    /// Why the game at this place of a file cannot be played, if so: its start position is
    /// invalid, or the end of the game, or lets nobody swap.
    pub(crate) fn fault(&'static self, place: &Place) -> Option<Complaint> {
        let error = self.check_start().err().map(|error| place.start_complaint(error));
        let start = &self.definition.board;
        let is_empty = || start.start_cells().all(|(_, _, c)| c == '*');
        let begins = start.start_fen.split(' ').nth(1) != Some("b");
        let lacks_swap = self.definition.turns.has_swap
            && !(begins && is_empty() && self.swap_cells().is_some());
        error.or_else(|| lacks_swap.then(|| place.complaint(no_swap())))
    }

    fn check_start(&'static self) -> Result<(), TextError> {
        let start = StonePosition::read(self, self.info.start)?;
        start.status().map_or(Ok(()), |_| Err(over(start.end_name())))
    }
}

fn over(found: String) -> TextError {
    let expected = "a position in which the game is not over yet";
    TextError { at: 0, mismatch: Mismatch::new(expected, found) }
}

fn no_swap() -> Mismatch {
    Mismatch::new("a start position in which both sides are alike and White begins", "swapRule")
}
