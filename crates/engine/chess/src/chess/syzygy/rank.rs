//! Ranks the moves of a root position by the tables. So a win is completed within the
//! fifty-move rule, and a loss is delayed as long as that may help.

use super::probe::WdlResult;
use super::tablebase::Tablebase;
use cozy_chess::{Board, Move};
use plyglot_core::game::{Outcome, TablebaseMove, TablebaseMoves};

const RULE: i32 = 100;
const WIN: i32 = 2_000;
/// The class of moves that win without the rule; their plies are subtracted.
const CURSED: i32 = 1_000;

impl Tablebase {
    /// All legal moves, ranked by distance, or only by result if a DTZ table is
    /// missing. `None` if a WDL table is missing.
    pub(super) fn rank(
        &self,
        board: &Board,
        has_repeated: bool,
        rule: bool,
    ) -> Option<TablebaseMoves<Move>> {
        let clock = i32::from(board.halfmove_clock());
        let by_distance = |m| {
            let plies = self.dtz_of_move(board, m)?;
            let class = class(plies, clock, has_repeated);
            Some(TablebaseMove { m, class, outcome: outcome(class, rule) })
        };
        if let Some(moves) = rank_each(board, by_distance) {
            return Some(TablebaseMoves { moves, is_complete: true });
        }
        rank_each(board, |m| {
            let mut child = board.clone();
            child.play_unchecked(m);
            let class = match self.probe_wdl(&child)? {
                WdlResult::Loss => WIN,
                WdlResult::BlessedLoss => 1,
                WdlResult::Draw => 0,
                WdlResult::CursedWin => -1,
                WdlResult::Win => -WIN,
            };
            Some(TablebaseMove { m, class, outcome: outcome(class, rule) })
        })
        .map(|moves| TablebaseMoves { moves, is_complete: false })
    }
}

fn rank_each(
    board: &Board,
    known: impl Fn(Move) -> Option<TablebaseMove<Move>>,
) -> Option<Vec<TablebaseMove<Move>>> {
    let mut moves = Vec::new();
    let is_unknown = board.generate_moves(|generated| {
        generated.into_iter().any(|m| known(m).map(|known| moves.push(known)).is_none())
    });
    if is_unknown { None } else { Some(moves) }
}

/// The class of a move with `plies` to the next capture or pawn move, where the rule has
/// counted `clock` plies.
///
/// All wins within the rule are one class, so that the search may choose among them. Once
/// a position has repeated, the shortest way is preferred. A loss is delayed only where
/// the rule may turn it into a draw.
fn class(plies: i32, clock: i32, has_repeated: bool) -> i32 {
    match plies {
        // An immediate zeroing move or mate.
        1 => WIN,
        2.. if plies + clock < RULE => WIN - if has_repeated { plies } else { 0 },
        2.. => CURSED - (plies + clock).min(CURSED - 1),
        0 => 0,
        _ if clock - plies > RULE => (clock - plies).min(CURSED - 1) - CURSED,
        _ if clock - 2 * plies < RULE => -WIN,
        _ => -WIN - plies,
    }
}

fn outcome(class: i32, rule: bool) -> Outcome {
    let least = if rule { WIN - RULE } else { 1 };
    match class {
        _ if class >= least => Outcome::Won,
        _ if class <= -least => Outcome::Lost,
        _ => Outcome::Drawn,
    }
}
