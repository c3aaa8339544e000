//! What searches positions of a game, here or in another program, and what it is asked for.

use crate::numbers::{self, whole};
use crate::position::Position;
use crate::search::Analysis;
use plyglot_engine::{ChosenGame, GoLimits, SideClock};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;
use std::time::Duration;

/// What searches positions of a game: an `Engine`, or a `Program`.
#[pyclass(module = "plyglot", frozen, subclass)]
pub(crate) struct Searcher {
    game: ChosenGame,
    backend: Arc<dyn Backend>,
}

/// The search behind a [`Searcher`].
pub(crate) trait Backend: Send + Sync {
    /// Searches to the end.
    fn go(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        request: &SearchRequest,
    ) -> PyResult<Analysis>;

    fn stop(&self, py: Python<'_>) -> PyResult<()>;

    fn new_game(&self, py: Python<'_>) -> PyResult<()>;
}

impl Searcher {
    pub(crate) fn new(game: ChosenGame, backend: Arc<dyn Backend>) -> Searcher {
        Searcher { game, backend }
    }

    /// What a search of a position is asked for.
    ///
    /// # Errors
    /// If the position is of another game, there is another keyword, or a value is wrong.
    pub(crate) fn request(
        &self,
        position: &Position,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchRequest> {
        let own = self.game.name();
        let found = position.game().name();
        if found != own {
            let text = format!("expected a position of {own}, found one of {found}");
            return Err(PyValueError::new_err(text));
        }
        SearchRequest::read(position, keywords)
    }
}

#[pymethods]
impl Searcher {
    /// The name of the game.
    #[getter]
    pub(crate) fn game(&self) -> &'static str {
        self.game.name()
    }

    /// Searches a position to the end, and returns what was found.
    ///
    /// Limits, of which at least one is needed: `depth` in plies, `nodes`, `mate` in moves, `time`
    /// in seconds, `clocks`, the seconds left to the first and to the second player, or
    /// `infinite=True`. With `clocks`: `increments` in seconds for each, and `moves_to_go`.
    /// Further: `moves` are the only ones to search; `multipv` is the number of lines.
    ///
    /// The lines of a `Program` are in its own notation, and what it does not report is 0.
    ///
    /// Raises `ValueError` for a wrong value, or a position of another game; `IllegalMoveError`
    /// for one of `moves`; `RuntimeError` if a program ends, does not answer or makes no legal
    /// move; `KeyboardInterrupt` on Ctrl-C, which stops the search.
    #[pyo3(
        signature = (position, /, **limits),
        text_signature = "($self, position, /, *, depth=None, nodes=None, mate=None, time=None, \
            clocks=None, increments=None, moves_to_go=None, moves=None, multipv=None, \
            infinite=None)"
    )]
    fn go(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        let request = self.request(&position.borrow(), limits)?;
        request.expect_end()?;
        self.backend.go(py, position, &request)
    }

    /// Stops all searches, which end with what they have.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.backend.stop(py)
    }

    /// The next search is of another game: what earlier ones found is forgotten.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.backend.new_game(py)
    }
}

/// What a search is asked for, from keywords.
#[derive(Default)]
pub(crate) struct SearchRequest {
    pub(crate) limits: GoLimits,
    pub(crate) multipv: usize,
    pub(crate) ponder: bool,
    /// Whether it ends by itself.
    is_limited: bool,
}

const KEYWORDS: [&str; 11] = [
    "depth",
    "nodes",
    "mate",
    "time",
    "clocks",
    "increments",
    "moves_to_go",
    "moves",
    "multipv",
    "ponder",
    "infinite",
];

impl SearchRequest {
    fn read(position: &Position, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<SearchRequest> {
        let mut request = SearchRequest { multipv: 1, ..SearchRequest::default() };
        for (name, value) in keywords.into_iter().flatten() {
            if !value.is_none() {
                let name: String = name.extract()?;
                request.set(position, &name, &value)?;
            }
        }
        Ok(request)
    }

    /// # Errors
    /// `ValueError` if nobody could end it.
    fn expect_end(&self) -> PyResult<()> {
        if self.ponder {
            let text = "ponder: expected a search by start, found one by go";
            return Err(PyValueError::new_err(text));
        }
        if self.is_limited {
            return Ok(());
        }
        let text = "expected a limit, such as depth, nodes or time; or infinite=True";
        Err(PyValueError::new_err(text))
    }

    fn set(&mut self, position: &Position, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let limits = &mut self.limits;
        let is_limit = ["depth", "nodes", "mate", "time", "clocks"].contains(&name);
        self.is_limited |= is_limit;
        match name {
            "depth" => limits.depth = numbers::depth(value)?,
            "nodes" => limits.nodes = numbers::nodes(value)?,
            "mate" => limits.mate = Some(whole(name, value, 1..=u16::MAX.into())?),
            "moves_to_go" => limits.moves_to_go = Some(whole(name, value, 1..=u32::MAX.into())?),
            "time" => limits.move_time = Some(seconds(name, value)?),
            "multipv" => self.multipv = whole(name, value, 1..=u64::MAX)?,
            "ponder" => self.ponder = value.is_truthy()?,
            "infinite" => self.is_limited |= value.is_truthy()?,
            "clocks" | "increments" => {
                for (clock, value) in limits.clocks.iter_mut().zip(pair(name, value)?.iter()) {
                    let SideClock { left, increment } = clock;
                    match (name, value.is_none()) {
                        (_, true) => {}
                        ("clocks", false) => *left = Some(seconds(name, &value)?),
                        (_, false) => *increment = seconds(name, &value)?,
                    }
                }
            }
            "moves" => {
                let mut moves = Vec::new();
                for m in value.try_iter()? {
                    let name = position.name_of(&m?)?;
                    if !moves.contains(&name) {
                        moves.push(name);
                    }
                }
                if moves.is_empty() {
                    let text = "moves: expected at least one legal move, found none";
                    return Err(PyValueError::new_err(text));
                }
                limits.moves = Some(moves);
            }
            _ => {
                let (known, found) = (KEYWORDS.join(", "), plyglot_core::game::quote(name));
                let text = format!("expected one of {known}, found {found}");
                return Err(PyTypeError::new_err(text));
            }
        }
        Ok(())
    }
}

pub(crate) fn seconds(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let Ok(seconds) = value.extract::<f64>() else {
        let text = format!("{name}: expected seconds, found {}", value.repr()?);
        return Err(PyTypeError::new_err(text));
    };
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{name}: expected seconds, found {seconds}")))
}

fn pair<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let items: Vec<Bound<'_, PyAny>> = value.try_iter()?.collect::<PyResult<_>>()?;
    if items.len() != 2 {
        return Err(PyValueError::new_err(format!("{name}: expected a value for each side")));
    }
    PyTuple::new(value.py(), items)
}
