//! The look of a game of a file: its board and its pieces.

use crate::marks::marks;
use crate::piece_set::{PieceSet, lasting, notations, piece_name, sides, usual_sides};
use crate::rules::Rules;
use crate::set::Set;
use crate::signs::steps;
use plyglot_core::game::{BoardShape, BoardStyle, DARK, LIGHT, Mark, Piece, PieceKind, Side};
use plyglot_definition::{Definition, Enclosing, Region};
use std::cmp::Reverse;
use std::hash::Hash;

fn colours(piece_set: PieceSet, definition: &Definition) -> [&'static str; 2] {
    let names = sides(piece_set, definition);
    let usual = usual_sides(piece_set, definition);
    // Wood, for sente and gote.
    Side::BOTH.map(|side| colour(&names[side]).or_else(|| colour(usual[side])).unwrap_or("#f0d6a0"))
}

fn colour(name: &str) -> Option<&'static str> {
    Some(match name {
        "white" => LIGHT,
        "black" => DARK,
        "red" => "#b3261e",
        "blue" => "#1d5a9e",
        "yellow" => "#f2c14e",
        "green" => "#2f6b3a",
        _ => return None,
    })
}

impl<S: Set + Hash> Rules<S> {
    pub(crate) fn shape(&'static self) -> &'static BoardShape {
        self.shape.get_or_init(|| {
            let numbers = cell_numbers(self);
            let mut pieces: Vec<Piece> = Vec::new();
            for side in Side::BOTH {
                pieces.extend((0..self.kinds.len() as u8).map(|kind| self.piece(side, kind)));
            }
            let mut shape =
                shape(self.variant.piece_set, self.definition, kinds(self), &numbers, &[]);
            shape.turned = turned(self).leak();
            shape.pieces = pieces.leak();
            shape
        })
    }

    /// A piece of a kind as it is drawn.
    pub(crate) fn piece(&self, side: Side, number: u8) -> Piece {
        let kind = &self.kinds[usize::from(number)];
        let lower = kind.text.chars().find(char::is_ascii_alphabetic).unwrap_or('?');
        let lower = lower.to_ascii_lowercase();
        let letter = if side == Side::First { lower.to_ascii_uppercase() } else { lower };
        let is_promoted = kind.text.starts_with('+');
        let symbol = self.symbols()[usize::from(number)][side];
        Piece { is_promoted, ..Piece::new(Some(side), letter, symbol) }
    }
}

/// The numbers of squares, row by row from the top left.
fn cell_numbers<S>(rules: &Rules<S>) -> Vec<u8> {
    rules.square_numbers.chunks(rules.size.files.into()).rev().flatten().copied().collect()
}

/// The kinds of pieces with their names, the most valuable first, without those turned.
fn kinds<S: Set + Hash>(rules: &Rules<S>) -> Vec<PieceKind> {
    let mut kinds = Vec::new();
    for number in 0..rules.kinds.len() {
        // A promoted pawn of chess is what it became.
        if !rules.kinds[number].text.ends_with('~') && !turns_back(rules, number) {
            kinds.push(kind(rules, number));
        }
    }
    kinds.sort_by_key(|kind| Reverse(kind.value));
    kinds
}

/// The other sides of pieces that turn over and back.
fn turned<S: Set + Hash>(rules: &Rules<S>) -> Vec<PieceKind> {
    let all = (0..rules.kinds.len()).filter(|&number| turns_back(rules, number));
    all.map(|number| kind(rules, number)).collect()
}

fn turns_back<S>(rules: &Rules<S>, number: usize) -> bool {
    rules.kinds[number].text.starts_with('+') && rules.definition.promotion.has_demotion
}

/// More of a kind mean nothing where losing them wins, where they change sides or come from nowhere,
/// and where hands are not shown.
fn kind<S: Set + Hash>(rules: &Rules<S>, number: usize) -> PieceKind {
    let definition = rules.definition;
    let values = rules.values();
    let counts = !values.is_giveaway()
        && definition.effects.flip_enclosed_pieces == Enclosing::None
        && !definition.drops.free_drops
        && (rules.shows_hands() || !rules.character.has_hands);
    let kind = &rules.kinds[number];
    let is_promoted = kind.text.starts_with('+');
    let piece = if is_promoted { usize::from(kind.base) } else { kind.piece };
    let worth = (values.pieces[number] + 50) / 100;
    PieceKind {
        written: written(definition, piece),
        is_promoted,
        goes_as: lasting(&piece_name(definition, kind.piece)),
        symbols: rules.symbols()[number],
        steps: steps(rules, number).leak(),
        ..PieceKind::new(
            letters(definition, piece),
            lasting(&piece_name(definition, piece)),
            if counts && !rules.is_royal(number) { worth.clamp(1, 255) as u8 } else { 0 },
        )
    }
}

pub(crate) fn stone(definition: &Definition) -> PieceKind {
    PieceKind::new(letters(definition, 0), lasting(&piece_name(definition, 0)), 0)
}

fn letters(definition: &Definition, piece: usize) -> [char; 2] {
    let letter = definition.pieces[piece].letter;
    [letter.to_ascii_uppercase(), letter]
}

fn written(definition: &Definition, piece: usize) -> char {
    let [letter, own] = letters(definition, piece);
    let mut synonyms = definition.shown.piece_synonyms.0.iter();
    match synonyms.find(|(of, _)| *of == own).map(|(_, name)| name.as_bytes()) {
        Some([synonym]) => char::from(*synonym).to_ascii_uppercase(),
        _ => letter,
    }
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
            has_grid: true,
            lines: lasting_lines(palace_lines(definition)),
            arcs: &[],
            river: river(definition),
        },
        PieceSet::Stones if definition.drops.enclosing == Enclosing::Top => BoardStyle::Holes,
        PieceSet::Stones if definition.board.is_hexagonal => BoardStyle::Hexagons,
        PieceSet::Stones if definition.board.max_file > 8 => {
            BoardStyle::Points { has_grid: true, lines: &[], arcs: &[], river: None }
        }
        PieceSet::Stones if steps_along_rows(definition) => BoardStyle::Points {
            has_grid: true,
            lines: lasting_lines(diagonals(definition)),
            arcs: &[],
            river: None,
        },
        PieceSet::Shogi | PieceSet::Stones => BoardStyle::Plain,
        PieceSet::Discs if definition.encloses() => BoardStyle::Plain,
        PieceSet::Chess | PieceSet::Discs => BoardStyle::Chequered,
    };
    let mut marks = marks(definition, piece_set);
    marks.extend(stars.iter().map(|&cell| (cell, Mark::Star)));
    let mut shape = BoardShape::new(files, ranks, style);
    shape.notation = notations(piece_set, definition)[0];
    shape.numbers = numbers.to_vec().leak();
    shape.bent_files = lasting(&definition.shown.bent_files);
    shape.marks = marks.leak();
    shape.kinds = Box::leak(kinds.into_boxed_slice());
    shape.colours = colours(piece_set, definition);
    shape.has_tiles = piece_set == PieceSet::Shogi;
    shape.records_from_top = definition.is_hex();
    shape
}

