//! A game of a file: facts known at once, and its rules, worked out when they are needed.

use crate::definition::{Definition, Enclosing, Region};
use crate::file::{Complaint, Place};
use crate::network::Layout;
use crate::position::{PieceSet, Position};
use crate::rules::{MAX_KINDS, Rules, kind_count};
use crate::set::Set;
use plyglot_core::game::network::Network;
use plyglot_core::game::{
    BoardShape, BoardStyle, DARK, Game, GameInfo, LIGHT, Notation, PieceKind, TextError,
};
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A game of a file, on a board whose squares fit into a set. It stays for as long as the
/// program runs.
pub struct Variant<S: 'static> {
    /// Its names and its start position.
    pub info: GameInfo,
    /// Its definition in the file.
    pub definition: Definition,
    pub(crate) shape: BoardShape,
    pub(crate) piece_set: PieceSet,
    rules: OnceLock<Rules<S>>,
    pub(crate) layout: OnceLock<Layout>,
    /// The network that was found beside its file.
    network: Mutex<Option<Arc<Network>>>,
}

impl<S> fmt::Debug for Variant<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.info.name)
    }
}

impl<S: Set + Hash> Variant<S> {
    /// A game with this definition.
    pub(crate) fn new(definition: Definition) -> Variant<S> {
        let piece_set = piece_set(&definition);
        let name = lasting(&definition.name);
        let start = lasting(&definition.start_fen);
        let info = GameInfo {
            title: name,
            sides: sides(piece_set, &definition),
            board: Some(lasting(&board_words(&definition))),
            ..GameInfo::new(name, start)
        };
        let shape = shape(piece_set, &definition);
        Variant {
            info,
            definition,
            shape,
            piece_set,
            rules: OnceLock::new(),
            layout: OnceLock::new(),
            network: Mutex::new(None),
        }
    }

