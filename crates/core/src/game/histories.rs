//! The keys of the search's histories.

use super::Evaluation;

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
}
