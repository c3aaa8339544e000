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
        "pieceDrops" One Flag allowed: bool = false;
        /// Whether hands never run out. Not of Fairy-Stockfish.
        "freeDrops" One Flag endless: bool = false;
        /// Whether captures go to the hand.
        "capturesToHand" One Flag captures_to_hand: bool = false;
        /// Whether a second board fills the hands.
        "twoBoards" One Flag has_two_boards: bool = false;
        /// Whether pieces stay promoted in the hand.
        "dropLoop" One Flag stay_promoted: bool = false;
        /// Where drops go.
        "dropRegion" Each Squares region: Region = [Region::ALL; 2];
        /// Whether drops are compulsory.
        "mustDrop" One Flag must_drop: bool = false;
        /// Which piece must be dropped.
        "mustDropType" One Kind('*') must_drop_type: Option<usize> = None;
        /// Whether drops may give check.
        "dropChecks" One Flag may_check: bool = true;
        /// Whether pieces may drop promoted.
        "dropPromoted" One Flag may_be_promoted: bool = false;
        /// Whether pawns drop on the first rank.
        "firstRankPawnDrops" One Flag allows_first_rank_pawns: bool = false;
        /// Whether pawns drop where they would promote.
        "promotionZonePawnDrops" One Flag allows_promotion_zone_pawns: bool = false;
        /// Whether a dropped pawn may not mate.
        "shogiPawnDropMateIllegal" One Flag shogi_pawn_mate_loses: bool = false;
        /// A piece that drops on no file that has one.
        "dropNoDoubled" One Kind('-') no_doubled: Option<usize> = None;
        /// How many of `dropNoDoubled` a file may have.
        "dropNoDoubledCount" One Number no_doubled_count: u8 = 1;
        /// Whether no piece may lose all its moves.
        "immobilityIllegal" One Flag forbids_immobility: bool = false;
        /// What a drop must enclose or touch.
        "enclosingDrop" One Choice enclosing: Enclosing = Enclosing::None;
        /// Where a drop need enclose nothing.
        "enclosingDropStart" One Squares enclosing_start: Region = Region::NONE;
        /// Whether rooks drop on the first rank only.
        "sittuyinRookDrop" One Flag sittuyin_rooks: bool = false;
        /// Whether bishops get both colours.
        "dropOppositeColoredBishop" One Flag needs_opposite_colored_bishops: bool = false;
        /// Whether the castling field lists gates.
        "gating" One Flag gating: bool = false;
        /// Whether a piece in hand enters where another first leaves.
        "seirawanGating" One Flag seirawan_gating: bool = false;
    }
}
