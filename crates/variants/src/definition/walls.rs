//! Walls.

use super::keys::{group, words};
use super::values::Region;

words! {
    /// `wallingRule`.
    Walling {
        /// No such rule.
        None = "none",
        /// A wall where the piece that moved could go next.
        Arrow = "arrow",
        /// One wall, which moves elsewhere with each move.
        Duck = "duck",
        /// A wall on the edge of what is left of the board.
        Edge = "edge",
        /// A wall on the square that the piece has left.
        Past = "past",
        /// A wall anywhere within the region.
        Static = "static",
    }
}

group! {
    /// Walls.
    Walls {
        /// After a move, a wall is put where the piece could go; the one wall moves on; on an edge;
        /// on the square that was left (not by a drop); anywhere.
        "wallingRule" One Choice walling_rule: Walling = Walling::None;
        /// Where walls may be.
        "wallingRegion" Both Squares walling_region: Region = [Region::ALL; 2];
        /// Whether a turn is either a move or a wall, except in check.
        "wallOrMove" One Flag wall_or_move: bool = false;
    }
}
