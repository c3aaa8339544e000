//! Probing: the result and the distance of a position.
//!
//! A table may hold any value that packs well and is not better, where a capture is the
//! best move. It also ignores en passant captures. So captures are searched one by one,
//! and the table stands for the other moves.

use super::material::Material;
use super::table::{DtzEntry, EncodedValue, TableKind};
use super::tablebase::Tablebase;
use cozy_chess::{Board, Color, Move, Piece};

/// The result with best play for the side to move, with and without the fifty-move rule,
/// as if the last move had been a capture or pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WdlResult {
    Loss = -2,
    /// Lost, but drawn by the fifty-move rule.
    BlessedLoss = -1,
    Draw = 0,
    /// Won, but drawn by the fifty-move rule.
    CursedWin = 1,
    Win = 2,
}

const FIFTY_MOVES_PENALTY: i32 = 100;

impl WdlResult {
    fn from_u16(value: u16) -> Option<WdlResult> {
        let all = [
            WdlResult::Loss,
            WdlResult::BlessedLoss,
            WdlResult::Draw,
            WdlResult::CursedWin,
            WdlResult::Win,
        ];
        all.get(usize::from(value)).copied()
    }

    fn opposite(self) -> WdlResult {
        match self {
            WdlResult::Loss => WdlResult::Win,
            WdlResult::BlessedLoss => WdlResult::CursedWin,
            WdlResult::Draw => WdlResult::Draw,
            WdlResult::CursedWin => WdlResult::BlessedLoss,
            WdlResult::Win => WdlResult::Loss,
        }
    }

    fn is_drawn_by_rule(self) -> bool {
        matches!(self, WdlResult::BlessedLoss | WdlResult::CursedWin)
    }

    /// The distance if the best move is a capture or pawn move.
    pub(super) fn dtz_of_one(self) -> i32 {
        match self {
            WdlResult::Loss => -1,
            WdlResult::BlessedLoss => -1 - FIFTY_MOVES_PENALTY,
            WdlResult::Draw => 0,
            WdlResult::CursedWin => 1 + FIFTY_MOVES_PENALTY,
            WdlResult::Win => 1,
        }
    }
}

/// A result, and whether one of the searched moves is a best move.
struct ProbeResult {
    result: WdlResult,
    is_move_best: bool,
}

/// Visits the positions after the legal moves that satisfy `wanted`, until `visit`
/// returns false. Returns the number of legal moves generated so far.
fn each_child(
    board: &Board,
    wanted: impl Fn(Move) -> bool,
    mut visit: impl FnMut(&Board, Move) -> bool,
) -> usize {
    let mut count = 0;
    board.generate_moves(|moves| {
        for m in moves {
            count += 1;
            if wanted(m) {
                let mut child = board.clone();
                child.play_unchecked(m);
                if !visit(&child, m) {
                    return true;
                }
            }
        }
        false
    });
    count
}

fn is_capture(board: &Board, m: Move) -> bool {
    board.colors(!board.side_to_move()).has(m.to)
        || is_pawn_move(board, m) && m.from.file() != m.to.file()
}

fn is_pawn_move(board: &Board, m: Move) -> bool {
    board.pieces(Piece::Pawn).has(m.from)
}

pub(super) fn is_zeroing(board: &Board, m: Move) -> bool {
    is_pawn_move(board, m) || is_capture(board, m)
}

/// Whether a side may still castle; tables do not cover that.
pub(crate) fn may_castle(board: &Board) -> bool {
    [Color::White, Color::Black].into_iter().any(|color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    })
}

pub(super) fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

impl Tablebase {
    /// The result of a position without castling rights, as if its last move had been a
    /// capture or pawn move. `None` if a table is missing or invalid.
    pub(crate) fn probe_wdl(&self, board: &Board) -> Option<WdlResult> {
        Some(self.resolve(board, |m| is_capture(board, m))?.result)
    }

