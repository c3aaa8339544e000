//! Castling.

use super::keys::group;
use super::kinds::{KING, ROOK};
use super::values::{MAX_FILES, PieceKinds};

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
