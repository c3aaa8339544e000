//! One search for every game.
//!
//! [`Search`] is compiled for each game anew, so that a feature that a game
//! switches off costs it nothing. The story of a search, room by room:
//!
//! 1. [`Search::run`] deepens step by step (`deepening`), each iteration around the score of the last;
//! 2. the root's moves are searched to that depth (`root`),
//! 3. and so are their replies, down to the leaves (`pvs`, `qsearch`),
//! 4. unless a glance at the evaluation or a pass shows that they need not be (`judgement`, `correction`, `shortcuts`),
//! 5. in the order that promises most (`ordering`, `history`),
//! 6. each line as deep as its moves deserve (`depth`, `singular`),
//! 7. for as long as the clock allows and the move deserves (`clock`, `patience`, `watch`),
//! 8. by as many threads as there are, which share the table and vote (`team`, `tally`, `lines`, `completion`),
//! 9. and what was found out stays in the table ([`Table`]), where the next search begins (`recall`).
//!
//! Where a game is solved, its solver takes over as soon as there is a move to
//! fall back on (`solving`, `meter`). Who wants a weaker opponent has one that
//! sees less (`handicap`).
//!
//! ```
//! use plyglot::games::{Game, Notation, tictactoe::TicTacToe};
//! use plyglot::search::{Control, Limits, Root, Search, Settings, Table, Task};
//!
//! let table = Table::new(1).unwrap();
//! let mut search = Search::<TicTacToe>::new();
//! let root = Root::new(TicTacToe::parse("X.OX.XOO.").unwrap());
//! let task = Task {
//!     root: &root,
//!     limits: &Limits::depth(9),
//!     settings: &Settings::default(),
//!     table: &table,
//!     control: &Control::default(),
//! };
//! let answer = search.run(&task, &mut |_report| ());
//! assert_eq!(root.position.print_move(answer.best.unwrap()), "P@b2");
//! ```

mod candidate;
mod clock;
mod completion;
mod control;
mod correction;
mod deepening;
mod depth;
mod handicap;
mod history;
mod judgement;
mod limits;
mod lines;
mod meter;
mod ordering;
mod path;
mod patience;
mod pvs;
mod qsearch;
mod recall;
mod reference;
mod replies;
mod report;
mod root;
mod score;
mod shortcuts;
mod singular;
mod solving;
mod table;
mod tally;
mod team;
mod textbook;
mod watch;
mod worker;

pub use control::Control;
pub use handicap::{Handicap, Level};
pub use limits::{Limits, Time};
pub use path::Root;
pub use reference::Textbook;
pub use report::{Answer, Line, Report};
pub use score::{MAX_PLY, Score};
pub use table::{Bound, Entry, LoadError, OutOfMemory, Table};

use crate::games::{Knowledge, SearchParams};
use crate::pool::Pool;
use depth::Policy;
use history::Heuristics;
use solving::Solving;
use std::time::Duration;

/// More threads than this no search takes.
pub const MOST_THREADS: usize = 1024;

/// How to search, whatever the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of lines to report, each with its true score.
    pub multi_pv: usize,
    /// A search of the textbooks in place of the full one.
    pub textbook: Option<Textbook>,
    /// Whether moves cost more or less than a ply by their importance, and
    /// hopeless tactical moves are left out. Without it the search gives the
    /// score of plain minimax at the same depth, endgame tables aside.
    pub variable_depth: bool,
    /// Whether a game's [`Solver`](crate::games::Solver) answers where it has
    /// one and no depth is asked for, or one to the end of the game.
    pub exact_knowledge: bool,
    /// Whether a game's [endgame tables](Knowledge::table) settle the positions
    /// that they know. A [textbook](Settings::textbook) search never asks them.
    pub tables: bool,
    /// Whether a solver may look up what was worked out beforehand.
    pub book: bool,
    /// The number of threads that work on the answer, at least 1. With one, the
    /// search is the same at every run; more of them share the table, and what
    /// one finds there depends on how far the others are.
    pub threads: usize,
    /// Whether the opponent's time is spent on all of his replies, and not on
    /// the expected one alone.
    pub ponder_replies: bool,
    /// A strength to play with, below full. It comes before all that makes the
    /// answer better: threads, tables, solvers, textbooks.
    pub handicap: Option<Handicap>,
    /// Time that is lost between the engine and whoever holds the clock.
    pub overhead: Duration,
}

