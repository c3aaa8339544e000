//! Files that grow by whole pieces.

use super::lock::hold;
use super::writable;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file that grows by whole pieces and belongs to one run at a time.
#[derive(Debug)]
pub(crate) struct Growing {
    file: File,
}

impl Growing {
    /// Opens the file, and makes it if it is not there.
    ///
    /// # Errors
    /// When it is no ordinary file, another run has it, or it cannot be written.
    pub(crate) fn open(path: &Path) -> io::Result<Growing> {
        writable(path)?;
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        hold(&file)?;
        Ok(Growing { file })
    }

    /// As [`Growing::open`]; or a pipe or a device, to which all is written as it
    /// comes and from which nothing can be had back.
    ///
    /// # Errors
    /// As [`Growing::open`], and when nobody reads the pipe.
    pub(crate) fn open_any(path: &Path) -> io::Result<Growing> {
        match writable(path) {
            Ok(()) => Growing::open(path),
            Err(_) => Ok(Growing { file: stream(path)? }),
        }
    }

    /// Its length in bytes; 0 of a pipe.
    ///
    /// # Errors
    /// When the system does not know.
    pub(crate) fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// What is in it, from its beginning.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn content(&self) -> io::Result<impl Read> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// Its last bytes, as many as this or all that there are.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn last(&self, count: u64) -> io::Result<Vec<u8>> {
        let (mut file, length, mut bytes) = (&self.file, self.length()?, Vec::new());
        if length > 0 {
            file.seek(SeekFrom::Start(length.saturating_sub(count)))?;
            file.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }

    /// Cuts off what stands behind this length in bytes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        match self.length()? > length {
            true => self.file.set_len(length),
            false => Ok(()),
        }
    }

    /// Adds a piece. What is written of one when the disk is full is cut off.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn add(&mut self, piece: &[u8]) -> io::Result<()> {
        let before = self.length()?;
        let added = self.file.write_all(piece);
        if added.is_err() {
            // What went wrong is told already.
            let _ = self.cut(before);
        }
        added
    }
}

/// Opens something that is no ordinary file. A pipe without a reader would be waited
/// for without end.
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
