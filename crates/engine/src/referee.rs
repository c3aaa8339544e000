//! An object-safe interface to the rules of a game, for refereeing games between
//! engines.

use super::move_text::{PositionError, parse_move_name, read_move_part};
use super::options::GameOptions;
use super::position::PlayedPosition;
use plyglot_core::game::{Knowledge, Notation, Outcome, Side, TextError};
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The position is over by the rules: what people call that, such as `checkmate`; empty
    /// where the game has no name for it.
    Position(String),
    /// The position has occurred so often that the game is over: for the third time in most
    /// games.
    Repetition,
}

impl Ending {
    /// The ending in the words of game records: `checkmate`, `repetition`.
    pub fn reason(&self) -> &str {
        match self {
            Ending::Position(name) if name.is_empty() => "by the rules",
            Ending::Position(name) => name,
            Ending::Repetition => "repetition",
        }
    }
}

/// The outcome of a line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineOutcome {
    /// All moves are legal, and the game goes on.
    Open,
    /// All moves are legal, and the last one ends the game. The winner, or `None` for a
    /// draw.
    Ended(Option<Side>),
    /// The move of this index is not legal.
    Illegal(usize),
    /// The game was over before the move of this index.
    Beyond(usize),
}

/// A game in progress, with moves as text.
pub trait Referee: Send {
    /// Sets up a position (the start position if `None`) and plays moves on it.
    ///
    /// # Errors
    /// If one of them is wrong; nothing changes then.
    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// Sets one of the game's options. An unknown option or value changes nothing.
    fn set_option(&mut self, name: &str, value: &str);

    /// Plays a move. Returns it in the notation of game records.
    ///
    /// # Errors
    /// If it is not legal.
    fn play(&mut self, name: &str) -> Result<String, TextError>;

    /// Follows a line of moves from this position, without playing them.
    fn follow(&self, moves: &[&str]) -> LineOutcome;

    /// The side to move.
    fn side(&self) -> Side;

    /// If the game is over: the winner, `None` for a draw, and the reason.
    fn result(&self) -> Option<(Option<Side>, Ending)>;

    /// The position as text.
    fn position(&self) -> String;

    /// The legal moves as text, even if the game is drawn.
    fn moves(&self) -> Vec<String>;

    /// Reads a move in the notation of people, records or the protocol. Returns it in
    /// the protocol's notation.
    ///
    /// # Errors
    /// If it is not a legal move.
    fn read_move(&self, text: &str) -> Result<String, TextError>;

    /// The score of a search of this many nodes, in centi-units for the side to move.
    /// Forced results lie beyond 30,000.
    fn judge(&self, nodes: u64) -> i32;
}

/// If the game is over: the winner, `None` for a draw, and the reason.
pub(super) fn result<G: Notation>(root: &Root<G>) -> Option<(Option<Side>, Ending)> {
    let side = root.position.side();
    let winner = |outcome| match outcome {
        Outcome::Won => Some(side),
        Outcome::Lost => Some(!side),
        Outcome::Drawn => None,
    };
    if let Some(outcome) = root.position.status() {
        return Some((winner(outcome), Ending::Position(root.position.end_name())));
    }
    let outcome = root.position.repetition(&root.earlier)?;
    Some((winner(outcome), Ending::Repetition))
}

/// [`Referee`] for one game.
pub(super) struct GameReferee<G: Notation> {
    root: Root<G>,
    options: GameOptions<G>,
}

impl<G: Notation + Knowledge> GameReferee<G> {
    pub(super) fn new(rules: G::Rules) -> GameReferee<G> {
        GameReferee::with(GameOptions::of(rules))
    }

    /// The referee of the game with these options.
    pub(super) fn with(options: GameOptions<G>) -> GameReferee<G> {
        GameReferee { root: Root::new(options.start()), options }
    }
}

impl<G: Notation + Knowledge> Referee for GameReferee<G> {
    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        self.root = PlayedPosition::read(start, moves, &self.options)?.root;
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if self.options.set(name, value) {
            self.options.apply(&mut self.root.position);
        }
    }

    fn play(&mut self, name: &str) -> Result<String, TextError> {
        let m = parse_move_name(&self.root.position, name)?;
        let record = self.root.position.record_move(m);
        self.root.play(m);
        Ok(record)
    }

    fn follow(&self, moves: &[&str]) -> LineOutcome {
        let mut root = self.root.clone();
        for (i, name) in moves.iter().enumerate() {
            if result(&root).is_some() {
                return LineOutcome::Beyond(i);
            }
            let Ok(m) = parse_move_name(&root.position, name) else {
                return LineOutcome::Illegal(i);
            };
            root.play(m);
        }
        result(&root).map_or(LineOutcome::Open, |(winner, _)| LineOutcome::Ended(winner))
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
        read_move_part(position, text, text).map(|m| position.print_move(m))
    }

    fn judge(&self, nodes: u64) -> i32 {
        let Ok(table) = Table::new(1) else { return 0 };
        let task = Task {
            root: &self.root,
            limits: &Limits::nodes(nodes),
            settings: &Settings { reports: false, ..Settings::search_alone() },
            table: &table,
            control: &Control::default(),
        };
        Search::new().run(&task, &mut |_| ()).score.value()
    }
}
