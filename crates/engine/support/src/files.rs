//! Access to files that users name. Everything that the program writes goes through
//! here, and nothing else creates, extends, replaces or removes a file
//! (`tests/house/architecture.rs` looks for other ways).
//!
//! Only ordinary files are opened: reading a pipe or device, or waiting for it, might
//! never end. Each output has a [`Format`], by whose first bytes a file is known: a file
//! of something else is refused and stays as it is. There are two kinds of output:
//!
//! * a whole file, which at any moment is the old or the new one ([`replace`], [`write()`],
//!   and with a checksum [`sealed`]): tables, weights, networks, states, images;
//! * a file to which whole pieces are appended, by one run at a time ([`Growing`]):
//!   games, logs. Lines of JSON among them may have a checksum each ([`sealed_line`]).
//!
//! A [`Lock`] keeps other runs from a file that is replaced repeatedly. [`is_same`]
//! decides whether two paths lead to one file.

mod growing;
#[cfg(feature = "whole-files")]
mod line;
mod lock;
#[cfg(feature = "whole-files")]
mod whole;

pub use growing::Growing;
#[cfg(feature = "whole-files")]
pub use line::{sealed_line, unsealed_line};
pub use lock::Lock;
#[cfg(feature = "whole-files")]
pub use whole::{Temporary, read_sealed, replace, sealed, write};

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

const MAX_LINKS: usize = 40;
/// The longest [`Format::beginnings`] may be, with white space before it, in bytes.
const MAX_BEGINNING: u64 = 256;

/// A format of files. A file of another format is not the program's own: it is never
/// overwritten, extended or removed.
#[derive(Debug)]
pub struct Format {
    /// The name of a file of this format, with its article: "a table".
    pub name: &'static str,
    /// Each file begins with one of these, after white space at most.
    pub beginnings: &'static [&'static str],
}

impl Format {
    /// Checks that a file of this format may be written here: there is one, or an empty
    /// file, or nothing.
    ///
    /// # Errors
    /// If there is something else.
    pub fn check(&self, path: &Path) -> io::Result<()> {
        writable(path)?;
        match open(path) {
            Ok(file) => self.check_head(file),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Checks what an open file begins with. It may be empty.
    fn check_head(&self, file: impl Read) -> io::Result<()> {
        let mut head = Vec::new();
        file.take(MAX_BEGINNING).read_to_end(&mut head)?;
        if head.is_empty() || self.is_begun(&head) {
            return Ok(());
        }
        Err(io::Error::other(format!("it contains something other than {}", self.name)))
    }

    fn is_begun(&self, head: &[u8]) -> bool {
        // Editors of other systems put a byte order mark before a text.
        let head = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
        self.beginnings.iter().any(|beginning| head.starts_with(beginning.as_bytes()))
    }
}

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
        Err(error) if error.kind() == ErrorKind::Other => Err(error),
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
    log::debug!("opens {path:?}");
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
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
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
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed.and_then(|()| sync(folder(path))),
    }
}

/// The complaint that comes before the reason why a file could not be read.
pub fn cannot_be_read(path: &Path) -> String {
    format!("{} cannot be read", path.display())
}

/// The complaint that comes before the reason why a file could not be written.
pub fn cannot_be_written(path: &Path) -> String {
    format!("{} cannot be written", path.display())
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

/// Whether two paths lead to one file, whatever their names; also for files that do not
/// exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        #[cfg(unix)]
        (Ok(one), Ok(other)) => inode(&one) == inode(&other),
        _ => canonical(one).is_some_and(|canonical_one| Some(canonical_one) == canonical(other)),
    }
}

/// Whether this open file still is the one at its path. It may have been replaced or
/// removed.
fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        #[cfg(unix)]
        (Ok(file), Ok(found)) => inode(&file) == inode(&found),
        (file, found) => file.is_ok() && found.is_ok(),
    }
}

#[cfg(unix)]
fn inode(known: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (known.dev(), known.ino())
}

/// The canonical path of a file that may not exist yet: its folder without links, and
/// its name.
fn canonical(path: &Path) -> Option<PathBuf> {
    let target = target(path).ok()?;
    let folder = fs::canonicalize(folder(&target)).ok()?;
    Some(folder.join(target.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { name: "a thing", beginnings: &["thing 1\n", "[thing "] };

    #[test]
    fn a_file_is_known_by_its_first_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert!(FORMAT.check(&path).is_ok(), "there is none");
        for (content, is_own) in [
            ("", true),
            ("thing 1\n", true),
            ("thing 1\nmore", true),
            ("\u{FEFF}\n  [thing of mine]", true),
            ("thing 1", false),
            ("thing 2\n", false),
            ("t", false),
            ("\n", false),
            ("something 1\n", false),
        ] {
            fs::write(&path, content).unwrap();
            assert_eq!(FORMAT.check(&path).is_ok(), is_own, "{content:?}");
        }
        let complaint = FORMAT.check(&path).unwrap_err().to_string();
        assert_eq!(complaint, "it contains something other than a thing");
        assert!(FORMAT.check(folder.path()).is_err(), "a folder");
    }

    #[test]
    fn only_own_files_are_removed() {
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

    #[cfg(unix)]
    #[test]
    fn different_paths_of_one_file_are_recognised() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::create_dir(folder.join("sub")).unwrap();
        fs::write(folder.join("file"), "").unwrap();
        fs::write(folder.join("second"), "").unwrap();
        fs::hard_link(folder.join("file"), folder.join("hard")).unwrap();
        std::os::unix::fs::symlink("file", folder.join("soft")).unwrap();
        std::os::unix::fs::symlink("../none", folder.join("sub/dangling")).unwrap();
        for (one, other, expected) in [
            ("file", "file", true),
            ("file", "sub/../file", true),
            ("file", "hard", true),
            ("file", "soft", true),
            ("file", "none", false),
            ("file", "second", false),
            ("none", "none", true),
            ("none", "./none", true),
            ("none", "sub/dangling", true),
            ("none", "sub/none", false),
            ("nowhere/none", "none", false),
        ] {
            assert_eq!(is_same(&folder.join(one), &folder.join(other)), expected, "{one}, {other}");
            assert_eq!(is_same(&folder.join(other), &folder.join(one)), expected, "{other}, {one}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_replaced_is_no_longer_at_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let next = folder.path().join("next");
        fs::write(&path, "").unwrap();
        fs::write(&next, "").unwrap();
        let file = File::open(&path).unwrap();
        assert!(is_at(&file, &path));
        fs::rename(&next, &path).unwrap();
        assert!(!is_at(&file, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path));
    }
}
