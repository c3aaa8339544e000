//! Locks that keep other runs from a file.

use super::{Format, folder, is_at, sync, target, writable};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The extension of a lock file. No other file should have it, as lock files are removed
/// in the end.
const EXTENSION: &str = "plyglot-lock";

/// Attempts to lock while the previous owner is removing its lock.
const MAX_ATTEMPTS: usize = 100;

/// Locks a file against other runs while this value lives. The lock is on an empty file
/// beside it, because a replaced file is a different one each time. The lock ends with
/// its process, however that ends. A leftover lock file blocks no one.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks the file of this path, which need not exist.
    ///
    /// # Errors
    /// If it is of another format, another run has locked it, or the lock file cannot be
    /// created.
    pub fn take(path: &Path, format: &Format) -> io::Result<Lock> {
        format.check(path)?;
        let path = lock_of(path)?;
        writable(&path)?;
        for _ in 0..MAX_ATTEMPTS {
            let file = OpenOptions::new().create(true).append(true).open(&path)?;
            // It is a lock of ours from here on, and removed in the end.
            hold(&file)?;
            if is_at(&file, &path) {
                return Ok(Lock { path, file });
            }
        }
        Err(locked_error())
    }

    /// Removes the lock file that a killed run has left, if there is one.
    pub(super) fn clear(path: &Path, format: &Format) {
        if lock_of(path).is_ok_and(|lock| lock.exists()) {
            // Another run may have locked the file: then its lock stays.
            drop(Lock::take(path, format));
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file with content is not ours, nor one that another run has created since.
        let is_empty = self.file.metadata().is_ok_and(|known| known.len() == 0);
        if is_empty && is_at(&self.file, &self.path) {
            // Synced, it does not come back after a power failure: no one might lock this again.
            let _ = fs::remove_file(&self.path).and_then(|()| sync(folder(&self.path)));
        }
        // A program being started holds a copy of the file until it runs, and with the copy
        // the lock of a file that stays: closing the file alone would not end it.
        let _ = self.file.unlock();
    }
}

fn lock_of(path: &Path) -> io::Result<PathBuf> {
    Ok(target(path)?.with_added_extension(EXTENSION))
}

/// Locks an open file until it is unlocked, or closed with all copies that programs being
/// started hold of it. Does nothing where locks are not supported.
pub(super) fn hold(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(locked_error()),
        _ => Ok(()),
    }
}

fn locked_error() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "in use by another run")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { name: "a thing", beginnings: &["thing"] };

    #[test]
    fn two_runs_cannot_lock_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for _ in 0..2 {
            let lock = Lock::take(&file, &FORMAT).unwrap();
            assert_eq!(
                Lock::take(&file, &FORMAT).unwrap_err().to_string(),
                "in use by another run"
            );
            assert!(Lock::take(&file, &FORMAT).is_err(), "a refused run takes no lock away");
            assert!(Lock::take(&folder.path().join("other"), &FORMAT).is_ok());
            drop(lock);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no lock is left");
        // The file that a killed run leaves behind.
        fs::write(file.with_added_extension("plyglot-lock"), "").unwrap();
        assert!(Lock::take(&file, &FORMAT).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no lock is left");
    }

    #[test]
    fn a_dropped_lock_ends_though_a_program_being_started_holds_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        // A foreign file is not removed, so the same file is locked again.
        fs::write(file.with_added_extension("plyglot-lock"), "precious").unwrap();
        let lock = Lock::take(&file, &FORMAT).unwrap();
        let _copy = lock.file.try_clone().unwrap();
        drop(lock);
        assert!(Lock::take(&file, &FORMAT).is_ok());
        assert_eq!(
            fs::read_to_string(file.with_added_extension("plyglot-lock")).unwrap(),
            "precious"
        );
    }
}
