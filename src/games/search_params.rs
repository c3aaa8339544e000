//! The parameters of the search, as each game sets them.
//!
//! The weight of a centi-unit and the pace of a game differ between games. So each game
//! has its own parameters: [`Knowledge::PARAMS`]. `plyglot spsa` tunes them by games.
//!
//! **One way to switch off.** A feature is off if its first parameter is 0 (or `false`,
//! where the feature has no number). That parameter has the feature's name with `_depth`,
//! `_window` or `_margin`. A feature that is off in [`Knowledge::PARAMS`] is not compiled
//! in.
//!
//! **One unit per kind.** A [`Depth`] counts sixteenths of a ply, a [`Centi`] hundredths
//! of the evaluation's unit, a [`Factor`] 64ths, a [`Milli`] thousandths. A plain number
//! is a count of moves or, where its name says so, of history points.
//!
//! [`Knowledge::PARAMS`]: super::Knowledge::PARAMS

use super::Depth;

/// A part of a score, in hundredths of the evaluation's unit (a pawn in chess).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Centi(pub i32);

/// A factor, in 64ths: 64 is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Factor(pub i32);

/// A coefficient, in thousandths: 1000 is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Milli(pub i32);

impl Factor {
    /// The factor times `n`, rounded towards 0.
    pub const fn of(self, n: i32) -> i32 {
        self.0 * n / 64
    }
}

impl Milli {
    /// The coefficient as a fraction.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

/// A parameter that a tuner changes as a plain number.
trait Tunable: Copy {
    fn plain(self) -> i32;
    fn from_plain(n: i32) -> Self;
}

/// Implements [`Tunable`] for the units, which are all wrapped numbers.
macro_rules! tunable {
    ($($unit:ident)+) => {
        $(impl Tunable for $unit {
            fn plain(self) -> i32 {
                self.0
            }

            fn from_plain(n: i32) -> $unit {
                $unit(n)
            }
        })+
    };
}

tunable!(Depth Centi Factor Milli);

impl Tunable for i32 {
    fn plain(self) -> i32 {
        self
    }

