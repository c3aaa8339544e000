//! The ways in which games end, and what they may decide: what draws, wins and names of ends follow
//! from.

use super::{Counting, Definition, MaterialCounting, Region};
use plyglot_core::game::Outcome;

/// Makes the ways in which games end, and the list of them.
macro_rules! ends {
    ($($(#[doc = $about:literal])+ $end:ident,)+) => {
        /// A way in which a game ends, but for repetitions. The first that a position meets counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum End {
            $($(#[doc = $about])+ $end,)+
        }

        impl End {
            /// All of them, in the order in which a position is asked.
            pub const ALL: &[End] = &[$(End::$end),+];
        }
    };
}

ends! {
    /// Pieces have died out.
    Extinction,
    /// Pieces have reached their flag.
    Flag,
    /// A side has given all its checks.
    Checks,
    /// Pieces stand in a row, or connect what they have to; or enough stones were captured.
    Connection,
    /// No square is left.
    FullBoard,
    /// Both sides have passed, or one where kings face each other.
    Passes,
    /// A side has castled, or no longer can.
    Castling,
    /// A king of tafl was captured.
    KingCaptured,
    /// A side has not mated within its moves.
    Counting,
    /// Neither side has the pieces to win.
    DeadPosition,
    /// So many moves made no progress.
    NoProgress,
    /// A side in check has no legal move.
    Checkmate,
    /// A side that is not in check has no legal move.
    NoMoves,
}

/// What an end may decide, as far as the rules of the game tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndResults {
    /// Whether a side may win.
    pub wins: bool,
    /// Whether the game may be drawn.
    pub draws: bool,
}

impl EndResults {
    pub(crate) const NONE: EndResults = EndResults { wins: false, draws: false };
    const WIN: EndResults = EndResults { wins: true, draws: false };
    const DRAW: EndResults = EndResults { wins: false, draws: true };
    const ANY: EndResults = EndResults { wins: true, draws: true };

    fn of(value: Outcome) -> EndResults {
        if value == Outcome::Drawn { EndResults::DRAW } else { EndResults::WIN }
    }

    fn only_if(self, is_there: bool) -> EndResults {
        if is_there { self } else { EndResults::NONE }
    }
}

impl End {
    /// Those that a game has, but those of a side without a legal move.
    pub(crate) fn all_with_moves(rules: &Definition) -> Vec<End> {
        let mut all = End::ALL.to_vec();
        all.retain(|end| end.results(rules) != EndResults::NONE);
        all.retain(|end| !matches!(end, End::Checkmate | End::NoMoves));
        all
    }

    /// What the end may decide in a game; nothing if the game never ends so.
    pub fn results(self, rules: &Definition) -> EndResults {
        let Definition { drops, turns, ends, rows, repetition, .. } = rules;
        // Of what would be a draw, some is won where pieces are counted.
        let is_counted = ends.material_counting != MaterialCounting::None;
        let drawn = if is_counted { EndResults::ANY } else { EndResults::DRAW };
        let drawn_flag = ends.flag_may_be_answered || ends.flag_piece_safe;
        match self {
            End::Extinction => ends.extinction_value.map_or(EndResults::NONE, EndResults::of),
            End::Flag => EndResults { wins: true, draws: drawn_flag }
                .only_if(ends.flag_region != [Region::NONE; 2]),
            End::Checks => EndResults::WIN.only_if(ends.check_counting),
            End::Connection => EndResults::of(rows.connect_value)
                .only_if(rules.has_lengths() || rows.has_regions()),
            End::FullBoard => drawn.only_if(ends.adjudicates_full_board),
            End::Passes => drawn.only_if(turns.may_end_by_passes()),
            End::Castling => EndResults::WIN.only_if(rules.castling.wins != [[false; 2]; 2]),
            End::KingCaptured => EndResults::WIN.only_if(rules.captures.custodial_king.is_some()),
            End::Counting => drawn.only_if(ends.counting_rule != Counting::None),
            End::DeadPosition => drawn.only_if(rules.has_royal()),
            End::NoProgress => drawn.only_if(repetition.n_move_rule > 0),
            End::Checkmate => {
                let value = EndResults::of(ends.checkmate_value);
                let wins = value.wins || drops.shogi_pawn_mate_loses;
                let draws = value.draws || ends.shatar_mate_rule;
                EndResults { wins, draws }.only_if(rules.has_royal())
            }
            End::NoMoves if ends.stalemate_value == Outcome::Drawn => drawn,
            End::NoMoves => EndResults { wins: true, draws: ends.stalemate_counts_pieces },
        }
    }
}
