//! Long work on a thread of its own, with reports on the way for a callback, or without.

use crate::waiting;
use pyo3::prelude::*;
use serde_json::Value as Json;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::task::Poll;
use std::thread;

/// A value of JSON as one of Python.
pub(crate) fn object<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json.to_string(),))
}

/// As [`reported`], of work that reports nothing.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let (_, ended) = reported(py, |is_over, _| work(is_over), None)?;
    Ok(ended)
}

/// Does some work on a thread of its own, and passes its reports on. A signal, or an exception of
/// the callback, sets the work's flag, and the work must end then. Returns the last report, and
/// what the work returned.
///
/// # Errors
/// What the callback or a signal raised, or if the system provides no thread. A panic goes on.
pub(crate) fn reported<'py, T: Send>(
    py: Python<'py>,
    work: impl FnOnce(&AtomicBool, &dyn Fn(Json)) -> T + Send,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Option<Json>, T)> {
    let is_over = &AtomicBool::new(false);
    let (sender, reports) = mpsc::channel();
    // No one waits for a report after an interrupt.
    let work = move || work(is_over, &|report| drop(sender.send(report)));
    thread::scope(|scope| {
        let worker = thread::Builder::new().name("reported".to_owned());
        let worker = worker.spawn_scoped(scope, work)?;
        let last = followed(py, reports, progress);
        is_over.store(true, Relaxed);
        let ended = py.detach(|| worker.join());
        let ended = ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        last.map(|last| (last, ended))
    })
}

/// Passes on the reports, and returns the last one when the work has ended.
///
/// # Errors
/// What the callback, or a signal, raised.
fn followed<'py>(
    py: Python<'py>,
    mut reports: Receiver<Json>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Json>> {
    let mut last = None;
    loop {
        let reports = &mut reports;
        let next = waiting::wait(py, move |longest| match reports.recv_timeout(longest) {
            Ok(report) => Poll::Ready(Some(report)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(None),
        })?;
        let Some(report) = next else { return Ok(last) };
        // Reports that come one upon another leave no wait in which signals are looked at.
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1((object(py, &report)?,))?;
        }
        last = Some(report);
    }
}
