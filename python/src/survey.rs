//! `survey`: how a game plays, with reports on the way.

use crate::game;
use crate::numbers::{self, whole};
use crate::reports::{object, reported};
use plyglot_train::survey::{Plan, survey_here};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value as Json;
use std::sync::atomic::AtomicBool;

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
    let entry = game::choose(game, None)?.entry;
    // Whole pairs.
    let games = games.next_multiple_of(2);
    let plan = Plan { games, nodes, doublings, plies, max_plies, hash, seed };
    let work = |is_over: &AtomicBool, report: &dyn Fn(Json)| {
        survey_here(&entry, plan, is_over, |so_far| report(so_far.clone()))
    };
    let (last, ended) = reported(py, work, progress)?;
    ended.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    let report = last.map(|last| last["report"].clone()).filter(|report| !report.is_null());
    let none = || PyValueError::new_err("expected a game that can be played, found none");
    object(py, &report.ok_or_else(none)?)
}