    fn from_plain(n: i32) -> i32 {
        n
    }
}

/// Declares [`SearchParams`] and the list of tunable parameters from one table. The
/// switches come first. Then come, for each parameter, its name, its unit, its usual
/// value, and as plain numbers its range and the least change worth trying.
macro_rules! search_params {
    (
        switches { $($(#[doc = $on_doc:literal])+ $on:ident: $on_usual:literal;)+ }
        numbers {
            $($(#[doc = $doc:literal])+
            $name:ident: $unit:ident = $usual:expr, $min:literal..=$max:literal, $step:literal;)+
        }
    ) => {
        /// The features of the search that a game uses, and how strongly each of them
        /// prunes, reduces and extends. See the module for units and for how to switch
        /// off. New features bring new fields, so a literal ends in
        /// `..SearchParams::USUAL` or in another of the constants.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $on_doc])+ pub $on: bool,)+
            $($(#[doc = $doc])+ pub $name: $unit,)+
            // Public, as `..` demands it, and hidden, so that no literal names all fields.
            #[doc(hidden)]
            pub more_to_come: (),
        }

        impl SearchParams {
            /// Parameters for most games in which it is an advantage to move and the
            /// evaluation counts in hundredths of a piece (`docs/new_game.md` gives the
            /// gain). For other games, see [`SearchParams::PLAIN`].
            pub const USUAL: SearchParams = SearchParams {
                $($on: $on_usual,)+
                $($name: $usual,)+
                more_to_come: (),
            };

            /// All numeric parameters, in the order of their declaration.
            pub const LIST: &[Parameter] = &[$(Parameter {
                name: stringify!($name),
                unit: stringify!($unit),
                min: $min,
                max: $max,
                step: $step,
                get: |params| Tunable::plain(params.$name),
                set: |params, n| params.$name = Tunable::from_plain(n),
            },)+];
        }
    };
}

/// A parameter of [`SearchParams`]: its name, its range, and access to its value.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The name of its unit's type.
    pub unit: &'static str,
    /// The least value that makes sense while its feature is on.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// The least change that games are likely to show.
    pub step: i32,
    /// Its value, as a plain number.
    pub get: fn(&SearchParams) -> i32,
    /// Changes its value.
    pub set: fn(&mut SearchParams, i32),
}

impl Parameter {
    /// Its value as a Rust literal: `Depth(53)`, or `7` for a plain number.
    pub fn literal(&self, params: &SearchParams) -> String {
        let plain = (self.get)(params);
        match self.unit {
            "i32" => plain.to_string(),
            unit => format!("{unit}({plain})"),
        }
    }
}

search_params! {
    switches {
        /// Quiescence search: lines end in a search of tactical moves until none is worth
        /// making. Switch it off where there are no tactical moves, or where they can go
        /// on forever.
        quiescence: true;
        /// Staged move generation: quiet moves are generated only if no tactical move was
        /// good enough. It pays where [`Game::find`](super::Game::find) and
        /// [`Which::Quiet`](super::Which::Quiet) are much cheaper than generating all
        /// moves.
        staged_generation: false;
        /// Capture history: tactical moves are also ordered by how often they caused
        /// cutoffs.
        capture_history: true;
        /// Continuation history: the history of a quiet move depends on the two preceding
        /// moves. It takes 8 times the square of
        /// [`Knowledge::HISTORY_SIZE`](super::Knowledge::HISTORY_SIZE) bytes per thread.
        continuation_history: false;
        /// Continuation history also looks at the move four plies before.
        continuation_fourth: false;
        /// Early evaluation: the evaluation is computed before it is known to be needed,
        /// while the transposition table entry is fetched from memory. It pays where it
        /// takes less than a tenth of a microsecond.
        early_evaluation: false;
    }
    numbers {
        /// The most by which one line may be extended in total.
        extension_budget: Depth = Depth::plies(4), 16..=256, 16;
        /// Check extension: how much deeper a node is searched in which the side to move is
        /// [forced](super::Glance::Forced).
        forced_extension: Depth = Depth::PLY, 0..=32, 3;

        /// Table cutoffs: how much shallower than its node an entry may be that ends it.
        tt_cutoff_tolerance: Depth = Depth::ZERO, 0..=32, 4;
        /// The least depth of a node that an entry ends against what was expected of it: a
        /// cut node that fails low, or another that fails high.
        tt_cutoff_unexpected: Depth = Depth::ZERO, 0..=160, 16;
        /// The number of reversible plies before a node from which on no entry ends it, as
        /// entries know no such counter; 0: none.
        tt_cutoff_reversible: i32 = 0, 1..=1000, 5;
        /// By how much an entry of this search must be deeper than a new one of the same
        /// position to be kept in its place; 0: it never is.
        tt_keep_surplus: Depth = Depth::ZERO, 1..=320, 8;

        /// Internal iterative reduction: the least depth of a cut node or a node of the
        /// principal variation that is searched a ply less deep if it has no hash move.
        iir_depth: Depth = Depth::ZERO, 32..=160, 16;

        /// Hindsight extension: the least reduction of the move that led to a node for a ply
        /// more, if that move lost nothing of its side's evaluation.
        hindsight_extension_depth: Depth = Depth::ZERO, 16..=96, 6;
        /// Hindsight reduction: a node after a reduced move is searched a ply less deep if
        /// the move lost this much of its side's evaluation.
        hindsight_reduction_margin: Centi = Centi(0), 1..=1000, 12;

        /// Razoring: the greatest depth of a node that is left to quiescence because its
        /// evaluation lies far below alpha.
        razoring_depth: Depth = Depth::ZERO, 16..=160, 16;
        /// The margin below alpha, for each ply of depth.
        razoring_margin: Centi = Centi(200), 20..=2000, 16;

        /// Reverse futility pruning: the greatest depth of a node that is pruned because
        /// its evaluation lies far above beta.
        reverse_futility_depth: Depth = Depth::plies(6), 16..=320, 16;
        /// The margin above beta, for each ply of depth.
        reverse_futility_margin: Centi = Centi(60), 1..=1000, 4;
        /// The reduction of the margin if the side is improving.
        reverse_futility_improving: Centi = Centi(20), -200..=500, 8;
        /// The addition to the margin where an earlier search had the node on its principal
        /// variation.
        reverse_futility_tt_pv: Centi = Centi(0), -200..=500, 8;
        /// The addition to the margin by the size of the evaluation's correction.
        reverse_futility_correction: Factor = Factor(0), 0..=256, 16;
        /// How far the returned score is blended from the evaluation towards beta.
        reverse_futility_blend: Factor = Factor(0), 0..=64, 12;

        /// Null move pruning: the least depth of a node in which passing is tried. Needs
        /// [`Knowledge::null_move`](super::Knowledge::null_move).
        null_move_depth: Depth = Depth::ZERO, 16..=128, 16;
        /// Whether it is tried at cut nodes alone (1) or at all (0).
        null_move_cut_node: i32 = 0, 0..=1, 1;
        /// How far the evaluation must lie above beta ...
        null_move_margin: Centi = Centi(0), -200..=500, 8;
        /// ... less this for each ply of depth.
        null_move_margin_slope: Centi = Centi(0), 0..=100, 2;
        /// The reduction of the null move search ...
        null_move_base: Depth = Depth::plies(3), 16..=128, 6;
        /// ... plus this for each ply of the node's depth ...
        null_move_slope: Factor = Factor(16), 0..=48, 3;
        /// ... plus a ply for each of these by which the evaluation lies above beta ...
        null_move_surplus: Centi = Centi(200), 20..=2000, 10;
        /// ... but at most this for the surplus.
        null_move_surplus_max: Depth = Depth::plies(3), 0..=128, 6;
        /// The additional reduction where the hash move is tactical.
        null_move_tactical: Depth = Depth::ZERO, 0..=48, 6;
        /// The least depth at which a null move cutoff is verified where there [may be
        /// zugzwang](super::Knowledge::may_be_zugzwang).
        null_move_verification: Depth = Depth::plies(14), 16..=480, 32;

        /// ProbCut: the least depth of a node whose captures are tried against a raised beta
        /// by a shallower search.
        probcut_depth: Depth = Depth::ZERO, 48..=320, 16;
        /// By how much beta is raised.
        probcut_margin: Centi = Centi(120), 20..=1000, 12;
        /// What the search is less deep than the node's.
        probcut_reduction: Depth = Depth::plies(4), 32..=128, 8;
        /// ProbCut by the table: how far above beta a score must lie that ends a node although
        /// its search was up to four plies less deep; 0: none does.
        probcut_table_margin: Centi = Centi(0), 1..=1000, 12;

        /// Late move pruning: the greatest depth of a node whose last quiet moves are pruned.
        late_move_depth: Depth = Depth::plies(4), 16..=320, 16;
        /// The least number of moves that a node tries ...
        late_move_base: i32 = 3, 1..=16, 1;
        /// ... plus this for its depth in plies squared, if the side is improving ...
        late_move_improving: Factor = Factor(64), 8..=256, 8;
        /// ... or this if it is not.
        late_move_worsening: Factor = Factor(64), 8..=256, 8;

        /// Futility pruning: the greatest depth of a node whose quiet moves are pruned
        /// because its evaluation lies far below alpha.
        futility_depth: Depth = Depth::plies(6), 16..=320, 16;
        /// The margin below alpha ...
        futility_base: Centi = Centi(90), 0..=1000, 4;
        /// ... plus this for each ply that remains after the move.
        futility_margin: Centi = Centi(90), 1..=1000, 4;
        /// The margin below alpha for a tactical move, besides what it wins, for each ply of
        /// its node; 0: none is pruned.
        futility_tactical_margin: Centi = Centi(0), 1..=1000, 12;

        /// History pruning: the greatest depth of a node whose quiet moves are pruned because
        /// of their history. Meant for use with [`SearchParams::continuation_history`].
        history_pruning_depth: Depth = Depth::ZERO, 16..=320, 16;
        /// The negative history points needed, for each ply that remains after the move.
        history_pruning_points: i32 = 4000, 500..=16000, 500;

        /// SEE pruning: the greatest depth of a node whose moves are pruned if they lose
        /// too much material. It calls
        /// [`Knowledge::see_at_least`](super::Knowledge::see_at_least) for quiet moves
        /// too.
        see_pruning_depth: Depth = Depth::ZERO, 16..=320, 16;
        /// What a tactical move may lose, for each ply of the node's depth.
        see_pruning_tactical: Centi = Centi(90), 1..=1000, 4;
        /// What a quiet move may lose, for the square of the plies that remain after it.
        see_pruning_quiet: Centi = Centi(25), 1..=500, 2;

        /// Late move reductions: the least depth of a node whose late moves are reduced.
        lmr_depth: Depth = Depth::plies(3), 32..=128, 16;
        /// The number of moves of a node that are never reduced.
        lmr_full_depth_moves: i32 = 3, 1..=8, 1;
        /// The reduction in plies ...
        lmr_base: Milli = Milli(800), 0..=3000, 120;
        /// ... plus this times the product of the logarithms of depth and move number.
        lmr_slope: Milli = Milli(400), 100..=1500, 40;
        /// The history points that change the reduction by one ply.
        lmr_history_points: i32 = 8192, 1000..=32000, 1000;
        /// The additional reduction if the side is not improving, ...
        lmr_worsening: Depth = Depth(4), -16..=48, 4;
        /// ... at cut nodes,
        lmr_cut_node: Depth = Depth(6), -16..=64, 4;
        /// ... at cut nodes without a hash move besides,
        lmr_no_hash_move: Depth = Depth(0), -16..=64, 4;
        /// ... where the hash move is tactical,
        lmr_tactical_hash_move: Depth = Depth(0), -16..=48, 4;
        /// ... and where children of the node have often failed high;
        lmr_child_cutoffs: Depth = Depth(0), -16..=48, 4;
        /// The decrease of the reduction on the principal variation, ...
        lmr_pv: Depth = Depth(6), -16..=48, 4;
        /// ... by the correction of the evaluation, in sixteenths of a ply for a centi-unit,
        lmr_correction: Factor = Factor(0), 0..=128, 4;
        /// ... where an earlier search had the node on its principal variation,
        lmr_tt_pv: Depth = Depth(0), -16..=48, 4;
        /// ... and for moves that [threaten](super::Knowledge::threatens) something.
        lmr_threat: Depth = Depth(0), -16..=48, 4;
        /// The share of a quiet move's reduction that applies to a tactical move that
        /// loses its exchange.
        lmr_bad_capture: Factor = Factor(0), 0..=128, 12;
        /// The depth that a reduced move leaves at least; 0: quiescence may follow it.
        lmr_least_depth: Depth = Depth::PLY, 0..=64, 8;
        /// The margin by which a reduced move must beat alpha to be searched a ply
        /// deeper; 0: never.
        lmr_deeper_margin: Centi = Centi(0), 0..=1000, 15;
        /// The margin by which a reduced move must beat the best move before it, so as not
        /// to be searched a ply shallower; 0: never.
        lmr_shallower_margin: Centi = Centi(0), 0..=200, 3;
        /// What moves are searched less deep that follow one above alpha, between alpha and
        /// beta.
        alpha_raise_reduction: Depth = Depth::ZERO, 0..=48, 4;
        /// What depths are rounded down to after a reduction.
        lmr_grain: Depth = Depth(1), 1..=16, 1;

        /// Singular extensions: the least depth of a node whose hash move is compared with
        /// the others.
        singular_depth: Depth = Depth::plies(6), 48..=320, 16;
        /// The margin by which the others must fall below the hash move, in centi-units
        /// for each ply.
        singular_margin: Factor = Factor(64), 4..=800, 12;
        /// The additional margin for an extension of two plies instead of one; 0: never.
        double_extension_margin: Centi = Centi(0), 0..=1000, 8;
        /// Multi-cut: how far the returned score is blended from the others' towards beta.
        multi_cut_blend: Factor = Factor(0), 0..=64, 12;
        /// Negative extension: the reduction of a hash move that is not singular, where
        /// its score lies above beta ...
        negative_extension: Depth = Depth::PLY, -16..=48, 4;
        /// ... and elsewhere at cut nodes.
        negative_extension_cut_node: Depth = Depth::ZERO, -16..=48, 4;

        /// Half the width of the first aspiration window.
        aspiration_window: Centi = Centi(30), 2..=200, 2;
        /// The reduction of the root search after each fail high.
        aspiration_fail_high: Depth = Depth::ZERO, 0..=48, 4;

        /// Delta pruning: the margin added to the gain of a tactical move's exchange in
        /// quiescence search. Moves that do not reach alpha with it are pruned.
        delta_margin: Centi = Centi(0), 1..=1000, 10;
        /// The number of moves that a node of quiescence tries, if none is forced; 0: all.
        quiescence_moves: i32 = 0, 1..=16, 1;
        /// The number of quiet moves that a forced node of quiescence tries; 0: all.
        quiescence_evasions: i32 = 0, 1..=16, 1;
        /// How far the score of a node of quiescence that ends above beta is blended from the
        /// evaluation towards beta.
        quiescence_blend: Factor = Factor(0), 0..=64, 12;

        /// The history bonus of a cutoff, for the square of its depth in plies ...
        history_bonus_square: i32 = 16, 0..=100, 2;
        /// ... plus this for its depth ...
        history_bonus_linear: i32 = 32, -200..=500, 20;
        /// ... but at most this.
        history_bonus_max: i32 = 1600, 200..=4096, 150;
        /// The share of the bonus that is subtracted from the moves tried before.
        history_malus: Factor = Factor(64), 0..=192, 8;
        /// The share of the bonus for the quiet move before a node that fails low.
        history_prior_bonus: Factor = Factor(0), 0..=192, 16;
        /// The history points of a quiet move for each centi-unit by which it changed the
        /// static evaluation.
        history_eval_points: i32 = 0, 0..=64, 2;
        /// The share of the bonus for a quiet hash move by which the table ends a node.
        history_tt_cutoff: Factor = Factor(0), 0..=192, 16;
        /// The share of the bonus for a quiet move that was searched again to its full depth
        /// and came out above alpha, and of the penalty if it did not.
        history_full_depth: Factor = Factor(0), 0..=192, 16;
        /// Continuation correction history: how much the correction for the last two moves
        /// counts. It takes as much memory as the continuation history.
        correction_continuation: Factor = Factor(0), 1..=128, 8;
        /// The points of capture history that count as much as one centi-unit of
        /// material.
        capture_history_points: i32 = 32, 4..=1000, 4;
    }
}

impl SearchParams {
    /// All pruning and reductions off, and quiescence search and singular extensions too.
    /// Forced replies and a game's `cost` still extend lines. For games that are searched
    /// to their end, and as a start for games with frequent zugzwang.
    pub const PLAIN: SearchParams = SearchParams {
        quiescence: false,
        capture_history: false,
        reverse_futility_depth: Depth::ZERO,
        null_move_depth: Depth::ZERO,
        late_move_depth: Depth::ZERO,
        futility_depth: Depth::ZERO,
        history_pruning_depth: Depth::ZERO,
        see_pruning_depth: Depth::ZERO,
        lmr_depth: Depth::ZERO,
        lmr_worsening: Depth::ZERO,
        lmr_cut_node: Depth::ZERO,
        lmr_pv: Depth::ZERO,
        singular_depth: Depth::ZERO,
        delta_margin: Centi(0),
        ..SearchParams::USUAL
    };

    /// Whether no divisor is 0.
    pub(crate) const fn is_sound(&self) -> bool {
        self.null_move_surplus.0 > 0
            && self.lmr_history_points > 0
            && self.lmr_grain.0 > 0
            && self.capture_history_points > 0
    }
}
