//! An object-safe interface to searches of one position in many ways, to compare them.
//!
//! An [`Analyst`](super::Analyst) answers as the engine does, and learns from search to
//! search. Here every search begins with nothing, and what it took is measured.

use super::message::Value;
use super::options::GameOptions;
use super::position::read_text;
use crate::games::network::Network;
use crate::games::{EvalWorkspace, Knowledge, Notation, TextError, Workspace};
use crate::search::{Answer, Control, Limits, OutOfMemory, Root, Search, Settings, Table, Task};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How to search a position.
#[derive(Clone, Copy, Debug)]
pub struct TrialRequest<'a> {
    /// The algorithm and all that belongs to it.
    pub settings: &'a Settings,
    /// Nominal depth in plies.
    pub depth: u16,
    /// Nodes after which the search is cut short.
    pub nodes: Option<u64>,
    /// Stops the search.
    pub control: &'a Control,
}

/// What a search found, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The depth of the last whole iteration in plies; 0 if there was none.
    pub depth: u16,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time for them.
    pub time: Duration,
    /// The value for the side to move.
    pub value: Value,
    /// The best move, in the protocol's notation.
    pub best: Option<String>,
    /// Whether the search panicked: there is a bug.
    pub panicked: bool,
}

/// Searches one position of a game in many ways.
pub trait Comparison: Send {
    /// Sets one of the game's options for the positions that are set up from now on. Returns
    /// whether anything changed; an unknown option or value changes nothing.
    fn set_option(&mut self, _name: &str, _value: &str) -> bool {
        false
    }

    /// Sets up a position: its text, or `startpos`, optionally followed by `moves` and some
    /// moves.
    ///
    /// # Errors
    /// If the text is no position, and nothing changes then.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;

    /// The position as text.
    fn position(&self) -> String;

    /// Whether there is no legal move.
    fn is_over(&self) -> bool;

    /// A network for [`Settings::network`] by which positions are evaluated by hand alone.
    /// `None` unless the game has both an evaluation by hand and a network of its own.
    fn base_alone(&self) -> Option<Arc<Network>>;

    /// Searches the position, of which nothing is known from earlier searches. The position
    /// must have a legal move.
    fn search(&mut self, request: &TrialRequest<'_>) -> Trial;
}

/// [`Comparison`] for one game.
pub(super) struct GameComparison<G: Knowledge> {
    root: Root<G>,
    options: GameOptions,
    search: Search<G>,
    table: Table,
}

impl<G: Notation + Knowledge> GameComparison<G> {
    /// Searches of the start position, with a table of `mib` MiB.
    pub(super) fn new(mib: usize) -> Result<GameComparison<G>, OutOfMemory> {
        let start = G::parse(G::START).expect("START is a position, as the laws check");
        let mut table = Table::new(mib)?;
        table.touch(1);
        let options = GameOptions::of::<G>();
        Ok(GameComparison { root: Root::new(start), options, search: Search::new(), table })
    }

    /// Forgets earlier searches, and has ready what the next one needs, so that its time is
    /// its own: its threads and its network.
    fn prepare(&mut self, settings: &Settings) {
        let shortest = Settings { textbook: None, ..settings.clone() };
        self.run(&shortest, &Limits::depth(1), &Control::default());
        self.search.clear();
        self.table.clear(settings.threads);
    }

    fn run(
        &mut self,
        settings: &Settings,
        limits: &Limits<G::Move>,
        control: &Control,
    ) -> Answer<G::Move> {
        let task = Task { root: &self.root, limits, settings, table: &self.table, control };
        self.search.run(&task, &mut |_| ())
    }
}

impl<G: Notation + Knowledge> Comparison for GameComparison<G> {
    fn set_option(&mut self, name: &str, value: &str) -> bool {
        self.options.set(name, value)
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        self.root = read_text(text, &self.options)?;
        Ok(())
    }

    fn position(&self) -> String {
        self.root.position.print()
    }

    fn is_over(&self) -> bool {
        self.root.position.legal_moves().is_empty()
    }

    fn base_alone(&self) -> Option<Arc<Network>> {
        Workspace::<G>::base_alone()
    }

    fn search(&mut self, request: &TrialRequest<'_>) -> Trial {
        let TrialRequest { settings, depth, nodes, control } = *request;
        self.prepare(settings);
        let limits = Limits { nodes, ..Limits::depth(depth) };
        let start = Instant::now();
        let answer = self.run(settings, &limits, control);
        let time = start.elapsed();
        Trial {
            depth: answer.depth,
            nodes: answer.nodes,
            time,
            value: answer.score.into(),
            best: answer.best.map(|m| self.root.position.print_move(m)),
            panicked: answer.panicked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::TicTacToe;
    use crate::search::Textbook;

    fn comparison() -> GameComparison<TicTacToe> {
        GameComparison::new(1).expect("a MiB")
    }

    fn search(comparison: &mut dyn Comparison, settings: &Settings, nodes: Option<u64>) -> Trial {
        let control = &Control::default();
        comparison.search(&TrialRequest { settings, depth: 9, nodes, control })
    }

    #[test]
    fn searches_know_nothing_of_earlier_ones() {
        let mut comparison = comparison();
        let settings = Settings::search_alone();
        let first = search(&mut comparison, &settings, None);
        assert_eq!((first.value, first.depth), (Value::Centi(0), 9));
        assert_eq!(search(&mut comparison, &settings, None).nodes, first.nodes);
    }

    #[test]
    fn a_search_that_is_cut_short_has_no_depth() {
        let settings = Settings {
            textbook: Some(Textbook::Minimax),
            iterative_deepening: false,
            ..Settings::search_alone()
        };
        let mut comparison = comparison();
        let found = search(&mut comparison, &settings, Some(500_000));
        assert_eq!((found.depth, found.nodes), (0, 500_001));
        assert!(found.best.is_some());
        let control = &Control::default();
        control.stop();
        let request = TrialRequest { settings: &settings, depth: 9, nodes: None, control };
        let found = comparison.search(&request);
        assert_eq!((found.depth, found.nodes), (0, 1));
    }

    #[test]
    fn positions_are_set_up_or_left() {
        let mut comparison = comparison();
        comparison.set_position("startpos moves 4 0").expect("a position");
        let before = comparison.position();
        let error = comparison.set_position("startpos moves 4 4").expect_err("an illegal move");
        assert_eq!((error.at, comparison.position()), (17, before));
        comparison.set_position("XXXOO....").expect("a position");
        assert!(comparison.is_over());
    }
}
