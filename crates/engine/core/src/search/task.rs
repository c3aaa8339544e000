//! The task of a search (its position, limits and settings) and what the search reports.

use super::path::Root;
use super::score::Score;
use super::table::{Bound, Table};
use super::time::{Clock, Control, Limits};
use crate::game::Knowledge;
use std::num::NonZeroU32;
use std::ops::{AddAssign, RangeInclusive};
use std::time::Duration;

/// The most threads of a search.
pub const MAX_THREADS: usize = 1024;

/// Declares [`Settings`]: each field with its type and its default.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ty = $default:expr;)+) => {
        /// How to search any position.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($field: $default,)+ }
            }
        }
    };
}

settings! {
    /// The number of lines to report, each with its true score.
    multi_pv: usize = 1;
    /// A textbook search in place of the full one.
    textbook: Option<Textbook> = None;
    /// Whether a search to a depth deepens ply by ply. Otherwise it goes there at once, on
    /// one thread: for the study of what the iterations are worth. A search that is stopped
    /// then answers with any move. Without effect on searches that are given no depth.
    iterative_deepening: bool = true;
    /// Whether there is any forward pruning, reduction, extension or correction of the
    /// evaluation. Without it the search gives the
    /// score of plain minimax at the same depth, endgame tables aside.
    variable_depth: bool = true;
    /// Whether a game's [`Solver`](crate::game::Solver) answers where it has
    /// one and no depth is asked for, or one to the end of the game.
    exact_knowledge: bool = true;
    /// Whether a game's [endgame tables](Knowledge::probe_tablebase) settle the positions
    /// that they know. A [textbook](Settings::textbook) search never asks them.
    tablebase: bool = true;
    /// Whether a solver may use its book.
    book: bool = true;
    /// The number of threads that work on the answer, at least 1. With one, the
    /// search is the same at every run; more of them share the table, and what
    /// one finds there depends on how far the others are.
    threads: usize = 1;
    /// A strength to play with, below full. It comes before all that makes the
    /// answer better: threads, tables, solvers, textbooks.
    strength: Option<StrengthLimit> = None;
    /// Whether the search reports what it finds. Without reports, short searches are
    /// faster.
    reports: bool = true;
    /// Time that is lost between the engine and the clock.
    overhead: Duration = Duration::from_millis(10);
    /// The nodes that count as a second of a clock or a fixed time, so that a search with a
    /// clock is the same at every run, on a machine of any speed; `None` for real time, to
    /// which solvers keep in any case.
    nodes_per_second: Option<NonZeroU32> = None;
}

impl Settings {
    /// The search and nothing else, for what studies, measures or trains it.
    pub fn search_alone() -> Settings {
        Settings { exact_knowledge: false, tablebase: false, ..Settings::default() }
    }
}

/// The task of a search: its position, limits and settings.
pub struct Task<'a, G: Knowledge> {
    /// The position, and what came before it.
    pub root: &'a Root<G>,
    /// When to end.
    pub limits: &'a Limits<G::Move>,
    /// How to search.
    pub settings: &'a Settings,
    /// Where to keep what is found out, for this search and later ones.
    pub table: &'a Table,
    /// The control by which it is stopped.
    pub control: &'a Control,
}

impl<G: Knowledge> Task<'_, G> {
    /// The bounds for the move, shared out as the game does.
    pub(super) fn clock(&self) -> Clock {
        let Task { root, limits, settings, .. } = *self;
        let horizon = G::SCALE.moves_to_go.at(root.position.plies_played());
        Clock::new(limits.time, settings.overhead, horizon).counting(settings.nodes_per_second)
    }
}

/// A textbook search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Textbook {
    /// One side maximizes, the other minimizes (von Neumann, 1928).
    Minimax,
    /// Both maximize, and change the sign.
    Negamax,
    /// Negamax that leaves out what cannot matter (Knuth and Moore, "An
    /// analysis of alpha-beta pruning", 1975).
    AlphaBeta,
    /// Alpha-beta that tries the likely best moves first: captures, killers (Akl and
    /// Newborn, "The principal continuation and the killer heuristic", 1977) and moves that
    /// were good elsewhere (Schaeffer, "The history heuristic", 1983).
    OrderedAlphaBeta,
}

/// How strongly to play, below full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthLimit {
    /// The level of play.
    pub level: Level,
    /// The seed of the errors, together with the position and the number
    /// of games since the search was made.
    pub seed: u64,
}

/// A strength, on a scale of the game's ([`Knowledge::SCALE`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// By its rating; what lies beyond the game's scale is its end.
    Elo(u16),
    /// From 0, the weakest, to 19, in even steps over the scale.
    Skill(u8),
    /// By its lookahead in hundredths of a ply, whatever the scale, which is fitted to games of such players.
    CentiPlies(i16),
}

impl Level {
    /// The ratings that users can ask for, in every game.
    pub const RATINGS: RangeInclusive<u16> = 500..=2500;
    /// The skill above all levels: full strength.
    pub const FULL_SKILL: u8 = 20;
}

pub(super) type Reporter<'a, M> = dyn FnMut(Report<M>) + Send + 'a;

pub(super) const CHATTY_AFTER: Duration = Duration::from_secs(3);

/// Something that a search says.
#[derive(Clone, Debug, PartialEq)]
pub enum Report<M> {
    /// A line that was searched.
    Line(Line<M>),
    /// The root move that is looked at now, in a search that takes long.
    Current {
        /// Nominal depth in plies.
        depth: u16,
        /// The move.
        m: M,
        /// Its number in the order of searching, from 1.
        number: usize,
    },
    /// The progress of a solver that takes long.
    Progress {
        /// Nodes so far.
        nodes: u64,
        /// Since the search was asked for.
        time: Duration,
        /// How full its memory is, per mille.
        hashfull: u16,
    },
}

/// The principal variation from one root move, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Nominal depth in plies.
    pub depth: u16,
    /// The deepest ply that was reached, absolute.
    pub seldepth: u16,
    /// The rank of this line among those asked for, from 1.
    pub rank: usize,
    /// The score for the side to move in the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the score is what best play comes to, and no estimate.
    pub is_certain: bool,
    /// Nodes of the whole search so far.
    pub nodes: u64,
    /// Since the search was asked for.
    pub time: Duration,
    /// How full the table is, per mille.
    pub hashfull: u16,
    /// Positions whose value endgame tables gave, in the whole search so far.
    pub tbhits: u64,
    /// The moves, at least one.
    pub pv: Vec<M>,
}

/// Nodes that ended because a move failed high: how often it was the first one tells how well moves
/// are ordered (chessprogramming.org "Move Ordering").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// All of them.
    pub all: u64,
    /// Those by the first move.
    pub first: u64,
}

impl AddAssign for Cutoffs {
    fn add_assign(&mut self, other: Cutoffs) {
        self.all += other.all;
        self.first += other.first;
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// The best move; `None` where there is no move at all.
    pub best: Option<M>,
    /// The reply that is expected to it.
    pub ponder: Option<M>,
    /// The score of the best move.
    pub score: Score,
    /// The nominal depth of the last whole iteration.
    pub depth: u16,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes of the first thread, quiescence aside, that ended because a move failed high.
    pub cutoffs: Cutoffs,
    /// Whether the search panicked and was caught: the answer is that of the
    /// last whole iteration, and there is a bug to be found.
    pub panicked: bool,
}
