//! The keys of how a game ends: by its pieces, rows, repetition and stones alone.

use super::keys::{group, words};
use super::predefined::PAWN;
use super::values::{PieceMask, Region};
use plyglot_core::game::{Outcome, Side};

words! {
    /// `materialCounting`.
    MaterialCounting {
        /// No such rule.
        None = "none",
        /// The points of janggi's pieces, 1.5 more for the second player.
        Janggi = "janggi",
        /// Numbers of pieces.
        Unweighted = "unweighted",
        /// Pieces, and the empty squares that only they are connected with. Not of Fairy-Stockfish.
        Territory = "territory",
        /// The largest group of connected pieces; of groups as large, the next. Not of
        /// Fairy-Stockfish.
        LargestGroup = "largestGroup",
        /// The second player wins a tie.
        WhiteDrawOdds = "whitedrawodds",
        /// The first player wins a tie.
        BlackDrawOdds = "blackdrawodds",
    }
}

impl MaterialCounting {
    /// Whether pieces or squares decide.
    pub fn counts(self) -> bool {
        matches!(self, MaterialCounting::Janggi | MaterialCounting::Unweighted)
            || self.counts_connected()
    }

    /// Whether it counts what is connected.
    #[inline]
    pub fn counts_connected(self) -> bool {
        matches!(self, MaterialCounting::Territory | MaterialCounting::LargestGroup)
    }
}

words! {
    /// `countingRule`: how many moves a side has to mate a bare king, or to catch it.
    Counting {
        /// No such rule.
        None = "none",
        /// That of makruk.
        Makruk = "makruk",
        /// That of Cambodia.
        Cambodian = "cambodian",
        /// That of the ASEAN federation.
        Asean = "asean",
        /// That of international draughts: each side has 16 moves where a king is alone against
        /// three pieces with a king among them, and 5 where there are fewer. A word of our own.
        Draughts = "draughts",
    }
}

group! {
    /// How a game ends.
    Ends {
        /// For a side without legal moves, not in check.
        "stalemateValue" One Result stalemate_value: Outcome = Outcome::Drawn;
        /// Whether `stalemateValue` is for the side with fewer pieces; equal numbers draw.
        "stalematePieceCount" One Flag stalemate_counts_pieces: bool = false,
            needs("stalemateValue");
        /// For the mated side.
        "checkmateValue" One Result checkmate_value: Outcome = Outcome::Lost,
            needs("king or extinctionPseudoRoyal");
        /// Whether mate by a knight loses, and mate without an earlier check by rook, bers or
        /// knight draws.
        "shatarMateRule" One Flag shatar_mate_rule: bool = false,
            needs("king or extinctionPseudoRoyal");
        /// For the side whose pieces died out.
        "extinctionValue" One ResultOrNone extinction_value: Option<Outcome> = None,
            needs("extinctionPieceTypes");
        /// Which pieces may die out, each alone; `*` is all together.
        "extinctionPieceTypes" One PiecesAndAll extinction_pieces: PieceMask =
            PieceMask::NONE, needs("extinctionValue or extinctionPseudoRoyal");
        /// Pieces have died out at this number or fewer.
        "extinctionPieceCount" One Number extinction_piece_count: u8 = 0,
            needs("extinctionValue or extinctionPseudoRoyal");
        /// How many such pieces the opponent must have.
        "extinctionOpponentPieceCount" One Number extinction_opponent_piece_count: u8 = 0,
            needs("extinctionValue or extinctionPseudoRoyal");
        /// Whether the side to move dies out only if the opponent has one more.
        "extinctionClaim" One Flag extinction_claim: bool = false,
            needs("extinctionValue or extinctionPseudoRoyal");
        /// Whether the last of `extinctionPieceTypes` is royal.
        "extinctionPseudoRoyal" One Flag extinction_pseudo_royal: bool = false,
            needs("extinctionPieceTypes");
        /// Whether check means that all royal pieces are attacked.
        "dupleCheck" One Flag duple_check: bool = false, needs("extinctionPseudoRoyal");
        /// Which piece wins by reaching `flagRegion`.
        "flagPiece" Both PieceOrAny flag_piece: Option<usize> = [None; 2], needs("flagRegion");
        /// The goal, below called the flag.
        "flagRegion" Both Squares flag_region: Region = [Region::NONE; 2];
        /// How many must reach the flag.
        "flagPieceCount" One Number flag_piece_count: u8 = 1, needs("flagRegion");
        /// Whether fewer suffice if the flag's squares are taken.
        "flagPieceBlockedWin" One Flag flag_piece_blocked_win: bool = false, needs("flagRegion");
        /// Whether Black's king may draw by reaching its flag right after White's.
        "flagMove" One Flag flag_may_be_answered: bool = false, needs("flagRegion");
        /// Whether a flag piece wins only if safe from capture.
        "flagPieceSafe" One Flag flag_piece_safe: bool = false, needs("flagRegion");
        /// Whether checks win, as many as `startFen` says.
        "checkCounting" One Flag check_counting: bool = false,
            needs("king or extinctionPseudoRoyal");
        /// What decides draws. `connectVertical` and so on say how squares connect.
        "materialCounting" One Choice material_counting: MaterialCounting = MaterialCounting::None;
        /// Whether a full board ends the game, by `materialCounting`.
        "adjudicateFullBoard" One Flag adjudicates_full_board: bool = false,
            needs("pieceDrops, seirawanGating or wallingRule");
        /// How long a bare king is chased; in draughts, 16 moves by three pieces, else 5.
        "countingRule" One Choice counting_rule: Counting = Counting::None;
    }
}

impl Ends {
    /// Whether all pieces together may also die out.
    #[inline]
    pub fn counts_all_pieces(&self) -> bool {
        self.extinction_pieces.contains(PieceMask::TOGETHER)
    }
}

