//! One search for every game.
//!
//! [`Search`] is compiled for each game separately, so a feature that a game switches off
//! costs nothing. Its modules:
//!
//! * `node`: one node of the tree, from top to bottom, with everything that orders,
//!   prunes, reduces and extends.
//! * `driver`: iterative deepening, the root, the threads (lazy SMP), and where a search
//!   resumes what an earlier one found.
//! * `time`: limits, clock, time scaling, stop and ponder hit.
//! * `modes`: what uses or replaces the full search: exact solvers, weaker play, the
//!   textbook algorithms.
//! * `table`: the transposition table.
//! * `sorting`: one stable sort for the lists of all games.
//!
//! ```
//! use plyglot_core::game::{Game, Notation, tictactoe::TicTacToe};
//! use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
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

mod driver;
mod modes;
mod node;
mod path;
mod score;
mod sorting;
mod table;
mod task;
#[cfg(test)]
mod tests;
mod time;

use crate::game::network::Network;
use crate::game::{Knowledge, SearchParams};
use driver::Driver;
use modes::{SolverMode, strength_limit, textbook};
pub use path::Root;
pub use score::{MAX_PLY, Score};
use std::borrow::Cow;
use std::sync::Arc;
#[cfg(any(test, feature = "hash-file"))]
pub use table::LoadError;
pub use table::{Bound, OutOfMemory, PackedMove, Table, TableEntry};
pub use task::{
    Answer, Cutoffs, Level, Line, MAX_THREADS, Report, Settings, StrengthLimit, Task, Textbook,
};
pub use time::{Control, INTERRUPT, Limits, Time};

/// The search of one game, with what it learns from move to move.
pub struct Search<G: Knowledge> {
    driver: Driver<G>,
    /// The table of searches beside a solver, which has the large one, and of
    /// weaker players.
    small_table: Option<Table>,
    games: u64,
}

impl<G: Knowledge> Search<G> {
    /// The memory in bytes of what one thread learns, which the first search takes.
    pub const BYTES: usize = node::History::<G>::BYTES;

    /// A new search, which has learnt nothing yet.
    pub fn new() -> Search<G> {
        const { assert!(G::PARAMS.is_sound(), "divisors must be greater than 0") };
        Search { driver: Driver::new(), small_table: None, games: 0 }
    }

    /// Searches by these parameters in place of the game's own. They do not switch on
    /// what the game's own switch off, unless the crate is built with its feature `trials`.
    ///
    /// # Panics
    /// If a parameter that is used as a divisor is not greater than 0.
    pub fn set_params(&mut self, params: SearchParams) {
        assert!(params.is_sound(), "divisors must be greater than 0");
        self.driver.set_params(params);
    }

    /// Evaluates by this network, which must fit the game, or by the game's own from now on.
    pub fn set_network(&mut self, network: Option<&Arc<Network>>) {
        self.driver.set_network(network);
    }

    /// The Elo rating of a level of weaker play from positions with the rules of this one: on the
    /// scale of this network, or of the game. `None` if that is a guess,
    /// [`Scale::USUAL`](crate::game::Scale::USUAL).
    pub fn rating(position: &G, network: Option<&Arc<Network>>, level: Level) -> Option<f64> {
        strength_limit::rating(position, network, level)
    }

    /// Starts this many threads (1 to [`MAX_THREADS`]), or as many as the system provides, and
    /// returns their number. They are ready for positions with the rules of this one. A search
    /// does so itself, but its answer comes earlier if it was done before.
    pub fn prepare(&mut self, threads: usize, position: &G) -> usize {
        self.driver.prepare(threads, position)
    }

    /// Forgets what was learnt, for a new game with the rules of this position. The caller
    /// clears the table.
    pub fn clear(&mut self, position: &G) {
        self.games += 1;
        self.driver.clear(position);
        if let Some(table) = &mut self.small_table {
            table.clear(1);
        }
    }

    /// Searches a position and reports on the way, if the task's settings say so. Its time begins
    /// once what it needs is there: threads, networks and tables.
    ///
    /// Returns as soon as a limit is reached or the control is stopped. The caller holds the
    /// answer back until the control releases it. The first iteration is completed if it takes at
    /// most 1,500 nodes, or 20,000 within 40 ms, unless it goes to the full depth
    /// ([`Settings::iterative_deepening`]). If there is a legal move among those to look at, the
    /// answer has one.
    /// With equal inputs and equal states of the table and the search, a search that is not
    /// ended by time visits exactly the same nodes.
    pub fn run(
        &mut self,
        task: &Task<'_, G>,
        report: &mut (dyn FnMut(Report<G::Move>) + Send),
    ) -> Answer<G::Move> {
        let mut silence = |_| ();
        let report = if task.settings.reports { report } else { &mut silence };
        let mut moves = task.root.position.legal_moves();
        if let Some(asked) = &task.limits.moves {
            moves.retain(|m| asked.contains(m));
        }
        if moves.is_empty() {
            return finished(task.root);
        }
        // A weaker player is one thread.
        let threads = if task.settings.strength.is_some() { 1 } else { task.settings.threads };
        self.prepare(threads, &task.root.position);
        task.control.begin();
        let settings = self.with_lag(task);
        let task = &Task { settings: &settings, ..*task };
        if let Some(limit) = task.settings.strength {
            let games = self.games;
            return self.with_small_table(|driver, own| {
                strength_limit::play(driver, own, task, &moves, limit, games, report)
            });
        }
        if let Some(textbook) = task.settings.textbook {
            return textbook::run(&mut self.driver, task, &moves, textbook, report);
        }
        let Some(solver) = SolverMode::new(task, &moves) else {
            task.table.age();
            return self.driver.run(task, &moves, None, None, report);
        };
        self.with_small_table(|driver, own| {
            // Without a small table, the search has the large one, and there is no solver.
            let (table, exact) = match own {
                Some(own) => (&*own, Some(solver)),
                None => (task.table, None),
            };
            table.age();
            let beside = Task { table, ..*task };
            driver.run(&beside, &moves, exact, None, report)
        })
    }

    /// The settings. On a clock, the expected delay by a busy machine is added to the overhead. A
    /// fixed time for a move is the client's choice.
    fn with_lag<'s>(&self, task: &Task<'s, G>) -> Cow<'s, Settings> {
        let Task { limits, settings, .. } = *task;
        let is_real = settings.nodes_per_second.is_none();
        match (limits.time, self.driver.lag.expected()) {
            (Time::Clock { .. }, lag) if is_real && !lag.is_zero() => {
                let overhead = settings.overhead.saturating_add(lag);
                Cow::Owned(Settings { overhead, ..settings.clone() })
            }
            _ => Cow::Borrowed(settings),
        }
    }

    fn with_small_table<T>(
        &mut self,
        work: impl FnOnce(&mut Driver<G>, Option<&mut Table>) -> T,
    ) -> T {
        let mut table = self.small_table.take().or_else(|| Table::new(modes::SMALL_MIB).ok());
        let done = work(&mut self.driver, table.as_mut());
        self.small_table = table;
        done
    }
}

impl<G: Knowledge> Default for Search<G> {
    fn default() -> Search<G> {
        Search::new()
    }
}

fn finished<G: Knowledge>(root: &Root<G>) -> Answer<G::Move> {
    let outcome = root.position.status();
    let score = outcome.map_or(Score::DRAW, |outcome| Score::from_outcome(outcome, 0));
    Answer {
        best: None,
        ponder: None,
        score,
        depth: 0,
        nodes: 0,
        cutoffs: Cutoffs::default(),
        panicked: false,
    }
}
