//! The rules of one game behind an object-safe face: for whoever referees
//! games between others.

use super::options::Options;
use super::{PositionError, parse_name, read_part};
use crate::games::{Game, Knowledge, Notation, Outcome, Side, TextError};
use crate::search::{Control, Limits, Root, Search, Settings, Table, Task};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules say so of the position.
    Position,
    /// The position came up for the third time.
    Repetition,
}

/// Where a line of moves leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// All moves are legal, and the game goes on.
    Open,
    /// All moves are legal, and the last one ends the game: the winner, or
    /// `None` for a draw.
    Ended(Option<Side>),
    /// The move of this index is not legal.
    Illegal(usize),
    /// The game was over before the move of this index.
    Beyond(usize),
}

/// A game in progress, in text.
pub trait Referee: Send {
    /// Goes back to a position (the start position if `None`) and plays moves on it.
    ///
    /// # Errors
    /// Then everything stays as it was.
    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// Sets one of the game's options; what is no option of the game, or none
    /// of its words, makes no difference.
    fn set_option(&mut self, name: &str, value: &str);

    /// Plays a move; gives it as game records write it.
    ///
    /// # Errors
    /// When it is not legal.
    fn play(&mut self, name: &str) -> Result<String, TextError>;

    /// Follows a line of moves from here; the game stays where it is.
    fn follow(&self, moves: &[&str]) -> Walk;

    /// The side to move.
    fn side(&self) -> Side;

    /// The winner, or `None` for a draw, and why, if the game is over.
    fn result(&self) -> Option<(Option<Side>, Ending)>;

    /// The position as text.
    fn position(&self) -> String;

    /// The legal moves as text; those of a drawn game too.
    fn moves(&self) -> Vec<String>;

    /// Reads a move as people, records or the protocol write it; gives the protocol's form.
    ///
    /// # Errors
    /// When no legal move is written so.
    fn read_move(&self, text: &str) -> Result<String, TextError>;

    /// What a search of so many nodes thinks of the position, in centi-units
    /// for the side to move; forced results lie beyond 30,000.
    fn judge(&self, nodes: u64) -> i32;
}

/// The winner, or `None` for a draw, and why, if the game is over.
pub(super) fn result<G: Game>(root: &Root<G>) -> Option<(Option<Side>, Ending)> {
    let side = root.position.side();
    if let Some(outcome) = root.position.status() {
        let winner = match outcome {
            Outcome::Won => Some(side),
            Outcome::Lost => Some(!side),
            Outcome::Drawn => None,
        };
        return Some((winner, Ending::Position));
    }
    (root.times_before() >= 2).then_some((None, Ending::Repetition))
}

/// The referee of one game.
pub(super) struct Rules<G: Notation> {
    root: Root<G>,
    options: Options,
}

impl<G: Notation + Knowledge> Rules<G> {
    pub(super) fn new() -> Rules<G> {
        Rules::with(Options::of::<G>())
    }

    /// The referee of the game as these options have it.
    pub(super) fn with(options: Options) -> Rules<G> {
        let mut position = G::parse(G::START).expect("START is a position, as the laws check");
        options.apply(&mut position);
        Rules { root: Root::new(position), options }
    }
}

impl<G: Notation + Knowledge> Referee for Rules<G> {
    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let mut position = G::parse(start.unwrap_or(G::START)).map_err(PositionError::Start)?;
        self.options.apply(&mut position);
        let mut root = Root::new(position);
        for (word, name) in moves.iter().enumerate() {
            let m = parse_name(&root.position, name)
                .map_err(|error| PositionError::Move { word, error })?;
            root.play(m);
        }
        self.root = root;
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if self.options.set(name, value) {
            self.options.apply(&mut self.root.position);
        }
    }

    fn play(&mut self, name: &str) -> Result<String, TextError> {
        let m = parse_name(&self.root.position, name)?;
        let record = self.root.position.record_move(m);
        self.root.play(m);
        Ok(record)
    }

    fn follow(&self, moves: &[&str]) -> Walk {
        let mut root = self.root.clone();
        for (i, name) in moves.iter().enumerate() {
            if result(&root).is_some() {
                return Walk::Beyond(i);
            }
            let Ok(m) = parse_name(&root.position, name) else { return Walk::Illegal(i) };
            root.play(m);
        }
        result(&root).map_or(Walk::Open, |(winner, _)| Walk::Ended(winner))
    }

    fn side(&self) -> Side {
        self.root.position.side()
    }

    fn result(&self) -> Option<(Option<Side>, Ending)> {
        result(&self.root)
    }

    fn position(&self) -> String {
        self.root.position.print()
    }

    fn moves(&self) -> Vec<String> {
        let position = &self.root.position;
        position.legal_moves().into_iter().map(|m| position.print_move(m)).collect()
    }

    fn read_move(&self, text: &str) -> Result<String, TextError> {
        let position = &self.root.position;
        read_part(position, text, text).map(|m| position.print_move(m))
    }

    fn judge(&self, nodes: u64) -> i32 {
        let Ok(table) = Table::new(1) else { return 0 };
        let task = Task {
            root: &self.root,
            limits: &Limits::nodes(nodes),
            settings: &Settings::search_alone(),
            table: &table,
            control: &Control::default(),
        };
        Search::new().run(&task, &mut |_| ()).score.value()
    }
}
