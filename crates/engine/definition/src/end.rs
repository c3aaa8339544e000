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

const NONE: &[Outcome] = &[];
const WIN: &[Outcome] = &[Outcome::Won];
const DRAW: &[Outcome] = &[Outcome::Drawn];
const ANY: &[Outcome] = &[Outcome::Won, Outcome::Drawn];

fn of_value(value: Outcome) -> &'static [Outcome] {
    if value == Outcome::Drawn { DRAW } else { WIN }
}

impl End {
    /// Those that a game has, but not those of a side without a legal move.
    pub fn all_with_moves(rules: &Definition) -> Vec<End> {
        let is_one = |end: &End| {
            !matches!(end, End::Checkmate | End::NoMoves) && !end.results(rules).is_empty()
        };
        End::ALL.iter().copied().filter(is_one).collect()
    }

    /// What the end may be in a game, as far as the rules tell it: a draw, or won by some side. No
    /// result if the game never ends so.
    pub fn results(self, rules: &Definition) -> &'static [Outcome] {
        let Definition { drops, turns, ends, rows, .. } = rules;
        // Some of what would be a draw is won where pieces are counted.
        let drawn = if ends.material_counting == MaterialCounting::None { DRAW } else { ANY };
        let connects = rules.has_lengths() || rows.has_regions();
        let has_flag = ends.flag_region != [Region::NONE; 2];
        let may_share_flag = ends.flag_may_be_answered || ends.flag_piece_safe;
        let mates_differ = ends.shatar_mate_rule || drops.shogi_pawn_mate_loses;
        let (is_there, results) = match self {
            End::Extinction => (true, ends.extinction_value.map_or(NONE, of_value)),
            End::Flag => (has_flag, if may_share_flag { ANY } else { WIN }),
            End::Checks => (ends.check_counting, WIN),
            End::Connection => (connects, of_value(rows.connect_value)),
            End::FullBoard => (ends.adjudicates_full_board, drawn),
            End::Passes => (turns.has_passes(), drawn),
            End::Castling => (rules.castling.wins != [[false; 2]; 2], WIN),
            End::KingCaptured => (rules.captures.custodial_king.is_some(), WIN),
            End::Counting => (ends.counting_rule != Counting::None, drawn),
            End::DeadPosition => (rules.has_royal(), drawn),
            End::NoProgress => (rules.repetition.n_move_rule > 0, drawn),
            End::Checkmate if mates_differ => (rules.has_royal(), ANY),
            End::Checkmate => (rules.has_royal(), of_value(ends.checkmate_value)),
            End::NoMoves if ends.stalemate_value == Outcome::Drawn => (true, drawn),
            End::NoMoves => (true, if ends.stalemate_counts_pieces { ANY } else { WIN }),
        };
        if is_there { results } else { NONE }
    }
}
