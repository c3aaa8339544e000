//! Double steps and captures en passant.

use super::keys::group;
use super::kinds::PAWN;
use super::values::{PieceTypes, Region};

group! {
    /// Double steps and captures en passant.
    Pawns {
        /// Whether pawns go two steps.
        "doubleStep" One Flag double_step: bool = true;
        /// From where they do.
        "doubleStepRegion" Each Squares double_step_region: Region =
            [Region::rank(1), Region::rank(6)];
        /// From where they go three.
        "tripleStepRegion" Each Squares triple_step_region: Region = [Region::NONE; 2];
        /// Where captures en passant end.
        "enPassantRegion" Both Squares en_passant_region: Region = [Region::ALL; 2];
        /// What captures so.
        "enPassantTypes" Both Kinds en_passant_types: PieceTypes = [PieceTypes::of(PAWN); 2];
    }
}
