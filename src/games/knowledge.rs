//! What a search may know of a game beyond its rules.

use super::{Game, Outcome, Selectivity, Solver, WinRate};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

/// Search depth that a move costs, counted in sixteenths of a ply.
///
/// An ordinary move costs [`Cost::PLY`]. One that costs less lets the line go
/// on deeper than the nominal depth; one that costs more ends it earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(pub i32);

impl Cost {
    /// Nothing: the line goes on as if the move had not been made.
    pub const FREE: Cost = Cost(0);
    /// One ply, the cost of an ordinary move.
    pub const PLY: Cost = Cost(16);

    /// A whole number of plies.
    pub const fn plies(n: i32) -> Cost {
        Cost(n * Cost::PLY.0)
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost(self.0 + other.0)
    }
}

impl Sub for Cost {
    type Output = Cost;

    fn sub(self, other: Cost) -> Cost {
        Cost(self.0 - other.0)
    }
}

impl Mul<i32> for Cost {
    type Output = Cost;

    fn mul(self, n: i32) -> Cost {
        Cost(self.0 * n)
    }
}

/// A value that no search can improve, for the side to move. The better one is
/// the greater: a win soon, a win late, a draw, a loss late, a loss soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The side to move wins, at the soonest in this many plies.
    Win(u16),
    /// The side to move loses, at the latest in this many plies.
    Loss(u16),
    /// Best play by both sides is a draw.
    Draw,
}

impl Exact {
    /// The value of a finished game, for the side that would be to move.
    pub fn of_outcome(outcome: Outcome) -> Exact {
        match outcome {
            Outcome::Won => Exact::Win(0),
            Outcome::Lost => Exact::Loss(0),
            Outcome::Drawn => Exact::Draw,
        }
    }

    /// What a move is worth for the side that makes it, if this is the value of
    /// the position after it. `opposes`: there the other side is to move.
    pub fn before_move(self, opposes: bool) -> Exact {
        match self.seen_by(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_add(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_add(1)),
            Exact::Draw => Exact::Draw,
        }
    }

    /// The value of the position after a move that is worth this much: the
    /// inverse of [`Exact::before_move`].
    pub fn after_move(self, opposes: bool) -> Exact {
        match self.seen_by(opposes) {
            Exact::Win(plies) => Exact::Win(plies.saturating_sub(1)),
            Exact::Loss(plies) => Exact::Loss(plies.saturating_sub(1)),
            Exact::Draw => Exact::Draw,
        }
    }

    fn seen_by(self, other: bool) -> Exact {
        match self {
            Exact::Win(plies) if other => Exact::Loss(plies),
            Exact::Loss(plies) if other => Exact::Win(plies),
            same => same,
        }
    }

    /// A number that is greater for the better value.
    fn rank(self) -> i32 {
        const DECIDED: i32 = 1 << 20;
        match self {
            Exact::Win(plies) => DECIDED - i32::from(plies),
            Exact::Loss(plies) => i32::from(plies) - DECIDED,
            Exact::Draw => 0,
        }
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What a position shows at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// Nothing in particular.
    Open,
    /// The side to move must answer a threat (a check, three in a row) and has
    /// little choice. Its moves cost nothing as long as the line's budget lasts.
    Forced,
    /// The value, for certain.
    Known(Exact),
}

/// What endgame tables know of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableValue {
    /// The value.
    Exact(Exact),
    /// The outcome with best play, in plies that the tables do not know. It is
    /// the same wherever the search meets the position after the same move.
    Sure(Outcome),
}

/// What endgame tables think of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMove<M> {
    /// The move.
    pub m: M,
    /// Greater for the better move. Among equals a search may choose.
    pub class: i32,
    /// The outcome for the side that makes it, with best play from then on.
    pub outcome: Outcome,
}

/// What endgame tables think of the moves of a position that they know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableMoves<M> {
    /// All legal moves.
    pub moves: Vec<TableMove<M>>,
    /// Whether a side that keeps to the best class comes to its outcome, so that
    /// a search need ask the tables no more.
    pub is_whole: bool,
}

