//! The board as it is drawn.

use plyglot_core::game::{BoardShape, BoardStyle, PieceKind};

/// The board: two lines along each side belong to loops.
pub(super) const SHAPE: BoardShape = BoardShape {
    text: Some(EMPTY),
    kinds: &[PieceKind::stone("piece")],
    ..BoardShape::new(
        super::board::SIDE,
        super::board::SIDE,
        BoardStyle::Points { arcs: &[1, 2], diagonals: &[], river: None },
    )
};

/// An empty board with both loops.
const EMPTY: &str = " .-----------.   .-----------.
 | .-----.   |   |   .-----. |
 | | +---+---+---+---+---+ | | 6
 | | |   |   |   |   |   | | |
 | '-+---+---+---+---+---+-' | 5
 |   |   |   |   |   |   |   |
 '---+---+---+---+---+---+---' 4
     |   |   |   |   |   |
 .---+---+---+---+---+---+---. 3
 |   |   |   |   |   |   |   |
 | .-+---+---+---+---+---+-. | 2
 | | |   |   |   |   |   | | |
 | | +---+---+---+---+---+ | | 1
 | '-----'   |   |   '-----' |
 '-----------'   '-----------'
     a   b   c   d   e   f";

#[cfg(test)]
mod tests {
    use crate::surakarta::Surakarta;
    use plyglot_core::game::Notation;

    #[test]
    fn stones_stand_on_their_points_and_arcs_join_the_lines() {
        let position = Surakarta::parse("p4P/1p4/2P3/3p2/P3P1/5p b").expect("a position");
        let expected = "
 .-----------.   .-----------.
 | .-----.   |   |   .-----. |
 | | O---+---+---+---+---X | | 6
 | | |   |   |   |   |   | | |
 | '-+---O---+---+---+---+-' | 5
 |   |   |   |   |   |   |   |
 '---+---+---X---+---+---+---' 4
     |   |   |   |   |   |
 .---+---+---+---O---+---+---. 3
 |   |   |   |   |   |   |   |
 | .-X---+---+---+---X---+-. | 2
 | | |   |   |   |   |   | | |
 | | +---+---+---+---+---O | | 1
 | '-----'   |   |   '-----' |
 '-----------'   '-----------'
     a   b   c   d   e   f";
        assert_eq!(format!("\n{}", position.diagram()), expected);
    }
}
