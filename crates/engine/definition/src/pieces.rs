//! The pieces of a game: single kinds, pawns, promotions, castling, and what a side must do.

use super::keys::group;
use super::predefined::{KING, PAWN, ROOK};
use super::values::{How, MAX_FILES, PieceMask, Region, Walk};
use std::sync::Arc;

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDefinition {
    /// The key of the format: `knight`, `customPiece3`.
    pub name: &'static str,
    /// Its letter, in lower case.
    pub letter: char,
    /// Where it goes.
    pub walks: Arc<[Walk]>,
    /// By side: the squares it may stand on; all of them if there is no key.
    pub mobility: [Region; 2],
    /// By side: the squares of `dropRegion` on which it may be dropped; all of them if there is no
    /// key.
    pub drops: [Region; 2],
    /// Its rules in the keys of [`PieceRules`].
    pub rules: PieceRules,
}

group! {
    /// Rules of single pieces, as in `p:1 n:3`.
    PieceRules {
        /// Its value for the engine.
        "pieceValueMg" One Worth value_mg: Option<i32> = None;
        /// Its value with few pieces left; by default the same.
        "pieceValueEg" One Worth value_eg: Option<i32> = None;
        /// Its value in hand; by default the same.
        "pieceValueHand" One Worth value_hand: Option<i32> = None;
        /// What it counts if `materialCounting` is `unweighted`.
        "piecePoints" One Number points: u8 = 1, needs("materialCounting = unweighted"), is_ours;
        /// No promotion gives a side more than this; 0 is no limit.
        "promotionLimit" One Number promotion_limit: u8 = 0, needs("promotions to its pieces");
        /// What it becomes by a move into, out of or within `promotionRegion`; a `pawn` only by one
        /// to a square of it.
        "promotedPieceType" One PieceOrNone promoted_piece_type: Option<usize> = None;
        /// Captures by jumping: `F`, `W`, `K` over a neighbour, `B`, `R`, `Q` at any distance.
        /// Captured pieces leave after the last jump; none is jumped twice.
        "jumpCaptures" One Jumps jump_captures: Vec<Walk> = Vec::new(), is_ours;
        /// Moves by jumping, in the same form, repeatedly. Moves that end alike are one.
        "jumpMoves" One Jumps jump_moves: Vec<Walk> = Vec::new(), is_ours;
    }
}

impl PieceDefinition {
    /// Whether a move may end where a capture by jumping does.
    pub fn leaps_as_it_jumps(&self) -> bool {
        self.rules.jump_captures.iter().any(|jump| {
            !self.rules.jump_moves.is_empty() || self.walks.iter().any(|walk| is_alike(walk, jump))
        })
    }
}

/// Whether a move by a walk may end where a capture by a jump does.
fn is_alike(walk: &Walk, jump: &Walk) -> bool {
    let far = walk.files.abs().max(walk.ranks.abs());
    let is_same_way =
        (walk.files, walk.ranks) == (far * jump.files, far * jump.ranks) && walk.moves;
    let is_over = match walk.how {
        How::Hop(_) | How::Grasshop(_) => true,
        How::Leap | How::Ride(_) => far > 1,
        // What a jump passes over must be empty for it.
        How::Lame => false,
    };
    is_same_way && is_over && (far <= 2 || jump.how == How::Ride(0))
}

group! {
    /// Double steps and captures en passant.
    Pawns {
        /// Whether pawns may go two steps.
        "doubleStep" One Flag has_double_step: bool = true;
        /// Where double steps begin.
        "doubleStepRegion" Each Squares double_step_region: Region =
            [Region::rank(1), Region::rank(6)], needs("doubleStep");
        /// Where triple steps begin.
        "tripleStepRegion" Each Squares triple_step_region: Region = [Region::NONE; 2],
            needs("pawn");
        /// Where captures en passant end.
        "enPassantRegion" Both Squares en_passant_region: Region = [Region::ALL; 2],
            needs("double steps");
        /// Which pieces capture en passant.
        "enPassantTypes" Both Pieces en_passant_pieces: PieceMask = [PieceMask::single(PAWN); 2],
            needs("double steps");
    }
}

