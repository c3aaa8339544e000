//! Positions: rules, moves and pictures.

use crate::board::{self, Piece};
use crate::errors::{illegal_move, invalid_position};
use crate::game;
use crate::numbers;
use crate::pickling::{Reduced, reduced};
use crate::search::{Analysis, Info};
use crate::waiting;
use plyglot_core::game::{MoveCells, MoveNotation, Picture, Side, quote};
use plyglot_core::search::{Control, Table};
use plyglot_engine::{
    ChosenGame, Engine, GameHistory, GameOver, Leniency, Message, NOTATION, SearchThread, Value,
};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBool, PyDict, PyList, PyString};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::task::Poll;

/// A position of a game, with the moves that led to it.
///
/// `fen` is a text of the position: a FEN, or a short form of the game; the start position if
/// it is left out. `moves` are played on it. `options` are options of the game, such as
/// `{"UCI_Chess960": True}`.
///
/// A move is a text, in the notation of the protocol (`e2e4`) or of game records (`e4`), or its
/// index in `legal_moves`, which is faster.
///
/// Raises `UnknownGameError`, `InvalidPositionError` or `IllegalMoveError`.
#[pyclass(module = "plyglot")]
pub(crate) struct Position {
    game: ChosenGame,
    rules: Box<dyn Engine>,
}
enum MoveArgument<'py> {
    Index(usize),
    Text(Cow<'py, str>),
}

impl Position {
    pub(crate) fn game(&self) -> &ChosenGame {
        &self.game
    }

    pub(crate) fn rules(&self) -> &dyn Engine {
        &*self.rules
    }

    /// The game, and the position with its moves, as the protocol has it after `position`.
    pub(crate) fn named(&self) -> (ChosenGame, String) {
        let GameHistory { start, moves } = self.rules.history();
        let text = format!("{start} moves {}", moves.join(" "));
        (self.game.clone(), text)
    }
    fn notation(&self, name: Option<&str>) -> PyResult<Option<MoveNotation>> {
        let Some(name) = name else { return Ok(None) };
        self.rules.prepare_option(NOTATION, name).map_err(|expected| {
            PyValueError::new_err(format!("notation: expected {expected}, found {}", quote(name)))
        })?;
        Ok(MoveNotation::named(name))
    }

    fn picture(&self) -> PyResult<Picture> {
        let none = || PyValueError::new_err("the game has no board of files and ranks");
        self.rules.picture().ok_or_else(none)
    }

    /// The counters at the end of the position's text: plies without progress, and the number of the
    /// move.
    fn counters(&self) -> (u32, u32) {
        let position = self.rules.position();
        let mut last = position.rsplit(' ');
        let number = last.next().and_then(|word| word.parse().ok());
        let plies = last.next().and_then(|word| word.parse().ok());
        plies.zip(number).unwrap_or((0, 1))
    }

    /// The game after a legal move.
    fn after(&self, m: &Bound<'_, PyAny>) -> PyResult<Box<dyn Engine>> {
        let (name, mut rules) = (self.name_of(m)?, self.rules.copy());
        rules.push(&name).map_err(|error| illegal_move(m.py(), &error))?;
        Ok(rules)
    }

    /// The name of a move in the protocol.
    pub(crate) fn name_of(&self, m: &Bound<'_, PyAny>) -> PyResult<String> {
        match argument(m)? {
            MoveArgument::Index(index) => self.rules.move_name(index).ok_or_else(no_such_index),
            MoveArgument::Text(text) => self
                .rules
                .read_move(&text, Leniency::Typed)
                .map_err(|error| illegal_move(m.py(), &error)),
        }
    }
}

fn argument<'py>(m: &'py Bound<'_, PyAny>) -> PyResult<MoveArgument<'py>> {
    if let Ok(text) = m.cast::<PyString>() {
        return Ok(MoveArgument::Text(text.to_cow()?));
    }
    match m.extract::<isize>() {
        Ok(index) if !m.is_instance_of::<PyBool>() => {
            usize::try_from(index).map(MoveArgument::Index).map_err(|_| no_such_index())
        }
        Err(error) if error.is_instance_of::<PyOverflowError>(m.py()) => Err(no_such_index()),
        _ => {
            let text = format!("expected a move as a text, or its index, found {}", m.repr()?);
            Err(PyTypeError::new_err(text))
        }
    }
}

