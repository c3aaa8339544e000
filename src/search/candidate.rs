//! A move that waits for its turn, and what its turn depends on.

/// A move that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) m: M,
    /// The greater is tried the sooner. Its band says what kind of move it is.
    rank: i32,
}

/// The move that the table knows.
const HASH: i32 = i32::MAX;
/// Tactical moves whose exchange is not known to lose, by what they gain.
const WINNING: i32 = 1 << 28;
/// The newer killer; the older one ranks one less.
const KILLER: i32 = 1 << 20;
/// Tactical moves that lose their exchange. Quiet moves lie between, by history.
const LOSING: i32 = -(1 << 28);
/// Half the width of a band.
const BAND: i32 = 1 << 26;

impl<M> Candidate<M> {
    /// The move that the table knows.
    pub(super) fn hash(m: M) -> Self {
        Candidate { m, rank: HASH }
    }

    /// A tactical move, its exchange not yet weighed.
    pub(super) fn tactical(m: M, gain: i32) -> Self {
        Candidate { m, rank: WINNING + gain }
    }

    /// A killer move, 0 for the newer or 1 for the older one.
    pub(super) fn killer(m: M, age: usize) -> Self {
        Candidate { m, rank: KILLER - age as i32 }
    }

    /// A quiet move.
    pub(super) fn quiet(m: M, history: i32) -> Self {
        Candidate { m, rank: history }
    }

    /// A move of which nothing is known.
    pub(super) fn unranked(m: M) -> Self {
        Candidate { m, rank: KILLER }
    }

    /// The history by which a quiet move got its rank, if that was the reason.
    pub(super) fn history(&self) -> Option<i32> {
        (self.rank.unsigned_abs() < KILLER as u32 - 1).then_some(self.rank)
    }

    pub(super) fn rank(&self) -> i32 {
        self.rank
    }

    /// Whether the exchange of this tactical move is still to be weighed.
    pub(super) fn is_unweighed(&self) -> bool {
        self.rank > WINNING - BAND && self.rank != HASH
    }

    /// Notes that this tactical move loses its exchange.
    pub(super) fn demote(&mut self) {
        self.rank += LOSING - WINNING;
    }

    /// Notes that this move is not worth a search.
    pub(super) fn leave_out(&mut self) {
        self.rank = i32::MIN;
    }

    pub(super) fn is_left_out(&self) -> bool {
        self.rank == i32::MIN
    }

    /// Whether this move loses its exchange.
    pub(super) fn is_losing(&self) -> bool {
        self.rank < LOSING + BAND
    }
}
