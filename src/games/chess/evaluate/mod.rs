//! What the search is told of chess: checks, exchanges, and an evaluation that
//! is a sum of weights, of which `plyglot tune` finds what they should be (see
//! `docs/training.md`).
//!
//! * `balance`: pieces on squares by the places of the kings, kept up move by move.
//! * `likeness`: what positions have in common by which their evaluations go wrong alike.
//! * `terms`: everything else, counted at each evaluation; `army` is what they see
//!   the board through.
//! * `endings`: where the pieces that are left say more than any sum.
//! * `features` numbers what is counted, `weights` says what it is worth.

mod army;
mod balance;
mod endings;
mod features;
mod likeness;
mod men;
mod sight;
mod standing;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use standing::Standing;

use super::{Chess, exchange};
use crate::games::network::Networked;
use crate::games::tapered::Tapered;
use crate::games::{
    Centi, Depth, Evaluation, Factor, Game, Glance, Group, Knowledge, Linear, Milli, Scale,
    SearchParams, Side, TablebaseMoves, TablebaseValue, Weight, WinRate,
};
use balance::Balance;
use cozy_chess::{
    BoardBuilder, Color, File, Move, Piece, Square, get_bishop_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use endings::Force;
use terms::Tally;

/// Pieces besides king and pawns with which a side may come into zugzwang: those
/// of published positions (`tests/games/chess_zugzwang.rs`).
const FEW_OFFICERS: u32 = 2;

/// No evaluation is farther from 0.
const BOUND: i32 = 20_000;

/// Sums the weights of the features that are counted.
#[derive(Default)]
struct Sum(Tapered);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.0 += weights::value(feature) * count;
    }

    /// The sum so far counts against the side that is looked at from now on.
    #[inline(always)]
    fn turn(&mut self) {
        self.0 = -self.0;
    }
}

/// Hands features on as White counts them.
struct Visit<F> {
    visit: F,
    sign: i32,
}

impl<F: FnMut(usize, i32)> Tally for Visit<F> {
    fn add(&mut self, feature: usize, count: i32) {
        if count != 0 {
            (self.visit)(feature, self.sign * count);
        }
    }

    fn turn(&mut self) {
        self.sign = -self.sign;
    }
}

impl Linear for Chess {
    const GROUPS: &'static [Group] = features::GROUPS;

    fn weights() -> Vec<Weight> {
        weights::WEIGHTS.to_vec()
    }

    fn phase(&self) -> f32 {
        Balance::of(&self.board).phase() as f32 / balance::FULL_PHASE as f32
    }

    fn features(&self, mut visit: impl FnMut(usize, i32)) {
        balance::visit(&self.board, &mut visit);
        terms::count(&self.board, &mut Visit { visit, sign: 1 });
    }
}

impl Networked for Chess {
    const INPUTS: usize = sight::INPUTS;
    const HIDDEN: usize = sight::HIDDEN;
    const BUCKETS: usize = sight::BUCKETS;

    fn inputs(&self, side: Side, mut visit: impl FnMut(usize)) {
        let eyes = sight::eyes(&self.board)[side as usize];
        men::visit(&self.board, |man| visit(eyes.input(man)));
    }

    fn bucket(&self) -> usize {
        sight::bucket(&self.board)
    }

    fn foundation(&self) -> Option<i32> {
        let foundation = self.foundation_with(Balance::of(&self.board));
        (endings::judged(&self.board, foundation) == foundation).then_some(foundation)
    }

    fn parameters() -> Vec<i16> {
        sight::parameters()
    }
}

impl Chess {
    /// The sum of the weights of all features, for the side to move.
    #[inline(always)]
    fn foundation_with(&self, balance: Balance) -> i32 {
        let mut terms = Sum::default();
        terms::count(&self.board, &mut terms);
        let white = balance.weighed_with(terms.0);
        if self.side() == Side::First { white } else { -white }
    }

    /// The foundation and what the network makes of it.
    #[inline(always)]
    fn weighed(&self, standing: &Standing) -> i32 {
        let foundation = self.foundation_with(standing.balance);
        standing.sums.evaluate(&self.board, foundation).clamp(-BOUND, BOUND)
    }

    /// The pieces of the side to move, and of the other.
    fn forces(&self) -> [Force<'_>; Color::NUM] {
        let side = self.board.side_to_move();
        [side, !side].map(|color| Force { board: &self.board, color })
    }

    /// Where king and rook stand after a castling move.
    pub(super) fn castled(m: Move) -> (Square, Square) {
        let (king, rook) =
            if m.from.file() < m.to.file() { (File::G, File::F) } else { (File::C, File::D) };
        (Square::new(king, m.from.rank()), Square::new(rook, m.from.rank()))
    }

    /// The position with the board turned round and the colours exchanged.
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
    type State = Standing;

    fn state(&self) -> Standing {
        Standing::of(&self.board)
    }

    fn advance(&self, m: Move, standing: &mut Standing) {
        standing.advance(self, m);
    }

    fn evaluate(&self, standing: &Standing) -> i32 {
        endings::judged(&self.board, self.weighed(standing))
    }
}

