//! How a game ends.

use super::keys::{group, words};
use super::values::{PieceKinds, Region};
use plyglot_core::game::Outcome;

words! {
    /// `materialCounting`.
    MaterialCounting {
        /// No such rule.
        None = "none",
        /// The points of janggi's pieces, 1.5 more for the second player.
        Janggi = "janggi",
        /// Numbers of pieces.
        Unweighted = "unweighted",
        /// The second player wins a tie.
        WhiteDrawOdds = "whitedrawodds",
        /// The first player wins a tie.
        BlackDrawOdds = "blackdrawodds",
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
        /// No legal move.
        "stalemateValue" One Result stalemate_value: Outcome = Outcome::Drawn;
        /// Whether stalemate counts pieces.
        "stalematePieceCount" One Flag stalemate_counts_pieces: bool = false;
        /// Checkmate.
        "checkmateValue" One Result checkmate_value: Outcome = Outcome::Lost;
        /// Whether a mate by a knight loses, and one without checks by rook, bers or knight draws.
        "shatarMateRule" One Flag shatar_mate_rule: bool = false;
        /// For the side whose pieces died out.
        "extinctionValue" One ResultOrNone extinction_value: Option<Outcome> = None;
        /// Which pieces may die out; `*` is all together.
        "extinctionPieceTypes" One KindsAndAll extinction_kinds: PieceKinds =
            PieceKinds::NONE;
        /// Extinct at this number or fewer.
        "extinctionPieceCount" One Number extinction_piece_count: u8 = 0;
        /// How many pieces the opponent must have.
        "extinctionOpponentPieceCount" One Number extinction_opponent_piece_count: u8 = 0;
        /// Whether only the side to move claims extinction.
        "extinctionClaim" One Flag extinction_must_be_claimed: bool = false;
        /// Whether the last of `extinctionPieceTypes` is royal.
        "extinctionPseudoRoyal" One Flag last_of_kind_is_royal: bool = false;
        /// Whether a check attacks all royal pieces.
        "dupleCheck" One Flag duple_check: bool = false;
        /// What must reach the flag.
        "flagPiece" Both Kind('*') flag_piece: Option<usize> = [None; 2];
        /// Where the flag is.
        "flagRegion" Both Squares flag_region: Region = [Region::NONE; 2];
        /// How many must reach the flag.
        "flagPieceCount" One Number flag_piece_count: u8 = 1;
        /// Whether fewer suffice if no room is left.
        "flagPieceBlockedWin" One Flag flag_wins_when_blocked: bool = false;
        /// Whether Black may draw by a flag one move after White's.
        "flagMove" One Flag flag_may_be_answered: bool = false;
        /// Whether a flag piece wins only if not captured at once.
        "flagPieceSafe" One Flag flag_piece_must_be_safe: bool = false;
        /// Whether checks win; `startFen` has the number.
        "checkCounting" One Flag checks_are_counted: bool = false;
        /// How material decides a draw.
        "materialCounting" One Choice material_counting: MaterialCounting = MaterialCounting::None;
        /// Whether material decides on a full board.
        "adjudicateFullBoard" One Flag adjudicates_full_board: bool = false;
        /// How long a bare king is chased; in draughts, 16 moves by three pieces, 5 by fewer.
        "countingRule" One Choice counting_rule: Counting = Counting::None;
    }
}

impl Ends {
    /// Whether all pieces together may die out, too.
    pub(crate) fn counts_all_pieces(&self) -> bool {
        self.extinction_kinds.contains(PieceKinds::TOGETHER)
    }
}
