//! Game knowledge for the search beyond rules and evaluation.

use super::{
    Depth, Glance, Histories, Scale, SearchParams, Solver, TablebaseMoves, TablebaseValue,
};

/// Game knowledge for the search beyond rules and evaluation. Everything has a default: a
/// new game begins with an empty `impl`, and each addition makes the search stronger.
///
/// Features that suit most games are on. Features that need a function of the game, or
/// cost memory, are off. `docs/new_game.md` says what to add first, and how much it
/// gains.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_core::game::{Glance, Knowledge, Notation};
///
/// let position = TicTacToe::parse("X...O....").unwrap();
/// assert_eq!(position.glance(), Glance::Open);
/// assert_eq!(position.max_plies_left(), Some(7));
/// ```
pub trait Knowledge: Histories {
    /// The parameters of the search, and which of its features are on. A feature that is
    /// off is not compiled in.
    const PARAMS: SearchParams = SearchParams::USUAL;

    /// The meaning of scores and ratings in this game, for users and for time management.
    const SCALE: Scale = Scale::USUAL;

    /// Whether the game has endgame tables; see [`Knowledge::probe_tablebase`].
    const HAS_TABLEBASE: bool = false;

    /// The facts about an undecided position that need no search: its exact value, or that
    /// the side to move has little choice. Called at every node.
    fn glance(&self) -> Glance {
        Glance::Open
    }

    /// The plies of the game before this position, where the position knows them: for the
    /// share of a clock, see [`MovesToGo`](super::MovesToGo).
    fn plies_played(&self) -> u32 {
        0
    }

    /// The endgame tables' value of a position that is not decided and not
    /// [known](Glance::Known) at a glance. Called only if [`Knowledge::HAS_TABLEBASE`].
    /// `depth` is the remaining depth.
    fn probe_tablebase(&self, _depth: Depth) -> Option<TablebaseValue> {
        None
    }

    /// The endgame tables' ranking of the moves of a root position, if they cover it.
    /// `earlier` are the keys since the last irreversible move, the oldest first, without
    /// the position's own. Called only if [`Knowledge::HAS_TABLEBASE`].
    fn probe_tablebase_root(&self, _earlier: &[u64]) -> Option<TablebaseMoves<Self::Move>> {
        None
    }

    /// The solver that gives exact answers in place of the search, if there is one.
    fn solver() -> Option<&'static dyn Solver<Self>> {
        None
    }

    /// The most plies that can still be played, including counters that end the game, if
    /// that is known without a search. Each move must decrease it. A search at least this
    /// deep is answered by the [solver](Knowledge::solver), if there is one.
    fn max_plies_left(&self) -> Option<u32> {
        None
    }

    /// The depth that a legal move costs in a position that is [`Glance::Open`].
    /// `previous` is the preceding move, if the other side played it.
    fn cost(&self, _m: Self::Move, _previous: Option<Self::Move>) -> Depth {
        Depth::PLY
    }

    /// Whether a quiet move [forces](Glance::Forced) the other side to answer it, as far
    /// as is known without a search. In chess: whether it gives check.
    fn threatens(&self, _m: Self::Move) -> bool {
        false
    }

    /// The position after a null move, with the same evaluation state, or `None` where
    /// passing might be better than any move. Called only if [`SearchParams::null_move`] is
    /// on, and only in positions that are [`Glance::Open`].
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether the position may still be zugzwang, so that a cutoff by a deep null move
    /// search must be verified by a normal search.
    fn may_be_zugzwang(&self) -> bool {
        false
    }

    /// The immediate gain of a tactical move, in centi-units: the value of the captured
    /// piece, less a little of the capturing one. Moves with greater gains are tried
    /// first.
    fn capture_value(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Static exchange evaluation: whether a move and the following captures on its
    /// target gain the mover at least `threshold` centi-units.
    fn see_at_least(&self, _m: Self::Move, _threshold: i32) -> bool {
        true
    }
}
