//! Files of games, for `plyglot/_games.py`, which makes trees of them.

use crate::game::{ChosenGame, registry};
use plyglot_records::{GameChoice, PlainGame, RecordFormat, decoded, read_plain};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::borrow::Cow;

fn wrong(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The games of a text as JSON.
#[pyfunction]
pub(crate) fn read_records(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    game: Option<&str>,
) -> PyResult<String> {
    let text = match text.cast::<PyBytes>() {
        Ok(bytes) => Cow::Owned(decoded(bytes.as_bytes())),
        Err(_) => text.extract::<Cow<'_, str>>()?,
    };
    let wanted = game.map(|game| ChosenGame::find(game, None)).transpose()?;
    let wanted = wanted.map(|game| game.named);
    let usual = ChosenGame::find("chess", None)?.named;
    let games = py.detach(|| {
        let choice = GameChoice { registry: registry(), wanted, usual };
        serde_json::to_string(&read_plain(&text, &choice))
    });
    games.map_err(wrong)
}

/// A game in JSON as a record in a format.
#[pyfunction]
pub(crate) fn print_record(game: &str, format: &str) -> PyResult<String> {
    let game: PlainGame = serde_json::from_str(game).map_err(wrong)?;
    game.print(format, registry()).map_err(wrong)
}

/// The names of all formats of records.
#[pyfunction]
pub(crate) fn record_formats() -> Vec<&'static str> {
    RecordFormat::ALL.map(RecordFormat::name).to_vec()
}