impl Knowledge for Chess {
    // Found by 7,000 games at 8,000 nodes a move and 3,360 at 12,000: docs/strength.md,
    // "The numbers of chess".
    const PARAMS: SearchParams = SearchParams {
        quiescence: true,
        staged_generation: true,
        capture_history: true,
        continuation_history: true,
        reverse_futility_depth: Depth::plies(6),
        reverse_futility_margin: Centi(48),
        reverse_futility_improving: Centi(47),
        reverse_futility_blend: Factor(8),
        null_move_depth: Depth::plies(3),
        null_move_base: Depth(53),
        null_move_slope: Factor(18),
        null_move_surplus: Centi(234),
        null_move_surplus_max: Depth(44),
        null_move_verification: Depth::plies(14),
        late_move_depth: Depth::plies(5),
        late_move_base: 7,
        late_move_improving: Factor(66),
        late_move_worsening: Factor(58),
        futility_depth: Depth::plies(7),
        futility_base: Centi(86),
        futility_margin: Centi(75),
        history_pruning_depth: Depth::plies(7),
        history_pruning_points: 4051,
        see_pruning_depth: Depth::plies(7),
        see_pruning_tactical: Centi(102),
        see_pruning_quiet: Centi(30),
        lmr_depth: Depth::plies(3),
        lmr_base: Milli(800),
        lmr_slope: Milli(295),
        lmr_history_points: 8916,
        lmr_worsening: Depth(5),
        lmr_cut_node: Depth(4),
        lmr_child_cutoffs: Depth(7),
        lmr_pv: Depth(11),
        lmr_tt_pv: Depth(10),
        lmr_threat: Depth(-2),
        lmr_bad_capture: Factor(16),
        lmr_deeper_margin: Centi(46),
        singular_depth: Depth::plies(6),
        singular_margin: Factor(56),
        double_extension_margin: Centi(43),
        negative_extension: Depth(13),
        negative_extension_cut_node: Depth(7),
        aspiration_window: Centi(19),
        aspiration_fail_high: Depth(9),
        delta_margin: Centi(239),
        history_bonus_square: 21,
        history_bonus_linear: 136,
        history_bonus_max: 1728,
        history_malus: Factor(80),
        history_prior_bonus: Factor(36),
        history_eval_points: 1,
        capture_history_points: 14,
        ..SearchParams::USUAL
    };
    const SCALE: Scale = Scale {
        lookahead: &[(500, 1.4), (810, 2.0), (1390, 3.0), (1700, 4.0), (2500, 7.5)],
        // Fitted to games of its own: docs/wdl.md.
        win_rate: WinRate { midpoint: 168.0, spread: 120.0 },
        ..Scale::USUAL
    };
    const HISTORY_SIZE: usize = Piece::NUM * Square::NUM;
    const CAPTURED_KINDS: usize = Piece::NUM;
    const CORRECTION_KEYS: usize = likeness::KINDS;
    const HAS_TABLEBASE: bool = true;

    fn glance(&self) -> Glance {
        if self.board.checkers().is_empty() { Glance::Open } else { Glance::Forced }
    }

    /// Checks by the moving piece itself; those that it uncovers are not seen.
    fn threatens(&self, m: Move) -> bool {
        let side = self.board.side_to_move();
        let king = self.board.king(!side);
        let occupied = self.board.occupied();
        match self.mover(m) {
            Piece::Pawn => get_pawn_attacks(king, !side).has(m.to),
            Piece::Knight => get_knight_moves(king).has(m.to),
            Piece::Bishop => get_bishop_moves(king, occupied).has(m.to),
            Piece::Rook => get_rook_moves(king, occupied).has(m.to),
            Piece::Queen => {
                (get_bishop_moves(king, occupied) | get_rook_moves(king, occupied)).has(m.to)
            }
            Piece::King => false,
        }
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

    /// With pawns alone, having to move is often what loses.
    fn null_move(&self) -> Option<Chess> {
        let [own, _] = self.forces();
        if own.officers().is_empty() {
            return None;
        }
        self.board.null_move().map(|board| Chess { board, ..self.clone() })
    }

    /// With one or two other pieces a side it sometimes is, but never against a bare king.
    fn may_be_zugzwang(&self) -> bool {
        let [own, foe] = self.forces();
        let has_few = |force: Force<'_>| force.officers().len() <= FEW_OFFICERS;
        has_few(own) && has_few(foe) && !foe.is_bare()
    }

    /// The value captured and promoted, less the rank of the capturing piece
    /// from pawn to king: the most valuable victim first, and of its captors
    /// the least valuable.
    fn capture_value(&self, m: Move) -> i32 {
        exchange::first_gain(self, m) - self.mover(m) as i32
    }

    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        exchange::gains(self, m, threshold)
    }

    /// The captured piece; promotions that capture nothing go together.
    fn captured_kind(&self, m: Move) -> usize {
        self.victim(m).map_or(Piece::King, |(piece, _)| piece) as usize
    }

    /// The pawns; the other pieces of White, and of Black; minor pieces and kings.
    #[inline(always)]
    fn correction_key(&self, standing: &Standing, n: usize) -> u64 {
        standing.likeness.key(n)
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
