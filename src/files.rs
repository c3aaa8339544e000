//! Access to files that users name. Everything that the program writes goes through
//! here.
//!
//! Only ordinary files are opened: reading a pipe or device, or waiting for it, might
//! never end. There are three kinds of output:
//!
//! * a whole file, which at any moment is the old or the new one ([`replace`],
//!   [`write`]): tables, weights, networks, states, reports;
//! * a file to which whole pieces are appended, by one run at a time ([`Growing`]):
//!   games;
//! * a log, which is never read back ([`create`]).
//!
//! A [`Lock`] keeps other runs from a file that is replaced repeatedly. [`is_same`]
//! decides whether two paths lead to one file.

#[cfg(feature = "cli")]
mod growing;
mod identity;
mod lock;
#[cfg(feature = "hash-file")]
mod whole;

#[cfg(feature = "cli")]
pub(crate) use growing::Growing;
pub(crate) use identity::is_same;
pub(crate) use lock::Lock;
#[cfg(feature = "hash-file")]
pub(crate) use whole::{replace, write};

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most links followed for one path, as on Linux.
const MAX_LINKS: usize = 40;

/// The metadata of an ordinary file.
///
/// # Errors
/// If there is no such file, or it is something else.
pub(crate) fn ordinary(path: &Path) -> io::Result<Metadata> {
    let known = fs::metadata(path)?;
    match known.is_file() {
        true => Ok(known),
        false => Err(io::Error::other("it is no ordinary file")),
    }
}

/// Checks that an ordinary file may be written here: there is one, or nothing.
///
/// # Errors
/// If there is something else.
pub(crate) fn writable(path: &Path) -> io::Result<()> {
    match ordinary(path) {
        Err(error) if error.kind() == io::ErrorKind::Other => Err(error),
        // Other errors show when the file is written.
        _ => Ok(()),
    }
}

/// Opens an ordinary file for reading.
///
/// # Errors
/// If there is none, or it cannot be read.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    ordinary(path)?;
    File::open(path)
}

/// All bytes of an ordinary file.
///
/// # Errors
/// As for [`open`], and if reading fails.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All of an ordinary file as text.
///
/// # Errors
/// As for [`read`], and if it is not UTF-8.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Creates an empty file; an existing one is truncated.
///
/// # Errors
/// If there is something other than an ordinary file, or it cannot be created.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    writable(path)?;
    File::create(path)
}

/// The path after all links: where the file is, or would be created.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            // It is no link, or nothing is there.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead nowhere"))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