fn no_such_index() -> PyErr {
    PyIndexError::new_err("there is no legal move of this index")
}

fn is_first(side: Side) -> bool {
    side == Side::First
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game = "chess", fen = None, moves = None, *, options = None))]
    fn new(
        py: Python<'_>,
        game: &str,
        fen: Option<&str>,
        moves: Option<Vec<String>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let game = game::choose(game, options)?;
        let mut rules = game.open();
        let moves = moves.unwrap_or_default();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        rules.set_position(fen, &moves).map_err(|error| invalid_position(py, &error))?;
        Ok(Position { game, rules })
    }

    /// The name of the game.
    #[getter(game)]
    fn game_name(&self) -> &'static str {
        self.game.name()
    }

    /// Whether the first player is to move.
    #[getter]
    fn turn(&self) -> bool {
        is_first(self.rules.side())
    }

    /// The name of the side to move, such as `white`.
    #[getter]
    fn side(&self) -> &'static str {
        self.rules.info().sides[self.rules.side()]
    }

    /// The position as text, with its counters.
    fn fen(&self) -> String {
        self.rules.position()
    }

    /// The text of the position that was set up, before the moves in `move_stack`.
    fn root_fen(&self) -> String {
        self.rules.history().start
    }

    /// The moves since the position was set up, in the notation of the protocol.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.rules.history().moves
    }

    /// The legal moves: a sequence that follows the position. There may be some even if the game
    /// is drawn.
    #[getter]
    fn legal_moves(slf: &Bound<'_, Position>) -> LegalMoves {
        LegalMoves { position: slf.clone().unbind() }
    }

    /// Goes to another position of the game, without the moves that led to it.
    ///
    /// Raises `InvalidPositionError`.
    #[pyo3(signature = (fen, /))]
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        self.rules.set_position(Some(fen), &[]).map_err(|error| invalid_position(py, &error))
    }

    /// The position as text, without its counters.
    fn epd(&self) -> String {
        self.rules.identity()
    }

    /// The plies without progress, by which a game may end: in chess, those since a capture or a
    /// pawn's move. 0 in games that do not count them.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.counters().0
    }

    /// The number of the move, from 1: it grows after the second player's moves.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.counters().1
    }

    /// The plies since the start of the game, by the number of the move and the side to move.
    fn ply(&self) -> u32 {
        2 * self.counters().1.saturating_sub(1) + u32::from(!self.turn())
    }

    /// The last move since the position was set up.
    ///
    /// Raises `IndexError` if there is none.
    fn peek(&self) -> PyResult<String> {
        let mut moves = self.rules.history().moves;
        moves.pop().ok_or_else(|| PyIndexError::new_err("there is no move yet"))
    }

    /// Whether the position has come up at least so often, this time included.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.rules.occurrences() >= count
    }

    /// The piece on a square, such as `e4`; `None` if there is none.
    ///
    /// Raises `ValueError` if the text is no square of the board.
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        let picture = self.picture()?;
        let cell = board::cell(&picture, square)?;
        Ok(picture.cells[cell].and_then(|piece| Piece::from_picture(&picture, piece)))
    }

    /// The pieces on the board by their squares, row by row from the top left.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (picture, map) = (self.picture()?, PyDict::new(py));
        for (cell, piece) in picture.cells.iter().enumerate() {
            if let Some(piece) = piece.and_then(|piece| Piece::from_picture(&picture, piece)) {
                map.set_item(picture.shape.name(cell), piece)?;
            }
        }
        Ok(map)
    }

    /// The pieces in each player's hand, by `plyglot.FIRST` and `plyglot.SECOND`: numbers by capital
    /// letters. Empty in games without hands.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (text, hands) = (self.rules.position(), PyDict::new(py));
        let held = text.split(['[', ']']).nth(1).unwrap_or_default();
        for is_first in [true, false] {
            let hand = PyDict::new(py);
            let own = |c: &char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == is_first;
            for letter in held.chars().filter(own).map(|c| c.to_ascii_uppercase()) {
                let count = hand.get_item(letter)?.map_or(Ok(0), |count| count.extract::<u32>())?;
                hand.set_item(letter, count + 1)?;
            }
            hands.set_item(is_first, hand)?;
        }
        Ok(hands)
    }

    /// The checks that each player has yet to give, by `plyglot.FIRST` and `plyglot.SECOND`; `None` in
    /// games that do not count them.
    #[getter]
    fn remaining_checks<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some([first, second]) = self.picture()?.checks_left else { return Ok(None) };
        Ok(Some([(true, first), (false, second)].into_py_dict(py)?))
    }

    /// The squares that are walls: no piece can go there.
    #[getter]
    fn walls(&self) -> PyResult<Vec<String>> {
        let picture = self.picture()?;
        let walls = (0..picture.cells.len())
            .filter(|cell: &usize| picture.cells[*cell].is_some_and(|piece| piece.side.is_none()));
        Ok(walls.map(|cell| picture.shape.name(cell)).collect())
    }

    /// Whether the side to move is in check. Never in games without check.
    fn is_check(&self) -> bool {
        self.rules.is_check()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> PyResult<Vec<String>> {
        Ok(board::names(&self.picture()?, self.rules.checkers()))
    }

    /// Whether a legal move gives check.
    ///
    /// Raises `IllegalMoveError`, or `IndexError` for an index.
    #[pyo3(signature = (m, /))]
    fn gives_check(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.after(m)?.is_check())
    }

    /// Whether pieces leave the board, or change sides, by a legal move.
    ///
    /// Raises `IllegalMoveError`, or `IndexError` for an index.
    #[pyo3(signature = (m, /))]
    fn is_capture(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (before, after) = (self.picture()?, self.after(m)?.picture());
        Ok(after.is_some_and(|after| after.has_fewer(&before)))
    }

    /// The squares of a player's pieces that attack a square, pinned ones among them.
    ///
    /// Raises `ValueError` if the text is no square, or no piece of the game captures by moving to
    /// a square.
    #[pyo3(signature = (color, square, /))]
    fn attackers(&self, color: bool, square: &str) -> PyResult<Vec<String>> {
        let picture = self.picture()?;
        let side = if color { Side::First } else { Side::Second };
        let found = self.rules.attackers(side, board::cell(&picture, square)?);
        let none = || {
            let game = self.game.name();
            let expected = "a game whose pieces capture by moving to a square";
            PyValueError::new_err(format!("attackers: expected {expected}, found {game}"))
        };
        Ok(board::names(&picture, found.ok_or_else(none)?))
    }

    /// Plays a move.
    ///
    /// Raises `IllegalMoveError`, or `IndexError` for an index.
    #[pyo3(signature = (m, /))]
    fn push(&mut self, m: &Bound<'_, PyAny>) -> PyResult<()> {
        match argument(m)? {
            MoveArgument::Index(index) => {
                if self.rules.play_index(index) {
                    Ok(())
                } else {
                    Err(no_such_index())
                }
            }
            MoveArgument::Text(text) => {
                let played = self.rules.push(&text).or_else(|_| {
                    let name = self.rules.read_move(&text, Leniency::Typed)?;
                    self.rules.push(&name)
                });
                played.map_err(|error| illegal_move(m.py(), &error))
            }
        }
    }

    /// Takes back the last move, and returns it.
    ///
    /// Raises `IndexError` if there is none since the position was set up.
    fn pop(&mut self) -> PyResult<String> {
        self.rules.undo().ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    /// A copy with the moves that led to it.
    fn copy(&self) -> Position {
        Position { game: self.game.clone(), rules: self.rules.copy() }
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    /// Whether this is a legal move. A wrong text is none.
    #[pyo3(signature = (m, /))]
    fn is_legal(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(match argument(m)? {
            MoveArgument::Index(index) => self.rules.move_name(index).is_some(),
            MoveArgument::Text(text) => self.rules.read_move(&text, Leniency::Typed).is_ok(),
        })
    }

    /// A legal move as players of the game write it: in standard algebraic notation in chess, or
    /// in another notation of the game.
    ///
    /// Raises `IllegalMoveError`, `IndexError` for an index, or `ValueError` for a notation.
    #[pyo3(signature = (m, /, *, notation=None))]
    fn san(&self, m: &Bound<'_, PyAny>, notation: Option<&str>) -> PyResult<String> {
        let (name, notation) = (self.name_of(m)?, self.notation(notation)?);
        let found = self.rules.legal_line(std::slice::from_ref(&name), notation).pop();
        Ok(found.map_or(name, |m| m.record))
    }

    /// The moves of a line from here as players write them, up to the first that is not legal.
    ///
    /// Raises `ValueError` for a notation.
    #[pyo3(signature = (line, /, *, notation=None))]
    fn sans(&self, line: Vec<String>, notation: Option<&str>) -> PyResult<Vec<String>> {
        let legal = self.rules.legal_line(&line, self.notation(notation)?);
        Ok(legal.into_iter().map(|m| m.record).collect())
    }

    /// A legal move that is written in any notation, in that of the protocol.
    ///
    /// Raises `IllegalMoveError`.
    #[pyo3(signature = (text, /))]
    fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        self.rules.read_move(text, Leniency::Typed).map_err(|error| illegal_move(py, &error))
    }

    /// Whether the game is over. A third repetition ends it, without a claim.
    fn is_game_over(&self) -> bool {
        self.rules.result().is_some()
    }

    /// The outcome; `None` while the game is not over.
    fn outcome(&self) -> Option<Outcome> {
        let GameOver { result, ending } = self.rules.result()?;
        let termination = ending.reason();
        Some(Outcome { winner: result.winner().map(is_first), termination })
    }

    /// The result: `1-0` if the first player has won, `0-1`, `1/2-1/2`, or `*` while the game is
    /// not over.
    fn result(&self) -> &'static str {
        self.rules.result().map_or("*", |over| over.result.text())
    }

    /// The number of sequences of `depth` legal moves, at most 240.
    ///
    /// Raises `KeyboardInterrupt` on Ctrl-C, `MemoryError` if there is none for a thread.
    fn perft(
        slf: &Bound<'_, Position>,
        #[pyo3(from_py_with = numbers::plies)] depth: u16,
    ) -> PyResult<u64> {
        let (sender, messages) = mpsc::channel();
        let control = Arc::<Control>::default();
        // No one waits for a message after an interrupt.
        let send = Arc::new(move |message| drop(sender.send(message)));
        let job = slf.borrow().rules.perft(depth, Vec::new(), Arc::clone(&control), send);
        let table = Table::new(1).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        let thread = SearchThread::start(table)?;
        thread.queue(job);
        let total = waiting::wait(slf.py(), move |longest| match messages.recv_timeout(longest) {
            Ok(Message::PerftTotal(total)) => Poll::Ready(Some(total)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(None),
        });
        control.stop();
        total?.ok_or_else(|| PyValueError::new_err("the count overflowed or failed"))
    }

    /// A hash of the position without its counters, of 64 bits. It is the same in each process.
    #[getter]
    fn key(&self) -> u64 {
        self.rules.key()
    }

    fn __hash__(&self) -> u64 {
        self.rules.key()
    }

    /// Positions are equal if their games, options and texts are, whatever led to them.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            let other = other.borrow();
            self.game == other.game && self.rules.position() == other.rules.position()
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Position>) -> PyResult<Restored<'py>> {
        let (py, position) = (slf.py(), slf.borrow());
        let GameHistory { start, moves } = position.rules.history();
        let options = game::options_argument(py, &position.game)?;
        let restore = py.import("plyglot")?.getattr("_restore")?;
        Ok((restore, (position.game.name(), start, moves, options)))
    }

    fn __repr__(&self) -> String {
        format!("plyglot.Position({:?}, {:?})", self.game.name(), self.rules.position())
    }

    /// The board in text, or the position where there is no board of files and ranks.
    fn __str__(&self) -> String {
        let picture = self.rules.picture();
        picture.map_or_else(|| self.rules.position(), |picture| picture.diagram())
    }

    /// The board as an SVG document, with the moves of an analysis of this position.
    ///
    /// Raises `ValueError` if the game has no board of files and ranks.
    #[pyo3(signature = (analysis = None))]
    fn svg(&self, py: Python<'_>, analysis: Option<&Bound<'_, Analysis>>) -> PyResult<String> {
        let picture = self.picture()?;
        let legal = analysis.map_or(Vec::new(), |_| self.rules.legal_moves());
        let lines = analysis.map_or(&[][..], |analysis| &analysis.get().lines);
        let scored = |line: &Py<Info>| -> Option<(MoveCells, Value)> {
            let line = line.borrow(py);
            let first = line.pv.first()?;
            Some((legal.iter().find(|m| m.name == *first)?.cells, line.value))
        };
        let moves: Vec<_> = lines.iter().filter_map(scored).collect();
        let sides = self.rules.info().sides;
        Ok(plyglot_study::svg(&self.rules.position(), sides, &picture, &moves))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.svg(py, None).ok()
    }
}

