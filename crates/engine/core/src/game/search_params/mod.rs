//! The parameters of the search, as each game sets them.
//!
//! The weight of a centi-unit and the pace of a game differ between games. So each game
//! has its own parameters: [`Knowledge::PARAMS`]. `plyglot spsa` tunes them by games. Tools
//! name a parameter by feature and field: `lmr_cut_node` is `params.lmr.cut_node`.
//!
//! **One way to switch off.** Each feature of the search has a struct here, and those that
//! a game may do without have a switch `is_on`. A feature that is off in
//! [`Knowledge::PARAMS`] is not compiled in. For tools it has the value 0 in its first
//! parameter, mostly a depth. Most are compiled in by the feature `trials` of this crate, so that
//! they can be tried at run time, in any game.
//!
//! **One unit per kind.** A [`Depth`] counts sixteenths of a ply, a [`Centi`] hundredths
//! of the evaluation's unit, a [`Factor`] 64ths, a [`Milli`] thousandths. A plain number
//! is a count of moves or, where its name says so, of history points.
//!
//! [`Knowledge::PARAMS`]: super::Knowledge::PARAMS

mod tactical;
mod units;

use super::Depth;
use units::Tunable;
pub use units::{Centi, Factor, Milli};

/// Declares [`SearchParams`], the structs of its features, and the list of tunable
/// parameters from one table. For each feature it has its name, its type and, if it has a
/// switch, whether it is usually on. Then come, for each parameter, its field, its name in
/// tools, its unit, its usual value, and as plain numbers its range and the least change
/// worth trying. `or 0 if off` marks the parameter that is the switch for tools.
macro_rules! search_params {
    (
        switches { $($(#[doc = $switch_doc:literal])+ $switch:ident = $switch_usual:literal;)+ }
        $($(#[doc = $feature_doc:literal])+
        $feature:ident: $Feature:ident $(, $is_on:ident = $is_usually_on:literal)? {
            $($(#[doc = $doc:literal])+
            $field:ident $name:literal: $unit:ident $(or $off:literal if off)? = $usual:expr,
                $min:literal..=$max:literal, $step:literal;)+
        })+
    ) => {
        $($(#[doc = $feature_doc])+
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Feature {
            $(
                #[doc = concat!("Whether the search uses [`", stringify!($Feature), "`].")]
                #[doc = concat!("Usually ", stringify!($is_usually_on), ".")]
                pub $is_on: bool,
            )?
            $($(#[doc = $doc])+ pub $field: $unit,)+
        }

        impl $Feature {
            /// Whether the search uses it, as it always does without a switch.
            fn is_used(&self) -> bool {
                true $(&& self.$is_on)?
            }
        })+

        /// The features of the search that a game uses, and how strongly each of them
        /// prunes, reduces and extends. See the module for units and for how to switch
        /// off. A game starts from one of the constants and changes what differs.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $switch_doc])+ pub $switch: bool,)+
            $($(#[doc = $feature_doc])+ pub $feature: $Feature,)+
        }

        impl SearchParams {
            /// Parameters for most games in which it is an advantage to move and the
            /// evaluation counts in hundredths of a piece. For other games, see
            /// [`SearchParams::PLAIN`].
            pub const USUAL: SearchParams = SearchParams {
                $($switch: $switch_usual,)+
                $($feature: $Feature { $($is_on: $is_usually_on,)? $($field: $usual,)+ },)+
            };

            /// All numeric parameters, in the order of their declaration.
            pub const LIST: &[Parameter] = &[$($(Parameter {
                name: $name,
                field: concat!(stringify!($feature), ".", stringify!($field)),
                unit: stringify!($unit),
                min: $min,
                max: $max,
                step: $step,
                is_on: |params| params.$feature.is_used(),
                get: |params| {
                    $(if !params.$feature.is_on { return $off; })?
                    Tunable::plain(params.$feature.$field)
                },
                set: |params, n| {
                    $(
                        params.$feature.is_on = n != $off;
                        if n == $off { return; }
                    )?
                    params.$feature.$field = Tunable::from_plain(n);
                },
            },)+)+];
        }
    };
}

/// A parameter of [`SearchParams`]: its name, its range, and access to its value.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in tools: `lmr_cut_node`.
    pub name: &'static str,
    /// Its place in [`SearchParams`]: `lmr.cut_node`.
    pub field: &'static str,
    /// The name of its unit's type.
    pub unit: &'static str,
    /// The least value that makes sense while its feature is on.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// The least change that games are likely to show.
    pub step: i32,
    /// Whether its feature is on.
    pub is_on: fn(&SearchParams) -> bool,
    /// Its value, as a plain number; 0 for the first parameter of a feature that is off.
    pub get: fn(&SearchParams) -> i32,
    /// Changes its value, given as [`Parameter::get`] gives it.
    pub set: fn(&mut SearchParams, i32),
}

impl Parameter {
    /// The Rust statement that sets it to its value: `params.lmr.cut_node = Depth(6);`.
    pub fn statement(&self, params: &SearchParams) -> String {
        let plain = (self.get)(params);
        let value = match self.unit {
            "i32" => plain.to_string(),
            "bool" => (plain != 0).to_string(),
            unit => format!("{unit}({plain})"),
        };
        format!("params.{} = {value};", self.field)
    }
}

search_params! {
    switches {
        /// Staged move generation: quiet moves are generated only if no tactical move was
        /// good enough. It pays where [`Game::find`](super::Game::find) and
        /// [`Which::Quiet`](super::Which::Quiet) are much cheaper than generating all
        /// moves.
        staged_generation = false;
        /// Early evaluation: the evaluation is computed before it is known to be needed,
        /// while the transposition table entry is fetched from memory. It pays where it
        /// takes less than a tenth of a microsecond.
        early_evaluation = false;
        /// Whether [`ContinuationHistory`] also looks at the move four plies before.
        continuation_fourth = false;
    }

    /// Check extension, and what all extensions of a line may come to.
    extension: Extensions {
        /// The most by which one line may be extended in total.
        budget "extension_budget": Depth = Depth::plies(4), 16..=256, 16;
        /// How much more one line may be extended in total for each ply of the root's depth.
        root_share "extension_root_share": Factor = Factor(0), 0..=64, 8;
        /// How much deeper a node is searched in which the side to move is
        /// [forced](super::Glance::Forced).
        forced "forced_extension": Depth = Depth::PLY, 0..=32, 3;
    }

    /// Which entries of the transposition table end a node, and which are kept.
    tt: TableUse {
        /// How much shallower than a node an entry may be and still end it. If negative, how much
        /// deeper one must be whose score is a lower bound.
        cutoff_tolerance "tt_cutoff_tolerance": Depth = Depth::ZERO, -32..=32, 4;
        /// The least depth of a node that an entry may end unexpectedly: a cut node that fails
        /// low, or another node that fails high.
        cutoff_unexpected "tt_cutoff_unexpected": Depth = Depth::ZERO, 0..=160, 16;
        /// From this number of reversible plies before a node on, no entry ends it, as entries
        /// ignore that counter. With 0, there is no limit.
        cutoff_reversible "tt_cutoff_reversible": i32 = 0, 1..=1000, 5;
        /// How much deeper than a new entry an older one of the same search and position must
        /// be to be kept. With 0, it never is.
        keep_surplus "tt_keep_surplus": Depth = Depth::ZERO, 1..=320, 8;
        /// The least depth of a node that fails low and is kept as one of a principal variation
        /// because the node before it is. With 0, none is.
        pv_fail_low "tt_pv_fail_low": Depth = Depth::ZERO, 0..=320, 16;
    }

    /// Draws by repetition, which either side may leave.
    repetition: Repetition {
        /// How much such a draw counts for one side or the other, by chance, so that a node of
        /// equal draws has an order.
        draw_noise "draw_noise": Centi = Centi(0), 0..=16, 1;
    }

    /// Internal iterative reduction: a cut node or a node of the principal variation is
    /// searched a ply less deep if it has no hash move.
    iir: Iir, is_on = false {
        /// The least depth of a node that is searched a ply less deep for lack of a hash move.
        depth "iir_depth": Depth or 0 if off = Depth::plies(3), 32..=160, 16;
        /// How much shallower than a node the search behind its hash move may be for it to count
        /// as one. With 0, any will do.
        shallow "iir_shallow": Depth = Depth::ZERO, 0..=160, 16;
    }

    /// Hindsight extension: a node after a reduced move is searched a ply deeper if that
    /// move did not worsen its side's evaluation.
    hindsight_extension: HindsightExtension, is_on = false {
        /// The least reduction of a move after which its node may be searched a ply deeper.
        depth "hindsight_extension_depth": Depth or 0 if off = Depth::plies(3), 16..=96, 6;
    }

    /// Hindsight reduction: a node after a reduced move is searched a ply less deep if that
    /// move worsened its side's evaluation much.
    hindsight_reduction: HindsightReduction, is_on = false {
        /// How much a reduced move must have worsened its side's evaluation for the node after
        /// it to be searched a ply less deep.
        margin "hindsight_reduction_margin": Centi or 0 if off = Centi(100), 1..=1000, 12;
    }

    /// Scale of evaluations: how much less they count where a win is harder.
    evaluation_scale: EvaluationScale {
        /// How much less an evaluation counts after a hundred plies that can be undone, and in
        /// proportion before.
        reversible "evaluation_reversible": Factor = Factor(0), 0..=64, 8;
        /// How much less an evaluation counts with no material left, and in proportion before:
        /// see [`Knowledge::material_left`](super::Knowledge::material_left).
        material "evaluation_material": Factor = Factor(0), 0..=64, 8;
    }

    /// Razoring: a shallow node whose evaluation lies far below alpha is left to quiescence.
    razoring: Razoring, is_on = false {
        /// The greatest depth of a node that razoring leaves to quiescence.
        depth "razoring_depth": Depth or 0 if off = Depth::plies(3), 16..=160, 16;
        /// How far below alpha the evaluation of a node must lie for razoring, for each ply of
        /// its depth.
        margin "razoring_margin": Centi = Centi(200), 20..=2000, 16;
    }

    /// Reverse futility pruning: a shallow node is pruned if its evaluation lies above beta by
    /// a margin.
    reverse_futility: ReverseFutility, is_on = true {
        /// The greatest depth of a node that reverse futility pruning prunes.
        depth "reverse_futility_depth": Depth or 0 if off = Depth::plies(6), 16..=320, 16;
        /// The margin of reverse futility pruning, for each ply of a node's depth.
        margin "reverse_futility_margin": Centi = Centi(60), 1..=1000, 4;
        /// How much less the margin of reverse futility pruning is if the side is improving.
        improving "reverse_futility_improving": Centi = Centi(20), -200..=500, 8;
        /// How much more the margin of reverse futility pruning is where an earlier search had
        /// the node on its principal variation.
        tt_pv "reverse_futility_tt_pv": Centi = Centi(0), -200..=500, 8;
        /// The share of the size of the evaluation's correction that is added to the margin of
        /// reverse futility pruning.
        correction "reverse_futility_correction": Factor = Factor(0), 0..=256, 16;
        /// How far the score of a node that reverse futility pruning prunes is blended from the
        /// evaluation towards beta.
        blend "reverse_futility_blend": Factor = Factor(0), 0..=64, 12;
        /// The history points of the quiet move before a node that add one centi-unit to the
        /// margin of reverse futility pruning, or take it off if they are negative. With 0 none
        /// do.
        parent "reverse_futility_parent": i32 = 0, 0..=2000, 20;
        /// Whether reverse futility pruning spares a node that has a quiet hash move.
        quiet_hash "reverse_futility_quiet_hash": bool = false, 0..=1, 1;
    }

    /// Null move pruning: a node is pruned if even a pass leads to a score above beta. It needs
    /// [`Knowledge::null_move`](super::Knowledge::null_move).
    null_move: NullMove, is_on = false {
        /// The least depth of a node in which a null move is tried.
        depth "null_move_depth": Depth or 0 if off = Depth::plies(3), 16..=128, 16;
        /// Whether a null move is tried only at cut nodes.
        cut_nodes_only "null_move_cut_node": bool = false, 0..=1, 1;
        /// How far above beta the evaluation of a node must lie for a null move to be tried,
        /// less [`margin_slope`](NullMove::margin_slope).
        margin "null_move_margin": Centi = Centi(0), -200..=500, 8;
        /// How much less [`margin`](NullMove::margin) is for each ply of a node's depth.
        margin_slope "null_move_margin_slope": Centi = Centi(0), 0..=100, 2;
        /// The part of the reduction of a null move search that is the same for all nodes.
        base "null_move_base": Depth = Depth::plies(3), 16..=128, 6;
        /// The share of a node's depth that is added to the reduction of its null move search.
        slope "null_move_slope": Factor = Factor(16), 0..=48, 3;
        /// How far above beta the evaluation must lie for each ply that is added to the
        /// reduction of a null move search.
        surplus "null_move_surplus": Centi = Centi(200), 20..=2000, 10;
        /// The most that is added to the reduction of a null move search because the evaluation
        /// lies above beta.
        surplus_max "null_move_surplus_max": Depth = Depth::plies(3), 0..=128, 6;
        /// How much more a null move search is reduced where the hash move is tactical.
        tactical "null_move_tactical": Depth = Depth::ZERO, 0..=48, 6;
        /// The least depth of a node whose null move cutoff is verified where there [may be
        /// zugzwang](super::Knowledge::may_be_zugzwang).
        verification "null_move_verification": Depth = Depth::plies(14), 16..=480, 32;
    }

    /// ProbCut: a node is pruned if a shallower search of one of its captures beats a raised
    /// beta.
    probcut: ProbCut, is_on = false {
        /// The least depth of a node in which ProbCut is tried.
        depth "probcut_depth": Depth or 0 if off = Depth::plies(5), 48..=320, 16;
        /// How much ProbCut raises beta.
        margin "probcut_margin": Centi = Centi(120), 20..=1000, 12;
        /// How much less deep than its node the search of ProbCut is.
        reduction "probcut_reduction": Depth = Depth::plies(4), 32..=128, 8;
    }

    /// In which nodes moves are pruned, by the four rules below.
    move_pruning: PrunedNodes {
        /// Whether moves are pruned on the principal variation too, but for the first.
        on_pv "pv_pruning": bool = false, 0..=1, 1;
    }

    /// Blending of fail highs: the score of a move that fails high is brought nearer to beta, as
    /// it is mostly too high.
    fail_high: FailHigh {
        /// How much the score of a node that fails high is blended towards beta: by half in a node
        /// of this depth, by less in deeper ones. With 0 it is not.
        blend "fail_high_blend": Depth = Depth::ZERO, 0..=128, 8;
        /// How far the score of a node of quiescence in which a move fails high is blended
        /// towards beta.
        quiescence "fail_high_quiescence": Factor = Factor(0), 0..=64, 12;
    }

    /// Late move pruning: the last quiet moves of a shallow node are pruned.
    late_move: LateMovePruning, is_on = true {
        /// The greatest depth of a node whose last quiet moves are pruned.
        depth "late_move_depth": Depth or 0 if off = Depth::plies(4), 16..=320, 16;
        /// The number of moves that a node tries before late move pruning, without what depth
        /// adds.
        base "late_move_base": i32 = 3, 1..=16, 1;
        /// How many more moves a node tries before late move pruning if the side is improving,
        /// as a share of the square of its depth in plies.
        improving "late_move_improving": Factor = Factor(64), 8..=256, 8;
        /// How many more moves a node tries before late move pruning if the side is not
        /// improving, as a share of the square of its depth in plies.
        worsening "late_move_worsening": Factor = Factor(64), 8..=256, 8;
    }

    /// Futility pruning: moves of a shallow node are pruned if its evaluation lies below alpha
    /// by a margin.
    futility: Futility, is_on = true {
        /// The greatest depth of a node whose moves futility pruning prunes.
        depth "futility_depth": Depth or 0 if off = Depth::plies(6), 16..=320, 16;
        /// The part of a quiet move's margin that is the same for all depths.
        base "futility_base": Centi = Centi(90), 0..=1000, 4;
        /// Added to a quiet move's margin for each ply that remains after it.
        margin "futility_margin": Centi = Centi(90), 1..=1000, 4;
        /// The history points of a quiet move that make up for one centi-unit of the margin, for a
        /// hundred at most. With 0 none do.
        history "futility_history": i32 = 0, 0..=2000, 20;
    }

    /// History pruning: quiet moves of a shallow node are pruned because of their history. It
    /// is meant for use with [`ContinuationHistory`].
    history_pruning: HistoryPruning, is_on = false {
        /// The greatest depth of a node whose quiet moves history pruning prunes.
        depth "history_pruning_depth": Depth or 0 if off = Depth::plies(6), 16..=320, 16;
        /// A quiet move is pruned if its history points are below minus this number, times one
        /// more than the plies that remain after it.
        points "history_pruning_points": i32 = 4000, 500..=16000, 500;
    }

    /// SEE pruning: moves of a shallow node are pruned if they lose too much material. It
    /// calls [`Knowledge::see_at_least`](super::Knowledge::see_at_least) for quiet moves too.
    see_pruning: SeePruning, is_on = false {
        /// The greatest depth of a node whose moves SEE pruning prunes.
        depth "see_pruning_depth": Depth or 0 if off = Depth::plies(6), 16..=320, 16;
        /// The most that a tactical move may lose without being pruned, for each ply of its
        /// node's depth.
        tactical "see_pruning_tactical": Centi = Centi(90), 1..=1000, 4;
        /// The most that a quiet move may lose without being pruned, times the square of the
        /// plies that remain after it.
        quiet "see_pruning_quiet": Centi = Centi(25), 1..=500, 2;
        /// The history points of a quiet move for which it may lose one centi-unit more, or less if
        /// they are negative. With 0 none do.
        history "see_pruning_history": i32 = 0, 0..=2000, 20;
    }

    /// Late move reductions: late moves are first searched less deep.
    ///
    /// In plies, the reduction of a quiet move is `base`, plus `slope` times the product of the
    /// logarithms of the depth and of the move's number. Then come what its history and the
    /// other fields add or take off.
    lmr: Lmr, is_on = true {
        /// The least depth of a node whose late moves are reduced.
        depth "lmr_depth": Depth or 0 if off = Depth::plies(3), 32..=128, 16;
        /// The number of moves of a node that are never reduced.
        full_depth_moves "lmr_full_depth_moves": i32 = 3, 1..=8, 1;
        /// The part of a reduction, in plies, that is the same for all depths and moves.
        base "lmr_base": Milli = Milli(800), 0..=3000, 120;
        /// The part of a reduction, in plies, that is multiplied by the logarithms of the depth
        /// and of the move's number.
        slope "lmr_slope": Milli = Milli(400), 100..=1500, 40;
        /// The history points of a quiet move that change its reduction by one ply.
        history_points "lmr_history_points": i32 = 8192, 1000..=32000, 1000;
        /// How much more a quiet move is reduced if the side is not improving.
        worsening "lmr_worsening": Depth = Depth(4), -16..=48, 4;
        /// How much more a quiet move is reduced at cut nodes.
        cut_node "lmr_cut_node": Depth = Depth(6), -16..=64, 4;
        /// How much more a quiet move is reduced at cut nodes without a hash move, besides what
        /// [`cut_node`](Lmr::cut_node) says.
        no_hash_move "lmr_no_hash_move": Depth = Depth(0), -16..=64, 4;
        /// How much more a quiet move is reduced where the hash move is tactical.
        tactical_hash_move "lmr_tactical_hash_move": Depth = Depth(0), -16..=48, 4;
        /// How much more a quiet move is reduced where children of its node have often failed
        /// high.
        child_cutoffs "lmr_child_cutoffs": Depth = Depth(0), -16..=48, 4;
        /// How much less a quiet move is reduced on the principal variation.
        pv "lmr_pv": Depth = Depth(6), -16..=48, 4;
        /// How much less a quiet move is reduced by the size of the evaluation's correction: in
        /// sixteenths of a ply for a centi-unit.
        correction "lmr_correction": Factor = Factor(0), 0..=128, 4;
        /// How much less a quiet move is reduced where an earlier search had its node on the
        /// principal variation.
        tt_pv "lmr_tt_pv": Depth = Depth(0), -16..=48, 4;
        /// How much more a quiet move is reduced where an earlier search had its node on the
        /// principal variation, but the last one failed low.
        tt_pv_fail_low "lmr_tt_pv_fail_low": Depth = Depth::ZERO, 0..=48, 4;
        /// How much less a quiet move is reduced that [threatens](super::Knowledge::threatens)
        /// something.
        threat "lmr_threat": Depth = Depth(0), -16..=48, 4;
        /// The share of the reduction by depth and number that applies to a tactical move that
        /// loses its exchange.
        bad_capture "lmr_bad_capture": Factor = Factor(0), 0..=128, 12;
        /// The share of the reduction by depth and number that applies to a tactical move that does
        /// not lose its exchange.
        good_capture "lmr_good_capture": Factor = Factor(0), 0..=128, 12;
        /// How much less a tactical move is reduced with the greatest capture history, and how much
        /// more with the least.
        capture_history "lmr_capture_history": Depth = Depth::ZERO, 0..=96, 6;
        /// The least depth that a reduced move leaves. With 0 it may be left to quiescence.
        least_depth "lmr_least_depth": Depth = Depth::PLY, 0..=64, 8;
        /// How much deeper a late move may be searched at first if what its reduction is made of
        /// comes to less than nothing: as far as the budget of extensions goes.
        most_extension "lmr_most_extension": Depth = Depth::ZERO, 0..=16, 4;
        /// The margin by which a reduced move must beat alpha to be searched again a ply
        /// deeper. With 0 none is.
        deeper_margin "lmr_deeper_margin": Centi = Centi(0), 0..=1000, 15;
        /// The margin by which a reduced move that beats alpha must beat the best move before
        /// it, or else it is searched again a ply less deep. With 0, all are searched to full
        /// depth.
        shallower_margin "lmr_shallower_margin": Centi = Centi(0), 0..=200, 3;
    }

    /// Reduction after a raise of alpha: a second move above alpha is unlikely.
    alpha_raise: AlphaRaise {
        /// How much less deep moves after one between alpha and beta are searched.
        reduction "alpha_raise_reduction": Depth = Depth::ZERO, 0..=48, 4;
    }

    /// Singular extensions: a hash move that is much better than all others is searched deeper,
    /// and one that is not may be searched less deep or end the node.
    singular: SingularExtensions, is_on = true {
        /// The least depth of a node whose hash move is compared with the others.
        depth "singular_depth": Depth or 0 if off = Depth::plies(6), 48..=320, 16;
        /// The margin by which the others must fall below the hash move for it to be extended by
        /// a ply: in centi-units for each ply of depth.
        margin "singular_margin": Factor = Factor(64), 4..=800, 12;
        /// The additional margin for an extension of two plies. With 0, there is none.
        double_margin "double_extension_margin": Centi = Centi(0), 0..=1000, 8;
        /// The additional margin for an extension of three plies, where there is one of two. With
        /// 0, there is none.
        triple_margin "triple_extension_margin": Centi = Centi(0), 0..=1000, 8;
        /// Whether an only move is extended by a ply at most.
        alone "singular_alone": bool = false, 0..=1, 1;
        /// Multi-cut: how far the score of a node in which the others beat beta too is blended
        /// from theirs towards beta.
        multi_cut_blend "multi_cut_blend": Factor = Factor(0), 0..=64, 12;
        /// Negative extension: how much less deep a hash move is searched that is not singular
        /// and whose score lies above beta.
        negative "negative_extension": Depth = Depth::PLY, -16..=48, 4;
        /// Negative extension at cut nodes: how much less deep a hash move is searched that is
        /// not singular and whose score does not lie above beta.
        negative_cut_node "negative_extension_cut_node": Depth = Depth::ZERO, -16..=48, 4;
    }

    /// Aspiration windows: each iteration starts with a narrow window around the last score.
    aspiration: Aspiration, is_on = true {
        /// Half the width of the first aspiration window.
        window "aspiration_window": Centi or 0 if off = Centi(30), 2..=200, 2;
        /// How much less deep the root is searched after each fail high.
        fail_high "aspiration_fail_high": Depth = Depth::ZERO, 0..=48, 4;
    }

    /// Delta pruning: in quiescence search, tactical moves are pruned whose gain does not
    /// bring the evaluation to alpha.
    delta: Delta, is_on = false {
        /// The margin that delta pruning adds to the gain of a tactical move's exchange.
        margin "delta_margin": Centi or 0 if off = Centi(200), 1..=1000, 10;
    }

    /// Quiescence search: lines end in a search of tactical moves until none is worth making.
    /// Switch it off where there are no tactical moves, or where they can go on forever.
    quiescence: Quiescence, is_on = true {
        /// The number of moves that a node of quiescence tries, if none is forced. With 0 it
        /// tries all.
        moves "quiescence_moves": i32 = 0, 1..=16, 1;
        /// The number of quiet moves that a forced node of quiescence tries. With 0 it tries
        /// all.
        evasions "quiescence_evasions": i32 = 0, 1..=16, 1;
        /// How far the score of a node of quiescence whose evaluation lies above beta is blended
        /// from it towards beta.
        blend "quiescence_blend": Factor = Factor(0), 0..=64, 12;
    }

    /// Histories of moves: how much they learn.
    history: HistoryUpdates {
        /// The part of the history bonus of a cutoff that is multiplied by the square of its
        /// depth in plies.
        bonus_square "history_bonus_square": i32 = 16, 0..=100, 2;
        /// The part of the history bonus of a cutoff that is multiplied by its depth in plies.
        bonus_linear "history_bonus_linear": i32 = 32, -200..=500, 20;
        /// The greatest history bonus of a cutoff.
        bonus_max "history_bonus_max": i32 = 1600, 200..=4096, 150;
        /// The share of a cutoff's bonus that is subtracted from the moves tried before.
        malus "history_malus": Factor = Factor(64), 0..=192, 8;
        /// The share of the bonus for the quiet move before a node that fails low.
        prior_bonus "history_prior_bonus": Factor = Factor(0), 0..=192, 16;
        /// The history points of a quiet move for each centi-unit by which it changed the
        /// static evaluation.
        eval_points "history_eval_points": i32 = 0, 0..=64, 2;
        /// The share of the bonus for a quiet hash move by which the table ends a node.
        tt_cutoff "history_tt_cutoff": Factor = Factor(0), 0..=192, 16;
        /// The share of the bonus for a quiet move that was searched again to its full depth
        /// and came out above alpha, and of the penalty if it did not.
        full_depth "history_full_depth": Factor = Factor(0), 0..=192, 16;
        /// The share of a cutoff's bonus that the quiet move before its node loses in the
        /// continuation history, if it was one of the first moves of a node.
        refuted "history_refuted": Factor = Factor(0), 0..=192, 16;
        /// The number of the first moves of a node to which [`refuted`](HistoryUpdates::refuted)
        /// applies.
        refuted_moves "history_refuted_moves": i32 = 2, 1..=64, 1;
        /// The share of the bonus for the best move of a node with an exact score, and of the
        /// penalty for its other moves.
        exact "history_exact": Factor = Factor(0), 0..=64, 8;
        /// The share of the bonus for the best move of a root, and of the penalty for its other
        /// moves.
        root "history_root": Factor = Factor(0), 0..=64, 8;
        /// The number of the first moves of a root that keep their order, while histories order
        /// the rest. With 0 all keep it.
        root_order "history_root_order": i32 = 0, 0..=16, 1;
        /// The share of the histories that each search keeps of those before it. With 0 it keeps
        /// all.
        age "history_age": Factor = Factor(0), 0..=64, 8;
        /// How many plies below a node the killers are forgotten when it begins, so that they are
        /// those of its own tree. With 0 they last as long as the search.
        killers_reset "killers_reset": i32 = 0, 0..=2, 1;
    }

    /// Order of quiet moves: what counts besides the histories by which they are also pruned and
    /// reduced.
    quiet_order: QuietOrder {
        /// Low-ply history: how much a history of its own for each of the first plies of the tree
        /// counts in ordering; less at each ply.
        low_ply "quiet_order_low_ply": Factor = Factor(0), 0..=1024, 64;
        /// The history points by which a quiet move counts more that
        /// [threatens](super::Knowledge::threatens) something and loses little by its exchange.
        threat "quiet_order_threat": i32 = 0, 0..=65536, 2048;
    }

    /// Continuation history: the history of a quiet move depends on the two preceding moves. It
    /// takes 8 times the square of [`Histories::HISTORY_SIZE`](super::Histories::HISTORY_SIZE)
    /// bytes per thread.
    continuation_history: ContinuationHistory, is_on = false {
        /// Continuation correction history: how much the correction of the evaluation for the
        /// last two moves counts. It takes as much memory as the continuation history.
        correction "correction_continuation": Factor = Factor(0), 1..=128, 8;
        /// How much the correction of the evaluation for the last move and that four plies before
        /// counts. It takes as much memory as the continuation history.
        correction_fourth "correction_fourth": Factor = Factor(0), 0..=128, 8;
        /// How much the move three plies before counts, in learning and in ordering.
        third "continuation_third": Factor = Factor(0), 0..=64, 8;
        /// How much the move six plies before counts, in learning and in ordering.
        sixth "continuation_sixth": Factor = Factor(0), 0..=64, 8;
    }

    /// Correction history by the position: see
    /// [`Histories::correction_key`](super::Histories::correction_key).
    correction_history: CorrectionHistory {
        /// How much the correction of the evaluation by
        /// [`Histories::further_correction_key`](super::Histories::further_correction_key) counts.
        further "correction_further": Factor = Factor(0), 0..=128, 8;
    }

    /// Capture history: tactical moves are also ordered by how often they caused cutoffs.
    capture_history: CaptureHistory, is_on = true {
        /// The points of capture history that count as much as one centi-unit of material.
        points "capture_history_points": i32 = 32, 4..=1000, 4;
    }
}

impl SearchParams {
    /// All pruning and reductions off, and quiescence search and singular extensions too.
    /// Forced replies and a game's `cost` still extend lines. For games that are searched
    /// to their end, and as a start for games with frequent zugzwang.
    pub const PLAIN: SearchParams = {
        let mut params = SearchParams::USUAL;
        params.reverse_futility.is_on = false;
        params.late_move.is_on = false;
        params.futility.is_on = false;
        params.lmr.is_on = false;
        params.lmr.worsening = Depth::ZERO;
        params.lmr.cut_node = Depth::ZERO;
        params.lmr.pv = Depth::ZERO;
        params.singular.is_on = false;
        params.quiescence.is_on = false;
        params.capture_history.is_on = false;
        params
    };

    /// Whether no divisor is 0.
    pub const fn is_sound(&self) -> bool {
        self.null_move.surplus.0 > 0
            && self.lmr.history_points > 0
            && self.capture_history.points > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_read_back_what_they_set() {
        for parameter in SearchParams::LIST {
            let mut params = SearchParams::PLAIN;
            for value in [parameter.min, parameter.max] {
                (parameter.set)(&mut params, value);
                assert_eq!((parameter.get)(&params), value, "{}", parameter.name);
            }
        }
    }

    /// The feature and its switch are known from how the parameters are shown for debugging.
    #[test]
    fn parameters_are_on_with_their_feature() {
        for params in [SearchParams::USUAL, SearchParams::PLAIN] {
            let shown = format!("{params:?}");
            for parameter in SearchParams::LIST {
                let (feature, _) = parameter.field.split_once('.').expect("a feature");
                // The first feature, which nothing ends before, has no switch.
                let begin = format!("}}, {feature}: ");
                let (_, fields) = shown.split_once(&begin).unwrap_or_default();
                let first = fields.split(',').next();
                let is_off = first.is_some_and(|field| field.ends_with("{ is_on: false"));
                assert_eq!((parameter.is_on)(&params), !is_off, "{}", parameter.name);
            }
            assert!(shown.contains("NullMove { is_on: false,"), "{shown}");
        }
    }

    #[test]
    fn a_feature_is_off_where_its_first_parameter_is_0() {
        let depth = SearchParams::LIST.iter().find(|p| p.name == "lmr_depth").expect("it exists");
        let mut params = SearchParams::USUAL;
        assert_eq!((depth.get)(&params), 48);
        (depth.set)(&mut params, 0);
        assert_eq!((params.lmr.is_on, (depth.get)(&params)), (false, 0));
        (depth.set)(&mut params, 33);
        assert_eq!((params.lmr.is_on, params.lmr.depth), (true, Depth(33)));
        assert_eq!(depth.statement(&params), "params.lmr.depth = Depth(33);");
    }
}
