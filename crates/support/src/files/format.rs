//! Formats of the files that the program writes, known by their first bytes.

use super::{open, writable};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

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
    pub(super) fn check_head(&self, file: impl Read) -> io::Result<()> {
        let mut head = Vec::new();
        file.take(MAX_BEGINNING).read_to_end(&mut head)?;
        if head.is_empty() || self.is_begun(&head) {
            return Ok(());
        }
        Err(io::Error::other(format!("it has something else in it than {}", self.name)))
    }

    fn is_begun(&self, head: &[u8]) -> bool {
        // Editors of other systems put a byte order mark before a text.
        let head = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
        self.beginnings.iter().any(|beginning| head.starts_with(beginning.as_bytes()))
    }
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
            std::fs::write(&path, content).unwrap();
            assert_eq!(FORMAT.check(&path).is_ok(), is_own, "{content:?}");
        }
        let complaint = FORMAT.check(&path).unwrap_err().to_string();
        assert_eq!(complaint, "it has something else in it than a thing");
        assert!(FORMAT.check(folder.path()).is_err(), "a folder");
    }
}
