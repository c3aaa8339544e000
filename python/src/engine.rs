//! The search of a game.

use crate::game;
use crate::numbers;
use crate::position::Position;
use crate::process::OfProcess;
use crate::search::{Analysis, Search, finish};
use crate::searcher::{Backend, SearchRequest, Searcher};
use plyglot_core::search::{Control, Level, Settings, StrengthLimit};
use plyglot_engine::{Analyst, RunningSearch, load_network};
use plyglot_support::lock;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

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
#[pyclass(module = "plyglot", frozen, extends = Searcher)]
pub(crate) struct Engine {
    own: Arc<OwnSearch>,
}

struct OwnSearch {
    analyst: OfProcess<Mutex<Analyst>>,
}

fn memory(error: &std::io::Error, mib: usize) -> PyErr {
    PyMemoryError::new_err(format!("a table of {mib} MiB and its thread: {error}"))
}

impl OwnSearch {
    /// Begins to search, when the searches before have ended.
    fn begin(
        &self,
        py: Python<'_>,
        position: &Position,
        request: &SearchRequest,
    ) -> PyResult<(RunningSearch, Arc<Control>)> {
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

impl Backend for OwnSearch {
    fn go(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        request: &SearchRequest,
    ) -> PyResult<Analysis> {
        let (mut running, control) = self.begin(py, &position.borrow(), request)?;
        finish(py, &control, |longest| running.wait(longest))?;
        Analysis::from_engine(py, running.analysis())
    }

    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        let analyst = self.analyst.get()?;
        py.detach(|| lock(analyst).stop());
        Ok(())
    }

    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let analyst = self.analyst.get()?;
        py.detach(|| lock(analyst).forget());
        Ok(())
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
    ) -> PyResult<PyClassInitializer<Engine>> {
        let game = game::choose(game, options)?;
        let strength = elo.map(|elo| StrengthLimit { level: Level::Elo(elo), seed });
        let settings = Settings { threads, strength, ..Settings::default() };
        let entry = game.entry;
        let network = network.map(|path| py.detach(|| load_network(&entry, &path)));
        let network =
            network.transpose().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let analyst = py.detach(|| Analyst::for_game(&game, hash, settings));
        let mut analyst = analyst.map_err(|error| memory(&error, hash))?;
        analyst.game_mut().set_network(network.map(|file| Arc::new(file.network)));
        let own = Arc::new(OwnSearch { analyst: OfProcess::new(Mutex::new(analyst)) });
        let searcher = Searcher::new(game, own.clone());
        Ok(PyClassInitializer::from(searcher).add_subclass(Engine { own }))
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
        let position = position.borrow();
        let request = slf.as_super().get().request(&position, limits)?;
        let (running, control) = slf.get().own.begin(slf.py(), &position, &request)?;
        Ok(Search::new(running, control, slf.clone().unbind().into_any()))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        format!("<plyglot.Engine {}>", slf.as_super().get().game())
    }
}
