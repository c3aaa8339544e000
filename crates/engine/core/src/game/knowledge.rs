//! Game knowledge for the search beyond rules and evaluation, and the indices of its histories.

use super::endings::{EndingRules, Man, Men};
use super::{
    Depth, Evaluation, Glance, Scale, SearchParams, Side, Solver, TablebaseMoves, TablebaseValue,
};

/// Game knowledge for the search beyond rules and evaluation. Everything has a default: a
/// new game begins with an empty `impl`, and each addition makes the search stronger.
///
/// Features that suit most games are on. Features that need a function of the game, or
/// cost memory, are off. `docs/stronger_game.md` says what to add.
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

    /// Whether a game by these rules may end in a draw. If not, there is no chance of one
    /// ([`Wdl`](super::Wdl)), and no game is adjudicated as one by its scores.
    fn may_be_drawn(&self) -> bool {
        true
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

    /// Has the endgame tables in memory that the next moves lead to. Called before the time of a
    /// search begins, as a probe may have to read a file.
    fn read_tables(&self) {}

    /// The endgame tables' ranking of the moves of a root position, if they cover it.
    /// `earlier` are the keys since the last irreversible move, the oldest first, without
    /// the position's own. Called only if [`Knowledge::HAS_TABLEBASE`].
    fn probe_tablebase_root(&self, _earlier: &[u64]) -> Option<TablebaseMoves<Self::Move>> {
        None
    }

    /// What [tables of endings](super::endings) have to know of the rules of this game.
    ///
    /// # Errors
    /// The kind of games that have such tables: "a game without ...".
    fn ending_rules(&self) -> Result<EndingRules, String> {
        Err("a game whose positions are pieces on a board".to_owned())
    }

    /// The men of the position, if they and the side to move decide what comes, but for the rules
    /// on moves before it. `None` if there are more than [`MAX_MEN`](super::endings::MAX_MEN).
    fn men(&self) -> Option<Men> {
        None
    }

    /// The position of the same game with these men, without a history. `None` where it cannot be:
    /// two men are on one cell, or the side to move could capture the king.
    fn with_men(&self, _side: Side, _men: &[Man]) -> Option<Self> {
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

    /// The share of the material of the game's start that is left on the board, in 64ths. Called
    /// only if [`evaluation_scale.material`](SearchParams::evaluation_scale) is not 0.
    fn material_left(&self) -> i32 {
        64
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

/// The keys of the search's histories in a game: of moves, to try the best first,
/// and positions, to correct their evaluations. Everything has a default, with which an
/// empty `impl` will do.
pub trait Histories: Evaluation {
    /// The size of the table of move histories for one side; see
    /// [`Histories::history_index`].
    const HISTORY_SIZE: usize = 4096;

    /// The number of contexts in which the history keeps a quiet move apart; see
    /// [`Histories::history_context`].
    const HISTORY_CONTEXTS: usize = 1;

    /// The number of structures that the history of quiet moves keeps apart, a power of two;
    /// see [`Histories::structure_key`]. With 0 it keeps none apart.
    const HISTORY_STRUCTURES: usize = 0;

    /// The number of kinds of tactical moves that the capture history keeps apart; see
    /// [`Histories::captured_kind`].
    const CAPTURED_KINDS: usize = 1;

    /// The number of keys that [`Histories::correction_key`] has.
    const CORRECTION_KEYS: usize = 0;

    /// The index of a move in the history tables, less than [`Histories::HISTORY_SIZE`].
    /// Moves with the same meaning in other positions share an index.
    fn history_index(&self, m: Self::Move) -> usize {
        Self::pack(m) as usize % Self::HISTORY_SIZE
    }

    /// The part of a position that [`Histories::history_context`] needs, computed once for all
    /// of its moves: in chess, the set of squares that the other side attacks. Called only if
    /// [`Histories::HISTORY_CONTEXTS`] is greater than 1.
    fn attacked(&self) -> u64 {
        0
    }

    /// The context of a quiet move, less than [`Histories::HISTORY_CONTEXTS`]: in chess,
    /// whether it leaves an attacked square and whether it comes to one. `attacked` is what
    /// [`Histories::attacked`] gave.
    fn history_context(&self, _m: Self::Move, _attacked: u64) -> usize {
        0
    }

    /// A key of what changes slowly in a position, such as the pawns of chess, by which the
    /// history of quiet moves is kept apart. Called only if [`Histories::HISTORY_STRUCTURES`]
    /// is not 0. Its low bits must be as random as its high ones.
    fn structure_key(&self, _state: &Self::State) -> u64 {
        0
    }

    /// The kind of piece that a tactical move captures, less than
    /// [`Histories::CAPTURED_KINDS`].
    fn captured_kind(&self, _m: Self::Move) -> usize {
        0
    }

    /// The `n`th key of correction history, with `n` less than
    /// [`Histories::CORRECTION_KEYS`]: equal in positions whose evaluations are likely to
    /// have the same error. Its low bits must be as random as its high ones.
    fn correction_key(&self, _state: &Self::State, _n: usize) -> u64 {
        0
    }

    /// A key of correction history that is made from the position where it is asked for. Called
    /// only if [`correction_history.further`](SearchParams::correction_history) is not 0. Its low
    /// bits must be as random as its high ones.
    fn further_correction_key(&self) -> u64 {
        0
    }
}