/// What the search may know of a game beyond its rules. Everything has a
/// default, so that a new game begins with `type State = ();` alone and is
/// searched to its end; each piece that is added makes the search stronger.
///
/// What suits most games is on; what needs a function of the game, or costs
/// memory, is off. A constant that switches a feature off removes it at compile
/// time. `docs/new_game.md` has a block of the constants to copy.
///
/// ```
/// use plyglot::games::tictactoe::TicTacToe;
/// use plyglot::games::{Knowledge, Notation};
///
/// let position = TicTacToe::parse("X...O....").unwrap();
/// position.state(); // `()`: tic-tac-toe carries no evaluation along
/// assert_eq!(position.evaluate(&()), 0);
/// ```
pub trait Knowledge: Game {
    /// What an incremental evaluation carries down a line beside the
    /// position, `()` for none. Copied at every move.
    type State: Clone + Default + Send + Sync;

    /// Whether lines end in quiescence: a search of the tactical moves alone,
    /// until none is worth making. To be switched off where tactical moves can go
    /// on for ever.
    const QUIESCENCE: bool = true;

    /// The numbers by which the search leaves out and shortens what does not look
    /// promising. A margin of 0 switches off what it belongs to;
    /// [`Selectivity::PLAIN`] switches off all that have one.
    const SELECTIVITY: Selectivity = Selectivity::USUAL;

    /// Whether a side that could pass and still be better needs no deeper look
    /// (null move pruning); see [`Knowledge::passed`].
    const NULL_MOVE: bool = false;

    /// Whether moves are generated in stages, the tactical ones first and the
    /// quiet ones only if none of those was good enough. Worth it where
    /// [`Game::find`] and [`Which::Quiet`](super::Which::Quiet) are much cheaper than all moves.
    const STAGES: bool = false;

    /// Whether a move that is much better than all others costs less
    /// (singular extension).
    const SINGULAR: bool = true;

    /// Whether quiet moves that come very late in a shallow node are left out
    /// (late move pruning).
    const PRUNES_LATE: bool = true;

    /// Whether moves that lose much by [`Knowledge::exchange`] are left out of
    /// shallow nodes. Asked of quiet moves too then.
    const PRUNES_EXCHANGES: bool = false;

    /// How much depth one line may be given beyond the nominal depth.
    const BUDGET: Cost = Cost::plies(4);

    /// The difference between two scores, in centi-units, from which on it says
    /// something about the moves.
    const NOTABLE: i32 = 30;

    /// How many plies ahead players of some strengths see, by their ratings, both
    /// rising. It is what a weaker opponent is made of; `docs/strength.md` says
    /// how it is measured.
    const SIGHTS: &'static [(u16, f64)] = &[(500, -3.0), (2500, 7.0)];

    /// The number of history slots a side has; see [`Knowledge::slot`].
    const SLOTS: usize = 4096;

    /// Whether what a quiet move is worth depends on the moves before it, so that
    /// a history is kept for each pair of them: 8 times the square of
    /// [`Knowledge::SLOTS`] bytes.
    const CONTINUES: bool = false;

    /// The number of kinds of tactical moves that are told apart by what they
    /// win; 0 if no history of tactical moves is kept. See [`Knowledge::prize`].
    const PRIZES: usize = 1;

    /// The number of kinds of [`Knowledge::correction`].
    const CORRECTIONS: usize = 0;

    /// Whether the game has endgame tables; see [`Knowledge::table`].
    const TABLES: bool = false;

    /// How likely a win is at each score, as people are told. The search never asks.
    /// To be fitted to games by `examples/fit_wdl.rs`; until then, half of all
    /// games are won by a side that is a unit ahead.
    const WIN_RATE: WinRate = WinRate { midpoint: 100.0, spread: 100.0 };

    /// Whether an evaluation costs so little that it is made before it is known
    /// to be needed: while what the search's table has comes from memory, which
    /// would be waited for otherwise.
    const EVALUATES_EARLY: bool = false;

    /// The state of a position from scratch.
    fn state(&self) -> Self::State {
        Self::State::default()
    }

