//! The evaluation of chess, and the search's knowledge of it. The base evaluation is a
//! weighted sum of features; the output of a network is added to it. `plyglot tune` fits
//! the parameters of both (see `docs/training.md`).
//!
//! - `piece_squares`: piece-square tables by king buckets, updated incrementally.
//! - `terms`: all other features, counted at each evaluation, on a `board_view`.
//! - `features`: the indices of all features; `weights`: their weights.
//! - `nnue`: the inputs and accumulators of the network.
//! - `endings`: corrections of endings that the general evaluation gets wrong.
//! - `correction_keys`: the keys of the search's correction histories.
//! - `eval_state`: the incremental state along a line.

mod board_view;
mod correction_keys;
mod endings;
mod eval_state;
mod features;
mod king_bucket;
mod nnue;
mod piece_squares;
mod placed_piece;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use eval_state::EvalState;

use super::{Chess, attacks, exchange};
use crate::games::network::{Accumulators, Network, Networked};
use crate::games::tapered::Tapered;
use crate::games::{
    Centi, Depth, Evaluation, Factor, FeatureGroup, Game, Glance, Knowledge, Linear, Milli,
    MovesToGo, Scale, SearchParams, Side, TablebaseMoves, TablebaseValue, Weight, WinRate,
};
use cozy_chess::{BitBoard, BoardBuilder, Color, File, Move, Piece, Square};
use endings::SideMaterial;
use piece_squares::PieceSquares;
use std::sync::Arc;
use terms::FeatureCounter;

/// A side with at most this many pieces, besides king and pawns, may be in zugzwang, as
/// in published positions (`tests/games/chess_zugzwang.rs`).
const FEW_NON_PAWN_PIECES: u32 = 2;

/// The greatest absolute value of the evaluation, in centi-units.
const BOUND_CENTI: i32 = 20_000;

/// The weighted sum of the counted features.
#[derive(Default)]
struct WeightSum(Tapered);

impl FeatureCounter for WeightSum {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.0 += weights::value(feature) * count;
    }

    /// The sum so far counts against the new current side.
    #[inline(always)]
    fn switch_side(&mut self) {
        self.0 = -self.0;
    }
}

/// Passes features on from White's point of view.
struct FeatureVisitor<F> {
    visit: F,
    sign: i32,
}

impl<F: FnMut(usize, i32)> FeatureCounter for FeatureVisitor<F> {
    fn add(&mut self, feature: usize, count: i32) {
        if count != 0 {
            (self.visit)(feature, self.sign * count);
        }
    }

    fn switch_side(&mut self) {
        self.sign = -self.sign;
    }
}

impl Linear for Chess {
    const GROUPS: &'static [FeatureGroup] = features::GROUPS;

    fn weights() -> Vec<Weight> {
        weights::WEIGHTS.to_vec()
    }

    fn phase(&self) -> f32 {
        PieceSquares::of(&self.board).phase() as f32 / piece_squares::FULL_PHASE as f32
    }

    fn features(&self, mut visit: impl FnMut(usize, i32)) {
        piece_squares::visit_features(&self.board, &mut visit);
        terms::count(&self.board, &mut FeatureVisitor { visit, sign: 1 });
    }
}

impl Networked for Chess {
    type Placements = nnue::Placements;
    const PLACEMENTS: usize = nnue::PLACEMENTS;
    const PERSPECTIVES: usize = nnue::PERSPECTIVES;
    const INPUTS: usize = nnue::INPUTS;
    const BUCKETS: usize = nnue::BUCKETS;
    const HAS_BASE: bool = true;

    #[inline(always)]
    fn placements(&self) -> nnue::Placements {
        nnue::placements(&self.board)
    }

    #[inline(always)]
    fn perspective(&self, side: Side) -> usize {
        usize::from(nnue::perspectives(&self.board)[side.index()])
    }

    #[inline(always)]
    fn input(perspective: usize, placement: usize) -> usize {
        nnue::input(perspective, placement)
    }

    const FACTORS: usize = nnue::PLACEMENTS;

    fn factor(input: usize) -> usize {
        input % nnue::PLACEMENTS
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        nnue::bucket(&self.board)
    }

    fn base_evaluation(&self) -> Option<i32> {
        let base = self.base_evaluation_with(PieceSquares::of(&self.board));
        (endings::corrected(&self.board, base) == base).then_some(base)
    }

    fn default_network() -> Option<Arc<Network>> {
        Some(nnue::NETWORK.get())
    }
}

impl Chess {
    /// The base evaluation: the weighted sum of all features, for the side to move, in
    /// centi-units.
    #[inline(always)]
    fn base_evaluation_with(&self, piece_squares: PieceSquares) -> i32 {
        let mut terms = WeightSum::default();
        terms::count(&self.board, &mut terms);
        let white = piece_squares.tapered_with(terms.0);
        if self.side() == Side::First { white } else { -white }
    }

