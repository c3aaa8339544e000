//! The rules of a section while it is read: as in a [`Definition`], but kinds are indices into
//! all of the format's, so that sets keep their meaning when pieces come and go.

use super::betza;
use super::complaint::Word;
use super::grammar::whole;
use crate::definition::keys::Field;
use crate::definition::kinds::KINDS;
use crate::definition::{Definition, PieceDefinition, PieceKinds, PieceRules, Region, Walk};
use std::sync::{Arc, OnceLock};

/// The letter of a kind that is not in the game.
pub(super) const ABSENT: char = '\0';

/// The rules of a section while it is read. `pieces` has all of [`KINDS`].
#[derive(Clone, Debug)]
pub(super) struct Draft(pub Definition);

impl Draft {
    /// The rules that a section without a parent starts from: chess without any pieces.
    pub(super) fn template() -> Draft {
        static TEMPLATE: OnceLock<Definition> = OnceLock::new();
        Draft(TEMPLATE.get_or_init(template).clone())
    }

    /// The rules that a child of this game starts from.
    pub(super) fn child_of(parent: &Definition) -> Draft {
        let rules = parent.origin.as_deref().unwrap_or(parent);
        Draft(rules.clone())
    }

    /// The kind with this letter.
    pub(super) fn kind(&self, letter: char) -> Option<usize> {
        let letter = letter.to_ascii_lowercase();
        self.0.pieces.iter().position(|piece| piece.letter == letter)
    }

    /// Whether the kind is in the game.
    pub(super) fn has(&self, kind: usize) -> bool {
        self.0.pieces[kind].letter != ABSENT
    }

    /// Gives a letter to a kind, and takes it from the kind that had it.
    pub(super) fn name(&mut self, kind: usize, letter: char) {
        if let Some(other) = self.kind(letter) {
            self.0.pieces[other].letter = ABSENT;
        }
        if self.0.pieces[kind].letter != letter {
            self.0.shown.piece_names.forget(letter);
        }
        self.0.pieces[kind].letter = letter;
    }

    /// The definition, with the kinds that are in the game alone.
    pub(super) fn finish(mut self) -> Definition {
        let present: Vec<usize> = (0..KINDS.len()).filter(|&kind| self.has(kind)).collect();
        // Pawns lose a promotion for good when its kind leaves; other sets regain a kind that
        // returns.
        let all = present.iter().fold(0, |all, kind| all | 1 << kind);
        for kinds in &mut self.0.promotion.new_kinds {
            kinds.0 &= all;
        }
        let mut rules = self.0.clone();
        rules.pieces = present.iter().map(|&kind| rules.pieces[kind].clone()).collect();
        let index = |kind: usize| present.iter().position(|&other| other == kind);
        let renumbered = |kinds: &PieceKinds| {
            let bit = |(index, &kind): (usize, &usize)| u64::from(kinds.contains(kind)) << index;
            PieceKinds(present.iter().enumerate().map(bit).fold(0, |all, bit| all | bit))
        };
        rules.each_field(&mut |field| match field {
            Field::Kinds(kinds) | Field::KindsOrAny(kinds) => *kinds = renumbered(kinds),
            Field::KindsAndAll(kinds) => {
                let together = kinds.0 & PieceKinds::of(PieceKinds::TOGETHER).0;
                *kinds = PieceKinds(renumbered(kinds).0 | together);
            }
            Field::Kind(_, kind) => *kind = kind.and_then(index),
            _ => {}
        });
        rules.origin = Some(Arc::new(self.0));
        rules
    }
}

/// The walks of a kind that the format defines, by index; none for custom pieces.
pub(super) fn predefined_walks(kind: usize) -> Arc<[Walk]> {
    let betza = KINDS[kind].betza.unwrap_or("");
    let word = Word { text: betza, line: 0, column: 0 };
    // A test checks the notations of the table; the empty one has no walks.
    whole(word, "moves", betza::piece).unwrap_or_default().into()
}

/// The defaults of the format.
fn template() -> Definition {
    let piece = |kind: usize| PieceDefinition {
        name: KINDS[kind].name,
        letter: ABSENT,
        walks: predefined_walks(kind),
        mobility: [Region::ALL; 2],
        rules: PieceRules::default(),
    };
    Definition { pieces: (0..KINDS.len()).map(piece).collect(), ..Definition::default() }
}
