//! The rules of a section while it is read, and the keys that set them.

use super::betza;
use super::complaint::Word;
use super::grammar::whole;
use crate::keys::{Field, Group};
use crate::predefined::{PREDEFINED, predefined_piece};
use crate::{Definition, PieceDefinition, PieceMask, PieceRules, Region, Walk};
use plyglot_core::game::Side;
use std::sync::{Arc, LazyLock, OnceLock};

/// The letter of a piece that is not in the game.
pub(super) const ABSENT: char = '\0';

/// The rules of a section while it is read. `pieces` has all of [`PREDEFINED`].
#[derive(Clone, Debug)]
pub(super) struct Draft(pub Definition);

impl Draft {
    /// The rules that a section without a parent starts from: chess without any pieces.
    pub(super) fn template() -> Draft {
        static TEMPLATE: OnceLock<Definition> = OnceLock::new();
        Draft(TEMPLATE.get_or_init(template).clone())
    }

    /// Makes the cells hexagons, or squares. Pieces whose moves were written for the others leave.
    pub(super) fn set_hexagonal(&mut self, is_hexagonal: bool) {
        let before = std::mem::replace(&mut self.0.board.is_hexagonal, is_hexagonal);
        if before == is_hexagonal {
            return;
        }
        for (number, piece) in self.0.pieces.iter_mut().enumerate() {
            if piece.walks != predefined_walks(number, before) {
                piece.letter = ABSENT;
            }
            piece.walks = predefined_walks(number, is_hexagonal);
            (piece.rules.jump_captures, piece.rules.jump_moves) = (Vec::new(), Vec::new());
        }
    }

    pub(super) fn child_of(parent: &Definition) -> Draft {
        let rules = parent.origin.as_deref().unwrap_or(parent);
        Draft(rules.clone())
    }

    pub(super) fn piece(&self, letter: char) -> Option<usize> {
        let letter = letter.to_ascii_lowercase();
        self.0.pieces.iter().position(|piece| piece.letter == letter)
    }

    /// A letter of a position as the game has it, and not as `pieceSynonyms` do.
    pub(super) fn own_letter(&self, letter: char) -> char {
        let mut synonyms = self.0.shown.piece_synonyms.0.iter();
        let own = synonyms.find(|(_, name)| name.chars().eq([letter.to_ascii_lowercase()]));
        match own.filter(|_| self.piece(letter).is_none()) {
            Some((own, _)) if letter.is_ascii_uppercase() => own.to_ascii_uppercase(),
            Some((own, _)) => *own,
            None => letter,
        }
    }

    pub(super) fn has(&self, piece: usize) -> bool {
        self.0.pieces[piece].letter != ABSENT
    }

    /// Gives a letter to a piece, and takes it from the piece that had it.
    pub(super) fn name(&mut self, piece: usize, letter: char) {
        if let Some(other) = self.piece(letter) {
            self.0.pieces[other].letter = ABSENT;
        }
        if self.0.pieces[piece].letter != letter {
            self.0.shown.piece_names.forget(letter);
        }
        self.0.pieces[piece].letter = letter;
    }

    /// The definition, only with the pieces that are in the game.
    pub(super) fn finish(mut self) -> Definition {
        let present: Vec<usize> = (0..PREDEFINED.len()).filter(|&piece| self.has(piece)).collect();
        // Pawns lose a promotion for good when its piece leaves; other sets regain a piece that
        // returns.
        let all = present.iter().fold(0, |all, piece| all | 1 << piece);
        for pieces in &mut self.0.promotion.new_pieces {
            pieces.0 &= all;
        }
        let mut rules = self.0.clone();
        // A board that never fills is full at the start, as in crusade, which then is played.
        rules.ends.adjudicates_full_board &= rules.fills_board();
        rules.pieces = present.iter().map(|&piece| rules.pieces[piece].clone()).collect();
        rules.each_field(&mut |_, field| match field {
            Field::Pieces(pieces) => *pieces = renumbered(*pieces, &present),
            Field::PiecesOrAny(pieces) => {
                *pieces = pieces.map(|pieces| renumbered(pieces, &present))
            }
            Field::PiecesAndAll(pieces) => {
                let together = pieces.0 & PieceMask::single(PieceMask::TOGETHER).0;
                *pieces = PieceMask(renumbered(*pieces, &present).0 | together);
            }
            Field::PieceOrAny(piece) | Field::PieceOrNone(piece) => {
                *piece = piece.and_then(|piece| present.iter().position(|&other| other == piece));
            }
            _ => {}
        });
        rules.origin = Some(Arc::new(self.0));
        rules
    }
}

/// The pieces by their numbers among those that are present.
fn renumbered(pieces: PieceMask, present: &[usize]) -> PieceMask {
    let mut renumbered = 0;
    for (number, &piece) in present.iter().enumerate() {
        renumbered |= u64::from(pieces.contains(piece)) << number;
    }
    PieceMask(renumbered)
}

/// The walks of a piece that the format defines, by index; none for custom pieces.
pub(super) fn predefined_walks(piece: usize, is_hexagonal: bool) -> Arc<[Walk]> {
    let betza = PREDEFINED[piece].betza.unwrap_or("");
    let word = Word { text: betza, line: 0, column: 0 };
    // A test checks the notations of the table; the empty one has no walks.
    whole(word, "moves", betza::piece(is_hexagonal)).unwrap_or_default().into()
}

