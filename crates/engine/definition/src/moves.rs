//! Moves other than steps of pieces: drops, and what moves do to other squares. Fairy-Stockfish has
//! no captures by jumping and by enclosing.

use super::keys::{group, words};
use super::values::{PieceMask, Region};

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
        /// Whether pieces in hand may be dropped.
        "pieceDrops" One Flag allowed: bool = false;
        /// Whether every piece may be dropped, without limit.
        "freeDrops" One Flag free_drops: bool = false, needs("pieceDrops"), is_ours;
        /// Whether captured pieces go to the captor's hand.
        "capturesToHand" One Flag captures_to_hand: bool = false,
            needs("pieceDrops, gating or seirawanGating");
        /// Whether captures go to a partner's hand on another board (bughouse).
        "twoBoards" One Flag has_two_boards: bool = false,
            needs("pieceDrops, gating or seirawanGating");
        /// Whether captured pieces stay promoted in the hand.
        "dropLoop" One Flag stay_promoted: bool = false, needs("capturesToHand or twoBoards");
        /// Where pieces may be dropped.
        "dropRegion" Each Squares region: Region = [Region::ALL; 2],
            needs("pieceDrops or seirawanGating");
        /// Whether drops are compulsory.
        "mustDrop" One Flag must_drop: bool = false, needs("pieceDrops");
        /// Which piece must be dropped; while it is in hand, no other may be.
        "mustDropType" One PieceOrAny must_drop_type: Option<usize> = None,
            needs("pieceDrops", "mustDrop");
        /// Whether drops may give check.
        "dropChecks" One Flag may_check: bool = true, needs("pieceDrops");
        /// Whether pieces may drop promoted.
        "dropPromoted" One Flag may_be_promoted: bool = false,
            needs("pieceDrops", "promotedPieceType");
        /// Whether pawns may drop on the first rank.
        "firstRankPawnDrops" One Flag allows_first_rank_pawns: bool = false,
            needs("pieceDrops or seirawanGating", "pawn");
        /// Whether pawns may drop where they would promote.
        "promotionZonePawnDrops" One Flag allows_promotion_zone_pawns: bool = false,
            needs("pieceDrops or seirawanGating", "pawn");
        /// Whether mate by dropping a `shogiPawn` loses.
        "shogiPawnDropMateIllegal" One Flag shogi_pawn_mate_loses: bool = false,
            needs("pieceDrops", "shogiPawn");
        /// The piece that is not dropped on a file that has one.
        "dropNoDoubled" One PieceOrNone no_doubled: Option<usize> = None,
            needs("pieceDrops or seirawanGating");
        /// How many of `dropNoDoubled` a file may have.
        "dropNoDoubledCount" One Number no_doubled_count: u8 = 1, needs("dropNoDoubled");
        /// Whether no piece may go where it could never move again.
        "immobilityIllegal" One Flag immobility_illegal: bool = false;
        /// What a drop must enclose or touch.
        "enclosingDrop" One Choice enclosing: Enclosing = Enclosing::None,
            needs("pieceDrops or seirawanGating");
        /// Drops must first fill these squares.
        "enclosingDropStart" One Squares enclosing_start: Region = Region::NONE,
            needs("pieceDrops or seirawanGating", "enclosingDrop");
        /// Whether rooks drop on the first rank only.
        "sittuyinRookDrop" One Flag sittuyin_rook_drop: bool = false,
            needs("pieceDrops or seirawanGating", "rook");
        /// Whether half of a side's bishops go on each colour.
        "dropOppositeColoredBishop" One Flag needs_opposite_colored_bishops: bool = false,
            needs("pieceDrops", "bishop"), squares_only("hexagons have three colours");
        /// Whether the castling field also lists gates: files of unmoved pieces.
        "gating" One Flag gating: bool = false, needs("seirawanGating or cambodianMoves");
        /// Whether a piece in hand may enter when another leaves its gate.
        "seirawanGating" One Flag seirawan_gating: bool = false, needs("gating");
    }
}

group! {
    /// Effects of moves.
    Effects {
        /// Whether a capture destroys both pieces and all around except pawns.
        "blastOnCapture" One Flag blast_on_capture: bool = false;
        /// Which pieces no blast destroys.
        "blastImmuneTypes" One Pieces blast_immune_pieces: PieceMask = PieceMask::NONE,
            needs("blastOnCapture");
        /// Which pieces may not capture their own kind.
        "mutuallyImmuneTypes" One Pieces mutually_immune_pieces: PieceMask = PieceMask::NONE;
        /// Which pieces become walls when they capture.
        "petrifyOnCaptureTypes" One Pieces petrified_pieces: PieceMask = PieceMask::NONE;
        /// Whether pieces that a blast destroys beside the capture become walls.
        "petrifyBlastPieces" One Flag petrify_blast_pieces: bool = false, needs("blastOnCapture");
        /// Which enemy pieces change sides.
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
        "mostCaptures" One Flag most_captures: bool = false, needs("jumpCaptures"), is_ours;
        /// A pawn that jumps to its promotion stops, promotes if it cannot jump on, or jumps on
        /// promoted.
        "jumpPromotion" One Choice jump_promotion: JumpPromotion = JumpPromotion::Ends,
            needs("jumpCaptures"), is_ours;
        /// Whose pieces `jumpMoves` go over.
        "jumpMovesOver" One Choice jump_moves_over: JumpOver = JumpOver::Any, needs("jumpMoves"), is_ours;
        /// Whether a move has only one of the `jumpMoves`.
        "jumpMovesOnce" One Flag jump_moves_once: bool = false, needs("jumpMoves"), is_ours;
        /// What an enemy captures by moving so that two enemies enclose it.
        "custodialTypes" One Pieces custodial_pieces: PieceMask = PieceMask::NONE, is_ours;
        /// What is captured from all sides.
        "surroundTypes" One Pieces surround_pieces: PieceMask = PieceMask::NONE, is_ours;
        /// A piece that its side must not lose.
        "custodialKing" One PieceOrNone custodial_king: Option<usize> = None, is_ours;
        /// Only the `custodialKing` may stop here; unless a friend is there, it counts as an enemy.
        "hostileRegion" One Squares hostile_region: Region = Region::NONE, is_ours;
        /// On and beside these squares, `custodialKing` is captured from all sides only.
        "throneRegion" One Squares throne_region: Region = Region::NONE,
            needs("custodialKing"), is_ours;
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
        /// Where a move puts a wall: in the piece's reach, elsewhere (the only wall), on an edge,
        /// on the square left, anywhere.
        "wallingRule" One Choice rule: Walling = Walling::None;
        /// Where walls may be.
        "wallingRegion" Both Squares region: Region = [Region::ALL; 2], needs("wallingRule");
        /// Whether a turn is either a move or a wall.
        "wallOrMove" One Flag wall_or_move: bool = false, needs("wallingRule");
    }
}
