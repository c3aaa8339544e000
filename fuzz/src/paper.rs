//! An output that is read afterwards.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};

/// The output, each piece as it was written.
pub(super) type Printed = Arc<Mutex<Vec<String>>>;

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

pub(super) struct Paper(pub(super) Printed);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("what is printed is text");
        lock(&self.0).push(text.to_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
