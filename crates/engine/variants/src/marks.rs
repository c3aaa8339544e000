//! What the rules say of cells, for drawings.

use crate::definition::{Definition, Enclosing, PieceKinds, Region, Walling};
use crate::piece_set::PieceSet;
use plyglot_core::game::{Mark, Side};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// The marks of a board, by its cells row by row from the top left.
pub(crate) fn marks(definition: &Definition, piece_set: PieceSet) -> Vec<(usize, Mark)> {
    let (files, ranks) = (definition.board.max_file, definition.board.max_rank);
    let captures = &definition.captures;
    let mut found = Vec::new();
    let mut add = |mark: Mark, region: Region| {
        let rows = (0..ranks).rev().enumerate();
        let cells = rows.flat_map(|(row, rank)| (0..files).map(move |file| (row, file, rank)));
        let inside = cells.filter(|&(_, file, rank)| region.contains(file, rank));
        let cells =
            inside.map(|(row, file, _)| (row * usize::from(files) + usize::from(file), mark));
        found.extend(cells);
    };
    if definition.walls.rule == Walling::None || definition.board.is_hexagonal {
        add(Mark::Hole, holes(definition));
    }
    add(Mark::Star, stars(definition));
    if matches!(piece_set, PieceSet::Xiangqi | PieceSet::Janggi) {
        add(Mark::Star, homes(definition));
    }
    add(Mark::Dot, dots(definition, piece_set));
    add(Mark::Throne, captures.hostile_region.with(captures.throne_region));
    let [first, second] = definition.ends.flag_region;
    add(Mark::Goal(None), first.common(second));
    for (side, other) in SIDES.into_iter().zip([second, first]) {
        let own = definition.ends.flag_region[side.index()];
        add(Mark::Goal(Some(side)), own.without(other));
        let [from, to] = definition.rows.regions()[side.index()];
        if definition.board.is_hexagonal {
            add(Mark::Edge(side), from.with(to));
        } else {
            add(Mark::Goal(Some(side)), from.with(to));
        }
        let zone = promotion_zone(definition, side);
        if piece_set != PieceSet::Shogi && zone != definition.board.ends(side.index()) {
            add(Mark::Promotion(side), zone);
        }
        let king = definition.pieces.iter().find(|piece| piece.name == "king");
        let palace = king.map_or(Region::ALL, |king| king.mobility[side.index()]);
        let has_lines = matches!(piece_set, PieceSet::Xiangqi | PieceSet::Janggi);
        if !has_lines && palace != Region::ALL {
            add(Mark::Palace(side), palace);
        }
    }
    found
}

/// The squares of the start position that are no cells: its walls.
pub(crate) fn holes(definition: &Definition) -> Region {
    let walls = definition.board.start_cells().filter(|(_, _, c)| *c == '*');
    squares(walls.map(|(file, rank, _)| [file, rank]))
}

fn squares(of: impl Iterator<Item = [u8; 2]>) -> Region {
    of.fold(Region::NONE, |all, at| all.with(Region::rectangle(at, [1, 1])))
}

/// Where pieces of a side promote; nowhere if none does.
fn promotion_zone(definition: &Definition, side: Side) -> Region {
    let (promotion, side) = (&definition.promotion, side.index());
    let (files, ranks) = (definition.board.max_file, definition.board.max_rank);
    let mut pieces = 0..definition.pieces.len();
    let has_pawns = promotion.new_kinds[side] != PieceKinds::NONE
        && pieces.any(|piece| promotion.pawn_kinds[side].contains(piece));
    if has_pawns || definition.promotes_pieces() {
        promotion.region[side].common(Region::rectangle([0, 0], [files, ranks]))
    } else {
        Region::NONE
    }
}

/// The star points of a large board of stones.
fn stars(definition: &Definition) -> Region {
    let (files, ranks) = (definition.board.max_file, definition.board.max_rank);
    if !definition.places_stones() || definition.board.is_hexagonal || files.min(ranks) < 9 {
        return Region::NONE;
    }
    let edge = if files.min(ranks) < 13 { 2 } else { 3 };
    let right = files - 1 - edge;
    let top = ranks - 1 - edge;
    let mut points = vec![[edge, edge], [edge, top], [right, edge], [right, top]];
    let middle = files / 2;
    let centre = ranks / 2;
    if files % 2 == 1 && ranks % 2 == 1 {
        points.push([middle, centre]);
    }
    if files.min(ranks) >= 19 {
        points.extend([[edge, centre], [right, centre], [middle, edge], [middle, top]]);
    }
    squares(points.into_iter())
}

