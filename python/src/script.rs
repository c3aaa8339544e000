//! The program `plyglot`, which the package's script starts.

use crate::game::registry;
use plyglot_engine::Program;
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with `sys.argv`, and returns its exit status.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let mut words = words.into_iter();
    let file = words.next().unwrap_or_default();
    let program = Program::plyglot().started_by(file.into(), words.collect());
    py.detach(|| plyglot::status(registry().clone().named(program)))
}
