//! A game of a file: what is known of it at once, and its rules, worked out when they are
//! needed.

use crate::definition::Definition;
use crate::position::Position;
use crate::rules::{MAX_KINDS, Rules, kind_count};
use crate::set::Set;
use plyglot_core::game::{
    BoardShape, BoardStyle, DARK, Game, GameInfo, LIGHT, PieceKind, TextError,
};
use std::fmt;
use std::hash::Hash;
use std::sync::OnceLock;

/// A game of a file, on a board whose squares fit into a set. It stays for as long as the
/// program runs.
pub struct Variant<S: 'static> {
    /// Its names and its start position.
    pub info: GameInfo,
    /// What the file says.
    pub definition: Definition,
    pub(crate) shape: BoardShape,
    rules: OnceLock<Rules<S>>,
}

impl<S> fmt::Debug for Variant<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.info.name)
    }
}

impl<S: Set + Hash> Variant<S> {
    /// A game with this definition.
    pub(crate) fn new(definition: Definition) -> Variant<S> {
        let name = lasting(&definition.name);
        let start = lasting(&definition.start_fen);
        let info = GameInfo {
            title: name,
            sides: ["white", "black"],
            board: Some(lasting(&board_words(&definition))),
            ..GameInfo::new(name, start)
        };
        let shape = shape(&definition);
        Variant { info, definition, shape, rules: OnceLock::new() }
    }

    /// The rules, which are worked out once.
    pub fn rules(&'static self) -> &'static Rules<S> {
        self.rules.get_or_init(|| Rules::new(self))
    }

    /// Whether the game can be played: its start position is one and has a move.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn check(&'static self) -> Result<(), String> {
        let kinds = kind_count(&self.definition);
        if kinds > MAX_KINDS {
            return Err(format!(
                "expected at most {MAX_KINDS} kinds of pieces, promoted ones among them, found {kinds}"
            ));
        }
        let start = Position::read_fen(self.rules(), self.info.start).map_err(
            |TextError { expected, found, .. }| {
                format!("startFen: expected {expected}, found {found}")
            },
        )?;
        match start.status() {
            None => Ok(()),
            Some(_) => Err("startFen: the game is over before its first move".to_owned()),
        }
    }
}

/// A text that stays for as long as the program runs.
fn lasting(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// What XBoard must know to draw the board.
fn board_words(definition: &Definition) -> String {
    let Definition { max_file, max_rank, pocket_size, variant_template, start_fen, .. } =
        definition;
    let template = if variant_template.is_empty() { "fairy" } else { variant_template };
    format!(
        "files {max_file} ranks {max_rank} pocket {pocket_size} template {template} startpos \
         {start_fen}"
    )
}

fn shape(definition: &Definition) -> BoardShape {
    let kinds: Vec<PieceKind> = definition
        .pieces
        .iter()
        .map(|piece| PieceKind {
            letters: [piece.letter.to_ascii_uppercase(), piece.letter],
            name: piece.name,
            value: 1,
        })
        .collect();
    let (files, ranks) = (definition.max_file.into(), definition.max_rank.into());
    BoardShape {
        kinds: Box::leak(kinds.into_boxed_slice()),
        colours: [LIGHT, DARK],
        ..BoardShape::new(files, ranks, BoardStyle::Chequered)
    }
}