fn lasting_lines(ends: Vec<[usize; 2]>) -> &'static [&'static [usize]] {
    let ends: &'static [[usize; 2]] = ends.leak();
    ends.iter().map(|line| &line[..]).collect::<Vec<_>>().leak()
}

/// Whether stones step to and fro in each direction of the rows that win. The boards of such games,
/// such as picaria, are lines in these directions.
fn steps_along_rows(definition: &Definition) -> bool {
    let walks = &definition.pieces[0].walks;
    let steps = |way: (i8, i8)| {
        walks.iter().any(|walk| walk.moves && !walk.initial && (walk.files, walk.ranks) == way)
    };
    let ways: Vec<(i8, i8)> = definition.row_directions().collect();
    definition.rows.connect_n > 0
        && [(1, 0), (0, 1)].iter().all(|way| ways.contains(way))
        && ways.iter().all(|&(files, ranks)| steps((files, ranks)) && steps((-files, -ranks)))
}

/// All diagonals of the board, where rows go along them, by the cells at their ends.
fn diagonals(definition: &Definition) -> Vec<[usize; 2]> {
    if !definition.rows.connect_diagonal {
        return Vec::new();
    }
    let (files, ranks) = definition.board.size();
    let mut lines = Vec::new();
    for (file, row) in (0..files).map(|file| (file, 0)).chain((1..ranks).map(|row| (0, row))) {
        let steps = (files - 1 - file).min(ranks - 1 - row);
        if steps > 0 {
            let start = row * files + file;
            lines.push([start, start + steps * (files + 1)]);
            let mirrored = row * files + files - 1 - file;
            lines.push([mirrored, mirrored + steps * (files - 1)]);
        }
    }
    lines
}

