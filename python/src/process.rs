//! Values whose threads are of one process. A fork inherits the values without the threads: to wait
//! for one of them would be to wait for ever.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::process;

/// A value that only the process that made it can use.
pub(crate) struct OfProcess<T> {
    /// `None` while it is dropped.
    value: Option<T>,
    process: u32,
}

impl<T> OfProcess<T> {
    pub(crate) fn new(value: T) -> OfProcess<T> {
        OfProcess { value: Some(value), process: process::id() }
    }

    /// The value.
    ///
    /// # Errors
    /// `RuntimeError` in a fork.
    pub(crate) fn get(&self) -> PyResult<&T> {
        let value = self.value.as_ref().filter(|_| self.process == process::id());
        value.ok_or_else(|| {
            let text = "this engine is of the process before the fork: make another one here";
            PyRuntimeError::new_err(text)
        })
    }
}

impl<T> Drop for OfProcess<T> {
    /// In a fork there are no threads to join, and locks may be held for ever.
    fn drop(&mut self) {
        if self.process != process::id() {
            std::mem::forget(self.value.take());
        }
    }
}
