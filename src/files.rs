//! Files that users name: ordinary ones alone. A pipe or a device could be
//! waited for, or read, without end.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

/// What is known of an ordinary file.
///
/// # Errors
/// When there is no such file, or it is something else.
pub(crate) fn ordinary(path: &Path) -> io::Result<Metadata> {
    let known = fs::metadata(path)?;
    match known.is_file() {
        true => Ok(known),
        false => Err(io::Error::other("it is no ordinary file")),
    }
}

/// Whether an ordinary file may be written here: there is one, or nothing.
///
/// # Errors
/// When there is something else.
pub(crate) fn writable(path: &Path) -> io::Result<()> {
    match ordinary(path) {
        Err(error) if error.kind() == io::ErrorKind::Other => Err(error),
        // What else is wrong shows when it is written.
        _ => Ok(()),
    }
}
