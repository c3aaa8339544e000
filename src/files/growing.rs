//! Files to which whole pieces are appended.

use super::lock::hold;
use super::writable;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file to which whole pieces are appended, by one run at a time.
#[derive(Debug)]
pub(crate) struct Growing {
    file: File,
}

impl Growing {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// If it is not an ordinary file, is locked by another run, or cannot be written.
    pub(crate) fn open(path: &Path) -> io::Result<Growing> {
        writable(path)?;
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        hold(&file)?;
        Ok(Growing { file })
    }

    /// Like [`Growing::open`]; but also opens a pipe or device, to which everything is
    /// written directly and from which nothing can be read back.
    ///
    /// # Errors
    /// As for [`Growing::open`], and if the pipe has no reader.
    pub(crate) fn open_any(path: &Path) -> io::Result<Growing> {
        match writable(path) {
            Ok(()) => Growing::open(path),
            Err(_) => Ok(Growing { file: stream(path)? }),
        }
    }

    /// The length in bytes; 0 for a pipe.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub(crate) fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// The content, from the beginning.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn content(&self) -> io::Result<impl Read> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// The last `count` bytes, or all if there are fewer.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn last(&self, count: u64) -> io::Result<Vec<u8>> {
        let (mut file, length, mut bytes) = (&self.file, self.length()?, Vec::new());
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
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        match self.length()? > length {
            true => self.file.set_len(length),
            false => Ok(()),
        }
    }

    /// Appends a piece. If the disk is full, an incomplete piece is cut off again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, piece: &[u8]) -> io::Result<()> {
        let before = self.length()?;
        let added = self.file.write_all(piece);
        if added.is_err() {
            // The first error is the one reported.
            let _ = self.cut(before);
        }
        added
    }
}

/// Opens something other than an ordinary file. Without the flag, opening a pipe that
/// has no reader would block forever.
#[cfg(unix)]
fn stream(path: &Path) -> io::Result<File> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::io::Errno;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK.bits() as i32;
    let opened = OpenOptions::new().append(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| match Errno::from_io_error(&error) {
        Some(Errno::NXIO) => io::Error::other("nobody reads it"),
        _ => error,
    })?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(file)
}

#[cfg(not(unix))]
fn stream(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}