    /// The result: the best of the `wanted` moves and of the table's value.
    fn resolve(&self, board: &Board, wanted: impl Fn(Move) -> bool) -> Option<ProbeResult> {
        let mut best: Option<WdlResult> = None;
        let mut looked_at = 0;
        let mut is_known = true;
        let count = each_child(board, wanted, |child, _| {
            looked_at += 1;
            let Some(result) = self.probe_wdl(child).map(WdlResult::opposite) else {
                is_known = false;
                return false;
            };
            best = best.max(Some(result));
            result != WdlResult::Win
        });
        if !is_known {
            return None;
        }
        if let (Some(result), true) = (best, best == Some(WdlResult::Win) || looked_at == count) {
            return Some(ProbeResult { result, is_move_best: true });
        }
        let table_value = self.table_value(board)?;
        match best {
            Some(best) if best >= table_value => {
                Some(ProbeResult { result: best, is_move_best: best > WdlResult::Draw })
            }
            _ => Some(ProbeResult { result: table_value, is_move_best: false }),
        }
    }

    fn table_value(&self, board: &Board) -> Option<WdlResult> {
        if board.occupied().len() == 2 {
            return Some(WdlResult::Draw);
        }
        match self.table(Material::from_board(board), TableKind::Wdl)?.value(board)? {
            EncodedValue::Value(value) => WdlResult::from_u16(value),
            EncodedValue::OtherSide => None,
        }
    }

    /// The plies to the next capture or pawn move on the way to the result. They are
    /// negative for a loss, 0 for a draw, plus 100 if the fifty-move rule draws before
    /// the result. The number may be one too low.
    pub(crate) fn probe_dtz(&self, board: &Board) -> Option<i32> {
        self.dtz_within(board, 1)
    }

    fn dtz_within(&self, board: &Board, deeper: usize) -> Option<i32> {
        let resolved = self.resolve(board, |m| is_zeroing(board, m))?;
        let result = resolved.result;
        if result == WdlResult::Draw {
            return Some(0);
        }
        if resolved.is_move_best {
            return Some(result.dtz_of_one());
        }
        match self
            .table(Material::from_board(board), TableKind::Dtz)?
            .probe_dtz(board, result as i32)?
        {
            DtzEntry::Plies(plies) => {
                let more = if result.is_drawn_by_rule() { FIFTY_MOVES_PENALTY } else { 0 };
                Some((plies + more) * (result as i32).signum())
            }
            // The table has the other side to move: look at the positions after the
            // moves.
            DtzEntry::OtherSide if deeper > 0 => self.dtz_by_moves(board, result, deeper - 1),
            DtzEntry::OtherSide => None,
        }
    }

    /// The least distance after any move that keeps the result, plus one.
    fn dtz_by_moves(&self, board: &Board, result: WdlResult, deeper: usize) -> Option<i32> {
        let sign = (result as i32).signum();
        let mut least: Option<i32> = None;
        let mut is_known = true;
        each_child(
            board,
            |_| true,
            |child, m| {
                let distance = if is_zeroing(board, m) {
                    self.probe_wdl(child).map(|result| result.opposite().dtz_of_one())
                } else if is_mate(child) {
                    Some(1)
                } else {
                    self.dtz_within(child, deeper).map(|plies| -plies - plies.signum())
                };
                is_known &= distance.is_some();
                if let Some(plies) = distance.filter(|plies| plies.signum() == sign) {
                    least = Some(least.map_or(plies, |least| least.min(plies)));
                }
                is_known
            },
        );
        // Without a move, the side to move is mated.
        if is_known { Some(least.unwrap_or(-1)) } else { None }
    }

    pub(super) fn dtz_of_move(&self, board: &Board, m: Move) -> Option<i32> {
        let mut child = board.clone();
        child.play_unchecked(m);
        if is_zeroing(board, m) {
            return Some(self.probe_wdl(&child)?.opposite().dtz_of_one());
        }
        if is_mate(&child) {
            return Some(1);
        }
        let plies = self.probe_dtz(&child)?;
        Some(-plies - plies.signum())
    }
}
