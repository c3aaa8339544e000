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
    Cost, Game, Glance, Group, Knowledge, Linear, Selectivity, Side, TableMoves, TableValue,
    Weight, WinRate,
};
use balance::Balance;
use cozy_chess::{
    BoardBuilder, Color, File, Move, Piece, Square, get_bishop_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use endings::Force;
use terms::Tally;

/// Pieces besides king and pawns with which a side may come into zugzwang: those
/// of published positions (`tests/chess_zugzwang.rs`).
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

impl Knowledge for Chess {
    type State = Standing;

    // Fitted to games of its own: docs/wdl.md.
    const WIN_RATE: WinRate = WinRate { midpoint: 168.0, spread: 120.0 };
    const QUIESCENCE: bool = true;
    // Found by 7,000 games at 8,000 nodes a move and 3,360 at 12,000: docs/strength.md,
    // "The numbers of chess".
    const SELECTIVITY: Selectivity = Selectivity {
        reverse_futility: 48,
        reverse_futility_rising: 47,
        reverse_futility_depth: 6,
        reverse_futility_blend: 8,
        null_base: 53,
        null_slope: 18,
        null_surplus: 234,
        null_surplus_most: 44,
        null_verified: 14,
        late_base: 7,
        late_rising: 66,
        late_falling: 58,
        late_depth: 5,
        pruning_depth: 7,
        futility_base: 86,
        futility_slope: 75,
        history_floor: 4051,
        tactical_loss: 102,
        quiet_loss: 30,
        reduction_base: 80,
        reduction_slope: 295,
        reduction_history: 8916,
        reduction_falling: 5,
        reduction_cut: 4,
        reduction_pv: 11,
        reduction_was_pv: 10,
        reduction_refuted: 7,
        reduction_losing: 16,
        deeper: 46,
        reduction_threat: -2,
        singular: 14,
        singular_double: 43,
        singular_above: 13,
        singular_cut: 7,
        aspiration: 19,
        aspiration_above: 9,
        quiescence_reach: 239,
        bonus_square: 21,
        bonus_linear: 136,
        bonus_most: 1728,
        malus: 80,
        bonus_before: 36,
        bonus_evaluation: 1,
        tactical_history: 14,
    };
    const NULL_MOVE: bool = true;
    const TABLES: bool = true;
    const STAGES: bool = true;
    const SINGULAR: bool = true;
    const PRUNES_LATE: bool = true;
    const PRUNES_EXCHANGES: bool = true;
    const SLOTS: usize = Piece::NUM * Square::NUM;
    const SIGHTS: &'static [(u16, f64)] =
        &[(500, 1.4), (810, 2.0), (1390, 3.0), (1700, 4.0), (2500, 7.5)];
    const CONTINUES: bool = true;
    const PRIZES: usize = Piece::NUM;
    const CORRECTIONS: usize = likeness::KINDS;

    fn state(&self) -> Standing {
        Standing::of(&self.board)
    }

    fn advance(&self, m: Move, standing: &mut Standing) {
        standing.advance(self, m);
    }

    fn evaluate(&self, standing: &Standing) -> i32 {
        endings::judged(&self.board, self.weighed(standing))
    }

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
    fn table(&self, depth: Cost) -> Option<TableValue> {
        self.syzygy.outcome(&self.board, depth).map(TableValue::Sure)
    }

    fn table_moves(&self, earlier: &[u64]) -> Option<TableMoves<Move>> {
        let mut keys = earlier.to_vec();
        keys.push(self.key());
        self.syzygy.moves(&self.board, &keys)
    }

    /// With pawns alone, having to move is often what loses.
    fn passed(&self) -> Option<Chess> {
        let [own, _] = self.forces();
        if own.officers().is_empty() {
            return None;
        }
        self.board.null_move().map(|board| Chess { board, ..self.clone() })
    }

    /// With one or two other pieces a side it sometimes is, but never against a bare king.
    fn fears_zugzwang(&self) -> bool {
        let [own, foe] = self.forces();
        let has_few = |force: Force<'_>| force.officers().len() <= FEW_OFFICERS;
        has_few(own) && has_few(foe) && !foe.is_bare()
    }

    /// The value captured and promoted, less the rank of the capturing piece
    /// from pawn to king: the most valuable victim first, and of its captors
    /// the least valuable.
    fn gain(&self, m: Move) -> i32 {
        exchange::first_gain(self, m) - self.mover(m) as i32
    }

    fn exchange(&self, m: Move, threshold: i32) -> bool {
        exchange::gains(self, m, threshold)
    }

    /// The captured piece; promotions that capture nothing go together.
    fn prize(&self, m: Move) -> usize {
        self.victim(m).map_or(Piece::King, |(piece, _)| piece) as usize
    }

    /// The pawns; the other pieces of White, and of Black; minor pieces and kings.
    #[inline(always)]
    fn correction(&self, standing: &Standing, kind: usize) -> u64 {
        standing.likeness.key(kind)
    }

    fn mirrored(&self) -> Option<Chess> {
        let board = self.colours_flipped().build().ok()?;
        Some(Chess { board, ..self.clone() })
    }

    /// The moving piece and its target.
    fn slot(&self, m: Move) -> usize {
        self.mover(m) as usize * Square::NUM + m.to as usize
    }
}