    /// The base evaluation plus the network's output, before endings are corrected.
    #[inline(always)]
    fn networked_evaluation(
        &self,
        state: &EvalState,
        accumulators: &mut Accumulators<Chess>,
    ) -> i32 {
        let base = || self.base_evaluation_with(state.piece_squares);
        accumulators.evaluate(self, base).clamp(-BOUND_CENTI, BOUND_CENTI)
    }

    /// The pieces of the side to move, and of the other side.
    fn material(&self) -> [SideMaterial<'_>; Color::NUM] {
        let side = self.board.side_to_move();
        [side, !side].map(|color| SideMaterial { board: &self.board, color })
    }

    /// The squares of king and rook after a castling move.
    pub(super) fn castled(m: Move) -> (Square, Square) {
        let (king, rook) =
            if m.from.file() < m.to.file() { (File::G, File::F) } else { (File::C, File::D) };
        (Square::new(king, m.from.rank()), Square::new(rook, m.from.rank()))
    }

    /// The position with the ranks reversed and the colours exchanged.
    fn colours_flipped(&self) -> BoardBuilder {
        let board = BoardBuilder::from_board(&self.board);
        let mut flipped = BoardBuilder::empty();
        for square in Square::ALL {
            *flipped.square_mut(square.flip_rank()) =
                board.square(square).map(|(piece, color)| (piece, !color));
        }
        for color in Color::ALL {
            *flipped.castle_rights_mut(!color) = *board.castle_rights(color);
        }
        flipped.side_to_move = !board.side_to_move;
        flipped.en_passant = board.en_passant.map(Square::flip_rank);
        flipped.halfmove_clock = board.halfmove_clock;
        flipped.fullmove_number = board.fullmove_number;
        flipped
    }
}

impl Evaluation for Chess {
    type State = EvalState;

    fn state(&self) -> EvalState {
        EvalState::of(&self.board)
    }

    fn advance(&self, m: Move, state: &mut EvalState) {
        state.advance(self, m);
    }

    fn evaluate(&self, state: &EvalState, accumulators: &mut Accumulators<Chess>) -> i32 {
        endings::corrected(&self.board, self.networked_evaluation(state, accumulators))
    }
}

impl Knowledge for Chess {
    // From 7,000 games at 8,000 nodes a move and 3,360 at 12,000, and guesses for what came
    // later: docs/findings.md, "Search parameters of chess".
    const PARAMS: SearchParams = SearchParams {
        quiescence: true,
        staged_generation: true,
        capture_history: true,
        continuation_history: true,
        continuation_fourth: true,
        extension_budget: Depth(75),
        tt_cutoff_unexpected: Depth::plies(6),
        tt_cutoff_reversible: 90,
        tt_keep_surplus: Depth(64),
        iir_depth: Depth(51),
        hindsight_extension_depth: Depth(45),
        hindsight_reduction_margin: Centi(102),
        razoring_depth: Depth::plies(3),
        razoring_margin: Centi(229),
        reverse_futility_depth: Depth::plies(6),
        reverse_futility_margin: Centi(44),
        reverse_futility_improving: Centi(24),
        reverse_futility_tt_pv: Centi(41),
        reverse_futility_correction: Factor(27),
        reverse_futility_blend: Factor(8),
        null_move_depth: Depth::plies(3),
        null_move_cut_node: 1,
        null_move_base: Depth(66),
        null_move_slope: Factor(20),
        null_move_surplus: Centi(231),
        null_move_surplus_max: Depth(44),
        null_move_tactical: Depth(18),
        null_move_verification: Depth::plies(14),
        probcut_depth: Depth::plies(5),
        probcut_margin: Centi(98),
        probcut_reduction: Depth(58),
        late_move_depth: Depth::plies(5),
        late_move_base: 7,
        late_move_improving: Factor(67),
        late_move_worsening: Factor(61),
        futility_depth: Depth::plies(7),
        futility_base: Centi(66),
        futility_margin: Centi(56),
        history_pruning_depth: Depth::plies(7),
        history_pruning_points: 6061,
        see_pruning_depth: Depth::plies(7),
        see_pruning_tactical: Centi(104),
        see_pruning_quiet: Centi(30),
        lmr_depth: Depth::plies(3),
        lmr_full_depth_moves: 3,
        lmr_base: Milli(910),
        lmr_slope: Milli(285),
        lmr_history_points: 15931,
        lmr_worsening: Depth(0),
        lmr_cut_node: Depth(1),
        lmr_no_hash_move: Depth(10),
        lmr_child_cutoffs: Depth(9),
        lmr_pv: Depth(7),
        lmr_correction: Factor(7),
        lmr_tt_pv: Depth(13),
        lmr_threat: Depth(-2),
        lmr_bad_capture: Factor(19),
        lmr_least_depth: Depth(22),
        lmr_deeper_margin: Centi(55),
        lmr_shallower_margin: Centi(10),
        singular_depth: Depth::plies(6),
        singular_margin: Factor(65),
        double_extension_margin: Centi(39),
        negative_extension: Depth(10),
        negative_extension_cut_node: Depth(10),
        aspiration_window: Centi(16),
        aspiration_fail_high: Depth(9),
        delta_margin: Centi(291),
        quiescence_moves: 4,
        quiescence_evasions: 2,
        quiescence_blend: Factor(28),
        history_bonus_square: 19,
        history_bonus_linear: 132,
        history_bonus_max: 1445,
        history_malus: Factor(105),
        history_prior_bonus: Factor(27),
        history_eval_points: 1,
        history_tt_cutoff: Factor(19),
        history_full_depth: Factor(19),
        correction_continuation: Factor(54),
        capture_history_points: 13,
        ..SearchParams::USUAL
    };
    const SCALE: Scale = Scale {
        lookahead: &[(500, 1.4), (810, 2.0), (1390, 3.0), (1700, 4.0), (2500, 7.5)],
        // Fitted to self-play games: docs/wdl.md.
        win_rate: WinRate { midpoint: 168.0, spread: 120.0 },
        // From matches with a clock: docs/findings.md, "Time".
        moves_to_go: MovesToGo { first: 36, late: 20, late_from_ply: 80 },
        ..Scale::USUAL
    };
    const HISTORY_SIZE: usize = Piece::NUM * Square::NUM;
    const CAPTURED_KINDS: usize = Piece::NUM;
    const HISTORY_CONTEXTS: usize = 4;
    const HISTORY_STRUCTURES: usize = 512;
    const CORRECTION_KEYS: usize = correction_keys::KINDS;
    const HAS_TABLEBASE: bool = true;

