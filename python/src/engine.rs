//! The search of a game.

use crate::game::ChosenGame;
use crate::numbers::{self, whole};
use crate::position::Position;
use crate::process::OfProcess;
use crate::search::{Analysis, Search, finish};
use plyglot_core::search::{Control, Level, Settings, StrengthLimit};
use plyglot_engine::{Analyst, GoLimits, RunningSearch, SideClock, load_network};
use plyglot_support::lock;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The search of a game, on a thread of its own, which it keeps from search to search.
///
/// `threads` search together, 1 to 1024. `hash` is the size of the table, in MiB. `network` is
/// the file of a network that fits the game. `options` are options of the game. `elo` limits the
/// strength, from 500 to 2500; `seed` chooses the errors of a weaker player.
///
/// Searches of several threads of Python follow each other. After a fork, the engine is of no use to
/// the child, where its methods raise `RuntimeError`.
///
/// Raises `UnknownGameError`, `ValueError`, or `MemoryError` for too large a table.
#[pyclass(module = "plyglot", frozen)]
pub(crate) struct Engine {
    game: Arc<ChosenGame>,
    analyst: OfProcess<Mutex<Analyst>>,
}

/// What a search is asked for, from keywords.
#[derive(Default)]
pub(crate) struct SearchRequest {
    pub(crate) limits: GoLimits,
    pub(crate) multipv: usize,
    ponder: bool,
    /// Whether it ends by itself.
    is_limited: bool,
}

/// The keywords of a search.
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
    /// # Errors
    /// If there is another keyword, or a value is wrong.
    pub(crate) fn read(
        position: &Position,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchRequest> {
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
    /// `ValueError` if it would not end by itself.
    pub(crate) fn expect_limit(&self) -> PyResult<()> {
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
                for m in value.try_iter()? {
                    let name = position.name_of(&m?)?;
                    if !limits.moves.contains(&name) {
                        limits.moves.push(name);
                    }
                }
                if limits.moves.is_empty() {
                    let text = "moves: expected at least one legal move, found none";
                    return Err(PyValueError::new_err(text));
                }
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

/// A time in seconds.
fn seconds(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let Ok(seconds) = value.extract::<f64>() else {
        let text = format!("{name}: expected seconds, found {}", value.repr()?);
        return Err(PyTypeError::new_err(text));
    };
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{name}: expected seconds, found {seconds}")))
}

/// A value for each side.
fn pair<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let items: Vec<Bound<'_, PyAny>> = value.try_iter()?.collect::<PyResult<_>>()?;
    if items.len() != 2 {
        return Err(PyValueError::new_err(format!("{name}: expected a value for each side")));
    }
    PyTuple::new(value.py(), items)
}

fn memory(error: &std::io::Error, mib: usize) -> PyErr {
    PyMemoryError::new_err(format!("a table of {mib} MiB and its thread: {error}"))
}

impl Engine {
    /// Begins to search, when the searches before have ended.
    fn begin(
        &self,
        py: Python<'_>,
        position: &Position,
        keywords: Option<&Bound<'_, PyDict>>,
        must_end: bool,
    ) -> PyResult<(RunningSearch, Arc<Control>)> {
        self.game.expect(position.game())?;
        let request = SearchRequest::read(position, keywords)?;
        if must_end {
            request.expect_limit()?;
        }
        let control = Arc::new(Control::new(request.ponder, false));
        let rules = position.rules();
        let analyst = self.analyst.get()?;
        let running = py.detach(|| {
            let mut analyst = lock(analyst);
            analyst.game_mut().follow_game(rules);
            analyst.settings_mut().multi_pv = request.multipv;
            analyst.start(&request.limits, &control)
        });
        Ok((running, control))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (
        game = "chess", *, threads = 1, hash = 16, network = None, options = None,
        elo = None, seed = 0
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        game: &str,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        #[pyo3(from_py_with = numbers::hash)] hash: usize,
        network: Option<PathBuf>,
        options: Option<&Bound<'_, PyDict>>,
        #[pyo3(from_py_with = numbers::elo)] elo: Option<u16>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Engine> {
        let game = ChosenGame::find(game, options)?;
        let strength = elo.map(|elo| StrengthLimit { level: Level::Elo(elo), seed });
        let settings = Settings { threads, strength, ..Settings::default() };
        let entry = game.named.entry;
        let network = network.map(|path| py.detach(|| load_network(&entry, &path)));
        let network =
            network.transpose().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let analyst = py.detach(|| Analyst::new(&entry, hash, settings));
        let mut analyst = analyst.map_err(|error| memory(&error, hash))?;
        for (name, value) in game.options() {
            analyst.game_mut().set_option(&name, &value);
        }
        analyst.game_mut().set_network(network.map(|file| Arc::new(file.network)));
        Ok(Engine { game, analyst: OfProcess::new(Mutex::new(analyst)) })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.named.name()
    }

    /// Searches a position to the end, and returns what was found.
    ///
    /// Limits, of which at least one is needed: `depth` in plies, `nodes`, `mate` in moves, `time`
    /// in seconds, `clocks`, the seconds left to the first and to the second player, or
    /// `infinite=True`. With `clocks`: `increments` in seconds for each, and `moves_to_go`.
    /// Further: `moves` are the only ones to search; `multipv` is the number of lines.
    ///
    /// Raises `ValueError` for a wrong value, or a position of another game; `IllegalMoveError`
    /// for one of `moves`; `KeyboardInterrupt` on Ctrl-C, after which the engine can be used as
    /// before.
    #[pyo3(
        signature = (position, /, **limits),
        text_signature = "($self, position, /, *, depth=None, nodes=None, mate=None, time=None, \
            clocks=None, increments=None, moves_to_go=None, moves=None, multipv=None, \
            ponder=None, infinite=None)"
    )]
    fn go(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        let (mut running, control) = self.begin(py, &position.borrow(), limits, true)?;
        finish(py, &control, |longest| running.wait(longest))?;
        Analysis::of(py, running.analysis())
    }

    /// Begins a search, and returns it. Without a limit it goes on until it is stopped.
    ///
    /// As `go`; and `ponder=True` searches the position after the expected move in the
    /// opponent's time, until `ponderhit` or `stop`.
    #[pyo3(
        signature = (position, /, **limits),
        text_signature = "($self, position, /, *, depth=None, nodes=None, mate=None, time=None, \
            clocks=None, increments=None, moves_to_go=None, moves=None, multipv=None, \
            ponder=None, infinite=None)"
    )]
    fn start(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, Position>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Search> {
        let (running, control) = slf.get().begin(slf.py(), &position.borrow(), limits, false)?;
        Ok(Search::new(running, control, slf.clone().unbind().into_any()))
    }

    /// Stops all searches, which end with what they have.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        let analyst = self.analyst.get()?;
        py.detach(|| lock(analyst).stop());
        Ok(())
    }

    /// Forgets what earlier searches found.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let analyst = self.analyst.get()?;
        py.detach(|| lock(analyst).forget());
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.Engine {}>", self.game.named.name())
    }
}