fn template() -> Definition {
    let mut template = Definition::default();
    for (number, piece) in PREDEFINED.iter().enumerate() {
        template.pieces.push(PieceDefinition {
            name: piece.name,
            letter: ABSENT,
            walks: predefined_walks(number, false),
            mobility: [Region::ALL; 2],
            drops: [Region::ALL; 2],
            rules: PieceRules::default(),
        });
    }
    template
}

pub(super) struct Rule {
    pub(super) name: String,
    /// The sides that it is for; the first where it is for the game.
    pub(super) sides: &'static [Side],
    /// The group of its key among those of a definition; `None` if it is one of [`PieceRules`].
    pub(super) group: Option<usize>,
    pub(super) index: usize,
}

impl Rule {
    pub(super) fn field<'a>(&self, group: &'a mut dyn Group, side: Side) -> Field<'a> {
        group.fields(side).swap_remove(self.index)
    }

    /// Its field in a definition; `None` if it is one of [`PieceRules`].
    pub(super) fn field_of<'a>(&self, rules: &'a mut Definition, side: Side) -> Option<Field<'a>> {
        let group = rules.groups().swap_remove(self.group?);
        Some(self.field(group, side))
    }
}

/// All rules, in the order in which they are applied: one for both sides before those for one.
pub(super) static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut groups = vec![(None, PieceRules::default().keys())];
    for (group, keys) in Definition::default().groups().into_iter().enumerate() {
        groups.push((Some(group), keys.keys()));
    }
    let mut rules = Vec::new();
    for (group, keys) in groups {
        for (index, key) in keys.iter().enumerate() {
            for (name, sides) in key.names() {
                rules.push(Rule { name, sides, group, index });
            }
        }
    }
    rules
});

/// Whether a key is on where no section says anything of it.
pub(super) fn is_on_by_default(key: &str) -> bool {
    let key = current_name(key);
    let Some(rule) = RULES.iter().find(|rule| rule.name == key) else { return false };
    let mut rules = Definition::default();
    let field = rule.field_of(&mut rules, Side::First);
    field.is_some_and(|field| field.is_on())
}

const PAWNS: &str = "pawnTypes";
/// The keys that say which pieces are pawns in some respect.
pub(super) const PAWN_TYPES: [&str; 3] = ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"];

#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Letter(usize),
    /// Squares for a piece, by side.
    Region(usize, Regions, Side),
    /// All of [`PAWN_TYPES`].
    PawnTypes,
    /// A key of [`OLD_KEYS`], by its index.
    Old(usize),
    /// A rule, by its index in [`RULES`].
    Rule(usize),
}

/// Keys of other files whose values have another form here, in the order in which they are applied:
/// as in Fairy-Stockfish, `doubleStepRank` wins over `doubleStepRankMin`.
pub(super) const OLD_KEYS: [&str; 10] = [
    "promotionRank",
    "doubleStepRankMin",
    "doubleStepRank",
    "dropOnTop",
    "captureType",
    "arrowGating",
    "duckGating",
    "pastGating",
    "pocketSize",
    "staticGating",
];

/// The key that a section may have several times.
pub(super) const STARTS: &str = "start";

/// The name that a key has now.
pub(super) fn current_name(key: &str) -> &str {
    match key {
        "whiteFlag" => "flagRegionWhite",
        "blackFlag" => "flagRegionBlack",
        "whiteDropRegion" => "dropRegionWhite",
        "blackDropRegion" => "dropRegionBlack",
        "castlingRookPiece" => "castlingRookPieces",
        "staticGatingRegion" => "wallingRegion",
        key => key,
    }
}

type Regions = fn(&mut PieceDefinition) -> &mut [Region; 2];

/// The squares of single pieces: what their keys begin with.
const REGIONS: [(&str, Regions); 2] =
    [("mobilityRegion", |piece| &mut piece.mobility), ("dropRegion", |piece| &mut piece.drops)];
const SIDES: [&str; 2] = ["White", "Black"];

pub(super) fn meaning(key: &str) -> Option<Meaning> {
    if let Some(old) = OLD_KEYS.iter().position(|old| *old == key) {
        return Some(Meaning::Old(old));
    }
    let key = current_name(key);
    if let Some(rule) = RULES.iter().position(|known| known.name == key) {
        return Some(Meaning::Rule(rule));
    }
    if key == PAWNS {
        return Some(Meaning::PawnTypes);
    }
    for (prefix, regions) in REGIONS {
        for (side, name) in Side::BOTH.into_iter().zip(SIDES) {
            if let Some(name) = key.strip_prefix(prefix).and_then(|key| key.strip_prefix(name))
                && let Some(piece) =
                    (0..PREDEFINED.len()).find(|&piece| capital(PREDEFINED[piece].name) == name)
            {
                return Some(Meaning::Region(piece, regions, side));
            }
        }
    }
    predefined_piece(key).map(Meaning::Letter)
}

fn capital(name: &str) -> String {
    name[..1].to_ascii_uppercase() + &name[1..]
}

pub(super) fn key_names() -> Vec<String> {
    let mut names: Vec<String> = RULES.iter().map(|rule| rule.name.clone()).collect();
    names.push(PAWNS.to_owned());
    names.extend(PREDEFINED.iter().map(|piece| piece.name.to_owned()));
    for piece in PREDEFINED {
        for (prefix, _) in REGIONS {
            names.extend(SIDES.map(|side| format!("{prefix}{side}{}", capital(piece.name))));
        }
    }
    names
}
