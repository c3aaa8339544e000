//! Hands, drops and gates.

use super::keys::{group, words};
use super::values::Region;

words! {
    /// `enclosingDrop` and `flipEnclosedPieces`.
    Enclosing {
        /// No such rule.
        None = "none",
        /// Stones of the other side are enclosed between one's own, along lines.
        Reversi = "reversi",
        /// Next to a stone of one's own, in eight directions.
        Ataxx = "ataxx",
        /// As `ataxx`, for drops and for moves next to a piece of one's own.
        Quadwrangle = "quadwrangle",
        /// Not next to a stone of the other side, in four directions.
        Snort = "snort",
        /// Reached from an edge along a line.
        Anyside = "anyside",
        /// Reached from the top along a file.
        Top = "top",
    }
}

group! {
    /// Hands and drops.
    Drops {
        /// Whether pieces in hand are dropped.
        "pieceDrops" One Flag piece_drops: bool = false;
        /// Whether any number of every piece is. Not of Fairy-Stockfish.
        "freeDrops" One Flag free_drops: bool = false;
        /// Whether captures go to the hand.
        "capturesToHand" One Flag captures_to_hand: bool = false;
        /// Whether a second board fills it.
        "twoBoards" One Flag two_boards: bool = false;
        /// Whether pieces stay promoted in the hand.
        "dropLoop" One Flag drop_loop: bool = false;
        /// Where drops go.
        "dropRegion" Each Squares drop_region: Region = [Region::ALL; 2];
        /// Whether drops are compulsory.
        "mustDrop" One Flag must_drop: bool = false;
        /// Which one must be dropped.
        "mustDropType" One Kind('*') must_drop_type: Option<usize> = None;
        /// Whether drops may give check.
        "dropChecks" One Flag drop_checks: bool = true;
        /// Whether they may come in promoted.
        "dropPromoted" One Flag drop_promoted: bool = false;
        /// Whether pawns drop on the first rank.
        "firstRankPawnDrops" One Flag first_rank_pawn_drops: bool = false;
        /// Whether pawns drop where they would promote.
        "promotionZonePawnDrops" One Flag promotion_zone_pawn_drops: bool = false;
        /// Whether a dropped pawn may not mate.
        "shogiPawnDropMateIllegal" One Flag shogi_pawn_drop_mate_illegal: bool = false;
        /// A piece that drops on no file that has one.
        "dropNoDoubled" One Kind('-') drop_no_doubled: Option<usize> = None;
        /// How many it may have.
        "dropNoDoubledCount" One Number drop_no_doubled_count: u8 = 1;
        /// Whether no piece may lose all its moves.
        "immobilityIllegal" One Flag immobility_illegal: bool = false;
        /// What a drop must enclose or touch.
        "enclosingDrop" One Choice enclosing_drop: Enclosing = Enclosing::None;
        /// Where it need not.
        "enclosingDropStart" One Squares enclosing_drop_start: Region = Region::NONE;
        /// Whether rooks drop on the first rank only.
        "sittuyinRookDrop" One Flag sittuyin_rook_drop: bool = false;
        /// Whether bishops get both colours.
        "dropOppositeColoredBishop" One Flag drop_opposite_colored_bishop: bool = false;
        /// Whether the castling field lists gates.
        "gating" One Flag gating: bool = false;
        /// Whether a piece in hand comes in where one first leaves.
        "seirawanGating" One Flag seirawan_gating: bool = false;
    }
}