impl Settings {
    /// The search and nothing else, for what studies, measures or trains it.
    pub fn search_alone() -> Settings {
        Settings { exact_knowledge: false, tables: false, ..Settings::default() }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multi_pv: 1,
            textbook: None,
            variable_depth: true,
            exact_knowledge: true,
            tables: true,
            book: true,
            threads: 1,
            ponder_replies: false,
            handicap: None,
            overhead: Duration::from_millis(10),
        }
    }
}

/// What to search, how far, how and with what.
pub struct Task<'a, G: Knowledge> {
    /// The position, and what came before it.
    pub root: &'a Root<G>,
    /// When to end.
    pub limits: &'a Limits<G::Move>,
    /// How to search.
    pub settings: &'a Settings,
    /// Where to keep what is found out, for this search and later ones.
    pub table: &'a Table,
    /// How to be stopped.
    pub control: &'a Control,
}

/// The search of one game, with what it learns from move to move.
pub struct Search<G: Knowledge> {
    heuristics: Heuristics<G>,
    /// What the other threads have learnt, each by itself.
    helpers: Vec<Heuristics<G>>,
    pool: Pool,
    policy: Policy,
    /// The table of searches beside a solver, which has the large one, and of
    /// weaker players.
    small_table: Option<Table>,
    /// The games that were begun since the first.
    games: u64,
}

impl<G: Knowledge> Search<G> {
    /// A search that has learnt nothing yet.
    pub fn new() -> Search<G> {
        const { assert!(G::PARAMS.is_sound(), "divisors must be greater than 0") };
        Search {
            heuristics: Heuristics::new(),
            helpers: Vec::new(),
            pool: Pool::default(),
            policy: Policy::of(G::PARAMS),
            small_table: None,
            games: 0,
        }
    }

    /// Searches by these numbers in place of the game's own. They do not switch on
    /// what the game's own switch off.
    pub fn adopt(&mut self, numbers: SearchParams) {
        self.policy = Policy::of(numbers);
    }

    /// Takes so many threads (1 to 1024) from the system, or fewer if it does
    /// not give as many, and gives how many there are. A search does so itself;
    /// who does it before saves the search the time.
    pub fn prepare(&mut self, threads: usize) -> usize {
        self.pool.resize(threads.clamp(1, MOST_THREADS) - 1);
        self.helpers.resize_with(self.pool.len(), Heuristics::new);
        1 + self.pool.len()
    }

    /// Forgets what was learnt, for a new game. The table is its owner's to clear.
    pub fn clear(&mut self) {
        self.games += 1;
        self.heuristics.clear();
        self.helpers.iter_mut().for_each(Heuristics::clear);
        if let Some(table) = &mut self.small_table {
            table.clear(1);
        }
    }

    /// Searches a position and reports on the way.
    ///
    /// Answers as soon as a limit is reached or the control is stopped; it is
    /// the caller's to keep the answer back while the control does not
    /// release it. Even then at least one iteration is finished, so that a
    /// position with a legal move is always answered with one. With equal
    /// inputs, and a table and a search in equal states, a search that time
    /// does not end is the same to the last node.
    pub fn run(
        &mut self,
        task: &Task<'_, G>,
        report: &mut (dyn FnMut(Report<G::Move>) + Send),
    ) -> Answer<G::Move> {
        let mut moves = task.root.position.legal_moves();
        if !task.limits.moves.is_empty() {
            moves.retain(|m| task.limits.moves.contains(m));
        }
        if moves.is_empty() {
            return finished(task.root);
        }
        if let Some(handicap) = task.settings.handicap {
            return self.play_down(task, &moves, handicap, report);
        }
        match (task.settings.textbook, Solving::of(task, &moves)) {
            (Some(textbook), _) => textbook::run(task, &moves, textbook, report),
            (None, Some(solving)) => self.solve(task, &moves, solving, report),
            (None, None) => self.deepen(task, &moves, None, report),
        }
    }
}

impl<G: Knowledge> Default for Search<G> {
    fn default() -> Search<G> {
        Search::new()
    }
}

/// The answer where there is nothing to play.
fn finished<G: Knowledge>(root: &Root<G>) -> Answer<G::Move> {
    let outcome = root.position.status();
    let score = outcome.map_or(Score::DRAW, |outcome| Score::of_outcome(outcome, 0));
    Answer { best: None, ponder: None, score, depth: 0, nodes: 0, panicked: false }
}
