//! `survey`: how a game plays, with reports on the way.

use crate::game::ChosenGame;
use crate::numbers::{self, whole};
use crate::study::object;
use crate::waiting;
use plyglot_train::survey::{Plan, survey_here};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value as Json;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::task::Poll;
use std::thread;

fn games(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("games", value, 2..=100_000)
}

fn nodes(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("nodes", value, 1..=1_000_000)
}

fn doublings(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("doublings", value, 0..=16)
}

fn plies(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("plies", value, 0..=100)
}

fn max_plies(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("max_plies", value, 1..=10_000)
}

/// How a game plays: the object that `plyglot survey --json` prints.
///
/// Equal players play `games` games of each strength, from openings of `plies` random plies: those
/// with `nodes` a move, with twice as many, and so on, `doublings` times; and each strength plays
/// the one below. A game of `max_plies` is given up. `hash` is the memory of each player in MiB.
/// Equal arguments give equal results.
///
/// Each second and in the end, `progress` is called with a dictionary: the games `played`, of how
/// many in `all`, and the `report` so far, or `None`. An exception of it ends the survey.
///
/// Raises `UnknownGameError`, `ValueError` or `MemoryError`.
#[pyfunction]
#[pyo3(signature = (
    game, *, games = 100, nodes = 250, doublings = 4, plies = 2, max_plies = 400, hash = 4,
    seed = 1, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn survey<'py>(
    py: Python<'py>,
    game: &str,
    #[pyo3(from_py_with = games)] games: u64,
    #[pyo3(from_py_with = nodes)] nodes: u64,
    #[pyo3(from_py_with = doublings)] doublings: u64,
    #[pyo3(from_py_with = plies)] plies: usize,
    #[pyo3(from_py_with = max_plies)] max_plies: usize,
    #[pyo3(from_py_with = numbers::hash)] hash: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let entry = ChosenGame::find(game, None)?.named.entry;
    // Whole pairs.
    let games = games.next_multiple_of(2);
    let plan = Plan { games, nodes, doublings, plies, max_plies, hash, seed };
    let is_over = &AtomicBool::new(false);
    let (sender, reports) = mpsc::channel();
    // No one waits for a report after an interrupt.
    let work =
        move || survey_here(&entry, plan, is_over, |report| drop(sender.send(report.clone())));
    let last = thread::scope(|scope| {
        let worker = thread::Builder::new().name("survey".to_owned()).spawn_scoped(scope, work)?;
        let last = followed(py, reports, progress);
        is_over.store(true, Relaxed);
        let ended = py.detach(|| worker.join());
        let ended = ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let last = last?;
        ended.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        PyResult::Ok(last)
    })?;
    let report = last.map(|last| last["report"].clone()).filter(|report| !report.is_null());
    let none = || PyValueError::new_err("expected a game that can be played, found none");
    object(py, &report.ok_or_else(none)?)
}

/// Passes on the reports, and returns the last one when the work has ended.
///
/// # Errors
/// What the callback, or a signal, raised.
fn followed<'py>(
    py: Python<'py>,
    mut reports: Receiver<Json>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Json>> {
    let mut last = None;
    loop {
        let reports = &mut reports;
        let next = waiting::wait(py, move |longest| match reports.recv_timeout(longest) {
            Ok(report) => Poll::Ready(Some(report)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(None),
        })?;
        let Some(report) = next else { return Ok(last) };
        if let Some(progress) = progress {
            progress.call1((object(py, &report)?,))?;
        }
        last = Some(report);
    }
}
