//! Values that are pickled and copied: each is made again by its class.

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// What `__reduce__` returns: a class, and the arguments of its constructor.
pub(crate) type Reduced<'py> = (Bound<'py, PyType>, Bound<'py, PyTuple>);

pub(crate) fn reduced<'py, T: PyTypeInfo>(
    py: Python<'py>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Reduced<'py>> {
    Ok((py.get_type::<T>(), arguments.into_pyobject(py)?))
}
