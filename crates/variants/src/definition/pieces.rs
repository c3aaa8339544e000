//! The pieces of a game: single kinds, pawns, promotions, castling, and what a side must do.

use super::keys::group;
use super::kinds::{KING, PAWN, ROOK};
use super::values::{How, MAX_FILES, PieceKinds, Region, Walk};
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
        /// The engine's value.
        "pieceValueMg" One Worth value_mg: Option<i32> = None;
        /// Its value when few pieces are left; else the same.
        "pieceValueEg" One Worth value_eg: Option<i32> = None;
        /// Its value in hand; else the same.
        "pieceValueHand" One Worth value_hand: Option<i32> = None;
        /// What it counts where `materialCounting` is `unweighted`. Not of Fairy-Stockfish.
        "piecePoints" One Number points: u8 = 1;
        /// With this many, no more are made by promotion; 0 is no limit.
        "promotionLimit" One Number promotion_limit: u8 = 0;
        /// What it becomes at a move into or out of the region; not for pawns.
        "promotedPieceType" One Kind('-') promoted_piece_type: Option<usize> = None;
        /// Where it captures by jumping: `F`, `W`, `K` over a neighbour to the square behind, `B`,
        /// `R`, `Q` over any distance. All jumps of a capture are one move, after which the pieces
        /// leave; none is jumped twice.
        "jumpCaptures" One Jumps jump_captures: Vec<Walk> = Vec::new();
        /// Where it moves by jumping, in the same form, to empty squares, and on from there as far
        /// as it likes. Jumps that end alike are one move.
        "jumpMoves" One Jumps jump_moves: Vec<Walk> = Vec::new();
    }
}

impl PieceDefinition {
    /// Whether a move may end where a capture by jumping does.
    pub(crate) fn leaps_as_it_jumps(&self) -> bool {
        let is_alike = |walk: &Walk, jump: &Walk| {
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
        };
        self.rules.jump_captures.iter().any(|jump| {
            !self.rules.jump_moves.is_empty() || self.walks.iter().any(|walk| is_alike(walk, jump))
        })
    }
}

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

group! {
    /// Promotions.
    Promotion {
        /// Where pieces are promoted, the far ranks. The default is for 8 ranks.
        "promotionRegion" Each Squares region: Region =
            [Region::rank(7), Region::rank(0)];
        /// What is promoted as a pawn.
        "promotionPawnTypes" Both Kinds pawn_kinds: PieceKinds =
            [PieceKinds::of(PAWN); 2];
        /// What pawns may become.
        "promotionPieceTypes" Both Kinds new_kinds: PieceKinds = [PieceKinds::NONE; 2];
        /// Whether pawns promote as in sittuyin.
        "sittuyinPromotion" One Flag sittuyin: bool = false;
        /// Whether other pieces promote only by captures.
        "piecePromotionOnCapture" One Flag pieces_only_on_capture: bool = false;
        /// Whether pawns must promote; one without a choice stays away.
        "mandatoryPawnPromotion" One Flag mandatory_for_pawns: bool = true;
        /// Whether pieces other than pawns must promote.
        "mandatoryPiecePromotion" One Flag mandatory_for_pieces: bool = false;
        /// Whether promoted pieces turn back, by moves into or out of the region.
        "pieceDemotion" One Flag has_demotion: bool = false;
    }
}

group! {
    /// Castling.
    Castling {
        /// Whether there is castling.
        "castling" One Flag allowed: bool = true;
        /// Whether the king takes the rook, from any files.
        "chess960" One Flag chess960: bool = false;
        /// Whether dropped pieces castle.
        "castlingDroppedPiece" One Flag allows_dropped_pieces: bool = false;
        /// The king's file after castling kingside.
        "castlingKingsideFile" One File kingside_file: u8 = 6;
        /// The king's file after castling queenside.
        "castlingQueensideFile" One File queenside_file: u8 = 2;
        /// The king's rank, from its own edge.
        "castlingRank" One Rank rank: u8 = 0;
        /// The file of the king that castles.
        "castlingKingFile" One File king_file: u8 = 4;
        /// What castles as a king.
        "castlingKingPiece" One Kind('-') king_piece: Option<usize> = Some(KING);
        /// The kingside rook's file.
        "castlingRookKingsideFile" One File rook_kingside_file: u8 = MAX_FILES - 1;
        /// The queenside rook's file.
        "castlingRookQueensideFile" One File rook_queenside_file: u8 = 0;
        /// What castles as rooks.
        "castlingRookPieces" One Kinds rook_kinds: PieceKinds = PieceKinds::of(ROOK);
        /// Whether the second to castle must take the other wing.
        "oppositeCastling" One Flag on_opposite_wings: bool = false;
        /// Castling moves that win: `KQkq`.
        "castlingWins" One CastlingRights wins: [[bool; 2]; 2] = [[false; 2]; 2];
    }
}

group! {
    /// Forced moves, passes, and what kings may not do.
    Turns {
        /// Whether captures are compulsory.
        "mustCapture" One Flag must_capture: bool = false;
        /// Whether checks are allowed.
        "checking" One Flag allows_checks: bool = true;
        /// Whether a side may pass.
        "pass" Both Flag may_pass: bool = [false; 2];
        /// Whether the second side, in place of its first move, may take over what the first has
        /// moved, mirrored where its aims are. Not of Fairy-Stockfish.
        "swapRule" One Flag has_swap: bool = false;
        /// Whether a side without moves passes.
        "passOnStalemate" Both Flag must_pass_in_stalemate: bool = [false; 2];
        /// Whether kings may not leave a check.
        "makpongRule" One Flag makpong_rule: bool = false;
        /// Whether kings may not face each other.
        "flyingGeneral" One Flag flying_general: bool = false;
        /// Whether kings facing each other must part, or a pass ends the game.
        "bikjangRule" One Flag bikjang_rule: bool = false;
        /// Where soldiers begin to go sideways.
        "soldierPromotionRank" One Rank soldier_promotion_rank: u8 = 0;
        /// Janggi's palaces.
        "diagonalLines" One Squares diagonal_lines: Region = Region::NONE;
        /// Whether Cambodia's first moves exist.
        "cambodianMoves" One Flag has_cambodian_moves: bool = false;
    }
}