/// The diagonals of the palaces: of the squares that kings do not leave, three by three.
fn palace_lines(definition: &Definition) -> Vec<[usize; 2]> {
    let Some(king) = definition.pieces.iter().find(|piece| piece.name == "king") else {
        return Vec::new();
    };
    let files = usize::from(definition.board.max_file);
    let mut lines = Vec::new();
    for region in &king.mobility {
        if let Some((left, bottom)) = palace_corner(definition, *region) {
            let row = usize::from(definition.board.max_rank - 1 - bottom);
            let corner = row * files + usize::from(left);
            lines.push([corner, corner - 2 * files + 2]);
            lines.push([corner + 2, corner - 2 * files]);
        }
    }
    lines
}

/// The square at the bottom left of a region of three by three squares.
fn palace_corner(definition: &Definition, region: Region) -> Option<(u8, u8)> {
    let inside = definition.board.squares(region);
    let &(left, bottom) = inside.first()?;
    let is_near =
        inside.iter().all(|(file, rank)| (left..left + 3).contains(file) && rank - bottom < 3);
    if inside.len() == 9 && is_near { Some((left, bottom)) } else { None }
}

/// The row below a river, where the elephants' halves of the board meet.
fn river(definition: &Definition) -> Option<usize> {
    let elephant = definition.pieces.iter().find(|piece| piece.name == "elephant")?;
    let board = &definition.board;
    let last_own = board.squares(elephant.mobility[0]).last()?.1;
    let first_other = board.squares(elephant.mobility[1]).first()?.1;
    if first_other == last_own + 1 { Some(usize::from(board.max_rank - first_other)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_set::piece_set;
    use crate::test_games::library;

    /// The boards of nine holes, picaria and teeko, with the diagonals of picaria and teeko; in the
    /// others stones do not step along all rows.
    #[test]
    fn stones_that_step_along_their_rows_stand_on_lines() {
        let known = library();
        for (game, expected) in [
            ("nineholes", Some(0)),
            ("picaria", Some(2 * 3)),
            ("teeko", Some(2 * 7)),
            ("tictactoe", None),
            ("symphony", None),
            ("asimplegame", None),
        ] {
            let definition = known.iter().find(|one| one.name == game).expect(game);
            let style = shape(piece_set(definition), definition, Vec::new(), &[], &[]).style;
            let diagonals = match style {
                BoardStyle::Points { has_grid: true, lines, .. } => Some(lines.len()),
                _ => None,
            };
            assert_eq!(diagonals, expected, "{game}");
        }
    }

    /// Nine other squares are none, even if the last lies left of the first.
    #[test]
    fn a_palace_is_three_by_three() {
        for (squares, expected) in [
            ("d1 e1 f1 d2 e2 f2 d3 e3 f3", 4),
            ("d1 e1 f1 d2 e2 f2", 2),
            ("e1 f1 g1 d2 e2 f2 a3 b3 c3", 2),
        ] {
            let rules = format!("[x:xiangqi]\nmobilityRegionWhiteKing = {squares}\n");
            let all = plyglot_definition::file::read(&rules, &library()).expect(squares);
            assert_eq!(palace_lines(&all[0]).len(), expected, "{squares}");
        }
    }

    /// A side of a known colour has it on the board, and any other keeps the usual one.
    #[test]
    fn sides_have_the_names_of_the_file() {
        let looks = |rules: &str| {
            let all = plyglot_definition::file::read(rules, &library()).expect(rules);
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
}