group! {
    /// Promotions.
    Promotion {
        /// Where pieces promote; the default is for 8 ranks.
        "promotionRegion" Each Squares region: Region =
            [Region::rank(7), Region::rank(0)], needs("promotionPieceTypes or promotedPieceType");
        /// Which pieces promote as pawns.
        "promotionPawnTypes" Both Pieces pawn_pieces: PieceMask =
            [PieceMask::single(PAWN); 2];
        /// What pawns may become.
        "promotionPieceTypes" Both Pieces new_pieces: PieceMask = [PieceMask::NONE; 2],
            needs("promotionPawnTypes");
        /// Whether pawns promote in place of a move, as in sittuyin.
        "sittuyinPromotion" One Flag sittuyin: bool = false,
            squares_only("its board has other diagonals");
        /// Whether pieces other than pawns promote only by captures.
        "piecePromotionOnCapture" One Flag pieces_only_on_capture: bool = false,
            needs("promotedPieceType");
        /// Whether pawns must promote, or stay out of the region.
        "mandatoryPawnPromotion" One Flag mandatory_for_pawns: bool = true;
        /// Whether pieces other than pawns must promote.
        "mandatoryPiecePromotion" One Flag mandatory_for_pieces: bool = false,
            needs("promotedPieceType");
        /// Whether promoted pieces may turn back by the same moves.
        "pieceDemotion" One Flag has_demotion: bool = false, needs("promotedPieceType");
    }
}

group! {
    /// Castling.
    Castling {
        /// Whether castling is allowed.
        "castling" One Flag allowed: bool = true;
        /// Whether castling works from any files, written as king takes rook.
        "chess960" One Flag chess960: bool = false, needs("castling");
        /// Whether dropped pieces may castle.
        "castlingDroppedPiece" One Flag allows_dropped_pieces: bool = false, needs("castling");
        /// The king's file after castling kingside.
        "castlingKingsideFile" One File kingside_file: u8 = 6,
            needs("castling", "castling rights in startFen");
        /// The king's file after castling queenside.
        "castlingQueensideFile" One File queenside_file: u8 = 2,
            needs("castling", "castling rights in startFen");
        /// The king's rank, from its edge.
        "castlingRank" One Rank rank: u8 = 0, needs("castling", "castling rights in startFen");
        /// The file of the king that castles.
        "castlingKingFile" One File king_file: u8 = 4, needs("castling");
        /// Which piece castles as king.
        "castlingKingPiece" One PieceOrNone king_piece: Option<usize> = Some(KING), needs("castling");
        /// The kingside rook's file.
        "castlingRookKingsideFile" One File rook_kingside_file: u8 = MAX_FILES - 1,
            needs("castling");
        /// The queenside rook's file.
        "castlingRookQueensideFile" One File rook_queenside_file: u8 = 0, needs("castling");
        /// Which pieces castle as rooks.
        "castlingRookPieces" One Pieces rook_pieces: PieceMask = PieceMask::single(ROOK),
            needs("castling", "castling rights in startFen");
        /// Whether the second side to castle takes the other wing.
        "oppositeCastling" One Flag opposite_castling: bool = false,
            needs("castling", "castling rights in startFen");
        /// Castling moves that win, as `KQkq`; losing such a right loses.
        "castlingWins" One CastlingRights wins: [[bool; 2]; 2] = [[false; 2]; 2], needs("castling");
    }
}

group! {
    /// Forced moves, passes, and what kings may not do.
    Turns {
        /// Whether captures are compulsory.
        "mustCapture" One Flag must_capture: bool = false;
        /// Whether checks are allowed.
        "checking" One Flag allows_checks: bool = true, needs("king or extinctionPseudoRoyal");
        /// Whether a side may pass.
        "pass" Both Flag may_pass: bool = [false; 2];
        /// Whether the second side may begin by taking over the first move, mirrored if needed.
        "swapRule" One Flag swap_rule: bool = false, is_ours;
        /// Whether a side without moves passes.
        "passOnStalemate" Both Flag pass_on_stalemate: bool = [false; 2];
        /// Whether a king in check may only capture the checking piece.
        "makpongRule" One Flag makpong_rule: bool = false, needs("king");
        /// Whether kings may not face each other on an open line.
        "flyingGeneral" One Flag flying_general: bool = false, needs("king");
        /// Whether kings that face each other must part, or a pass ends the game.
        "bikjangRule" One Flag bikjang_rule: bool = false, needs("king");
        /// The rank from which soldiers go sideways.
        "soldierPromotionRank" One Rank soldier_promotion_rank: u8 = 0,
            needs("soldier"), squares_only("ranks bend");
        /// Squares joined by diagonals, as in janggi's palaces.
        "diagonalLines" One Squares diagonal_lines: Region = Region::NONE,
            squares_only("palaces have other diagonals");
        /// Whether king and fers may leap as first move, as in Cambodia.
        "cambodianMoves" One Flag has_cambodian_moves: bool = false,
            needs("king"), squares_only("ranks bend");
    }
}

impl Turns {
    /// Whether a side may ever pass.
    #[inline]
    pub fn has_passes(&self) -> bool {
        [self.may_pass, self.pass_on_stalemate] != [[false; 2]; 2]
    }
}
