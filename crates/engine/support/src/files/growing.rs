//! Files to which whole pieces are appended.

use super::lock::hold;
use super::{Format, Lock, folder, sync, target};
#[cfg(feature = "whole-files")]
use super::{ordinary, write};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file to which whole pieces are appended, by one run at a time.
#[derive(Debug)]
pub struct Growing {
    file: File,
}

impl Growing {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// If it is of another format, not an ordinary file, or locked by another run, or
    /// cannot be written.
    pub fn open(path: &Path, format: &Format) -> io::Result<Growing> {
        format.check(path)?;
        Lock::clear(path, format);
        let is_new = !path.exists();
        log::debug!("opens {path:?} to add to it");
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        if is_new {
            sync(folder(&target(path)?))?;
        }
        hold(&file)?;
        // Another program may have written something meanwhile.
        format.check_head(&file)?;
        Ok(Growing { file })
    }

    /// Opens the file; a new or empty one gets this head first, whole or not at all.
    ///
    /// # Errors
    /// As for [`Growing::open`].
    #[cfg(feature = "whole-files")]
    pub fn open_with_head(path: &Path, format: &Format, head: &[u8]) -> io::Result<Growing> {
        if is_empty(path) {
            let _lock = Lock::take(path, format)?;
            // Another run may have begun it meanwhile.
            if is_empty(path) {
                write(path, format, head)?;
            }
        }
        Growing::open(path, format)
    }

    /// Starts the file again with this head, in place of an earlier one of the format.
    ///
    /// # Errors
    /// As for [`Growing::open`].
    #[cfg(feature = "whole-files")]
    pub fn begin(path: &Path, format: &Format, head: &[u8]) -> io::Result<Growing> {
        // A run that writes to the earlier one keeps it.
        drop(Growing::open(path, format)?);
        write(path, format, head)?;
        Growing::open(path, format)
    }

    /// The length in bytes.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// The content, from the beginning.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn content(&self) -> io::Result<impl Read> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// The last `count` bytes, or all if there are fewer.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn last(&self, count: u64) -> io::Result<Vec<u8>> {
        let mut file = &self.file;
        let length = self.length()?;
        let mut bytes = Vec::new();
        if length > 0 {
            file.seek(SeekFrom::Start(length.saturating_sub(count)))?;
            file.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }

    /// Cuts the file to this length in bytes, if it is longer.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        if self.length()? > length { self.file.set_len(length) } else { Ok(()) }
    }

    /// Waits until everything is on the disk. Until then, the power may go and take what
    /// was added last: whatever relies on it is written afterwards.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Appends a piece. If the disk is full, an incomplete piece is cut off again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, piece: &[u8]) -> io::Result<()> {
        let before = self.length()?;
        let added = self.file.write_all(piece);
        if added.is_err() {
            // The first error is the one reported.
            let _ = self.cut(before);
        }
        added
    }
}

/// Whether the file has no head yet.
#[cfg(feature = "whole-files")]
fn is_empty(path: &Path) -> bool {
    ordinary(path).is_ok_and(|known| known.len() == 0) || !path.exists()
}

impl Drop for Growing {
    fn drop(&mut self) {
        // A program being started holds a copy of the file until it runs, and with the copy
        // the lock: closing the file alone would not end it.
        let _ = self.file.unlock();
    }
}

#[cfg(all(test, feature = "whole-files"))]
mod tests {
    use super::*;

    const FORMAT: Format = Format { name: "a thing", beginnings: &["thing 1\n"] };

    #[test]
    fn pieces_follow_one_head_and_are_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["new", "empty"] {
            let path = folder.path().join(name);
            if name == "empty" {
                std::fs::write(&path, "").unwrap();
            }
            let mut file = Growing::open_with_head(&path, &FORMAT, b"thing 1\n").unwrap();
            file.add(b"one\n").unwrap();
            assert!(Growing::open(&path, &FORMAT).is_err(), "one run at a time");
            drop(file);
            let mut file = Growing::open_with_head(&path, &FORMAT, b"thing 1\n").unwrap();
            assert_eq!((file.length().unwrap(), file.last(4).unwrap()), (12, b"one\n".to_vec()));
            assert_eq!(file.last(100).unwrap(), b"thing 1\none\n");
            file.cut(100).unwrap();
            assert_eq!(file.length().unwrap(), 12, "nothing is filled up");
            file.cut(8).unwrap();
            file.add(b"two\n").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "thing 1\ntwo\n");
        }
    }

    #[test]
    fn a_dropped_file_is_unlocked_though_a_program_being_started_holds_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = Growing::open(&path, &FORMAT).unwrap();
        let _copy = file.file.try_clone().unwrap();
        drop(file);
        Growing::open(&path, &FORMAT).unwrap();
    }

    #[test]
    fn the_lock_of_a_killed_run_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let lock = path.with_added_extension("plyglot-lock");
        for content in ["", "thing 1\n", "thing 1\nmore\n"] {
            std::fs::write(&path, content).unwrap();
            std::fs::write(&lock, "").unwrap();
            let file = Growing::open_with_head(&path, &FORMAT, b"thing 1\n").unwrap();
            assert!(!lock.exists(), "{content:?}");
            assert_eq!(file.length().unwrap(), content.len().max(8) as u64);
        }
    }
}
