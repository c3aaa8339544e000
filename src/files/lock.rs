//! Keeping other runs from a file.

use super::identity::is_at;
use super::{target, writable};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What stands behind the name of a file in that of its lock. Nobody else has
/// such names, as the file is removed in the end.
const END: &str = ".plyglot-lock";

/// Looks for a lock whose last owner is just about to remove it.
const TRIES: usize = 100;

/// Keeps a file from other runs for as long as this lives. What is locked is an
/// empty file beside it, as a file that is replaced is another one each time. A
/// lock does not outlive its process, however that ends; its file may, and
/// keeps nobody from anything.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks the file of this path, which need not be there.
    ///
    /// # Errors
    /// When another run has it, or a file beside it cannot be made.
    pub(crate) fn take(path: &Path) -> io::Result<Lock> {
        writable(path)?;
        let path = target(path)?.with_added_extension(END.trim_start_matches('.'));
        writable(&path)?;
        for _ in 0..TRIES {
            let options = OpenOptions::new().create(true).append(true).open(&path);
            let lock = Lock { file: options?, path: path.clone() };
            hold(&lock.file)?;
            if is_at(&lock.file, &lock.path) {
                return Ok(lock);
            }
        }
        Err(taken())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Whatever has something in it is not ours, and what another run has
        // made since the file was removed is not either.
        let is_empty = self.file.metadata().is_ok_and(|known| known.len() == 0);
        if is_empty && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks an open file until it is closed. Where files cannot be locked, nobody is
/// kept from anything.
///
/// # Errors
/// When somebody else has locked it.
pub(super) fn hold(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(taken()),
        _ => Ok(()),
    }
}

fn taken() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another run writes to it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_cannot_lock_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for _ in 0..2 {
            let lock = Lock::take(&file).unwrap();
            assert_eq!(Lock::take(&file).unwrap_err().to_string(), "another run writes to it");
            assert!(Lock::take(&folder.path().join("other")).is_ok());
            drop(lock);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no lock is left");
        // What a killed run leaves behind.
        fs::write(file.with_added_extension("plyglot-lock"), "").unwrap();
        assert!(Lock::take(&file).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no lock is left");
    }

    #[test]
    fn a_foreign_file_with_the_name_of_the_lock_is_not_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let other = file.with_added_extension("plyglot-lock");
        fs::write(&other, "precious").unwrap();
        drop(Lock::take(&file));
        assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    }
}
