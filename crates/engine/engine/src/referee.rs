//! The object-safe interface to the rules of a game.

use super::move_text::{Leniency, PositionError};
use plyglot_core::game::{EndName, EndWay, GameInfo, GameResult, Notation, Side, TextError};
use plyglot_core::search::Root;
use std::any::Any;

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The position is over by the rules, with the name of that end, such as `checkmate`; the
    /// default where the game has none.
    Position(EndName),
    /// The position has occurred so often that the game is over: for the third time in most
    /// games.
    Repetition,
}

impl Ending {
    /// Its name, also where the game has none.
    pub fn name(&self) -> EndName {
        match self {
            Ending::Position(name) if *name == EndName::default() => EndWay::ByRules.into(),
            Ending::Position(name) => name.clone(),
            Ending::Repetition => EndWay::Repetition.into(),
        }
    }

    /// The ending in the words of game records: `checkmate`, `repetition`.
    pub fn reason(&self) -> String {
        self.name().to_string()
    }
}

/// How a game is over, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOver {
    /// A win or a draw.
    pub result: GameResult,
    /// Why.
    pub ending: Ending,
}

/// A move that was played, by its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedMove {
    /// As the protocol has it.
    pub name: String,
    /// As game records have it.
    pub record: String,
}

/// The moves of a game so far, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHistory {
    /// The position that was set up.
    pub start: String,
    /// The moves since then, as the protocol has them.
    pub moves: Vec<String>,
}

/// The outcome of a line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineOutcome {
    /// All moves are legal, and the game is not over.
    Open,
    /// All moves are legal, and the last one ends the game with this result.
    Ended(GameResult),
    /// The move of this index is not legal.
    Illegal(usize),
    /// The game was over before the move of this index.
    Beyond(usize),
}

/// A game in progress by its rules, with moves as text or as indices among the legal ones.
///
/// ```
/// use plyglot_core::game::{GameResult, Side, tictactoe::TicTacToe};
/// use plyglot_engine::{Leniency, Registry};
///
/// let mut referee = Registry::new::<TicTacToe>().default_game().open();
/// referee.set_position(Some("X.OX.XOO."), &[]).unwrap();
/// assert_eq!((referee.side(), referee.legal_move_count()), (Side::First, 3));
/// assert!(referee.read_move("a1", Leniency::Typed).is_err());
///
/// referee.play("P@b2").unwrap();
/// let over = referee.result().unwrap();
/// assert_eq!(over.result, GameResult::Win(Side::First));
/// assert_eq!(over.ending.reason(), "three in a row");
/// ```
pub trait Referee: Any + Send + Sync {
    /// Facts about the game that need no position.
    fn info(&self) -> &'static GameInfo;

    /// Sets up a position (the start position if `None`) and plays moves on it.
    ///
    /// # Errors
    /// If one of them is wrong; nothing changes then.
    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// Sets one of the game's options. Returns whether anything changed; an unknown
    /// option or value changes nothing.
    fn set_option(&mut self, name: &str, value: &str) -> bool;

    /// Prepares what a value of one of the game's options needs; see
    /// [`Notation::prepare_option`](plyglot_core::game::Notation::prepare_option).
    ///
    /// # Errors
    /// A description of valid values.
    fn prepare_option(&self, name: &str, value: &str) -> Result<Option<String>, String>;

    /// Plays a move, after a draw, too. Returns it in the notation of game records.
    ///
    /// # Errors
    /// If it is not legal.
    fn play(&mut self, name: &str) -> Result<String, TextError>;

    /// Plays what a word of people or of records means: a move, or several without blanks between
    /// them, each after a pass that was left out because it was the only move; or a null move, which
    /// is a pass where that is legal: see [`is_null_move`](crate::is_null_move). A word that only
    /// says that the last move was en passant is none. With leniency, it may also be one move that
    /// is typed. Returns the moves.
    ///
    /// # Errors
    /// If one of them is not legal; none is played then.
    fn play_word(&mut self, word: &str, leniency: Leniency)
    -> Result<Vec<ReplayedMove>, TextError>;

    /// Plays a move in the notation of the protocol, which is the fastest to read, of people or of
    /// records; or a null move.
    ///
    /// # Errors
    /// If the move is not legal.
    fn push(&mut self, text: &str) -> Result<(), TextError>;

    /// Takes back the last move since the position was set up, and returns it. `None` if there
    /// is none.
    fn undo(&mut self) -> Option<String>;

    /// The position that was set up, and the moves since then. A null move is `0000`.
    fn history(&self) -> GameHistory;

    /// As [`Referee::history`], but from behind the last null move, which programs may refuse.
    fn history_since_null_move(&self) -> GameHistory;

    /// The number of moves since the position was set up.
    fn moves_made(&self) -> usize;

    /// Plays the legal move of this index. Returns `false` and changes nothing if there is none.
    fn play_index(&mut self, index: usize) -> bool;

    /// Follows a line of moves from this position, without playing them.
    fn follow(&self, moves: &[&str]) -> LineOutcome;

    /// How often the position has come up since the last move that cannot be undone: at least once.
    fn occurrences(&self) -> usize;

    /// Whether the game may end in a draw; see
    /// [`Knowledge::may_be_drawn`](plyglot_core::game::Knowledge::may_be_drawn).
    fn may_be_drawn(&self) -> bool;

    /// The side to move.
    fn side(&self) -> Side;

    /// Whether that side is in check; never in games without check.
    fn is_check(&self) -> bool;

    /// The result and the reason; `None` while the game is not over.
    fn result(&self) -> Option<GameOver>;

    /// The position as text.
    fn position(&self) -> String;

    /// The position as text, without its counters.
    fn identity(&self) -> String;

    /// A hash of the position without its counters.
    fn key(&self) -> u64;

    /// The legal moves as text, even if the game is drawn.
    fn moves(&self) -> Vec<String>;

    /// The legal move of this index as text; `None` if there is none.
    fn move_name(&self, index: usize) -> Option<String>;

    /// The number of legal moves, even if the game is drawn.
    fn legal_move_count(&self) -> usize;

    /// The names of all moves that games from the start position may have, in the order of
    /// [`MoveSpace::names`](plyglot_core::game::MoveSpace::names); `None` if nobody has worked
    /// them out.
    fn move_space(&self) -> Option<Vec<String>>;

    /// Reads a move in the notation of people, records or the protocol. Returns it in
    /// the protocol's notation.
    ///
    /// # Errors
    /// If it is not a legal move.
    fn read_move(&self, text: &str, leniency: Leniency) -> Result<String, TextError>;
}

pub(super) fn result<G: Notation>(root: &Root<G>) -> Option<GameOver> {
    let (outcome, ending) = match root.position.status() {
        Some(outcome) => (outcome, Ending::Position(root.position.end_name())),
        None => (root.position.repetition(&root.earlier)?, Ending::Repetition),
    };
    let result = GameResult::from_outcome(outcome, root.position.side());
    Some(GameOver { result, ending })
}
