//! Exceptions, with the place of what is wrong.

use plyglot_core::game::TextError;
use plyglot_engine::PositionError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(plyglot, UnknownGameError, PyValueError, "There is no game of this name.");
create_exception!(
    plyglot,
    InvalidPositionError,
    PyValueError,
    "A text is no position of the game. `column`: the place, in characters from 1."
);
create_exception!(
    plyglot,
    IllegalMoveError,
    PyValueError,
    "A text is no legal move. `column`: the place, in characters from 1."
);
create_exception!(
    plyglot,
    GameFileError,
    PyValueError,
    "A file of rules has errors. `complaints`: each of them in a line, with its place."
);

/// Gives an exception an attribute.
fn with<'py>(py: Python<'py>, error: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    match error.value(py).setattr(name, value) {
        Ok(()) => error,
        Err(other) => other,
    }
}

pub(crate) fn illegal_move(py: Python<'_>, error: &TextError) -> PyErr {
    let column = error.at + 1;
    with(py, IllegalMoveError::new_err(format!("column {column}: {error}")), "column", column)
}

/// The error of a position that is set up, or of one of the moves after it.
pub(crate) fn invalid_position(py: Python<'_>, error: &PositionError) -> PyErr {
    match error {
        PositionError::Start(error) => {
            let (column, text) = (error.at + 1, error.to_string());
            let error = InvalidPositionError::new_err(format!("column {column}: {text}"));
            with(py, error, "column", column)
        }
        PositionError::Move { word, error } => {
            let (number, column) = (word + 1, error.at + 1);
            let text = format!("move {number}, column {column}: {error}");
            with(py, IllegalMoveError::new_err(text), "column", column)
        }
    }
}

pub(crate) fn game_file(py: Python<'_>, complaints: Vec<String>) -> PyErr {
    with(py, GameFileError::new_err(complaints.join("\n")), "complaints", complaints)
}
