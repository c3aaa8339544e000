//! Searches under way, and their results.

use crate::pickling::{Reduced, reduced};
use crate::process::OfProcess;
use crate::waiting;
use plyglot_core::game::{Outcome, quote};
use plyglot_core::search::{self, Control};
use plyglot_engine::{RunningSearch, SearchInfo, Value};
use plyglot_support::lock;
use plyglot_support::text::per_second;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

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
    waiting::wait(py, |longest| match wait(longest) {
        Poll::Ready(None) => Poll::Ready(()),
        _ => Poll::Pending,
    })
    .inspect_err(|_| control.stop())
}

#[pymethods]
impl Search {
    /// Waits for the result.
    ///
    /// Raises `KeyboardInterrupt` on Ctrl-C, which stops the search.
    pub(crate) fn result(&self, py: Python<'_>) -> PyResult<Analysis> {
        let running = self.running.get()?;
        finish(py, &self.control, |longest| lock(running).wait(longest))?;
        Analysis::from_engine(py, lock(running).analysis())
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
        Ok(next.inspect_err(|_| self.control.stop())?.map(Info::from))
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
    pub(crate) fn from_engine(
        py: Python<'_>,
        found: plyglot_engine::Analysis,
    ) -> PyResult<Analysis> {
        let plyglot_engine::Analysis { lines, best, ponder, finished } = found;
        let lines =
            lines.into_iter().map(|line| Py::new(py, Info::from(line))).collect::<PyResult<_>>()?;
        let finished = finished.map(|outcome| match outcome {
            Outcome::Won => WIN,
            Outcome::Drawn => DRAW,
            Outcome::Lost => LOSS,
        });
        Ok(Analysis { best, ponder, lines, finished })
    }
}

/// The results of a game that is over, for the side to move.
const RESULTS: [&str; 3] = [WIN, DRAW, LOSS];
const WIN: &str = "win";
const DRAW: &str = "draw";
const LOSS: &str = "loss";

fn word(name: &str, known: &[&'static str], found: &str) -> PyResult<&'static str> {
    known.iter().find(|word| **word == found).copied().ok_or_else(|| {
        let (known, found) = (known.join(", "), quote(found));
        PyValueError::new_err(format!("{name}: expected one of {known}, found {found}"))
    })
}

#[pymethods]
impl Analysis {
    #[new]
    #[pyo3(signature = (best, ponder, lines, finished))]
    fn new(
        best: Option<String>,
        ponder: Option<String>,
        lines: Vec<Py<Info>>,
        finished: Option<&str>,
    ) -> PyResult<Analysis> {
        let finished = finished.map(|found| word("finished", &RESULTS, found)).transpose()?;
        Ok(Analysis { best, ponder, lines, finished })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let lines: Vec<Py<Info>> = self.lines.iter().map(|line| line.clone_ref(py)).collect();
        reduced::<Analysis>(py, (self.best.clone(), self.ponder.clone(), lines, self.finished))
    }

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
    time: Duration,
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

impl From<SearchInfo> for Info {
    fn from(line: SearchInfo) -> Info {
        Info {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: line.rank,
            value: line.value,
            bound: match line.bound {
                search::Bound::Exact => EXACT,
                search::Bound::Lower => LOWER,
                search::Bound::Upper => UPPER,
            },
            wdl: (line.wdl.win, line.wdl.draw, line.wdl.loss),
            nodes: line.nodes,
            time: line.time,
            hashfull: line.hashfull,
            tbhits: line.tbhits,
            pv: line.pv,
        }
    }
}

impl Info {
    fn text(&self) -> String {
        let score = match self.value {
            Value::Centi(centi) => format!("cp {centi}"),
            Value::End(plies) => format!("mate {}", Value::moves_of(plies)),
        };
        format!("depth {} {score} pv {}", self.depth, self.pv.join(" "))
    }
}

const BOUNDS: [&str; 3] = [EXACT, LOWER, UPPER];
const EXACT: &str = "exact";
const LOWER: &str = "lower";
const UPPER: &str = "upper";

#[pymethods]
impl Info {
    /// `cp` or `plies` is `None`.
    #[new]
    #[pyo3(signature = (
        depth, seldepth, multipv, cp, plies, bound, wdl, nodes, time, hashfull, tbhits, pv
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are the fields")]
    fn new(
        depth: u16,
        seldepth: u16,
        multipv: usize,
        cp: Option<i32>,
        plies: Option<i32>,
        bound: &str,
        wdl: (u16, u16, u16),
        nodes: u64,
        time: f64,
        hashfull: u16,
        tbhits: u64,
        pv: Vec<String>,
    ) -> PyResult<Info> {
        let value = match (cp, plies) {
            (Some(cp), None) => Value::Centi(cp),
            (None, Some(plies)) => Value::End(plies),
            _ => return Err(PyValueError::new_err("expected either cp or plies")),
        };
        let bound = word("bound", &BOUNDS, bound)?;
        let wrong = |_| PyValueError::new_err(format!("time: expected seconds, found {time}"));
        let time = Duration::try_from_secs_f64(time).map_err(wrong)?;
        Ok(Info { depth, seldepth, multipv, value, bound, wdl, nodes, time, hashfull, tbhits, pv })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Info { depth, seldepth, multipv, bound, wdl, nodes, hashfull, tbhits, .. } = *self;
        let cp = self.cp();
        let plies = self.plies();
        let time = self.time();
        let pv = self.pv.clone();
        let fields =
            (depth, seldepth, multipv, cp, plies, bound, wdl, nodes, time, hashfull, tbhits, pv);
        reduced::<Info>(py, fields)
    }

    /// Seconds so far.
    #[getter]
    fn time(&self) -> f64 {
        self.time.as_secs_f64()
    }

    /// Nodes a second.
    #[getter]
    fn nps(&self) -> u64 {
        per_second(self.nodes, self.time)
    }

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
