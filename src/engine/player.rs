//! A game that is played against itself, behind an object-safe face: moves
//! are told by their number, so nothing is written or read as text.

use super::Ending;
use super::referee::result;
use crate::games::{Knowledge, Notation, SearchParams, Side};
use crate::search::{Control, Limits, OutOfMemory, Root, Search, Settings, Table, Task};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The best move, by its number among the legal ones.
    pub index: usize,
    /// What it is worth for the side to move, as `Score::value`: centi-units,
    /// and forced results beyond 30,000.
    pub score: i16,
    /// The nodes that it took.
    pub nodes: u64,
}

/// One who plays both sides of a game.
pub trait Player: Send {
    /// Goes back to the start position.
    fn restart(&mut self);

    /// Forgets what earlier searches found.
    fn forget(&mut self);

    /// The numbers by which the search of the game varies its depth.
    fn numbers(&self) -> SearchParams;

    /// Searches by other ones from now on.
    fn adopt(&mut self, numbers: SearchParams);

    /// The side to move.
    fn side(&self) -> Side;

    /// The winner, or `None` for a draw, and why, if the game is over.
    fn result(&self) -> Option<(Option<Side>, Ending)>;

    /// The number of legal moves; those of a drawn game count too.
    fn count(&self) -> usize;

    /// Plays the legal move of this number, which is less than
    /// [`Player::count`].
    fn play(&mut self, index: usize);

    /// Searches the position, in which there is a legal move. No iteration
    /// begins after so many nodes, and none goes on after the most.
    fn think(&mut self, nodes: u64, most: u64) -> Thought;
}

/// The player of one game.
pub(super) struct Mind<G: Knowledge> {
    root: Root<G>,
    search: Search<G>,
    table: Table,
}

impl<G: Notation + Knowledge> Mind<G> {
    pub(super) fn new(mib: usize) -> Result<Mind<G>, OutOfMemory> {
        Ok(Mind { root: start(), search: Search::new(), table: Table::new(mib)? })
    }
}

fn start<G: Notation>() -> Root<G> {
    Root::new(G::parse(G::START).expect("START is a position, as the laws check"))
}

impl<G: Notation + Knowledge> Player for Mind<G> {
    fn restart(&mut self) {
        self.root = start();
    }

    fn forget(&mut self) {
        self.table.clear(1);
        self.search.clear();
    }

    fn numbers(&self) -> SearchParams {
        G::PARAMS
    }

    fn adopt(&mut self, numbers: SearchParams) {
        self.search.set_params(numbers);
    }

    fn side(&self) -> Side {
        self.root.position.side()
    }

    fn result(&self) -> Option<(Option<Side>, Ending)> {
        result(&self.root)
    }

    fn count(&self) -> usize {
        self.root.position.legal_moves().len()
    }

    fn play(&mut self, index: usize) {
        self.root.play(self.root.position.legal_moves()[index]);
    }

    fn think(&mut self, nodes: u64, most: u64) -> Thought {
        let limits = Limits { soft_nodes: Some(nodes), nodes: Some(most), ..Limits::default() };
        let task = Task {
            root: &self.root,
            limits: &limits,
            settings: &Settings { tables: true, ..Settings::search_alone() },
            table: &self.table,
            control: &Control::default(),
        };
        let answer = self.search.run(&task, &mut |_| ());
        let moves = self.root.position.legal_moves();
        Thought {
            index: moves.iter().position(|&m| Some(m) == answer.best).unwrap_or(0),
            score: answer.score.value() as i16,
            nodes: answer.nodes,
        }
    }
}
