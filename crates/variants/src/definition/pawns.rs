//! Double steps and captures en passant.

use super::keys::group;
use super::kinds::PAWN;
use super::values::{PieceKinds, Region};

group! {
    /// Double steps and captures en passant.
    Pawns {
        /// Whether pawns go two steps.
        "doubleStep" One Flag has_double_step: bool = true;
        /// Where double steps begin.
        "doubleStepRegion" Each Squares double_step_region: Region =
            [Region::rank(1), Region::rank(6)];
        /// Where triple steps begin.
        "tripleStepRegion" Each Squares triple_step_region: Region = [Region::NONE; 2];
        /// Where captures en passant end.
        "enPassantRegion" Both Squares en_passant_region: Region = [Region::ALL; 2];
        /// What captures en passant.
        "enPassantTypes" Both Kinds en_passant_kinds: PieceKinds = [PieceKinds::of(PAWN); 2];
    }
}
