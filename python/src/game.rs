//! Games by name, with their options, and those of files.

use crate::errors::{UnknownGameError, game_file};
use crate::pickling::{Reduced, reduced};
use plyglot_core::game::quote;
use plyglot_engine::{Engine, ListedGame, NamedGame, Registry, read_variants};
use pyo3::exceptions::{PyOSError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

pub(crate) fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| plyglot_library::with_library(plyglot_games::standard()))
}

/// A game as it was chosen, with the options that were set.
#[derive(Debug)]
pub(crate) struct ChosenGame {
    pub(crate) named: NamedGame,
    /// Those of the user, which come after those of the name.
    set: Vec<(String, String)>,
}

impl ChosenGame {
    /// # Errors
    /// If there is no such game, or it has no such option or value.
    pub(crate) fn find(
        name: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Arc<ChosenGame>> {
        let named = registry().game(name).ok_or_else(|| {
            let found = quote(name);
            UnknownGameError::new_err(format!("expected the name of a game, found {found}"))
        })?;
        let mut set = Vec::new();
        for (name, value) in options.into_iter().flatten() {
            set.push(read_option(&named, &name.extract::<String>()?, &value)?);
        }
        Ok(Arc::new(ChosenGame { named, set }))
    }

    /// All options that differ from the defaults.
    pub(crate) fn options(&self) -> Vec<(String, String)> {
        self.named.options().into_iter().chain(self.set.iter().cloned()).collect()
    }

    /// The options that were set, as an argument of the constructors; `None` for none.
    pub(crate) fn argument<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.set.is_empty() {
            return Ok(None);
        }
        let options = PyDict::new(py);
        self.set.iter().try_for_each(|(name, value)| options.set_item(name, value))?;
        Ok(Some(options))
    }

    /// The game in its start position.
    pub(crate) fn open(&self) -> Box<dyn Engine> {
        let mut engine = self.named.open();
        for (name, value) in &self.set {
            engine.set_option(name, value);
        }
        engine
    }

    /// Whether a position is of this game.
    ///
    /// # Errors
    /// `ValueError` if it is of another one.
    pub(crate) fn expect(&self, other: &ChosenGame) -> PyResult<()> {
        if other.is(self) {
            return Ok(());
        }
        let own = self.named.name();
        let found = other.named.name();
        let text = format!("expected a position of {own}, found one of {found}");
        Err(PyValueError::new_err(text))
    }

    /// Whether positions of one are positions of the other.
    fn is(&self, other: &ChosenGame) -> bool {
        self.named.name() == other.named.name()
    }

    /// Whether the rules are also the same.
    pub(crate) fn equals(&self, other: &ChosenGame) -> bool {
        self.is(other) && self.set == other.set
    }
}

/// The value of an option as protocols have it.
pub(crate) fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(match value.cast::<PyBool>() {
        Ok(truth) => truth.is_true().to_string(),
        Err(_) => value.str()?.to_string(),
    })
}

/// An option of a game, with a value as the game reads it.
fn read_option(
    game: &NamedGame,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<(String, String)> {
    let options = game.entry.info.options;
    let Some(option) = options.iter().find(|option| option.name == name) else {
        let known = options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        let found = quote(name);
        let expected = if known.is_empty() { "no options".to_owned() } else { known };
        return Err(PyValueError::new_err(format!("options: expected {expected}, found {found}")));
    };
    let text = option_text(value)?;
    let error = |expected: String| {
        let found = quote(&text);
        PyValueError::new_err(format!("option {name}: expected {expected}, found {found}"))
    };
    let read = option.kind.read(&text).ok_or_else(|| error(option.kind.expectation()))?;
    game.entry.open().prepare_option(name, &read).map_err(error)?;
    Ok((name.to_owned(), read))
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
    let own = (!loaded.own.is_empty()).then(|| {
        let names = loaded.own.join(", ");
        format!("{names}: ignored, built-in games keep their rules")
    });
    for warning in own.into_iter().chain(loaded.warnings) {
        let text = format!("{}: {warning}", file.display());
        let text = CString::new(text).map_err(|_| PyValueError::new_err("a zero in a name"))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(loaded.names)
}
