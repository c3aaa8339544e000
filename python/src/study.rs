//! `analyse`, `explain` and `solve`: the answers of the program's tools as dictionaries.

use crate::game::{self, registry};
use crate::numbers;
use crate::position::Position;
use crate::records::choice;
use crate::reports::{object, watched};
use plyglot_core::search::OutOfMemory;
use plyglot_engine::{ChosenGame, Expert, GoLimits, SolveAim, SolveRequest};
use plyglot_study as study;
use plyglot_study::analyse::AnalysisRequest;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Waits for an answer of a tool, which ends early when it is told that it is not wanted any
/// more.
fn answered<'py>(
    py: Python<'py>,
    work: impl FnOnce(&dyn Fn() -> bool) -> Result<Json, String> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = watched(py, |is_over| work(&|| is_over.load(Relaxed)))?;
    object(py, &answer.map_err(PyValueError::new_err)?)
}

/// The limits of each search; a second if there are none.
fn limits(depth: Option<u16>, nodes: Option<u64>, time: Option<f64>) -> PyResult<GoLimits> {
    let usual = if depth.is_none() && nodes.is_none() { Some(1.0) } else { None };
    let seconds = |seconds: f64| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("time: expected seconds, found {seconds}")))
    };
    let move_time = time.or(usual).map(seconds).transpose()?;
    Ok(GoLimits { depth, nodes, move_time, ..GoLimits::default() })
}

fn request(
    game: ChosenGame,
    limits: GoLimits,
    (lines, mib): (Option<usize>, usize),
) -> AnalysisRequest {
    let lines = lines.unwrap_or(usize::MAX);
    AnalysisRequest { game, mib, limits, lines, threat: false }
}

/// The best moves of a position with their scores: the object that `plyglot analyse --json`
/// prints.
///
/// `depth` in plies, `nodes` and `time` in seconds limit the search, to a second if none is
/// given. `lines` is the number of moves, `None` for all; `hash` the memory in MiB.
///
/// Raises `ValueError` for a wrong limit.
#[pyfunction]
#[pyo3(
    signature = (position, *, depth = None, nodes = None, time = None, lines = Some(3), hash = 16),
    text_signature = "(position, *, depth=None, nodes=None, time=None, lines=3, hash=16)"
)]
pub(crate) fn analyse<'py>(
    position: &Bound<'py, Position>,
    #[pyo3(from_py_with = numbers::depth)] depth: Option<u16>,
    #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
    time: Option<f64>,
    #[pyo3(from_py_with = numbers::lines)] lines: Option<usize>,
    #[pyo3(from_py_with = numbers::hash)] hash: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = limits(depth, nodes, time)?;
    let (game, text) = position.borrow().named();
    let request = request(game, limits, (lines, hash));
    answered(position.py(), |is_over| {
        study::analyse::position(&request, &text, is_over).map(|report| json!(report))
    })
}

/// Each move of the games of a text of PGN compared with the best one: a list of the objects that
/// `plyglot analyse --pgn FILE --json` prints.
///
/// The tags of a game say which it is; `game` asks for one. Limits of each search as in `analyse`.
/// A game that cannot be played has an `error`, and one of which a part could be played has
/// `faults`, with their lines. Raises `ValueError` if no game can be played.
#[pyfunction]
#[pyo3(signature = (pgn, game = None, *, depth = None, nodes = None, time = None, hash = 16))]
pub(crate) fn analyse_pgn<'py>(
    py: Python<'py>,
    pgn: &str,
    game: Option<&str>,
    #[pyo3(from_py_with = numbers::depth)] depth: Option<u16>,
    #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
    time: Option<f64>,
    #[pyo3(from_py_with = numbers::hash)] hash: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let choice = choice(game)?;
    let request = request(choice.game.clone(), limits(depth, nodes, time)?, (Some(1), hash));
    answered(py, |is_over| study::analyse::games(&request, &choice, pgn, is_over).map(Json::Array))
}

/// Why the best move is the best, and why the move `wanted` is not: the object that
/// `plyglot explain --json` prints. It takes about `time` seconds.
///
/// Raises `IllegalMoveError`, or `ValueError` for a wrong time.
#[pyfunction]
#[pyo3(signature = (position, wanted = None, *, time = 1.5))]
pub(crate) fn explain<'py>(
    position: &Bound<'py, Position>,
    wanted: Option<&Bound<'py, PyAny>>,
    time: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let time = limits(None, None, Some(time))?.move_time.unwrap_or_default();
    let wanted = wanted.map(|wanted| position.borrow().name_of(wanted)).transpose()?;
    let (game, text) = position.borrow().named();
    answered(position.py(), |is_over| {
        study::explain::answer(&game, |m| &m.record, &text, wanted.as_deref(), time, is_over)
    })
}

/// The exact value of a position and of its moves: the object that `plyglot solve --json`
/// prints.
///
/// `hash` is the memory in MiB. `moves=False` leaves out the values of the moves.
/// `table=True` works out all reachable positions, even if the game has a solver.
///
/// Raises `ValueError` if the position is none of those that are solved, `MemoryError` if
/// there is too little memory, and `KeyboardInterrupt` on Ctrl-C.
#[pyfunction]
#[pyo3(signature = (position, *, threads = 1, hash = 64, moves = true, table = false))]
pub(crate) fn solve<'py>(
    position: &Bound<'py, Position>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
    #[pyo3(from_py_with = numbers::hash)] hash: usize,
    moves: bool,
    table: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let (game, text) = position.borrow().named();
    let entry = &game.entry;
    let aim = if moves { SolveAim::AllValues } else { SolveAim::Value };
    let memory = hash.saturating_mul(1 << 20);
    let solved = watched(py, |interrupt| -> Result<_, OutOfMemory> {
        let request = SolveRequest { aim, book: true, table, memory, interrupt };
        Ok(Expert::new(entry, hash, threads)?.solve(&text, &request))
    })?;
    let solution = solved
        .map_err(|error| PyMemoryError::new_err(format!("a table of {hash} MiB: {error}")))?;
    match solution.map_err(|error| PyValueError::new_err(error.to_string()))? {
        Some(solution) => object(py, &study::solve::json(entry.info.name, 1, &solution, moves)),
        None => Err(PyValueError::new_err("it was interrupted")),
    }
}

/// The rules of a game in words, with its start position and diagrams of its moves: the object that
/// `plyglot games NAME --json` prints.
///
/// Raises `UnknownGameError`.
#[pyfunction]
pub(crate) fn rules<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    let game = game::choose(game, None)?;
    let text = py.detach(|| registry().rules_text(&game));
    object(py, &study::rules::json(game.name(), &text))
}
