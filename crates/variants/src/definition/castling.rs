//! Castling.

use super::keys::group;
use super::kinds::{KING, ROOK};
use super::values::{MAX_FILES, PieceTypes};

group! {
    /// Castling.
    Castling {
        /// Whether there is castling.
        "castling" One Flag castling: bool = true;
        /// Whether the king takes the rook, from any files.
        "chess960" One Flag chess960: bool = false;
        /// Whether dropped pieces castle.
        "castlingDroppedPiece" One Flag castling_dropped_piece: bool = false;
        /// Where the king goes on the king's side.
        "castlingKingsideFile" One File castling_kingside_file: u8 = 6;
        /// On the queen's side.
        "castlingQueensideFile" One File castling_queenside_file: u8 = 2;
        /// From the side's own edge.
        "castlingRank" One Rank castling_rank: u8 = 0;
        /// The king that castles, of several.
        "castlingKingFile" One File castling_king_file: u8 = 4;
        /// What castles as a king.
        "castlingKingPiece" One Kind('-') castling_king_piece: Option<usize> = Some(KING);
        /// The rook on the king's side.
        "castlingRookKingsideFile" One File castling_rook_kingside_file: u8 = MAX_FILES - 1;
        /// The same on the queen's side.
        "castlingRookQueensideFile" One File castling_rook_queenside_file: u8 = 0;
        /// What castles as rooks.
        "castlingRookPieces" One Kinds castling_rook_pieces: PieceTypes = PieceTypes::of(ROOK);
        /// Whether the second to castle must take the other wing.
        "oppositeCastling" One Flag opposite_castling: bool = false;
        /// Castling moves that win: `KQkq`.
        "castlingWins" One CastlingRights castling_wins: [[bool; 2]; 2] = [[false; 2]; 2];
    }
}