/// The points at which cannons and soldiers begin, which boards of xiangqi mark.
fn homes(definition: &Definition) -> Region {
    const NAMES: [&str; 3] = ["soldier", "cannon", "janggiCannon"];
    let pieces = definition.pieces.iter().filter(|piece| NAMES.contains(&piece.name));
    let letters: Vec<char> = pieces.map(|piece| piece.letter).collect();
    let homes = definition.board.start_cells();
    let homes = homes.filter(|(.., letter)| letters.contains(&letter.to_ascii_lowercase()));
    squares(homes.map(|(file, rank, _)| [file, rank]))
}

/// The cells with a dot at their lower right corners: on boards of shogi where the zones begin, on
/// those of Othello two cells from the edges.
fn dots(definition: &Definition, piece_set: PieceSet) -> Region {
    let (files, ranks) = (definition.board.max_file, definition.board.max_rank);
    if definition.drops.enclosing == Enclosing::Reversi && files.min(ranks) >= 8 {
        let corners = [[1, 2], [files - 3, 2], [1, ranks - 2], [files - 3, ranks - 2]];
        return squares(corners.into_iter());
    }
    if piece_set != PieceSet::Shogi || files < 3 {
        return Region::NONE;
    }
    let is_full = |zone: Region, rank: u8| (0..files).all(|file| zone.contains(file, rank));
    let begins = |side: Side| {
        let zone = promotion_zone(definition, side);
        let count = (0..ranks).filter(|&rank| is_full(zone, rank)).count() as u8;
        (count > 0 && count < ranks).then_some(if side == Side::First {
            ranks - count
        } else {
            count
        })
    };
    let third = (files + 1) / 3;
    let all = SIDES.into_iter().filter_map(begins);
    squares(all.flat_map(|rank| [[third - 1, rank], [files - third - 1, rank]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_set::piece_set;
    use crate::test_games::library;
    use plyglot_core::game::squares::name;

    /// The cells of a game that have a mark, by their names.
    fn marked(game: &str, mark: Mark) -> String {
        let known = library();
        let definition = known.iter().find(|one| one.name == game).expect(game);
        let (files, ranks) = definition.board.size();
        let cells = marks(definition, piece_set(definition)).into_iter();
        let names = cells.filter(|(_, other)| *other == mark);
        let names = names.map(|(cell, _)| name(cell % files, ranks - 1 - cell / files));
        names.collect::<Vec<_>>().join(" ")
    }

    /// The points of boards of Go (Sensei's Library, "hoshi"), renju (RIF, the rules of the board)
    /// and shogi, and the squares of which the rules of the other games speak.
    #[test]
    fn boards_have_the_marks_that_players_know() {
        for (game, mark, cells) in [
            ("renju", Mark::Star, "d12 l12 h8 d4 l4"),
            ("pente", Mark::Star, "d16 j16 p16 d10 j10 p10 d4 j4 p4"),
            ("tictactoe", Mark::Star, ""),
            ("brandub", Mark::Throne, "a7 g7 d4 a1 g1"),
            ("tablut", Mark::Throne, "e5"),
            ("kingofthehill", Mark::Goal(None), "d5 e5 d4 e4"),
            ("racingkings", Mark::Goal(None), "a8 b8 c8 d8 e8 f8 g8 h8"),
            ("breakthrough", Mark::Goal(Some(Side::Second)), "a1 b1 c1 d1 e1 f1 g1 h1"),
            // Between the third and the fourth rank from either side, a third from the edges.
            ("shogi", Mark::Dot, "c7 f7 c4 f4"),
            ("flipello", Mark::Dot, "b7 f7 b3 f3"),
            ("chess", Mark::Promotion(Side::First), ""),
            ("draughts", Mark::Promotion(Side::First), ""),
            ("xiangqi", Mark::Palace(Side::First), ""),
        ] {
            assert_eq!(marked(game, mark), cells, "{game} {mark:?}");
        }
        assert_eq!(marked("havannah", Mark::Hole).split(' ').count(), 56);
        assert_eq!(marked("hex", Mark::Edge(Side::First)).split(' ').count(), 22);
        assert_eq!(marked("grand", Mark::Promotion(Side::First)).split(' ').count(), 30);
    }
}