    /// The rules, which are worked out once.
    pub fn rules(&'static self) -> &'static Rules<S> {
        self.rules.get_or_init(|| Rules::new(self))
    }

    /// The network in use unless another one is loaded, if there is one.
    pub(crate) fn network(&self) -> Option<Arc<Network>> {
        self.network.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Evaluates by this network, which must fit, or by the rules alone from now on. Searches
    /// that were made before keep theirs.
    pub(crate) fn set_network(&self, network: Option<Arc<Network>>) {
        *self.network.lock().unwrap_or_else(PoisonError::into_inner) = network;
    }

    /// Why the game at this place of a file cannot be played, if so: it has too many kinds of
    /// pieces, or its start position is invalid, lacks a castling right that it names, or is the
    /// end of the game.
    pub(crate) fn fault(&'static self, place: &Place) -> Option<Complaint> {
        let kinds = kind_count(&self.definition);
        if kinds > MAX_KINDS {
            let expected = format!("at most {MAX_KINDS} kinds of pieces, promoted ones among them");
            return Some(place.complaint(TextError { at: 0, expected, found: kinds.to_string() }));
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
                let expected = "a position in which the game is not over yet".to_owned();
                Err(TextError { at: 0, expected, found: start.end_name().to_owned() })
            }
        }
    }
}

/// A text that stays for as long as the program runs.
fn lasting(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// The board in XBoard's terms: size, hand, template and start position.
fn board_words(definition: &Definition) -> String {
    let Definition { max_file, max_rank, pocket_size, variant_template, start_fen, .. } =
        definition;
    let template = if variant_template.is_empty() { "fairy" } else { variant_template };
    format!(
        "files {max_file} ranks {max_rank} pocket {pocket_size} template {template} startpos \
         {start_fen}"
    )
}

/// The look of the pieces, told by those that are typical of a family.
fn piece_set(definition: &Definition) -> PieceSet {
    let has = |name: &str| definition.pieces.iter().any(|piece| piece.name == name);
    let has_horse = has("horse") || has("elephant") || has("janggiElephant");
    // A game with one kind of chess piece, such as amazons, has figures.
    let is_stone = |letter: char| !"kqrbn".contains(letter);
    if definition.pieces.len() == 1 && is_stone(definition.pieces[0].letter) {
        PieceSet::Stones
    } else if has("shogiPawn") && definition.promoted_piece_type.iter().any(Option::is_some) {
        PieceSet::Shogi
    } else if has("soldier") && has_horse && definition.diagonal_lines != Region::NONE {
        PieceSet::Janggi
    } else if has("soldier") && has_horse {
        PieceSet::Xiangqi
    } else {
        PieceSet::Chess
    }
}

/// The names of the sides, the one that moves first before the other.
fn sides(piece_set: PieceSet, definition: &Definition) -> [&'static str; 2] {
    match piece_set {
        PieceSet::Shogi => ["black", "white"],
        PieceSet::Xiangqi => ["red", "black"],
        PieceSet::Janggi => ["blue", "red"],
        PieceSet::Stones if definition.enclosing_drop == Enclosing::Reversi => ["black", "white"],
        PieceSet::Stones if definition.enclosing_drop == Enclosing::Top => ["yellow", "red"],
        PieceSet::Chess | PieceSet::Stones => ["white", "black"],
    }
}

/// The colours of the pieces of both sides.
fn colours(sides: [&str; 2], piece_set: PieceSet) -> [&'static str; 2] {
    match (piece_set, sides[0]) {
        (PieceSet::Shogi, _) => ["#f0d6a0", "#f0d6a0"],
        (_, "black") => [DARK, LIGHT],
        (_, "red") => ["#b3261e", DARK],
        (_, "blue") => ["#1d5a9e", "#b3261e"],
        (_, "yellow") => ["#f2c14e", "#c8402f"],
        _ => [LIGHT, DARK],
    }
}

/// The name of a kind of piece: `dragon horse`, or its letter if it has no name.
fn kind_name(key: &'static str, letter: char) -> &'static str {
    let bare = key.strip_prefix("shogi").or(key.strip_prefix("janggi")).unwrap_or(key);
    if key.starts_with("customPiece") {
        return lasting(&letter.to_ascii_uppercase().to_string());
    }
    if bare.chars().all(|c| c.is_ascii_lowercase()) {
        return bare;
    }
    let words = bare.char_indices().map(|(at, c)| match c.is_ascii_uppercase() && at > 0 {
        true => format!(" {}", c.to_ascii_lowercase()),
        false => c.to_ascii_lowercase().to_string(),
    });
    lasting(&words.collect::<String>())
}

fn shape(piece_set: PieceSet, definition: &Definition) -> BoardShape {
    let kinds: Vec<PieceKind> = definition
        .pieces
        .iter()
        .map(|piece| PieceKind {
            letters: [piece.letter.to_ascii_uppercase(), piece.letter],
            name: kind_name(piece.name, piece.letter),
            value: 1,
        })
        .collect();
    let (files, ranks) = (definition.max_file.into(), definition.max_rank.into());
    let style = match piece_set {
        PieceSet::Xiangqi | PieceSet::Janggi => BoardStyle::Points {
            arcs: &[],
            diagonals: Box::leak(palace_lines(definition).into_boxed_slice()),
            river: river(definition),
        },
        PieceSet::Stones if definition.enclosing_drop == Enclosing::Top => BoardStyle::Holes,
        PieceSet::Shogi | PieceSet::Stones => BoardStyle::Plain,
        PieceSet::Chess => BoardStyle::Chequered,
    };
    BoardShape {
        kinds: Box::leak(kinds.into_boxed_slice()),
        colours: colours(sides(piece_set, definition), piece_set),
        has_tiles: piece_set == PieceSet::Shogi,
        ..BoardShape::new(files, ranks, style)
    }
}

/// The diagonals of the palaces: of the squares that kings do not leave, three by three.
fn palace_lines(definition: &Definition) -> Vec<[usize; 2]> {
    let (files, ranks) = (definition.max_file, definition.max_rank);
    let cell =
        |file: u8, rank: u8| usize::from(ranks - 1 - rank) * usize::from(files) + usize::from(file);
    let king = definition.pieces.iter().find(|piece| piece.name == "king");
    let palace = |region: &Region| {
        let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        let inside: Vec<(u8, u8)> =
            squares.filter(|&(file, rank)| region.contains(file, rank)).collect();
        let (&(left, bottom), &(right, top)) = (inside.first()?, inside.last()?);
        let is_palace = inside.len() == 9 && right - left == 2 && top - bottom == 2;
        is_palace.then(|| {
            [[cell(left, bottom), cell(right, top)], [cell(right, bottom), cell(left, top)]]
        })
    };
    king.into_iter().flat_map(|king| king.mobility.iter().filter_map(palace)).flatten().collect()
}

/// The row below a river, where the elephants' halves of the board meet.
fn river(definition: &Definition) -> Option<usize> {
    let elephant = definition.pieces.iter().find(|piece| piece.name == "elephant")?;
    let ranks = 0..definition.max_rank;
    let reached = |side: usize, rank: u8| {
        (0..definition.max_file).any(|file| elephant.mobility[side].contains(file, rank))
    };
    let last_own = ranks.clone().filter(|&rank| reached(0, rank)).max()?;
    let first_other = ranks.filter(|&rank| reached(1, rank)).min()?;
    (first_other == last_own + 1).then(|| usize::from(definition.max_rank - first_other))
}
