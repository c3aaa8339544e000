//! Files of games, for `plyglot/_games.py`, which makes trees of them.

use crate::game::{self, registry};
use plyglot_engine::Value;
use plyglot_records::{
    Decoder, GameChoice, GameStream, JsonGame, RecordFormat, RecordedGame, reason_of_tags,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::borrow::Cow;
use std::mem;

fn wrong(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Reads records in parts, as text or as bytes: each part gives the games that end in it, as JSON.
#[pyclass(module = "plyglot._plyglot")]
pub(crate) struct RecordReader {
    choice: GameChoice<'static>,
    decoder: Decoder,
    stream: GameStream,
}

impl RecordReader {
    fn written(&self, games: &[RecordedGame]) -> Result<Vec<String>, serde_json::Error> {
        games.iter().map(|game| serde_json::to_string(&JsonGame::new(game, &self.choice))).collect()
    }
}

/// The game of records: the one that is asked for, or else that of their tags.
pub(crate) fn choice(game: Option<&str>) -> PyResult<GameChoice<'static>> {
    let chosen = game::choose(game.unwrap_or("chess"), None)?;
    Ok(GameChoice { registry: registry(), game: chosen, is_wanted: game.is_some() })
}

#[pymethods]
impl RecordReader {
    /// `game` is the game that is asked for.
    #[new]
    #[pyo3(signature = (game = None))]
    fn new(game: Option<&str>) -> PyResult<RecordReader> {
        Ok(RecordReader {
            choice: choice(game)?,
            decoder: Decoder::default(),
            stream: GameStream::default(),
        })
    }

    /// The games that end in the next part.
    fn take(&mut self, py: Python<'_>, part: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let text = match part.cast::<PyBytes>() {
            Ok(bytes) => Cow::Owned(self.decoder.push(bytes.as_bytes())),
            Err(_) => part.extract::<Cow<'_, str>>()?,
        };
        let games = py.detach(|| {
            let games = self.stream.push(&text);
            self.written(&games)
        });
        games.map_err(wrong)
    }

    /// The games at the end.
    fn finish(&mut self, py: Python<'_>) -> PyResult<Vec<String>> {
        let games = py.detach(|| {
            let last = mem::take(&mut self.decoder).finish();
            let mut stream = mem::take(&mut self.stream);
            let mut games = stream.push(&last);
            games.extend(stream.finish());
            self.written(&games)
        });
        games.map_err(wrong)
    }
}

/// A game in JSON as a record in a format.
#[pyfunction]
pub(crate) fn print_record(game: &str, format: &str) -> PyResult<String> {
    let game: JsonGame = serde_json::from_str(game).map_err(wrong)?;
    game.print(format, registry()).map_err(wrong)
}

/// Why a game with these tags ended, in the words of `Outcome.termination`.
#[pyfunction]
pub(crate) fn record_termination(tags: Vec<(String, String)>) -> Option<String> {
    let tags = tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    reason_of_tags(tags).map(str::to_owned)
}

/// The number of `[%eval]` for hundredths: units, or the points of a certain result.
#[pyfunction]
pub(crate) fn eval_units(centi: f64) -> f64 {
    Value::Centi(centi as i32).points().map_or(centi / 100.0, f64::from)
}

/// The names of all formats of records, or of those that are also written.
#[pyfunction]
#[pyo3(signature = (*, written = false))]
pub(crate) fn record_formats(written: bool) -> Vec<&'static str> {
    let mut formats = RecordFormat::ALL.to_vec();
    formats.retain(|format| format.is_written() || !written);
    formats.into_iter().map(RecordFormat::name).collect()
}
