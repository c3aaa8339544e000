//! The parameters that runs of SPSA found in chess.

use super::{Centi, Depth, Factor, Milli, SearchParams};

impl SearchParams {
    /// For games with captures, checks and promotions, whose evaluation counts in hundredths of a
    /// pawn: those of chess, from which games in files start, too.
    // From runs of SPSA, the last of 4,800 games at 10,000 nodes a move, and guesses for what none
    // of them tuned: docs/internals/findings.md, "Search parameters of chess".
    pub const TACTICAL: SearchParams = {
        let mut params = SearchParams::USUAL;
        params.staged_generation = true;
        params.extension.budget = Depth(75);
        params.extension.forced = Depth(15);
        params.tt.cutoff_tolerance = Depth(2);
        params.tt.cutoff_unexpected = Depth::plies(4);
        params.tt.cutoff_reversible = 90;
        params.tt.keep_surplus = Depth(64);
        params.iir.is_on = true;
        params.iir.depth = Depth(51);
        params.hindsight_extension.is_on = true;
        params.hindsight_extension.depth = Depth(45);
        params.hindsight_reduction.is_on = true;
        params.hindsight_reduction.margin = Centi(102);
        params.razoring.is_on = true;
        params.razoring.depth = Depth::plies(3);
        params.razoring.margin = Centi(227);
        params.reverse_futility.depth = Depth::plies(6);
        params.reverse_futility.margin = Centi(26);
        params.reverse_futility.improving = Centi(24);
        params.reverse_futility.tt_pv = Centi(41);
        params.reverse_futility.correction = Factor(27);
        params.reverse_futility.blend = Factor(8);
        params.null_move.is_on = true;
        params.null_move.depth = Depth::plies(3);
        params.null_move.cut_nodes_only = true;
        params.null_move.margin = Centi(105);
        params.null_move.margin_slope = Centi(19);
        params.null_move.base = Depth(81);
        params.null_move.slope = Factor(20);
        params.null_move.surplus = Centi(231);
        params.null_move.surplus_max = Depth(44);
        params.null_move.tactical = Depth(18);
        params.null_move.verification = Depth::plies(14);
        params.probcut.is_on = true;
        params.probcut.depth = Depth::plies(5);
        params.probcut.margin = Centi(98);
        params.probcut.reduction = Depth(58);
        params.move_pruning.on_pv = true;
        params.late_move.depth = Depth::plies(5);
        params.late_move.base = 4;
        params.late_move.improving = Factor(67);
        params.late_move.worsening = Factor(40);
        params.futility.depth = Depth::plies(7);
        params.futility.base = Centi(53);
        params.futility.margin = Centi(54);
        params.history_pruning.is_on = true;
        params.history_pruning.depth = Depth::plies(7);
        params.history_pruning.points = 5602;
        params.see_pruning.is_on = true;
        params.see_pruning.depth = Depth::plies(7);
        params.see_pruning.tactical = Centi(104);
        params.see_pruning.quiet = Centi(27);
        params.lmr.depth = Depth::plies(2);
        params.lmr.full_depth_moves = 2;
        params.lmr.base = Milli(791);
        params.lmr.slope = Milli(294);
        params.lmr.history_points = 16158;
        params.lmr.worsening = Depth(5);
        params.lmr.cut_node = Depth(16);
        params.lmr.no_hash_move = Depth(-1);
        params.lmr.tactical_hash_move = Depth(-5);
        params.lmr.child_cutoffs = Depth(10);
        params.lmr.pv = Depth(7);
        params.lmr.correction = Factor(7);
        params.lmr.tt_pv = Depth(-9);
        params.lmr.threat = Depth(-2);
        params.lmr.bad_capture = Factor(36);
        params.lmr.least_depth = Depth(28);
        params.lmr.deeper_margin = Centi(34);
        params.lmr.shallower_margin = Centi(9);
        params.alpha_raise.reduction = Depth(11);
        params.singular.depth = Depth::plies(6);
        params.singular.margin = Factor(60);
        params.singular.double_margin = Centi(51);
        params.singular.negative = Depth(28);
        params.singular.negative_cut_node = Depth(23);
        params.aspiration.window = Centi(16);
        params.aspiration.fail_high = Depth(9);
        params.delta.is_on = true;
        params.delta.margin = Centi(291);
        params.quiescence.moves = 4;
        params.quiescence.evasions = 2;
        params.quiescence.blend = Factor(28);
        params.history.bonus_square = 19;
        params.history.bonus_linear = 132;
        params.history.bonus_max = 1445;
        params.history.malus = Factor(105);
        params.history.prior_bonus = Factor(27);
        params.history.eval_points = 1;
        params.history.tt_cutoff = Factor(19);
        params.history.full_depth = Factor(19);
        params.continuation_history.is_on = true;
        params.continuation_fourth = true;
        params.continuation_history.correction = Factor(54);
        params.capture_history.points = 13;
        params
    };
}
