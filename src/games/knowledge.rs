//! What a search may know of a game beyond its rules and its evaluation.

use super::{
    Depth, Evaluation, Glance, Scale, SearchParams, Solver, TablebaseMoves, TablebaseValue,
};

/// What the search may know of a game beyond its rules and its evaluation. Everything
/// has a default: a new game begins with an empty `impl`, and each piece that is added
/// makes the search stronger.
///
/// What suits most games is on; what needs a function of the game, or costs memory, is
/// off. `docs/new_game.md` says what to add first, and what it is worth.
///
/// ```
/// use plyglot::games::tictactoe::TicTacToe;
/// use plyglot::games::{Glance, Knowledge, Notation};
///
/// let position = TicTacToe::parse("X...O....").unwrap();
/// assert_eq!(position.glance(), Glance::Open);
/// assert_eq!(position.max_plies_left(), Some(7));
/// ```
pub trait Knowledge: Evaluation {
    /// The parameters of the search, and which of its features are on. A feature that
    /// is off here is not compiled in.
    const PARAMS: SearchParams = SearchParams::USUAL;

    /// What scores and ratings mean in this game, for people and for time management.
    const SCALE: Scale = Scale::USUAL;

    /// The size of the table of move histories for one side; see
    /// [`Knowledge::history_index`].
    const HISTORY_SIZE: usize = 4096;

    /// The number of kinds of tactical moves that the capture history keeps apart; see
    /// [`Knowledge::captured_kind`].
    const CAPTURED_KINDS: usize = 1;

    /// The number of keys that [`Knowledge::correction_key`] has.
    const CORRECTION_KEYS: usize = 0;

    /// Whether the game has endgame tables; see [`Knowledge::probe_tablebase`].
    const HAS_TABLEBASE: bool = false;

    /// What an undecided position shows without a search: its value, if it is
    /// known for certain, or that the side to move has little choice. Asked at
    /// every node.
    fn glance(&self) -> Glance {
        Glance::Open
    }

    /// What endgame tables say of a position that is not decided and not
    /// [known](Glance::Known) at a glance. Asked only where [`Knowledge::HAS_TABLEBASE`].
    /// `depth` is what the line has left.
    fn probe_tablebase(&self, _depth: Depth) -> Option<TablebaseValue> {
        None
    }

    /// What endgame tables say of the moves of a root, if they know it. `earlier`
    /// are the keys since the last irreversible move, the oldest first, without
    /// that of this position. Asked only where [`Knowledge::HAS_TABLEBASE`].
    fn probe_tablebase_root(&self, _earlier: &[u64]) -> Option<TablebaseMoves<Self::Move>> {
        None
    }

    /// The solver that answers exactly in place of the search, if there is one.
    fn solver() -> Option<&'static dyn Solver<Self>> {
        None
    }

    /// The most plies that can still be played, counters that end the game included, if
    /// that can be said at once; each move takes one off. A search at least this deep
    /// is answered by the [solver](Knowledge::solver), if there is one.
    fn max_plies_left(&self) -> Option<u32> {
        None
    }

    /// The depth that a legal move costs in a position that is [`Glance::Open`].
    /// `previous` is the move that led here, if the other side played it.
    fn cost(&self, _m: Self::Move, _previous: Option<Self::Move>) -> Depth {
        Depth::PLY
    }

    /// Whether a quiet move [forces](Glance::Forced) the other side to answer it, as far
    /// as can be said at once. In chess: whether it gives check.
    fn threatens(&self, _m: Self::Move) -> bool {
        false
    }

    /// The position after the side to move has passed, with the same state, or
    /// `None` where passing might be better than any move. Asked only where
    /// [`SearchParams::null_move_depth`] is not 0, of positions that are [`Glance::Open`].
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether passing may be better than any move all the same, so that a deep null
    /// move search is verified by a search with a move.
    fn may_be_zugzwang(&self) -> bool {
        false
    }

    /// What a tactical move wins at once, in centi-units: the value of the captured
    /// piece, less a little of the capturing one. Greater ones are tried first.
    fn capture_value(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Static exchange evaluation: whether a move, and the captures on its target that
    /// follow, leave the mover at least `threshold` centi-units better off.
    fn see_at_least(&self, _m: Self::Move, _threshold: i32) -> bool {
        true
    }

    /// The kind of piece that a tactical move captures, less than
    /// [`Knowledge::CAPTURED_KINDS`].
    fn captured_kind(&self, _m: Self::Move) -> usize {
        0
    }

    /// The `n`th key of correction history, `n` less than [`Knowledge::CORRECTION_KEYS`]:
    /// equal in positions of which the evaluation is likely to be wrong by the same.
    /// Its low bits must be as random as its high ones.
    fn correction_key(&self, _state: &Self::State, _n: usize) -> u64 {
        0
    }

    /// The position seen in the game's mirror (left and right exchanged, or the
    /// colours), whose value for its side to move must be the same. For the law
    /// checker; `None` where there is none.
    fn mirrored(&self) -> Option<Self> {
        None
    }

    /// Where the history of a move is kept, less than [`Knowledge::HISTORY_SIZE`]. Moves
    /// that mean the same in other positions share a place.
    fn history_index(&self, m: Self::Move) -> usize {
        Self::pack(m) as usize % Self::HISTORY_SIZE
    }
}
