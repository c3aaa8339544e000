//! The set to which the pieces of a game belong, and the names and notations that go with it.

use crate::position::has_records;
use plyglot_core::game::{MoveNotation, Side};
use plyglot_definition::{Definition, Enclosing, PieceDefinition, Region, SquareNumbers};

/// The family to which the pieces of a game belong, by their look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSet {
    /// Figures, and letters for those that chess does not have.
    Chess,
    /// Stones, or discs without a letter.
    Stones,
    /// Discs, with a letter for kings: draughts and tafl.
    Discs,
    /// Tiles with signs.
    Shogi,
    /// Discs with signs.
    Xiangqi,
    /// Discs with signs, the generals and soldiers those of janggi.
    Janggi,
}

/// The look of the pieces, told by those that are typical of a family.
pub fn piece_set(definition: &Definition) -> PieceSet {
    let has = |name: &str| definition.pieces.iter().any(|piece| piece.name == name);
    let has_horse = has("horse") || has("elephant") || has("janggiElephant");
    // A game with one kind of chess piece, such as amazons, has figures.
    let is_alone = definition.pieces.len() == 1 && !"kqrbn".contains(definition.pieces[0].letter);
    // Mansindam has the pieces of chess, and of shogi the pawns and the promotion alone.
    let has_chessmen = ["queen", "bishop", "knight"].into_iter().all(has) && !has("silver");
    if definition.moves_otherwise() {
        PieceSet::Discs
    } else if is_alone || definition.places_stones() {
        PieceSet::Stones
    } else if has("shogiPawn") && !has_chessmen && definition.promotes_pieces() {
        PieceSet::Shogi
    } else if has("soldier") && has_horse && definition.turns.diagonal_lines != Region::NONE {
        PieceSet::Janggi
    } else if has("soldier") && has_horse {
        PieceSet::Xiangqi
    } else {
        PieceSet::Chess
    }
}

/// The notation of the file, and those that are usual where pieces are of this family.
pub fn notations(piece_set: PieceSet, definition: &Definition) -> Vec<MoveNotation> {
    use MoveNotation::{
        Chinese, Csa, Hodges, HodgesDigits, Hosking, Iccs, Janggi, Kif, KitaoKawasaki, Lan,
        Numbers, San, Squares, Thai, ThaiLong, Usi, Wxf,
    };
    let has = |name: &str| definition.pieces.iter().any(|piece| piece.name == name);
    let has_numbers = definition.shown.square_numbers != SquareNumbers::None;
    let family: &[MoveNotation] = match piece_set {
        PieceSet::Discs if definition.jumps() && has_numbers => &[Numbers, Squares],
        PieceSet::Stones if definition.places_stones() => &[Squares],
        PieceSet::Discs | PieceSet::Stones => &[Squares, San],
        PieceSet::Shogi if has_records(definition) => {
            &[Hodges, HodgesDigits, Hosking, Kif, Usi, Csa, KitaoKawasaki, San, Lan]
        }
        PieceSet::Shogi => &[Hodges, HodgesDigits, Hosking, Usi, San, Lan],
        PieceSet::Xiangqi => &[Wxf, Chinese, Iccs, San, Lan],
        PieceSet::Janggi => &[Janggi, San, Lan],
        PieceSet::Chess if definition.pieces.len() == 1 => &[Squares, San],
        PieceSet::Chess if has("fers") && has("silver") => &[San, Lan, Thai, ThaiLong],
        PieceSet::Chess => &[San, Lan],
    };
    let own = definition.shown.notation;
    own.into_iter().chain(family.iter().copied().filter(|&other| Some(other) != own)).collect()
}

/// Whether players number the move of each side.
pub(crate) fn counts_plies(piece_set: PieceSet, definition: &Definition) -> bool {
    matches!(piece_set, PieceSet::Shogi | PieceSet::Janggi)
        || matches!(definition.drops.enclosing, Enclosing::Reversi | Enclosing::Top)
        || definition.places_stones()
}

/// The names of the sides, the one that moves first before the other: those of the file, or else
/// those that are usual.
pub(crate) fn sides(piece_set: PieceSet, definition: &Definition) -> [String; 2] {
    let given = &definition.shown.side_names;
    let usual = usual_sides(piece_set, definition);
    Side::BOTH.map(|side| match given[side].as_str() {
        "" => usual[side].to_owned(),
        name => name.to_owned(),
    })
}

