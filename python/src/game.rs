//! Games by name, with their options, and those of files.

use crate::errors::{UnknownGameError, game_file};
use crate::pickling::{Reduced, reduced};
use plyglot_core::game::quote;
use plyglot_engine::{ChosenGame, ListedGame, Registry, read_variants};
use pyo3::exceptions::{PyOSError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::OnceLock;

pub(crate) fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| plyglot_library::with_library(plyglot_games::standard()))
}

/// The game of this name, with these options.
///
/// # Errors
/// If there is no such game, or it has no such option or value.
pub(crate) fn choose(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<ChosenGame> {
    let mut game = registry().game(name).ok_or_else(|| {
        let found = quote(name);
        UnknownGameError::new_err(format!("expected the name of a game, found {found}"))
    })?;
    for (name, value) in options.into_iter().flatten() {
        let name = name.extract::<String>()?;
        game = with_option(game, &name, &value)?;
    }
    Ok(game)
}

/// The options that were set, as an argument of the constructors; `None` for none.
pub(crate) fn options_argument<'py>(
    py: Python<'py>,
    game: &ChosenGame,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let argument = PyDict::new(py);
    for (name, value) in game.further_options() {
        argument.set_item(name, value)?;
    }
    Ok(if argument.is_empty() { None } else { Some(argument) })
}

/// The value of an option as protocols have it.
pub(crate) fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(match value.cast::<PyBool>() {
        Ok(truth) => truth.is_true().to_string(),
        Err(_) => value.str()?.to_string(),
    })
}

fn with_option(game: ChosenGame, name: &str, value: &Bound<'_, PyAny>) -> PyResult<ChosenGame> {
    let options = game.entry.info.options;
    let Some(option) = options.iter().find(|option| option.name == name) else {
        let known = options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        let found = quote(name);
        let expected = if known.is_empty() { "no options".to_owned() } else { known };
        return Err(PyValueError::new_err(format!("options: expected {expected}, found {found}")));
    };
    let text = option_text(value)?;
    game.with_option(option, &text).map_err(|expected| {
        let found = quote(&text);
        PyValueError::new_err(format!("option {name}: expected {expected}, found {found}"))
    })
}

/// A game, as `games` lists it.
#[pyclass(module = "plyglot", frozen, get_all)]
pub(crate) struct GameInfo {
    /// The name that selects it.
    name: String,
    /// Its name as people write it, such as `King of the Hill`.
    title: String,
    /// The family of games that it belongs to.
    family: String,
    /// The size of its board, such as `8x8`; empty where it has none of files and ranks.
    board: String,
    /// A description; empty if none was written.
    about: String,
    /// Whether it has a learned evaluation.
    has_network: bool,
    /// The names of its further start positions, which are read as positions.
    starts: Vec<String>,
}

#[pymethods]
impl GameInfo {
    #[new]
    fn new(
        name: String,
        title: String,
        family: String,
        board: String,
        about: String,
        has_network: bool,
        starts: Vec<String>,
    ) -> GameInfo {
        GameInfo { name, title, family, board, about, has_network, starts }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let GameInfo { name, title, family, board, about, has_network, starts } = self;
        reduced::<GameInfo>(py, (name, title, family, board, about, *has_network, starts))
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.GameInfo {} {}: {}>", self.name, self.board, self.about)
    }
}

/// All games, those of files that were loaded among them.
///
/// `chess960` is also a name: chess with its option `UCI_Chess960`.
#[pyfunction]
pub(crate) fn games() -> Vec<GameInfo> {
    let info = |ListedGame { name, title, family, board, about, has_network, starts }| GameInfo {
        name,
        title,
        family: family.to_owned(),
        board,
        about,
        has_network,
        starts,
    };
    registry().games().into_iter().map(info).collect()
}

/// Loads the games of a file of rules, in the format of Fairy-Stockfish's `variants.ini`.
///
/// Returns their names. A game that is called as one of the program's own is left out, with
/// a warning; so are rules told that look like mistakes, as `plyglot check` does. Raises `GameFileError` if the file has errors; no game is loaded then. Raises
/// `OSError` if it cannot be read.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, file: PathBuf) -> PyResult<Vec<String>> {
    let read = |keep| {
        let loaded = py.detach(|| read_variants(registry(), &file, keep));
        let place = file.display();
        loaded.map_err(|expected| PyOSError::new_err(format!("{place}: expected {expected}")))
    };
    let looked_at = read(false)?;
    if !looked_at.complaints.is_empty() {
        let place = file.display();
        let complaint = |complaint: &String| format!("{place}: {complaint}");
        return Err(game_file(py, looked_at.complaints.iter().map(complaint).collect()));
    }
    let loaded = read(true)?;
    for warning in loaded.ignored().into_iter().chain(loaded.warnings) {
        let text = format!("{}: {warning}", file.display());
        let text = CString::new(text).map_err(|_| PyValueError::new_err("a zero in a name"))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(loaded.names)
}
