//! Moves other than steps of pieces: drops, and what moves do to other squares. Fairy-Stockfish has
//! no captures by jumping and by enclosing.

use super::keys::{group, words};
use super::values::{PieceKinds, Region};

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

group! {
    /// Effects of moves.
    Effects {
        /// Whether captures destroy all around but pawns.
        "blastOnCapture" One Flag captures_blast: bool = false;
        /// What no blast destroys.
        "blastImmuneTypes" One Kinds blast_immune_kinds: PieceKinds = PieceKinds::NONE;
        /// What does not capture its own kind.
        "mutuallyImmuneTypes" One Kinds mutually_immune_kinds: PieceKinds = PieceKinds::NONE;
        /// What becomes a wall when it captures.
        "petrifyOnCaptureTypes" One Kinds petrified_kinds: PieceKinds = PieceKinds::NONE;
        /// Whether all that a blast destroys around the capture becomes walls.
        "petrifyBlastPieces" One Flag blasts_petrify: bool = false;
        /// Which pieces change sides.
        "flipEnclosedPieces" One Choice flip_enclosed_pieces: Enclosing = Enclosing::None;
    }
}

words! {
    /// `jumpPromotion`: what becomes of a pawn that a capture by jumping brings to its promotion.
    JumpPromotion {
        /// Its move ends there.
        Ends = "ends",
        /// It is promoted only if it cannot jump on from there as a pawn.
        Passes = "passes",
        /// It jumps on as what it has become.
        Continues = "continues",
    }
}

words! {
    /// `jumpMovesOver`.
    JumpOver {
        /// Pieces of both sides.
        Any = "any",
        /// Pieces of one's own.
        Own = "own",
        /// Pieces of the other side.
        Enemy = "enemy",
    }
}

group! {
    /// Jumps (halma), captures by jumping (draughts) and by enclosing (tafl).
    Captures {
        /// Whether only the longest captures are legal.
        "mostCaptures" One Flag only_longest: bool = false;
        /// A pawn that jumps to its promotion stops, promotes if it cannot jump on, or jumps on as
        /// its new piece.
        "jumpPromotion" One Choice jump_promotion: JumpPromotion = JumpPromotion::Ends;
        /// Whose pieces `jumpMoves` go over.
        "jumpMovesOver" One Choice jump_over: JumpOver = JumpOver::Any;
        /// Whether each of `jumpMoves` is a move of its own.
        "jumpMovesOnce" One Flag jumps_once: bool = false;
        /// What is captured between two enemies, by the move that closes the line.
        "custodialTypes" One Kinds custodial_kinds: PieceKinds = PieceKinds::NONE;
        /// What is captured from all sides.
        "surroundTypes" One Kinds surround_kinds: PieceKinds = PieceKinds::NONE;
        /// A piece that its side must not lose.
        "custodialKing" One Kind('-') custodial_king: Option<usize> = None;
        /// Only the `custodialKing` may stop there; without a friend on it, such a square is an
        /// enemy.
        "hostileRegion" One Squares hostile_region: Region = Region::NONE;
        /// On and next to it, `custodialKing` is captured from all sides.
        "throneRegion" One Squares throne_region: Region = Region::NONE;
    }
}

words! {
    /// `wallingRule`.
    Walling {
        /// No such rule.
        None = "none",
        /// A wall where the piece that moved could go next.
        Arrow = "arrow",
        /// One wall, which moves elsewhere with each move.
        Duck = "duck",
        /// A wall on the edge of what is left of the board.
        Edge = "edge",
        /// A wall on the square that the piece has left.
        Past = "past",
        /// A wall anywhere within the region.
        Static = "static",
    }
}

group! {
    /// Walls.
    Walls {
        /// Where a move puts a wall: within the piece's reach, elsewhere (the one wall moves), on
        /// an edge, on the square left (not by drops), anywhere.
        "wallingRule" One Choice rule: Walling = Walling::None;
        /// Where walls may be.
        "wallingRegion" Both Squares region: Region = [Region::ALL; 2];
        /// Whether a turn is either a move or a wall.
        "wallOrMove" One Flag instead_of_move: bool = false;
    }
}
