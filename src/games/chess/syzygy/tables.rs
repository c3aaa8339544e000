//! The tables in some folders by themselves, without a search.

use super::tablebase::Tablebase;
use crate::games::TablebaseMoves;
use crate::games::chess::Chess;
use cozy_chess::Move;

/// Syzygy tables, to be asked without a search: what a program needs that looks at
/// tables, or tries what comes of damaged ones.
///
/// ```
/// use plyglot::games::Notation;
/// use plyglot::games::chess::{Chess, SyzygyTables};
/// let position = Chess::parse("4k3/8/8/8/8/8/8/4KR2 w - - 0 1").unwrap();
/// assert_eq!(SyzygyTables::open("/a/folder/that/is/not/there").probe_wdl(&position), None);
/// ```
#[derive(Debug)]
pub struct SyzygyTables(Tablebase);

impl SyzygyTables {
    /// The tables in the folders of a path, which the system's separator divides; none
    /// where a folder cannot be read.
    pub fn open(path: &str) -> SyzygyTables {
        SyzygyTables(Tablebase::look_through(path).0)
    }

    /// Who wins with best play (WDL): from -2, the side to move has lost, to 2, it has
    /// won; -1 and 1 are drawn by the rule of fifty moves. As if the last move had been
    /// a capture or a pawn's, and nobody could castle. `None` if a table is missing or
    /// makes no sense.
    pub fn probe_wdl(&self, position: &Chess) -> Option<i32> {
        self.0.probe_wdl(&position.board).map(|result| result as i32)
    }

    /// The plies to the next capture or pawn's move on the way to the result (DTZ),
    /// negative for a loss, 0 for a draw, 100 more where the rule of fifty moves comes
    /// before. It may be one too few.
    pub fn probe_dtz(&self, position: &Chess) -> Option<i32> {
        self.0.probe_dtz(&position.board)
    }

    /// What they say of each legal move, under the rule of fifty moves. `None` if a
    /// table is missing or makes no sense.
    pub fn moves(&self, position: &Chess) -> Option<TablebaseMoves<Move>> {
        self.0.rank(&position.board, false, true)
    }
}
