//! Captures by jumping and by enclosing, which Fairy-Stockfish does not have.

use super::keys::{group, words};
use super::values::{PieceKinds, Region};

words! {
    /// `jumpPromotion`: what becomes of a pawn that a capture by jumping brings to its promotion.
    JumpPromotion {
        /// Its move ends there.
        Ends = "ends",
        /// It is promoted only if it cannot jump on from there as a pawn.
        Passes = "passes",
        /// It jumps on as what it has become.
        Continues = "continues",
    }
}

group! {
    /// Captures by jumping (draughts) and by enclosing (tafl).
    Captures {
        /// Whether only the longest captures are legal.
        "mostCaptures" One Flag only_longest: bool = false;
        /// A pawn that jumps to its promotion stops, promotes if it cannot jump on, or jumps on as
        /// its new piece.
        "jumpPromotion" One Choice jump_promotion: JumpPromotion = JumpPromotion::Ends;
        /// What is captured between two enemies, by the move that closes the line.
        "custodialTypes" One Kinds custodial_kinds: PieceKinds = PieceKinds::NONE;
        /// What is captured by four.
        "surroundTypes" One Kinds surround_kinds: PieceKinds = PieceKinds::NONE;
        /// A piece that its side must not lose.
        "custodialKing" One Kind('-') custodial_king: Option<usize> = None;
        /// Only the `custodialKing` may stop there; without a friend on it, such a square is an
        /// enemy.
        "hostileRegion" One Squares hostile_region: Region = Region::NONE;
        /// On and beside it, `custodialKing` is captured by four.
        "throneRegion" One Squares throne_region: Region = Region::NONE;
    }
}
