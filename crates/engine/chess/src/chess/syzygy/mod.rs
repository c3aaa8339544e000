//! Syzygy tables: results and best moves of positions with few pieces.
//!
//! The format is Ronald de Man's (2013).
//! - `tablebase` holds the files.
//! - `table` reads the header of a file and computes the index of a position's entry,
//!   with `material` and `geometry`.
//! - `pairs` decodes the entry, with bytes from `source`.
//! - `probe` combines tables and captures.
//! - `rank` orders the moves of a root position.
//!
//! A file may hold anything: invalid contents give no value and never a panic.

mod geometry;
mod material;
mod pairs;
mod probe;
mod rank;
mod source;
mod table;
mod tablebase;
#[cfg(test)]
mod tests;

use cozy_chess::{Board, Move};
use plyglot_core::game::{Depth, OptionKind, OptionSpec, Outcome, TablebaseMoves};
use probe::WdlResult;
pub(super) use probe::may_castle;
pub use tablebase::SyzygyTables;
use tablebase::Tablebase;

pub(super) const PATH: OptionSpec = OptionSpec { name: "SyzygyPath", kind: OptionKind::Text };
/// The least remaining depth in plies at which the largest tables are probed.
pub(super) const PROBE_DEPTH: OptionSpec = OptionSpec {
    name: "SyzygyProbeDepth",
    kind: OptionKind::Spin { default: 1, min: 1, max: 100 },
};
pub(super) const FIFTY_MOVES: OptionSpec =
    OptionSpec { name: "Syzygy50MoveRule", kind: OptionKind::Check(true) };
/// The most pieces with which tables are probed.
pub(super) const PROBE_LIMIT: OptionSpec =
    OptionSpec { name: "SyzygyProbeLimit", kind: OptionKind::Spin { default: 7, min: 0, max: 7 } };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Syzygy {
    tablebase: Option<&'static Tablebase>,
    max_pieces: u8,
    limit: u8,
    depth: u8,
    fifty_moves: bool,
}

impl Default for Syzygy {
    fn default() -> Syzygy {
        Syzygy { tablebase: None, max_pieces: 0, limit: 7, depth: 1, fifty_moves: true }
    }
}

/// Searches the folders of a path, so that [`Syzygy::set`] finds them, and returns a
/// summary. Any path is accepted: clients are configured with folders that may not exist
/// on a machine.
pub(super) fn prepare(name: &str, value: &str) -> Option<String> {
    if name == PATH.name && !value.is_empty() {
        Some(Tablebase::scan_and_store(value))
    } else {
        None
    }
}

impl Syzygy {
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let number = || value.parse().unwrap_or_default();
        match name {
            _ if name == PATH.name => self.tablebase = Tablebase::find(value),
            _ if name == PROBE_DEPTH.name => self.depth = number(),
            _ if name == FIFTY_MOVES.name => self.fifty_moves = value == "true",
            _ if name == PROBE_LIMIT.name => self.limit = number(),
            _ => return,
        }
        let most = self.tablebase.map_or(0, Tablebase::max_pieces) as u8;
        self.max_pieces = most.min(self.limit);
    }

    /// The tables' outcome of a position whose last move was a capture or pawn move, at
    /// the remaining `depth`.
    #[inline]
    pub(super) fn outcome(self, board: &Board, depth: Depth) -> Option<Outcome> {
        if self.max_pieces == 0 || board.occupied().len() > u32::from(self.max_pieces) {
            return None;
        }
        self.look_up(board, depth)
    }

    fn look_up(self, board: &Board, depth: Depth) -> Option<Outcome> {
        let is_largest = board.occupied().len() == u32::from(self.max_pieces);
        let is_shallow = is_largest && depth < Depth::plies(i32::from(self.depth));
        if board.halfmove_clock() > 0 || is_shallow || may_castle(board) {
            return None;
        }
        self.tablebase?.probe_wdl(board).map(|found| self.outcome_of(found))
    }

    fn outcome_of(self, found: WdlResult) -> Outcome {
        match (found, self.fifty_moves) {
            (WdlResult::Win, _) | (WdlResult::CursedWin, false) => Outcome::Won,
            (WdlResult::Loss, _) | (WdlResult::BlessedLoss, false) => Outcome::Lost,
            _ => Outcome::Drawn,
        }
    }

    /// The tables' ranking of a position's moves. `keys` are the keys since the last
    /// irreversible move; the last one is the position's own.
    pub(super) fn moves(self, board: &Board, keys: &[u64]) -> Option<TablebaseMoves<Move>> {
        if board.occupied().len() > u32::from(self.max_pieces) || may_castle(board) {
            return None;
        }
        let has_repeated = (1..keys.len()).any(|i| keys[..i].contains(&keys[i]));
        self.tablebase?.rank(board, has_repeated, self.fifty_moves)
    }
}
