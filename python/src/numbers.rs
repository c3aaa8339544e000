//! Whole numbers as arguments: one out of range is a `ValueError`, as other wrong values are.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A whole number, or a number or `None`.
pub(crate) fn whole<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            PyValueError::new_err(format!("expected a number in its range, found {value}"))
        } else {
            error
        }
    })
}

/// A whole number of at least 1.
pub(crate) fn positive<'py, T>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: PartialEq + Default + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let number: T = whole(value)?;
    if number == T::default() {
        return Err(PyValueError::new_err(format!("{name}: expected at least 1, found 0")));
    }
    Ok(number)
}
