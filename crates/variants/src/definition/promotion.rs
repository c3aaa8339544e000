//! Promotions.

use super::keys::group;
use super::kinds::PAWN;
use super::values::{PieceKinds, Region};

group! {
    /// Promotions.
    Promotion {
        /// Where pieces are promoted. The default is for 8 ranks.
        "promotionRegion" Each Squares region: Region =
            [Region::rank(7), Region::rank(0)];
        /// What is promoted as a pawn.
        "promotionPawnTypes" Both Kinds pawn_kinds: PieceKinds =
            [PieceKinds::of(PAWN); 2];
        /// What pawns may become.
        "promotionPieceTypes" Both Kinds new_kinds: PieceKinds = [PieceKinds::NONE; 2];
        /// Whether pawns promote as in sittuyin.
        "sittuyinPromotion" One Flag sittuyin: bool = false;
        /// Whether other pieces promote by captures alone.
        "piecePromotionOnCapture" One Flag pieces_only_on_capture: bool = false;
        /// Whether pawns must promote; one without a choice stays away.
        "mandatoryPawnPromotion" One Flag mandatory_for_pawns: bool = true;
        /// Whether pieces other than pawns must promote.
        "mandatoryPiecePromotion" One Flag mandatory_for_pieces: bool = false;
        /// Whether promoted pieces turn back, by moves into or out of the region.
        "pieceDemotion" One Flag has_demotion: bool = false;
    }
}
