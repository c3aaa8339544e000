//! The search's knowledge of chess, and its histories.

use super::eval_state::{self, ChessState};
use crate::chess::{Chess, endings, exchange, sets};
use cozy_chess::{BitBoard, Color, Move, Piece, Square};
use plyglot_core::game::endings::{EndingRules, Man, Men};
use plyglot_core::game::{
    Centi, Depth, Factor, Game, Glance, Histories, Knowledge, Milli, MovesToGo, Scale,
    SearchParams, Side, TablebaseMoves, TablebaseValue,
};

/// A side with at most this many pieces, besides king and pawns, may be in zugzwang, as
/// in published positions (`tests/games/chess_searched.rs`).
const FEW_NON_PAWN_PIECES: u32 = 2;

impl Knowledge for Chess {
    // From runs of SPSA, the last of 4,800 games at 10,000 nodes a move, and guesses for what none
    // of them tuned: docs/internals/findings.md, "Search parameters of chess".
    const PARAMS: SearchParams = {
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
    const SCALE: Scale = Scale {
        // From matches with a clock: docs/internals/findings.md, "Time".
        moves_to_go: MovesToGo { first: 36, late: 20, late_from_ply: 80 },
        ..Scale::USUAL
    };
    const HAS_TABLEBASE: bool = true;

    fn glance(&self) -> Glance {
        if self.board.checkers().is_empty() { Glance::Open } else { Glance::Forced }
    }

    fn plies_played(&self) -> u32 {
        let is_second = self.board.side_to_move() == Color::Black;
        (u32::from(self.board.fullmove_number()) - 1) * 2 + u32::from(is_second)
    }

    fn threatens(&self, m: Move) -> bool {
        sets::gives_check(&self.board, self.mover(m), m)
    }

    #[inline]
    fn probe_tablebase(&self, depth: Depth) -> Option<TablebaseValue> {
        let known = self.ending_value().map(TablebaseValue::Exact);
        known.or_else(|| self.syzygy.outcome(&self.board, depth).map(TablebaseValue::Outcome))
    }

    fn probe_tablebase_root(&self, earlier: &[u64]) -> Option<TablebaseMoves<Move>> {
        let mut keys = earlier.to_vec();
        keys.push(self.key());
        self.syzygy.moves(&self.board, &keys)
    }

    fn ending_rules(&self) -> Result<EndingRules, String> {
        Ok(endings::rules())
    }

    fn men(&self) -> Option<Men> {
        self.listed_men()
    }

    fn with_men(&self, side: Side, men: &[Man]) -> Option<Chess> {
        self.of_men(side, men)
    }

    /// With only pawns, zugzwang is frequent.
    fn null_move(&self) -> Option<Chess> {
        let [own, _] = self.material();
        if own.non_pawn_pieces().is_empty() {
            return None;
        }
        self.board.null_move().map(|board| Chess { board, ..self.clone() })
    }

    /// With one or two pieces besides pawns per side, zugzwang occurs, but never against
    /// a bare king.
    fn may_be_zugzwang(&self) -> bool {
        let sides = self.material();
        sides.iter().all(|side| side.non_pawn_pieces().len() <= FEW_NON_PAWN_PIECES)
            && !sides[1].is_bare()
    }

    /// By the usual values of the pieces, of which both sides have 78 at the start.
    fn material_left(&self) -> i32 {
        const VALUES: [(Piece, u32); 5] = [
            (Piece::Pawn, 1),
            (Piece::Knight, 3),
            (Piece::Bishop, 3),
            (Piece::Rook, 5),
            (Piece::Queen, 9),
        ];
        let left: u32 = VALUES.iter().map(|&(it, value)| self.board.pieces(it).len() * value).sum();
        (left * 64 / 78) as i32
    }

    /// The value of the captured and the promoted piece, less the index of the capturing
    /// piece from pawn to king: most valuable victim, least valuable attacker (MVV-LVA).
    fn capture_value(&self, m: Move) -> i32 {
        exchange::first_gain(self, m) - self.mover(m) as i32
    }

    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        exchange::gains(self, m, threshold)
    }
}

impl Histories for Chess {
    const HISTORY_SIZE: usize = Piece::NUM * Square::NUM;
    const CAPTURED_KINDS: usize = Piece::NUM;
    const HISTORY_CONTEXTS: usize = 4;
    const HISTORY_STRUCTURES: usize = 512;
    const CORRECTION_KEYS: usize = eval_state::KINDS;

    /// The captured piece; promotions without a capture share one kind.
    fn captured_kind(&self, m: Move) -> usize {
        self.captured(m).map_or(Piece::King, |(piece, _)| piece) as usize
    }

    /// By `n`: the pawns; the other pieces of White, and of Black; minor pieces and
    /// kings.
    #[inline(always)]
    fn correction_key(&self, state: &ChessState, n: usize) -> u64 {
        state.correction_keys.key(n)
    }

    /// The rooks and queens.
    fn further_correction_key(&self) -> u64 {
        eval_state::key_of(&self.board, [Piece::Rook, Piece::Queen])
    }

    fn attacked(&self) -> u64 {
        sets::attacked_by(&self.board, !self.board.side_to_move()).0
    }

    /// Whether the move leaves an attacked square, and whether it comes to one.
    fn history_context(&self, m: Move, attacked: u64) -> usize {
        let attacked = BitBoard(attacked);
        2 * usize::from(attacked.has(m.from)) + usize::from(attacked.has(m.to))
    }

    /// The pawns.
    fn structure_key(&self, state: &ChessState) -> u64 {
        self.correction_key(state, 0)
    }

    fn history_index(&self, m: Move) -> usize {
        self.mover(m) as usize * Square::NUM + m.to as usize
    }
}