/// What connects pieces: one of these.
const CONNECTIONS: &str =
    "connectN, collinearN, connectNxN, connectRegion1, connectCorners, connectSides or connectRing";
/// What goes along lines: one of these.
const LINES: &str = "connectN, collinearN, connectNxN, connectRegion1, connectCorners, \
     connectSides, connectRing, captureRows, materialCounting = territory or \
     materialCounting = largestGroup";

group! {
    /// Rows and connections.
    Rows {
        /// This many in a row win, or more.
        "connectN" One Number connect_n: u8 = 0;
        /// Which pieces make rows.
        "connectPieceTypes" One PiecesOrAny connect_pieces: Option<PieceMask> = None,
            needs(LINES);
        /// Whether rows go along files.
        "connectVertical" One Flag connect_vertical: bool = true, needs(LINES);
        /// Whether rows go along ranks.
        "connectHorizontal" One Flag connect_horizontal: bool = true, needs(LINES);
        /// Whether rows go along diagonals.
        "connectDiagonal" One Flag connect_diagonal: bool = true, needs(LINES);
        /// A chain of pieces from here to `connectRegion2` wins.
        "connectRegion1" Each Squares connect_region1: Region = [Region::NONE; 2],
            needs("connectRegion2");
        /// Where such a chain must end.
        "connectRegion2" Each Squares connect_region2: Region = [Region::NONE; 2],
            needs("connectRegion1");
        /// A full square of this width wins.
        "connectNxN" One Number connect_nxn: u8 = 0, squares_only("hexagons make no squares");
        /// This many on a line win, even with gaps.
        "collinearN" One Number collinear_n: u8 = 0;
        /// For the side that connects.
        "connectValue" One Result connect_value: Outcome = Outcome::Won, needs(CONNECTIONS);
    }
}

impl Rows {
    /// By side: the two regions to be connected.
    pub fn regions(&self) -> [[Region; 2]; 2] {
        Side::BOTH.map(|side| [self.connect_region1[side], self.connect_region2[side]])
    }

    /// Whether a chain between two regions wins.
    pub fn has_regions(&self) -> bool {
        self.regions() != [[Region::NONE; 2]; 2]
    }

    /// Whether pieces win by standing in rows or squares.
    pub(crate) fn has_lengths(&self) -> bool {
        [self.connect_n, self.collinear_n, self.connect_nxn] != [0; 3]
    }

    /// Whether pieces win by standing in rows or by connecting regions.
    pub fn has_any(&self) -> bool {
        self.has_lengths() || self.has_regions()
    }
}

words! {
    /// `chasingRule`.
    Chasing {
        /// No such rule.
        None = "none",
        /// Xiangqi's, by the Asian Xiangqi Federation.
        Axf = "axf",
    }
}

group! {
    /// Repetition, and no progress.
    Repetition {
        /// A draw after this many moves without progress; 0 is never.
        "nMoveRule" One Number n_move_rule: u16 = 50, needs("pieces that move");
        /// Which pieces make progress by moving.
        "nMoveRuleTypes" Both Pieces n_move_rule_pieces: PieceMask = [PieceMask::single(PAWN); 2],
            needs("nMoveRule");
        /// This many occurrences of a position end the game; 0 is never.
        "nFoldRule" One Number n_fold_rule: u8 = 3, needs("pieces that move");
        /// The result of repetition.
        "nFoldValue" One Result n_fold_value: Outcome = Outcome::Drawn, needs("nFoldRule");
        /// Whether `nFoldValue` is White's result.
        "nFoldValueAbsolute" One Flag n_fold_value_is_absolute: bool = false,
            needs("nFoldRule", "nFoldValue");
        /// Whether perpetual check loses.
        "perpetualCheckIllegal" One Flag perpetual_check_loses: bool = false, needs("nFoldRule");
        /// Whether five moves back and forth lose.
        "moveRepetitionIllegal" One Flag move_repetition_loses: bool = false;
        /// Perpetual chase loses; at most ten checks count towards `nMoveRule`.
        "chasingRule" One Choice chasing_rule: Chasing = Chasing::None,
            squares_only("it is xiangqi's");
    }
}

words! {
    /// `captureRows`.
    CaptureRows {
        /// Nothing is captured.
        None = "none",
        /// Two stones in a row, no more.
        Two = "2",
        /// Two or three.
        TwoOrThree = "2-3",
    }
}

impl CaptureRows {
    /// The lengths of rows that are captured.
    pub fn lengths(self) -> std::ops::RangeInclusive<usize> {
        2..=match self {
            CaptureRows::None => 0,
            CaptureRows::Two => 2,
            CaptureRows::TwoOrThree => 3,
        }
    }
}

group! {
    /// Only stones.
    StoneRules {
        /// Whether longer rows do not win.
        "connectExact" One Flag connect_exact: bool = false, is_ours;
        /// How long rows are that two stones capture between them.
        "captureRows" One Choice capture_rows: CaptureRows = CaptureRows::None, is_ours;
        /// This many captured stones win.
        "captureCount" One Number capture_count: u8 = 0, needs("captureRows"), is_ours;
        /// A chain that touches this many corners wins.
        "connectCorners" One Number connect_corners: u8 = 0, is_ours;
        /// A chain that touches this many sides wins.
        "connectSides" One Number connect_sides: u8 = 0, is_ours;
        /// Whether a chain round a cell wins.
        "connectRing" One Flag connect_ring: bool = false, is_ours;
        /// Whether White may not make six in a row, two threes or two fours without a five (RIF
        /// rule 9).
        "renjuBans" One Flag renju_bans: bool = false, is_ours;
    }
}
