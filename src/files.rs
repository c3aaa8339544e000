//! Files that users name. All that the program writes goes through here.
//!
//! Only ordinary files are opened: a pipe or a device could be waited for, or
//! read, without end. What is written is one of three:
//!
//! * a whole file, of which there is the old one or the new one at any moment
//!   ([`replace`], [`write`]): tables, weights, networks, states, reports;
//! * a file that grows by whole pieces, and belongs to one run at a time
//!   ([`Growing`]): games;
//! * a log, which nobody reads back ([`create`]).
//!
//! A [`Lock`] keeps other runs from a file that is replaced again and again, and
//! [`is_same`] tells whether two paths lead to one file.

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

/// Links that are followed one after the other, as Linux has it.
const MOST_LINKS: usize = 40;

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

/// Opens an ordinary file to be read.
///
/// # Errors
/// When there is none, or it cannot be read.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    ordinary(path)?;
    File::open(path)
}

/// All bytes of an ordinary file.
///
/// # Errors
/// As [`open`], and when reading fails.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All of an ordinary file as text.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// An empty file, in place of one that may have been there.
///
/// # Errors
/// When something else than an ordinary file is there, or it cannot be made.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    writable(path)?;
    File::create(path)
}

/// The path behind all links: where a file is, or would be made.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
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
