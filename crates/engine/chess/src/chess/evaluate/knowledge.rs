//! The search's knowledge of chess, and its histories.

use super::eval_state::{self, ChessState};
use crate::chess::{Chess, endings, exchange, sets};
use cozy_chess::{BitBoard, Color, Move, Piece, Square};
use plyglot_core::game::endings::{EndingRules, Man, Men};
use plyglot_core::game::{
    Depth, Game, Glance, Histories, Knowledge, MovesToGo, Notation, Scale, SearchParams, Side,
    TablebaseMoves, TablebaseValue,
};

/// A side with at most this many pieces, besides king and pawns, may be in zugzwang, as
/// in published positions (`tests/games/chess_searched.rs`).
const FEW_NON_PAWN_PIECES: u32 = 2;

impl Knowledge for Chess {
    const PARAMS: SearchParams = SearchParams::TACTICAL;
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

    fn read_tables(&self) {
        if let Some(tables) = self.endings {
            tables.read_near(self);
        }
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
        self.set_up(side, men)
    }

    /// With only pawns, zugzwang is frequent.
    fn null_move(&self) -> Option<Chess> {
        let [own, _] = self.material();
        if own.non_pawn_pieces().is_empty() {
            return None;
        }
        self.after_null_move()
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
