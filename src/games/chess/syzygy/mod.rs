//! Syzygy tables: what is best in positions with few pieces.
//!
//! The format is Ronald de Man's (2013). `shelf` has the files, `table` the head
//! of one and the way from a position to its entry (`material`, `geometry`),
//! `pairs` unpacks the entry (`source`), `probe` asks, and `rank` puts the moves of
//! a root in their order; `tables` asks without a search. A file may hold anything:
//! what makes no sense in it gives no value, and never a panic.

mod geometry;
mod material;
mod pairs;
mod probe;
mod rank;
mod shelf;
mod source;
mod table;
mod tables;
#[cfg(test)]
mod tests;

use crate::games::{Depth, OptionKind, OptionSpec, Outcome, TablebaseMoves};
use cozy_chess::{Board, Move};
use probe::{Result as Found, may_castle};
use shelf::Shelf;
pub use tables::Tables;

/// The folders of the tables.
pub(super) const PATH: OptionSpec = OptionSpec { name: "SyzygyPath", kind: OptionKind::Text };
/// The depth in plies that a line must have left to ask the largest tables.
pub(super) const PROBE_DEPTH: OptionSpec = OptionSpec {
    name: "SyzygyProbeDepth",
    kind: OptionKind::Spin { default: "1", least: 1, most: 100 },
};
/// Whether what the rule of fifty moves prevents is a draw.
pub(super) const FIFTY_MOVES: OptionSpec =
    OptionSpec { name: "Syzygy50MoveRule", kind: OptionKind::Check(true) };
/// With more pieces than this no table is asked.
pub(super) const PROBE_LIMIT: OptionSpec = OptionSpec {
    name: "SyzygyProbeLimit",
    kind: OptionKind::Spin { default: "7", least: 0, most: 7 },
};

/// The tables of a position, and when they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Syzygy {
    shelf: Option<&'static Shelf>,
    /// The most pieces with which a table is asked: 0 without tables.
    most_men: u8,
    limit: u8,
    depth: u8,
    fifty_moves: bool,
}

impl Default for Syzygy {
    fn default() -> Syzygy {
        Syzygy { shelf: None, most_men: 0, limit: 7, depth: 1, fifty_moves: true }
    }
}

/// Looks through the folders of a path, so that [`Syzygy::set`] finds them, and says
/// what is there. Any path will do: clients are set up with folders that their
/// machine may not have.
pub(super) fn prepare(name: &str, value: &str) -> Option<String> {
    (name == PATH.name && !value.is_empty()).then(|| Shelf::keep(value))
}

impl Syzygy {
    /// Sets one of the options to a value that it may have.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let number = || value.parse().unwrap_or_default();
        match name {
            _ if name == PATH.name => self.shelf = Shelf::find(value),
            _ if name == PROBE_DEPTH.name => self.depth = number(),
            _ if name == FIFTY_MOVES.name => self.fifty_moves = value == "true",
            _ if name == PROBE_LIMIT.name => self.limit = number(),
            _ => return,
        }
        let most = self.shelf.map_or(0, Shelf::most_men) as u8;
        self.most_men = most.min(self.limit);
    }

    /// What the tables say of a position whose last move was a capture or a
    /// pawn's, on a line that has so much depth left.
    #[inline]
    pub(super) fn outcome(self, board: &Board, depth: Depth) -> Option<Outcome> {
        if self.most_men == 0 || board.occupied().len() > u32::from(self.most_men) {
            return None;
        }
        self.look_up(board, depth)
    }

    fn look_up(self, board: &Board, depth: Depth) -> Option<Outcome> {
        let is_largest = board.occupied().len() == u32::from(self.most_men);
        let is_shallow = is_largest && depth < Depth::plies(i32::from(self.depth));
        if board.halfmove_clock() > 0 || is_shallow || may_castle(board) {
            return None;
        }
        self.shelf?.result(board).map(|found| self.outcome_of(found))
    }

    fn outcome_of(self, found: Found) -> Outcome {
        match (found, self.fifty_moves) {
            (Found::Win, _) | (Found::CursedWin, false) => Outcome::Won,
            (Found::Loss, _) | (Found::BlessedLoss, false) => Outcome::Lost,
            _ => Outcome::Drawn,
        }
    }

    /// What the tables say of a position's moves. `keys` are those since the last
    /// irreversible move, with the position's own at the end.
    pub(super) fn moves(self, board: &Board, keys: &[u64]) -> Option<TablebaseMoves<Move>> {
        if board.occupied().len() > u32::from(self.most_men) || may_castle(board) {
            return None;
        }
        let has_repeated = (1..keys.len()).any(|i| keys[..i].contains(&keys[i]));
        self.shelf?.rank(board, has_repeated, self.fifty_moves)
    }
}