    /// Changes `state` from that of this position to that of the position
    /// after the legal move `m`, which is not yet played.
    fn advance(&self, _m: Self::Move, _state: &mut Self::State) {}

    /// How good an open position is for the side to move, in hundredths of the
    /// game's unit (a pawn in chess), within +-20,000. 0 is balanced.
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// What an undecided position shows at first sight: its value, if it is
    /// known for certain, or that the side to move has little choice. Asked at
    /// every node.
    fn glance(&self) -> Glance {
        Glance::Open
    }

    /// The value, if [`Knowledge::glance`] sees it.
    fn exact(&self) -> Option<Exact> {
        match self.glance() {
            Glance::Known(exact) => Some(exact),
            Glance::Open | Glance::Forced => None,
        }
    }

    /// What endgame tables know of a position that is not decided and not
    /// [known](Glance::Known) at a glance. Asked only where [`Knowledge::TABLES`].
    /// `depth` is what the line has left to spend.
    fn table(&self, _depth: Cost) -> Option<TableValue> {
        None
    }

    /// What endgame tables think of the moves of a root, if they know it. `earlier`
    /// are the keys since the last irreversible move, the oldest first, without
    /// that of this position. Asked only where [`Knowledge::TABLES`].
    fn table_moves(&self, _earlier: &[u64]) -> Option<TableMoves<Self::Move>> {
        None
    }

    /// Who answers exactly in place of the search, if the game is solved.
    fn solver() -> Option<&'static dyn Solver<Self>> {
        None
    }

    /// The most plies that can still be played, counters that end the game included, if
    /// that can be told at once; each move takes from it. A search that is to be no less
    /// deep is answered by the [solver](Knowledge::solver), if there is one.
    fn most_plies(&self) -> Option<u32> {
        None
    }

    /// What a legal move costs in search depth in a position that is
    /// [`Glance::Open`]. `previous` is the move that led here, played by the other side,
    /// if it is known.
    fn cost(&self, _m: Self::Move, _previous: Option<Self::Move>) -> Cost {
        Cost::PLY
    }

    /// Whether after a quiet move the other side will be
    /// [forced](Glance::Forced) to answer, as far as can be told at once.
    fn threatens(&self, _m: Self::Move) -> bool {
        false
    }

    /// The position after the side to move has passed, with the same state, or
    /// `None` where passing might be better than any move. Asked only where
    /// [`Knowledge::NULL_MOVE`], of positions that are [`Glance::Open`].
    fn passed(&self) -> Option<Self> {
        None
    }

    /// Whether passing may be better than any move all the same, so that what it
    /// promises is to be borne out by a move where much depends on it.
    fn fears_zugzwang(&self) -> bool {
        false
    }

    /// What a tactical move wins at first sight, in centi-units, the greater
    /// first to be tried: the captured piece, less a little of the capturing one.
    fn gain(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Whether a tactical move, and the exchange on its target that follows,
    /// leaves the mover at least `threshold` centi-units better off.
    fn exchange(&self, _m: Self::Move, _threshold: i32) -> bool {
        true
    }

    /// What a tactical move wins, less than [`Knowledge::PRIZES`].
    fn prize(&self, _m: Self::Move) -> usize {
        0
    }

    /// A key of some kind, less than [`Knowledge::CORRECTIONS`], that is equal
    /// in positions of which the evaluation is likely to be wrong by the same.
    /// Its low bits must be as random as its high ones.
    fn correction(&self, _state: &Self::State, _kind: usize) -> u64 {
        0
    }

    /// The position seen in the game's mirror (left and right exchanged, or the
    /// colours), whose value for its side to move must be the same. For the law
    /// checker; `None` where there is none.
    fn mirrored(&self) -> Option<Self> {
        None
    }

    /// Where the move's history is kept, less than [`Knowledge::SLOTS`]. Moves
    /// that mean the same in other positions share a slot.
    fn slot(&self, m: Self::Move) -> usize {
        Self::pack(m) as usize % Self::SLOTS
    }
}
