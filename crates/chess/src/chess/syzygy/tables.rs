//! Direct access to the tables in a list of folders, without a search.

use super::tablebase::Tablebase;
use crate::chess::Chess;
use cozy_chess::Move;
use plyglot_core::game::TablebaseMoves;

/// Syzygy tables without a search: for programs that inspect tables or test damaged ones.
///
/// ```
/// use plyglot_core::game::Notation;
/// use plyglot_chess::chess::{Chess, SyzygyTables};
/// let position = Chess::parse("4k3/8/8/8/8/8/8/4KR2 w - - 0 1").unwrap();
/// assert_eq!(SyzygyTables::open("/a/folder/that/is/not/there").probe_wdl(&position), None);
/// ```
#[derive(Debug)]
pub struct SyzygyTables(Tablebase);

impl SyzygyTables {
    /// Opens the tables in the folders of a path, split at the system's separator. A
    /// folder that cannot be read adds no tables.
    pub fn open(path: &str) -> SyzygyTables {
        SyzygyTables(Tablebase::scan(path).0)
    }

    /// The result with best play (WDL) for the side to move: -2 is a loss, 0 a draw, 2 a
    /// win. -1 and 1 are a loss and a win that the fifty-move rule draws. It assumes that
    /// the last move was a capture or pawn move, and that neither side may castle. `None` if a
    /// table is missing or invalid.
    pub fn probe_wdl(&self, position: &Chess) -> Option<i32> {
        self.0.probe_wdl(&position.board).map(|result| result as i32)
    }

    /// The plies to the next capture or pawn move on the way to the result (DTZ). They
    /// are negative for a loss, 0 for a draw, plus 100 if the fifty-move rule draws
    /// first. The number may be one too low.
    pub fn probe_dtz(&self, position: &Chess) -> Option<i32> {
        self.0.probe_dtz(&position.board)
    }

    /// The tables' ranking of each legal move, under the fifty-move rule. `None` if a
    /// table is missing or invalid.
    pub fn moves(&self, position: &Chess) -> Option<TablebaseMoves<Move>> {
        self.0.rank(&position.board, false, true)
    }
}
