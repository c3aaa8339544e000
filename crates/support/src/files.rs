//! Access to files that users name. Everything that the program writes goes through
//! here, and nothing else creates, extends, replaces or removes a file
//! (`tests/house/architecture.rs` looks for other ways).
//!
//! Only ordinary files are opened: reading a pipe or device, or waiting for it, might
//! never end. Each output has a [`Format`], by whose first bytes a file is known: a file
//! of something else is refused and stays as it is. There are two kinds of output:
//!
//! * a whole file, which at any moment is the old or the new one ([`replace`], [`write()`],
//!   and with a checksum [`write_sealed`]): tables, weights, networks, states, charts;
//! * a file to which whole pieces are appended, by one run at a time ([`Growing`]):
//!   games, logs.
//!
//! A [`Lock`] keeps other runs from a file that is replaced repeatedly. [`is_same`]
//! decides whether two paths lead to one file.

mod format;
mod growing;
mod identity;
mod lock;
#[cfg(feature = "whole-files")]
mod sealed;
#[cfg(feature = "whole-files")]
mod whole;

pub use format::Format;
pub use growing::Growing;
pub use identity::is_same;
pub use lock::Lock;
#[cfg(feature = "whole-files")]
pub use sealed::{read_sealed, write_sealed};
#[cfg(feature = "whole-files")]
pub use whole::{remove_leftovers_of, replace, write};

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const MAX_LINKS: usize = 40;

/// The metadata of an ordinary file.
///
/// # Errors
/// If there is no such file, or it is something else.
pub fn ordinary(path: &Path) -> io::Result<Metadata> {
    let known = fs::metadata(path)?;
    if known.is_file() { Ok(known) } else { Err(io::Error::other("it is not an ordinary file")) }
}

/// Checks that an ordinary file may be written here: there is one, or nothing.
///
/// # Errors
/// If there is something else.
pub fn writable(path: &Path) -> io::Result<()> {
    match ordinary(path) {
        Err(error) if error.kind() == io::ErrorKind::Other => Err(error),
        // Other errors show when the file is written.
        _ => Ok(()),
    }
}

/// Opens an ordinary file for reading.
///
/// # Errors
/// If there is no such file, or it cannot be read.
pub fn open(path: &Path) -> io::Result<File> {
    ordinary(path)?;
    File::open(path)
}

/// All bytes of an ordinary file.
///
/// # Errors
/// As for [`open`], and if reading fails.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Creates a folder and those above it, where they are missing. They are on the disk then.
///
/// # Errors
/// If that is not possible.
pub fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let above = folder(path);
    if above != path {
        create_folder(above)?;
    }
    match fs::create_dir(path) {
        Err(_) if path.is_dir() => Ok(()),
        created => created.and_then(|()| sync(above)),
    }
}

/// The entries of a folder. Unlike a file, the standard library does not try to open it
/// again if a signal comes.
///
/// # Errors
/// If it cannot be read.
pub fn entries(path: &Path) -> io::Result<fs::ReadDir> {
    loop {
        match fs::read_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            entries => return entries,
        }
    }
}

/// Removes a file of a format, if it is there. It does not come back when the power goes.
///
/// # Errors
/// If it is of another format, or cannot be removed.
pub fn remove(path: &Path, format: &Format) -> io::Result<()> {
    format.check(path)?;
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.and_then(|()| sync(folder(path))),
    }
}

fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            // It is no link, or nothing is there.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("it is a broken link"))
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "a folder is no file there"))]
fn sync(folder: &Path) -> io::Result<()> {
    // A writable folder may not be readable.
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        use io::ErrorKind::{InvalidInput, Unsupported};
        match folder.sync_all() {
            // Some file systems do not support it.
            Err(e) if matches!(e.kind(), InvalidInput | Unsupported) => {}
            synced => return synced,
        }
    }
    Ok(())
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_files_are_removed() {
        const FORMAT: Format = Format { name: "a thing", beginnings: &["thing 1\n"] };
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("a/b");
        create_folder(&folder).unwrap();
        create_folder(&folder).unwrap();
        let path = folder.join("file");
        assert!(remove(&path, &FORMAT).is_ok(), "there is none");
        fs::write(&path, "precious").unwrap();
        assert!(remove(&path, &FORMAT).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        fs::write(&path, "thing 1\n").unwrap();
        assert!(remove(&path, &FORMAT).is_ok() && !path.exists());
        assert!(writable(&path).is_ok() && writable(&folder).is_err());
    }
}