/// The names of all moves that games from the start position may have, in a fixed order. For
/// `plyglot.env`, which numbers them.
#[pyfunction]
pub(crate) fn move_space(position: &Position) -> Vec<String> {
    // Each game of this package has one.
    position.rules.move_space().unwrap_or_default()
}

/// What makes a position again: a function with its arguments.
type Restored<'py> =
    (Bound<'py, PyAny>, (&'static str, String, Vec<String>, Option<Bound<'py, PyDict>>));

/// The legal moves of a position: a sequence of texts that follows the position.
///
/// Its length and a single move cost less than all of them.
#[pyclass(module = "plyglot", frozen)]
pub(crate) struct LegalMoves {
    position: Py<Position>,
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.position.borrow(py).rules.legal_move_count()
    }

    /// The number of legal moves.
    fn count(&self, py: Python<'_>) -> usize {
        self.__len__(py)
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<String> {
        let rules = &self.position.borrow(py).rules;
        let index = match usize::try_from(index) {
            Ok(index) => Some(index),
            Err(_) => rules.legal_move_count().checked_sub(index.unsigned_abs()),
        };
        index.and_then(|index| rules.move_name(index)).ok_or_else(no_such_index)
    }

    fn __contains__(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.position.borrow(m.py()).is_legal(m)
    }

    /// Those of now: the position may change meanwhile.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names = self.position.borrow(py).rules.moves();
        Ok(PyList::new(py, names)?.try_iter()?.into_any())
    }

    /// They are those of their position.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<AttributeOf<'py>> {
        let getattr = py.import("builtins")?.getattr("getattr")?;
        Ok((getattr, (self.position.clone_ref(py), "legal_moves")))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<LegalMoves {}>", self.position.borrow(py).rules.moves().join(" "))
    }
}

/// `getattr`, with its arguments.
type AttributeOf<'py> = (Bound<'py, PyAny>, (Py<Position>, &'static str));

/// How a game ended.
#[pyclass(module = "plyglot", frozen, get_all, eq)]
#[derive(PartialEq)]
pub(crate) struct Outcome {
    /// `True` if the first player has won, `False` if the second has, `None` for a draw.
    winner: Option<bool>,
    /// The way it ended, in the words of game records: `checkmate`, `repetition`.
    termination: String,
}

#[pymethods]
impl Outcome {
    #[new]
    #[pyo3(signature = (winner, termination))]
    fn new(winner: Option<bool>, termination: String) -> Outcome {
        Outcome { winner, termination }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced::<Outcome>(py, (self.winner, self.termination.clone()))
    }

    /// `1-0` if the first player has won, `0-1`, or `1/2-1/2`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.Outcome {} {}>", self.result(), self.termination)
    }
}
