//! What the rules say of cells, for drawings.

use crate::piece_set::PieceSet;
use plyglot_core::game::{Mark, Side};
use plyglot_definition::{Definition, Enclosing, PieceMask, Region, Walling};

/// The marks of a board, by its cells row by row from the top left.
pub(crate) fn marks(definition: &Definition, piece_set: PieceSet) -> Vec<(usize, Mark)> {
    let (files, ranks) = definition.board.size();
    let mut marks = Vec::new();
    for (mark, region) in marked_regions(definition, piece_set) {
        for cell in 0..files * ranks {
            let rank = ranks - 1 - cell / files;
            if region.contains((cell % files) as u8, rank as u8) {
                marks.push((cell, mark));
            }
        }
    }
    marks
}

fn marked_regions(definition: &Definition, piece_set: PieceSet) -> Vec<(Mark, Region)> {
    let captures = &definition.captures;
    let has_lines = matches!(piece_set, PieceSet::Xiangqi | PieceSet::Janggi);
    let mut marked = Vec::new();
    if definition.walls.rule == Walling::None || definition.board.is_hexagonal {
        marked.push((Mark::Hole, definition.board.walls()));
    }
    marked.push((Mark::Star, stars(definition)));
    if has_lines {
        marked.push((Mark::Star, homes(definition)));
    }
    marked.push((Mark::Dot, dots(definition, piece_set)));
    marked.push((Mark::Throne, captures.hostile_region.with(captures.throne_region)));
    let goals = definition.ends.flag_region;
    marked.push((Mark::Goal(None), goals[0].common(goals[1])));
    for side in Side::BOTH {
        let own = goals[side].without(goals[!side]);
        marked.push((Mark::Goal(Some(side)), own));
        let [from, to] = definition.rows.regions()[side];
        let is_edge = definition.board.is_hexagonal;
        let mark = if is_edge { Mark::Edge(side) } else { Mark::Goal(Some(side)) };
        marked.push((mark, from.with(to)));
        let zone = promotion_zone(definition, side);
        if piece_set != PieceSet::Shogi && zone != definition.board.ends(side) {
            marked.push((Mark::Promotion(side), zone));
        }
        let king = definition.pieces.iter().find(|piece| piece.name == "king");
        let palace = king.map_or(Region::ALL, |king| king.mobility[side]);
        if !has_lines && palace != Region::ALL {
            marked.push((Mark::Palace(side), palace));
        }
    }
    marked
}

fn promotion_zone(definition: &Definition, side: Side) -> Region {
    let promotion = &definition.promotion;
    let files = definition.board.max_file;
    let ranks = definition.board.max_rank;
    let mut pieces = 0..definition.pieces.len();
    let has_pawns = promotion.new_pieces[side] != PieceMask::NONE
        && pieces.any(|piece| promotion.pawn_pieces[side].contains(piece));
    if has_pawns || definition.promotes_pieces() {
        promotion.region[side].common(Region::rectangle([0, 0], [files, ranks]))
    } else {
        Region::NONE
    }
}

/// The star points of a large board of stones.
fn stars(definition: &Definition) -> Region {
    let files = definition.board.max_file;
    let ranks = definition.board.max_rank;
    if !definition.places_stones() || definition.board.is_hexagonal || files.min(ranks) < 9 {
        return Region::NONE;
    }
    let edge = if files.min(ranks) < 13 { 2 } else { 3 };
    let right = files - 1 - edge;
    let top = ranks - 1 - edge;
    let mut points = vec![(edge, edge), (edge, top), (right, edge), (right, top)];
    let middle = files / 2;
    let centre = ranks / 2;
    if files % 2 == 1 && ranks % 2 == 1 {
        points.push((middle, centre));
    }
    if files.min(ranks) >= 19 {
        points.extend([(edge, centre), (right, centre), (middle, edge), (middle, top)]);
    }
    Region::from_squares(points)
}

/// The points at which cannons and soldiers begin, which boards of xiangqi mark.
fn homes(definition: &Definition) -> Region {
    const NAMES: [&str; 3] = ["soldier", "cannon", "janggiCannon"];
    let pieces = definition.pieces.iter().filter(|piece| NAMES.contains(&piece.name));
    let letters: Vec<char> = pieces.map(|piece| piece.letter).collect();
    let homes = definition.board.start_cells();
    let homes = homes.filter(|(.., letter)| letters.contains(&letter.to_ascii_lowercase()));
    Region::from_squares(homes.map(|(file, rank, _)| (file, rank)))
}

/// The cells with a dot at their lower right corners: on boards of shogi where the zones begin, on
/// those of Othello two cells from the edges.
fn dots(definition: &Definition, piece_set: PieceSet) -> Region {
    let files = definition.board.max_file;
    let ranks = definition.board.max_rank;
    if definition.drops.enclosing == Enclosing::Reversi && files.min(ranks) >= 8 {
        return Region::from_squares([
            (1, 2),
            (files - 3, 2),
            (1, ranks - 2),
            (files - 3, ranks - 2),
        ]);
    }
    if piece_set != PieceSet::Shogi || files < 3 {
        return Region::NONE;
    }
    let third = (files + 1) / 3;
    let mut dots = Vec::new();
    for side in Side::BOTH {
        if let Some(rank) = rank_above_edge(definition, side) {
            dots.extend([(third - 1, rank), (files - third - 1, rank)]);
        }
    }
    Region::from_squares(dots)
}

/// The rank right above the edge between a side's promotion zone, of whole ranks, and the others.
fn rank_above_edge(definition: &Definition, side: Side) -> Option<u8> {
    let files = definition.board.max_file;
    let ranks = definition.board.max_rank;
    let zone = promotion_zone(definition, side);
    let mut count = 0;
    for rank in 0..ranks {
        if (0..files).all(|file| zone.contains(file, rank)) {
            count += 1;
        }
    }
    if count == 0 || count == ranks {
        return None;
    }
    Some(if side == Side::First { ranks - count } else { count })
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
