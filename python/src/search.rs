//! Searches under way, and their results.

use crate::process::OfProcess;
use crate::waiting;
use plyglot_core::game::Outcome;
use plyglot_core::lock;
use plyglot_core::search::{self, Control};
use plyglot_engine::{RunningSearch, SearchInfo, Value};
use plyglot_support::text::per_second;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use std::task::Poll;

/// A search under way.
///
/// It is an iterator over its lines as they are found, and can be awaited for its result, as well
/// as iterated over by `async for`. It is stopped when nothing refers to it any more.
#[pyclass(module = "plyglot", frozen)]
pub(crate) struct Search {
    running: OfProcess<Mutex<RunningSearch>>,
    control: Arc<Control>,
    /// It must not end before the search.
    _engine: Py<PyAny>,
}

impl Search {
    pub(crate) fn new(running: RunningSearch, control: Arc<Control>, engine: Py<PyAny>) -> Search {
        Search { running: OfProcess::new(Mutex::new(running)), control, _engine: engine }
    }
}

/// Waits for the end of a search. A signal stops it.
///
/// # Errors
/// What the signal raised.
pub(crate) fn finish(
    py: Python<'_>,
    control: &Control,
    mut wait: impl FnMut(std::time::Duration) -> Poll<Option<SearchInfo>> + Send,
) -> PyResult<()> {
    let is_over = |longest| match wait(longest) {
        Poll::Ready(None) => Poll::Ready(()),
        _ => Poll::Pending,
    };
    waiting::wait(py, is_over).inspect_err(|_| control.stop())
}

#[pymethods]
impl Search {
    /// Waits for the result.
    ///
    /// Raises `KeyboardInterrupt` on Ctrl-C, which stops the search.
    pub(crate) fn result(&self, py: Python<'_>) -> PyResult<Analysis> {
        let running = self.running.get()?;
        finish(py, &self.control, |longest| lock(running).wait(longest))?;
        Analysis::of(py, lock(running).analysis())
    }

    /// Stops the search, which ends with what it has. Does not wait for that.
    fn stop(&self) -> PyResult<()> {
        self.running.get()?;
        self.control.stop();
        Ok(())
    }

    /// The opponent has played the expected move: the clock of a search that was started with
    /// `ponder` runs from now on.
    fn ponderhit(&self) -> PyResult<()> {
        self.running.get()?;
        self.control.ponderhit();
        Ok(())
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        let running = self.running.get()?;
        let next = waiting::wait(py, |longest| lock(running).wait(longest));
        Ok(next.inspect_err(|_| self.control.stop())?.map(Info::of))
    }

    fn __await__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        asynchronous(slf, "result")?.call_method0("__await__")
    }

    fn __aiter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __anext__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        asynchronous(slf, "next_info")
    }
}

/// A coroutine of `plyglot._asynchronous` for a search.
fn asynchronous<'py>(search: &Bound<'py, Search>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    search.py().import("plyglot._asynchronous")?.call_method1(name, (search,))
}

/// The result of a search.
#[pyclass(module = "plyglot", frozen, get_all)]
pub(crate) struct Analysis {
    /// The best move, in the notation of the protocol; `None` if the game is over.
    best: Option<String>,
    /// The expected reply; `None` if there is none.
    ponder: Option<String>,
    /// The lines of the last whole iteration, the best first.
    pub(crate) lines: Vec<Py<Info>>,
    /// The result for the side to move, `win`, `draw` or `loss`, if the game is over.
    finished: Option<&'static str>,
}

impl Analysis {
    pub(crate) fn of(py: Python<'_>, found: plyglot_engine::Analysis) -> PyResult<Analysis> {
        let plyglot_engine::Analysis { lines, best, ponder, finished } = found;
        let lines = lines.into_iter().map(|line| Py::new(py, Info::of(line)));
        let finished = finished.map(|outcome| match outcome {
            Outcome::Won => "win",
            Outcome::Drawn => "draw",
            Outcome::Lost => "loss",
        });
        Ok(Analysis { best, ponder, lines: lines.collect::<PyResult<_>>()?, finished })
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self, py: Python<'_>) -> String {
        let best = self.best.as_deref().unwrap_or("no move");
        let first = self.lines.first().map(|line| format!(": {}", line.borrow(py).text()));
        format!("<plyglot.Analysis {best}{}>", first.unwrap_or_default())
    }
}

/// A line that was searched.
#[pyclass(module = "plyglot", frozen)]
pub(crate) struct Info {
    /// Nominal depth, in plies.
    #[pyo3(get)]
    depth: u16,
    /// The deepest ply reached.
    #[pyo3(get)]
    seldepth: u16,
    /// The rank of the line, from 1.
    #[pyo3(get)]
    multipv: usize,
    pub(crate) value: Value,
    /// `exact`, or `lower` or `upper` if the score is a bound.
    #[pyo3(get)]
    bound: &'static str,
    /// The chances of win, draw and loss for the side to move, per mille.
    #[pyo3(get)]
    wdl: (u16, u16, u16),
    /// Nodes so far.
    #[pyo3(get)]
    nodes: u64,
    /// Seconds so far.
    #[pyo3(get)]
    time: f64,
    /// Nodes a second.
    #[pyo3(get)]
    nps: u64,
    /// How full the table is, per mille.
    #[pyo3(get)]
    hashfull: u16,
    /// Positions found in endgame tables.
    #[pyo3(get)]
    tbhits: u64,
    /// The moves, in the notation of the protocol.
    #[pyo3(get)]
    pub(crate) pv: Vec<String>,
}

impl Info {
    fn of(line: SearchInfo) -> Info {
        Info {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: line.rank,
            value: line.value,
            bound: match line.bound {
                search::Bound::Exact => "exact",
                search::Bound::Lower => "lower",
                search::Bound::Upper => "upper",
            },
            wdl: (line.wdl.win, line.wdl.draw, line.wdl.loss),
            nodes: line.nodes,
            time: line.time.as_secs_f64(),
            nps: per_second(line.nodes, line.time),
            hashfull: line.hashfull,
            tbhits: line.tbhits,
            pv: line.pv,
        }
    }

    fn text(&self) -> String {
        let score = match self.value {
            Value::Centi(centi) => format!("cp {centi}"),
            Value::End(plies) => format!("mate {}", Value::moves_of(plies)),
        };
        format!("depth {} {score} pv {}", self.depth, self.pv.join(" "))
    }
}

#[pymethods]
impl Info {
    /// The score for the side to move, in hundredths of a unit; `None` if the end is forced.
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.value {
            Value::Centi(centi) => Some(centi),
            Value::End(_) => None,
        }
    }

    /// The moves of the side to move up to a forced end, as UCI counts them: negative if it
    /// loses; `None` if no end is forced.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.plies().map(Value::moves_of)
    }

    /// The plies up to a forced end: 0 or negative if the side to move loses; `None` if no end is
    /// forced.
    #[getter]
    fn plies(&self) -> Option<i32> {
        match self.value {
            Value::Centi(_) => None,
            Value::End(plies) => Some(plies),
        }
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.Info {}>", self.text())
    }
}