    fn glance(&self) -> Glance {
        if self.board.checkers().is_empty() { Glance::Open } else { Glance::Forced }
    }

    fn plies_played(&self) -> u32 {
        let is_second = self.board.side_to_move() == Color::Black;
        (u32::from(self.board.fullmove_number()) - 1) * 2 + u32::from(is_second)
    }

    fn threatens(&self, m: Move) -> bool {
        attacks::gives_check(&self.board, self.mover(m), m)
    }

    #[inline]
    fn probe_tablebase(&self, depth: Depth) -> Option<TablebaseValue> {
        self.syzygy.outcome(&self.board, depth).map(TablebaseValue::Outcome)
    }

    fn probe_tablebase_root(&self, earlier: &[u64]) -> Option<TablebaseMoves<Move>> {
        let mut keys = earlier.to_vec();
        keys.push(self.key());
        self.syzygy.moves(&self.board, &keys)
    }

    /// With pawns alone, zugzwang is frequent.
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
        let [own, foe] = self.material();
        let has_few = |side: SideMaterial<'_>| side.non_pawn_pieces().len() <= FEW_NON_PAWN_PIECES;
        has_few(own) && has_few(foe) && !foe.is_bare()
    }

    /// The value of the captured and the promoted piece, less the index of the capturing
    /// piece from pawn to king: most valuable victim, least valuable attacker (MVV-LVA).
    fn capture_value(&self, m: Move) -> i32 {
        exchange::first_gain(self, m) - self.mover(m) as i32
    }

    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        exchange::gains(self, m, threshold)
    }

    /// The captured piece; promotions without a capture share one kind.
    fn captured_kind(&self, m: Move) -> usize {
        self.captured(m).map_or(Piece::King, |(piece, _)| piece) as usize
    }

    /// By `n`: the pawns; the other pieces of White, and of Black; minor pieces and
    /// kings.
    #[inline(always)]
    fn correction_key(&self, state: &EvalState, n: usize) -> u64 {
        state.correction_keys.key(n)
    }

    fn attacked(&self) -> u64 {
        attacks::attacked_by(&self.board, !self.board.side_to_move()).0
    }

    /// Whether the move leaves an attacked square, and whether it comes to one.
    fn history_context(&self, m: Move, attacked: u64) -> usize {
        let attacked = BitBoard(attacked);
        2 * usize::from(attacked.has(m.from)) + usize::from(attacked.has(m.to))
    }

    /// The pawns.
    fn structure_key(&self, state: &EvalState) -> u64 {
        self.correction_key(state, 0)
    }

    fn mirrored(&self) -> Option<Chess> {
        let board = self.colours_flipped().build().ok()?;
        Some(Chess { board, ..self.clone() })
    }

    /// The moving piece and its target.
    fn history_index(&self, m: Move) -> usize {
        self.mover(m) as usize * Square::NUM + m.to as usize
    }
}
