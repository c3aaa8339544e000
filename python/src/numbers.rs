//! Whole numbers as arguments: one out of range is a `ValueError` with its name, as other wrong
//! values are.

use plyglot_core::search::{Level, MAX_PLY, MAX_THREADS};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use std::ops::RangeInclusive;

/// A whole number in a range. `True` and `False` are none.
pub(crate) fn whole<T: TryFrom<u64>>(
    name: &str,
    value: &Bound<'_, PyAny>,
    range: RangeInclusive<u64>,
) -> PyResult<T> {
    let number = match value.extract::<u64>() {
        Ok(number) if !value.is_instance_of::<PyBool>() => Some(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => None,
        _ => {
            let text = format!("{name}: expected a whole number, found {}", value.repr()?);
            return Err(PyTypeError::new_err(text));
        }
    };
    let number = number.filter(|number| range.contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let (min, max) = range.into_inner();
        PyValueError::new_err(format!("{name}: expected {min} to {max}, found {value}"))
    })
}

fn optional<T: TryFrom<u64>>(
    name: &str,
    value: &Bound<'_, PyAny>,
    range: RangeInclusive<u64>,
) -> PyResult<Option<T>> {
    if value.is_none() { Ok(None) } else { whole(name, value, range).map(Some) }
}

pub(crate) fn depth(value: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    optional("depth", value, 1..=u16::MAX.into())
}

pub(crate) fn nodes(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    optional("nodes", value, 1..=u64::MAX)
}

pub(crate) fn lines(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    optional("lines", value, 1..=u64::MAX)
}

/// In MiB.
pub(crate) fn hash(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("hash", value, 1..=u64::MAX)
}

pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", value, 1..=MAX_THREADS as u64)
}

pub(crate) fn elo(value: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    let (min, max) = Level::RATINGS.into_inner();
    optional("elo", value, min.into()..=max.into())
}

pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", value, 0..=u64::MAX)
}

/// The depth of perft, in plies.
pub(crate) fn plies(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    whole("depth", value, 0..=MAX_PLY as u64)
}