pub(crate) fn usual_sides(piece_set: PieceSet, definition: &Definition) -> [&'static str; 2] {
    let enclosing = definition.drops.enclosing;
    match piece_set {
        PieceSet::Shogi if definition.board.second_begins() => ["gote", "sente"],
        PieceSet::Shogi => ["sente", "gote"],
        PieceSet::Xiangqi => ["red", "black"],
        PieceSet::Janggi => ["blue", "red"],
        PieceSet::Stones if enclosing == Enclosing::Reversi => ["black", "white"],
        PieceSet::Stones if enclosing == Enclosing::Top => ["yellow", "red"],
        PieceSet::Stones if definition.board.is_hexagonal && definition.places_stones() => {
            ["red", "blue"]
        }
        PieceSet::Stones if definition.places_stones() => ["black", "white"],
        // The attackers of tafl and the side with the low numbers of draughts are black.
        PieceSet::Discs
            if definition.captures.custodial_king.is_some()
                || definition.shown.square_numbers == SquareNumbers::Near =>
        {
            ["black", "white"]
        }
        PieceSet::Chess | PieceSet::Stones | PieceSet::Discs => ["white", "black"],
    }
}

/// The name of a piece in the words of players: that of the file, that of its kind, or that of the
/// figure of chess that has its letter. A piece without any has its letter before `piece`.
pub fn piece_name(definition: &Definition, piece: usize) -> String {
    let PieceDefinition { name: key, letter, .. } = definition.pieces[piece];
    let given = definition.shown.piece_names.0.iter().find(|(of, _)| *of == letter);
    if let Some((_, name)) = given {
        return name.clone();
    }
    if piece_set(definition) == PieceSet::Stones {
        let are_discs = matches!(definition.drops.enclosing, Enclosing::Reversi | Enclosing::Top);
        return if are_discs { "disc" } else { "stone" }.to_owned();
    }
    match key {
        "shogiPawn" => "pawn",
        "shogiKnight" => "knight",
        "janggiCannon" => "cannon",
        "janggiElephant" => "elephant",
        "dragonHorse" => "dragon horse",
        "bers" => "dragon king",
        _ if is_plain(key) && !(key == "commoner" && letter == 'k') => key,
        _ => match letter {
            'k' => "king",
            'q' => "queen",
            'r' => "rook",
            'b' => "bishop",
            'n' => "knight",
            'p' => "pawn",
            _ if definition.pieces.len() == 1 => "piece",
            _ => return format!("{} piece", letter.to_ascii_uppercase()),
        },
    }
    .to_owned()
}

/// Whether the key of a kind of piece is a word that players use, and not only one of the format.
fn is_plain(key: &str) -> bool {
    let is_of_the_format = matches!(
        key,
        "fersAlfil"
            | "aiwok"
            | "knibis"
            | "biskni"
            | "kniroo"
            | "rookni"
            | "clobber"
            | "breakthrough"
            | "immobile"
    );
    !key.starts_with("customPiece") && !is_of_the_format
}

/// A text that stays for as long as the program runs.
pub(crate) fn lasting(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::library;

    /// The words of players of these games, by the letters of their start position.
    #[test]
    fn pieces_have_the_names_that_players_use() {
        let known = library();
        let name = |game: &str, letter: char| {
            let definition = known.iter().find(|one| one.name == game).expect(game);
            let piece = definition.pieces.iter().position(|piece| piece.letter == letter);
            piece_name(definition, piece.expect("a piece"))
        };
        for (game, names) in [
            ("chess", "k:king n:knight p:pawn"),
            ("atomic", "k:king"),
            ("shogi", "p:pawn n:knight g:gold"),
            ("seirawan", "h:hawk e:elephant"),
            ("dobutsu", "l:lion g:giraffe e:elephant c:chick h:hen"),
            ("xiangqi", "k:general r:chariot a:advisor c:cannon p:soldier"),
            ("draughts", "m:man k:king"),
            ("nightrider", "n:nightrider"),
            ("hoppelpoppel", "n:knight b:bishop"),
            ("breakthrough", "p:stone"),
            ("gomoku", "p:stone"),
            // Without any word for it.
            ("mandala", "e:E_piece"),
        ] {
            for pair in names.split(' ') {
                let (letter, expected) = pair.split_once(':').expect("a pair");
                let letter = letter.chars().next().expect("a letter");
                assert_eq!(name(game, letter), expected.replace('_', " "), "{game}: {letter}");
            }
        }
        for definition in &known {
            for piece in 0..definition.pieces.len() {
                let name = piece_name(definition, piece);
                assert!(is_plain(&name), "{}: {name}", definition.name);
            }
        }
    }
}
