//! The parameters of the search, as each game sets them.
//!
//! What a centi-unit is worth, and how soon a position changes, differ from game to
//! game, so each game has parameters of its own: [`Knowledge::PARAMS`]. `plyglot spsa`
//! finds them by games.
//!
//! **One way to switch off.** A feature is off where its first parameter, the one that
//! carries the feature's name and `_depth`, `_window` or `_margin`, is 0 (or `false`,
//! where the feature has no number). A feature that is off in [`Knowledge::PARAMS`] is
//! not compiled in.
//!
//! **One unit a kind.** A [`Depth`] counts sixteenths of a ply, a [`Centi`] hundredths of
//! the evaluation's unit, a [`Factor`] 64ths, a [`Milli`] thousandths. A plain number is a
//! count of moves or, where its name says so, of history points.
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
    /// The factor times `n`, towards 0.
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

/// A parameter that a tuner changes by its plain number.
trait Tunable: Copy {
    fn plain(self) -> i32;
    fn from_plain(n: i32) -> Self;
}

/// The units of parameters, which are all numbers in a wrapper.
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

/// Declares [`SearchParams`] and the list of what can be tuned from one table: the
/// switches first, then for each parameter its name, its unit, its usual value, and as
/// plain numbers its range and the least change that is worth trying.
macro_rules! search_params {
    (
        switches { $($(#[doc = $on_doc:literal])+ $on:ident: $on_usual:literal;)+ }
        numbers {
            $($(#[doc = $doc:literal])+
            $name:ident: $unit:ident = $usual:expr, $min:literal..=$max:literal, $step:literal;)+
        }
    ) => {
        /// Which features of the search a game uses, and how boldly each of them prunes,
        /// reduces and extends. See the module for units and for how to switch off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $on_doc])+ pub $on: bool,)+
            $($(#[doc = $doc])+ pub $name: $unit,)+
        }

        impl SearchParams {
            /// What suits most games in which having a move is worth something and an
            /// evaluation counts in hundredths of a piece (`docs/new_game.md` has what it
            /// is worth). Elsewhere, see [`SearchParams::PLAIN`].
            pub const USUAL: SearchParams = SearchParams {
                $($on: $on_usual,)+
                $($name: $usual,)+
            };

            /// All parameters that are numbers, in the order of their declaration.
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

/// A parameter of [`SearchParams`]: its name, its range, and how to get at it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The name of its unit's type.
    pub unit: &'static str,
    /// The least value that makes sense while its feature is on.
    pub min: i32,
    /// The greatest.
    pub max: i32,
    /// The least change of it that games are likely to show.
    pub step: i32,
    /// Its value, as a plain number.
    pub get: fn(&SearchParams) -> i32,
    /// Changes its value.
    pub set: fn(&mut SearchParams, i32),
}

impl Parameter {
    /// Its value as it is written in a constant: `Depth(53)`, or `7` for a plain number.
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
        /// Quiescence search: lines end in a search of the tactical moves alone, until
        /// none is worth making. To be switched off where there are no tactical moves, or
        /// where they can go on for ever.
        quiescence: true;
        /// Staged move generation: the quiet moves are generated only if no tactical one
        /// was good enough. Worth it where [`Game::find`](super::Game::find) and
        /// [`Which::Quiet`](super::Which::Quiet) are much cheaper than all moves.
        staged_generation: false;
        /// Capture history: tactical moves are ordered by how often they cut off, too.
        capture_history: true;
        /// Continuation history: what a quiet move is worth depends on the two moves before
        /// it. Takes 8 times the square of [`Knowledge::HISTORY_SIZE`](super::Knowledge::HISTORY_SIZE)
        /// bytes a thread.
        continuation_history: false;
        /// The evaluation is made before it is known to be needed, while the entry of
        /// the transposition table comes from memory. Worth it where it takes less than
        /// a tenth of a microsecond.
        early_evaluation: false;
    }
    numbers {
        /// What one line may be extended by, in all.
        extension_budget: Depth = Depth::plies(4), 16..=256, 16;

        /// Reverse futility pruning: the greatest depth of a node that is left because its
        /// evaluation lies far above beta.
        reverse_futility_depth: Depth = Depth::plies(6), 16..=320, 16;
        /// How far above, for each ply of depth.
        reverse_futility_margin: Centi = Centi(60), 1..=1000, 4;
        /// How much less far if the side is improving.
        reverse_futility_improving: Centi = Centi(20), -200..=500, 8;
        /// How far the returned score is blended from the evaluation towards beta.
        reverse_futility_blend: Factor = Factor(0), 0..=64, 12;

        /// Null move pruning: the least depth of a node in which passing is tried. Needs
        /// [`Knowledge::null_move`](super::Knowledge::null_move).
        null_move_depth: Depth = Depth::ZERO, 16..=128, 16;
        /// What the null move search is less deep ...
        null_move_base: Depth = Depth::plies(3), 16..=128, 6;
        /// ... and for each ply of the node's depth ...
        null_move_slope: Factor = Factor(16), 0..=48, 3;
        /// ... and a ply more for each of these by which the evaluation lies above beta ...
        null_move_surplus: Centi = Centi(200), 20..=2000, 10;
        /// ... but at most this for it.
        null_move_surplus_max: Depth = Depth::plies(3), 0..=128, 6;
        /// The depth from which a cutoff by the null move is verified where there
        /// [may be zugzwang](super::Knowledge::may_be_zugzwang).
        null_move_verification: Depth = Depth::plies(14), 16..=480, 32;

        /// Late move pruning: the greatest depth of a node whose last quiet moves are pruned.
        late_move_depth: Depth = Depth::plies(4), 16..=320, 16;
        /// The moves that a node tries at least ...
        late_move_base: i32 = 3, 1..=16, 1;
        /// ... and more, for the square of its depth in plies, if the side is improving ...
        late_move_improving: Factor = Factor(64), 8..=256, 8;
        /// ... and if it is not.
        late_move_worsening: Factor = Factor(64), 8..=256, 8;

        /// Futility pruning: the greatest depth of a node whose quiet moves are pruned
        /// because its evaluation lies far below alpha.
        futility_depth: Depth = Depth::plies(6), 16..=320, 16;
        /// How far below ...
        futility_base: Centi = Centi(90), 0..=1000, 4;
        /// ... and how much farther for each ply that remains after the move.
        futility_margin: Centi = Centi(90), 1..=1000, 4;

        /// History pruning: the greatest depth of a node whose quiet moves are pruned because
        /// of their history. Meant for use with [`SearchParams::continuation_history`].
        history_pruning_depth: Depth = Depth::ZERO, 16..=320, 16;
        /// The history points below 0 that it takes, for each ply that remains after the move.
        history_pruning_points: i32 = 4000, 500..=16000, 500;

        /// SEE pruning: the greatest depth of a node whose moves are pruned if they lose too
        /// much material. Asks [`Knowledge::see_at_least`](super::Knowledge::see_at_least) of
        /// quiet moves too.
        see_pruning_depth: Depth = Depth::ZERO, 16..=320, 16;
        /// What a tactical move may lose, for each ply of the node's depth.
        see_pruning_tactical: Centi = Centi(90), 1..=1000, 4;
        /// What a quiet move may lose, for the square of the plies that remain after it.
        see_pruning_quiet: Centi = Centi(25), 1..=500, 2;

        /// Late move reductions: the least depth of a node whose late moves are reduced.
        lmr_depth: Depth = Depth::plies(3), 32..=128, 16;
        /// The reduction in plies ...
        lmr_base: Milli = Milli(800), 0..=3000, 120;
        /// ... and more, for the product of the logarithms of depth and number of the move.
        lmr_slope: Milli = Milli(400), 100..=1500, 40;
        /// The history points that are worth a ply of reduction, more or less.
        lmr_history_points: i32 = 8192, 1000..=32000, 1000;
        /// The reduction is greater by this if the side is not improving,
        lmr_worsening: Depth = Depth(4), -16..=48, 4;
        /// ... at cut nodes,
        lmr_cut_node: Depth = Depth(6), -16..=48, 4;
        /// ... and where children of the node have often failed high;
        lmr_child_cutoffs: Depth = Depth(0), -16..=48, 4;
        /// and less by this on the principal variation,
        lmr_pv: Depth = Depth(6), -16..=48, 4;
        /// ... where an earlier search had the node on its principal variation,
        lmr_tt_pv: Depth = Depth(0), -16..=48, 4;
        /// ... and for moves that [threaten](super::Knowledge::threatens) something.
        lmr_threat: Depth = Depth(0), -16..=48, 4;
        /// The share of the reduction of a quiet move that a tactical move has if it loses
        /// its exchange.
        lmr_bad_capture: Factor = Factor(0), 0..=128, 12;
        /// By how much a reduced move must beat alpha to be searched a ply deeper; 0: never.
        lmr_deeper_margin: Centi = Centi(0), 0..=1000, 15;

        /// Singular extensions: the least depth of a node whose hash move is compared with
        /// the others.
        singular_depth: Depth = Depth::plies(6), 48..=320, 16;
        /// How far the others must fall below the hash move, in centi-units for each ply.
        singular_margin: Factor = Factor(64), 4..=800, 12;
        /// How much farther for an extension of two plies in place of one; 0: never.
        double_extension_margin: Centi = Centi(0), 0..=1000, 8;
        /// Negative extension: what a hash move that is not singular is searched less deep
        /// where its score lies above beta ...
        negative_extension: Depth = Depth::PLY, -16..=48, 4;
        /// ... and elsewhere at cut nodes.
        negative_extension_cut_node: Depth = Depth::ZERO, -16..=48, 4;

        /// Half the width of the first aspiration window.
        aspiration_window: Centi = Centi(30), 2..=200, 2;
        /// What the root is searched less deep each time that it failed high.
        aspiration_fail_high: Depth = Depth::ZERO, 0..=48, 4;

        /// Delta pruning: what a tactical move is trusted to bring in quiescence beyond what
        /// its exchange wins. Moves that do not reach alpha with it are pruned.
        delta_margin: Centi = Centi(0), 1..=1000, 10;

        /// What a cutoff adds to a move's history for the square of its depth in plies ...
        history_bonus_square: i32 = 16, 0..=100, 2;
        /// ... and for its depth ...
        history_bonus_linear: i32 = 32, -200..=500, 20;
        /// ... but at most.
        history_bonus_max: i32 = 1600, 200..=4096, 150;
        /// The share of it that is taken off the moves tried before.
        history_malus: Factor = Factor(64), 0..=192, 8;
        /// The share of it for the quiet move before a node that fails low.
        history_prior_bonus: Factor = Factor(0), 0..=192, 16;
        /// The history points that a quiet move gets for each centi-unit by which it changed
        /// the static evaluation.
        history_eval_points: i32 = 0, 0..=64, 2;
        /// The points of capture history that count as much as a centi-unit of material.
        capture_history_points: i32 = 32, 4..=1000, 4;
    }
}

impl SearchParams {
    /// All off that prunes or reduces, quiescence and singular extensions too. Forced
    /// replies and what a game's `cost` grants still extend lines. For games that are searched to their end, and a start for those in which having to
    /// move is often what loses.
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

    /// Whether nothing would be divided by 0.
    pub(crate) const fn is_sound(&self) -> bool {
        self.null_move_surplus.0 > 0
            && self.lmr_history_points > 0
            && self.capture_history_points > 0
    }
}
