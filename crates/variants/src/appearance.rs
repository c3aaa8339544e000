//! The look of a game of a file: its board, pieces and the names of its sides.

use crate::definition::{Definition, Enclosing, PieceDefinition, Region, SquareNumbers};
use crate::marks::marks;
use crate::position::has_records;
use crate::rules::{Kind, Rules};
use crate::set::Set;
use crate::signs::steps;
use plyglot_core::game::{BoardShape, BoardStyle, DARK, LIGHT, Mark, MoveNotation, PieceKind};
use std::cmp::Reverse;
use std::hash::Hash;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceSet {
    /// Figures, and letters for those that chess does not have.
    Chess,
    Stones,
    /// Discs, with a letter for kings: draughts and tafl.
    Discs,
    Shogi,
    Xiangqi,
    /// Discs with signs, the generals and soldiers those of janggi.
    Janggi,
}

/// The look of the pieces, told by those that are typical of a family.
pub(crate) fn piece_set(definition: &Definition) -> PieceSet {
    let has = |name: &str| definition.pieces.iter().any(|piece| piece.name == name);
    let has_horse = has("horse") || has("elephant") || has("janggiElephant");
    // A game with one kind of chess piece, such as amazons, has figures.
    let is_stone = |letter: char| !"kqrbn".contains(letter);
    let is_alone = definition.pieces.len() == 1 && is_stone(definition.pieces[0].letter);
    if definition.jumps() || definition.hops() || definition.encloses() {
        PieceSet::Discs
    } else if is_alone || definition.places_stones() {
        PieceSet::Stones
    } else if has("shogiPawn")
        && definition.pieces.iter().any(|piece| piece.rules.promoted_piece_type.is_some())
    {
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
pub(crate) fn notations(piece_set: PieceSet, definition: &Definition) -> Vec<MoveNotation> {
    use MoveNotation::{
        Chinese, Csa, Hodges, HodgesDigits, Hosking, Iccs, Janggi, Kif, KitaoKawasaki, Lan,
        Numbers, San, Squares, Thai, ThaiLong, Usi, Wxf,
    };
    let has = |name: &str| definition.pieces.iter().any(|piece| piece.name == name);
    let [is_numbered, is_alone] = [
        definition.jumps() && definition.shown.square_numbers != SquareNumbers::None,
        definition.pieces.len() == 1,
    ];
    let family: &[MoveNotation] = match piece_set {
        PieceSet::Discs if is_numbered => &[Numbers, Squares],
        PieceSet::Stones if definition.places_stones() => &[Squares],
        PieceSet::Discs | PieceSet::Stones => &[Squares, San],
        PieceSet::Shogi if has_records(definition) => {
            &[Hodges, HodgesDigits, Hosking, Kif, Usi, Csa, KitaoKawasaki, San, Lan]
        }
        PieceSet::Shogi => &[Hodges, HodgesDigits, Hosking, Usi, San, Lan],
        PieceSet::Xiangqi => &[Wxf, Chinese, Iccs, San, Lan],
        PieceSet::Janggi => &[Janggi, San, Lan],
        PieceSet::Chess if is_alone => &[Squares, San],
        PieceSet::Chess if has("fers") && has("silver") => &[San, Lan, Thai, ThaiLong],
        PieceSet::Chess => &[San, Lan],
    };
    let own = definition.shown.notation;
    let others = family.iter().copied().filter(|&other| Some(other) != own);
    own.into_iter().chain(others).collect()
}

/// The names of the sides, the one that moves first before the other: those of the file, or else
/// those that are usual.
pub(crate) fn sides(piece_set: PieceSet, definition: &Definition) -> [String; 2] {
    let (given, usual) = (&definition.shown.side_names, usual_sides(piece_set, definition));
    [0, 1].map(|side| match given[side].as_str() {
        "" => usual[side].to_owned(),
        name => name.to_owned(),
    })
}

fn usual_sides(piece_set: PieceSet, definition: &Definition) -> [&'static str; 2] {
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

fn colours(piece_set: PieceSet, definition: &Definition) -> [&'static str; 2] {
    let colour = |name: &str| {
        Some(match name {
            "white" => LIGHT,
            "black" => DARK,
            "red" => "#b3261e",
            "blue" => "#1d5a9e",
            "yellow" => "#f2c14e",
            "green" => "#2f6b3a",
            _ => return None,
        })
    };
    let (names, usual) = (sides(piece_set, definition), usual_sides(piece_set, definition));
    // Wood, for sente and gote.
    [0, 1].map(|side| colour(&names[side]).or_else(|| colour(usual[side])).unwrap_or("#f0d6a0"))
}

/// The name of a piece in the words of players: that of the file, that of its kind, or that of the
/// figure of chess that has its letter. A piece without any has its letter before `piece`.
pub(crate) fn piece_name(definition: &Definition, piece: usize) -> String {
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

/// The kinds of pieces with their names, the most valuable first. More of them mean nothing where
/// losing them wins, where they change sides or come from nowhere, and where hands are not shown.
pub(crate) fn kinds<S: Set + Hash>(rules: &Rules<S>) -> Vec<PieceKind> {
    let (definition, values) = (rules.definition, rules.values());
    let counts = !values.is_giveaway()
        && definition.effects.flip_enclosed_pieces == Enclosing::None
        && !definition.drops.endless
        && (rules.shows_hands() || !rules.has_hands);
    let kind = |(number, kind): (usize, &Kind<S>)| {
        let is_promoted = kind.text.starts_with('+');
        let piece = if is_promoted { usize::from(kind.base) } else { kind.piece };
        let is_royal = rules.is_royal(number);
        let worth = (values.pieces[number] + 50) / 100;
        PieceKind {
            is_promoted,
            symbols: rules.symbols()[number],
            steps: steps(rules, number).leak(),
            ..PieceKind::new(
                letters(definition, piece),
                lasting(&piece_name(definition, piece)),
                if counts && !is_royal { worth.clamp(1, 255) as u8 } else { 0 },
            )
        }
    };
    // A promoted pawn of chess is what it became, and pieces that turn back are what they were.
    let is_told = |kind: &Kind<S>| {
        let turns_back = kind.text.starts_with('+') && definition.promotion.has_demotion;
        !kind.text.ends_with('~') && !turns_back
    };
    let mut kinds: Vec<PieceKind> =
        rules.kinds.iter().enumerate().filter(|(_, of)| is_told(of)).map(kind).collect();
    kinds.sort_by_key(|kind| Reverse(kind.value));
    kinds
}

pub(crate) fn stone(definition: &Definition) -> PieceKind {
    PieceKind::new(letters(definition, 0), lasting(&piece_name(definition, 0)), 0)
}

fn letters(definition: &Definition, piece: usize) -> [char; 2] {
    let letter = definition.pieces[piece].letter;
    [letter.to_ascii_uppercase(), letter]
}

pub(crate) fn shape(
    piece_set: PieceSet,
    definition: &Definition,
    kinds: Vec<PieceKind>,
    numbers: &[u8],
    stars: &[usize],
) -> BoardShape {
    let (files, ranks) = definition.board.size();
    let style = match piece_set {
        _ if definition.board.is_hexagonal && !definition.places_stones() => {
            BoardStyle::HexagonFiles
        }
        PieceSet::Xiangqi | PieceSet::Janggi => BoardStyle::Points {
            arcs: &[],
            diagonals: Box::leak(palace_lines(definition).into_boxed_slice()),
            river: river(definition),
        },
        PieceSet::Stones if definition.drops.enclosing == Enclosing::Top => BoardStyle::Holes,
        PieceSet::Stones if definition.board.is_hexagonal => BoardStyle::Hexagons,
        PieceSet::Stones if definition.board.max_file > 8 => {
            BoardStyle::Points { arcs: &[], diagonals: &[], river: None }
        }
        PieceSet::Shogi | PieceSet::Stones => BoardStyle::Plain,
        PieceSet::Discs if definition.encloses() => BoardStyle::Plain,
        PieceSet::Chess | PieceSet::Discs => BoardStyle::Chequered,
    };
    let mut marks = marks(definition, piece_set);
    marks.extend(stars.iter().map(|&cell| (cell, Mark::Star)));
    BoardShape {
        notation: notations(piece_set, definition)[0],
        numbers: numbers.to_vec().leak(),
        bent_files: lasting(&definition.shown.bent_files),
        marks: marks.leak(),
        kinds: Box::leak(kinds.into_boxed_slice()),
        colours: colours(piece_set, definition),
        has_tiles: piece_set == PieceSet::Shogi,
        records_from_top: definition.is_hex(),
        ..BoardShape::new(files, ranks, style)
    }
}

/// The diagonals of the palaces: of the squares that kings do not leave, three by three.
fn palace_lines(definition: &Definition) -> Vec<[usize; 2]> {
    let (files, ranks) = (definition.board.max_file, definition.board.max_rank);
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
    let ranks = 0..definition.board.max_rank;
    let reached = |side: usize, rank: u8| {
        (0..definition.board.max_file).any(|file| elephant.mobility[side].contains(file, rank))
    };
    let last_own = ranks.clone().filter(|&rank| reached(0, rank)).max()?;
    let first_other = ranks.filter(|&rank| reached(1, rank)).min()?;
    (first_other == last_own + 1).then(|| usize::from(definition.board.max_rank - first_other))
}

/// A text that stays for as long as the program runs.
pub(crate) fn lasting(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::library;

    /// A side of a known colour has it on the board, and any other keeps the usual one.
    #[test]
    fn sides_have_the_names_of_the_file() {
        let looks = |rules: &str| {
            let all = crate::file::read(rules, &library()).expect(rules);
            let set = piece_set(&all[0]);
            (sides(set, &all[0]).join(" "), colours(set, &all[0]))
        };
        for (game, names, expected, colours) in [
            ("breakthrough", ["green", "yellow"], "green yellow", ["#2f6b3a", "#f2c14e"]),
            ("tictactoe", ["noughts", ""], "noughts black", [LIGHT, DARK]),
            ("brandub", ["attackers", "defenders"], "attackers defenders", [DARK, LIGHT]),
            ("hex", ["", "white"], "red white", ["#b3261e", LIGHT]),
        ] {
            let lines = [("White", names[0]), ("Black", names[1])];
            let lines = lines.into_iter().filter(|(_, name)| !name.is_empty());
            let lines: String =
                lines.map(|(of, name)| format!("sideName{of} = {name}\n")).collect();
            let rules = format!("[x:{game}]\n{lines}");
            assert_eq!(looks(&rules), (expected.to_owned(), colours), "{game}");
        }
    }

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
