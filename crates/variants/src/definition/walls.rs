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
        /// Where a move puts a wall: within the piece's reach, elsewhere (the one wall moves), on
        /// an edge, on the square left (not by drops), anywhere.
        "wallingRule" One Choice rule: Walling = Walling::None;
        /// Where walls may be.
        "wallingRegion" Both Squares region: Region = [Region::ALL; 2];
        /// Whether a turn is either a move or a wall, except in check.
        "wallOrMove" One Flag instead_of_move: bool = false;
    }
}
