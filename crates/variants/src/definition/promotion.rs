//! Promotions.

use super::keys::group;
use super::kinds::PAWN;
use super::values::{PieceTypes, Region};

group! {
    /// Promotions.
    Promotion {
        /// Where pieces are promoted. The default is for 8 ranks.
        "promotionRegion" Each Squares promotion_region: Region =
            [Region::rank(7), Region::rank(0)];
        /// What is promoted as a pawn.
        "promotionPawnTypes" Both Kinds promotion_pawn_types: PieceTypes =
            [PieceTypes::of(PAWN); 2];
        /// What pawns may become.
        "promotionPieceTypes" Both Kinds promotion_piece_types: PieceTypes = [PieceTypes::NONE; 2];
        /// Whether pawns promote as in sittuyin.
        "sittuyinPromotion" One Flag sittuyin_promotion: bool = false;
        /// Whether other pieces promote by captures alone.
        "piecePromotionOnCapture" One Flag piece_promotion_on_capture: bool = false;
        /// Whether pawns must promote; one without a choice stays away.
        "mandatoryPawnPromotion" One Flag mandatory_pawn_promotion: bool = true;
        /// Whether other pieces must.
        "mandatoryPiecePromotion" One Flag mandatory_piece_promotion: bool = false;
        /// Whether promoted pieces turn back.
        "pieceDemotion" One Flag piece_demotion: bool = false;
    }
}
