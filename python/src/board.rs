//! Pieces, and squares by their names.

use crate::pickling::{Reduced, reduced};
use plyglot_core::game::{self, Picture, Side, quote, squares};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A piece on the board.
#[pyclass(module = "plyglot", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// Whether it is the first player's.
    #[pyo3(get)]
    color: bool,
    /// Its name in the words of players, such as `knight`; `None` if it has none.
    #[pyo3(get)]
    name: Option<String>,
    symbol: String,
}

impl Piece {
    /// `None` for a wall.
    pub(crate) fn from_picture(picture: &Picture, piece: game::Piece) -> Option<Piece> {
        let name = picture.shape.kind_of(&piece).map(|kind| kind.name.to_owned());
        Some(Piece { color: piece.side? == Side::First, name, symbol: piece.text() })
    }
}

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (color, name, symbol))]
    fn new(color: bool, name: Option<String>, symbol: String) -> Piece {
        Piece { color, name, symbol }
    }

    /// Its letter on the board in text, behind a `+` if it is promoted: `N`, `+p`, `X`.
    fn symbol(&self) -> &str {
        &self.symbol
    }

    fn __str__(&self) -> &str {
        &self.symbol
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced::<Piece>(py, (self.color, self.name.clone(), self.symbol.clone()))
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.Piece {}>", self.symbol)
    }
}

pub(crate) fn cell(picture: &Picture, square: &str) -> PyResult<usize> {
    let shape = picture.shape;
    shape.cell(square).ok_or_else(|| {
        let (last, found) = (squares::name(shape.files - 1, shape.ranks - 1), quote(square));
        PyValueError::new_err(format!("expected a square from a1 to {last}, found {found}"))
    })
}

pub(crate) fn names(picture: &Picture, cells: Vec<usize>) -> Vec<String> {
    cells.into_iter().map(|cell| picture.shape.name(cell)).collect()
}
