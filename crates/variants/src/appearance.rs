//! The look of a game of a file: its board, pieces and the names of its sides.

use crate::definition::{Definition, Enclosing, Region, SquareNumbers};
use plyglot_core::game::{BoardShape, BoardStyle, DARK, LIGHT, PieceKind};

/// The look of the pieces of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceSet {
    /// Figures, and letters for those that chess does not have.
    Chess,
    /// Stones of one kind.
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
pub(crate) fn piece_set(definition: &Definition) -> PieceSet {
    let has = |name: &str| definition.pieces.iter().any(|piece| piece.name == name);
    let has_horse = has("horse") || has("elephant") || has("janggiElephant");
    // A game with one kind of chess piece, such as amazons, has figures.
    let is_stone = |letter: char| !"kqrbn".contains(letter);
    let is_alone = definition.pieces.len() == 1 && is_stone(definition.pieces[0].letter);
    if definition.jumps() || definition.encloses() {
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

/// The names of the sides, the one that moves first before the other.
pub(crate) fn sides(piece_set: PieceSet, definition: &Definition) -> [&'static str; 2] {
    let enclosing = definition.drops.enclosing;
    match piece_set {
        PieceSet::Shogi => ["black", "white"],
        PieceSet::Xiangqi => ["red", "black"],
        PieceSet::Janggi => ["blue", "red"],
        PieceSet::Stones if enclosing == Enclosing::Reversi => ["black", "white"],
        PieceSet::Stones if enclosing == Enclosing::Top => ["yellow", "red"],
        PieceSet::Stones if definition.stones.is_hexagonal => ["red", "blue"],
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

/// The colours of the pieces of both sides.
fn colours(sides: [&str; 2], piece_set: PieceSet) -> [&'static str; 2] {
    const RED: &str = "#b3261e";
    const BLUE: &str = "#1d5a9e";
    match (piece_set, sides[0]) {
        (PieceSet::Shogi, _) => ["#f0d6a0", "#f0d6a0"],
        (PieceSet::Stones, "red") => [RED, BLUE],
        (_, "black") => [DARK, LIGHT],
        (_, "red") => [RED, DARK],
        (_, "blue") => [BLUE, RED],
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
    let words = bare.char_indices().map(|(at, c)| {
        if c.is_ascii_uppercase() && at > 0 {
            format!(" {}", c.to_ascii_lowercase())
        } else {
            c.to_ascii_lowercase().to_string()
        }
    });
    lasting(&words.collect::<String>())
}

pub(crate) fn shape(piece_set: PieceSet, definition: &Definition) -> BoardShape {
    let kinds: Vec<PieceKind> = definition
        .pieces
        .iter()
        .map(|piece| PieceKind {
            letters: [piece.letter.to_ascii_uppercase(), piece.letter],
            name: kind_name(piece.name, piece.letter),
            value: 1,
        })
        .collect();
    let (files, ranks) = definition.board.size();
    let style = match piece_set {
        PieceSet::Xiangqi | PieceSet::Janggi => BoardStyle::Points {
            arcs: &[],
            diagonals: Box::leak(palace_lines(definition).into_boxed_slice()),
            river: river(definition),
        },
        PieceSet::Stones if definition.drops.enclosing == Enclosing::Top => BoardStyle::Holes,
        PieceSet::Stones if definition.stones.is_hexagonal || definition.board.max_file > 8 => {
            BoardStyle::Points { arcs: &[], diagonals: hexagon_lines(definition), river: None }
        }
        PieceSet::Shogi | PieceSet::Stones => BoardStyle::Plain,
        PieceSet::Discs if definition.encloses() => BoardStyle::Plain,
        PieceSet::Chess | PieceSet::Discs => BoardStyle::Chequered,
    };
    BoardShape {
        kinds: Box::leak(kinds.into_boxed_slice()),
        colours: colours(sides(piece_set, definition), piece_set),
        has_tiles: piece_set == PieceSet::Shogi,
        text: definition.stones.is_hexagonal.then(|| lasting(&hexagons(definition))),
        ..BoardShape::new(files, ranks, style)
    }
}

/// The third line of each hexagonal cell, by the cells at its ends; ranks and files are the others.
fn hexagon_lines(definition: &Definition) -> &'static [[usize; 2]] {
    if !definition.stones.is_hexagonal {
        return &[];
    }
    let (files, ranks) =
        (usize::from(definition.board.max_file), usize::from(definition.board.max_rank));
    let starts = (0..ranks).map(|row| (0, row)).chain((1..files).map(|file| (file, ranks - 1)));
    let line = |(file, row): (usize, usize)| {
        let length = row.min(files - 1 - file);
        [row * files + file, (row - length) * files + file + length]
    };
    starts.map(line).filter(|[from, to]| from != to).collect::<Vec<_>>().leak()
}

/// A board of hexagonal cells in text: each row lies half a cell further right than that above.
fn hexagons(definition: &Definition) -> String {
    let (files, ranks) = definition.board.size();
    let row =
        |(at, rank): (usize, usize)| format!("{}{rank:2}{}\n", " ".repeat(at), " +".repeat(files));
    let rows: String = (0..ranks).zip((1..=ranks).rev()).map(row).collect();
    let names: String = ('a'..).take(files).flat_map(|file| [' ', file]).collect();
    format!("{rows}{}  {names}", " ".repeat(ranks))
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
