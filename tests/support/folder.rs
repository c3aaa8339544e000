//! Folders for the files of tests.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own for the files of a test, removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the files of a test");
        Folder(path)
    }

    /// Its path without links, as the system shows it.
    pub fn path(&self) -> PathBuf {
        self.0.canonicalize().expect("it exists")
    }

    /// The path of a file in it, as an argument.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), content).unwrap_or_else(|e| panic!("{name}: {e}"));
    }

    pub fn copy(&self, from: &str, to: &str) {
        let copied = std::fs::copy(self.0.join(from), self.0.join(to));
        copied.unwrap_or_else(|e| panic!("{from} to {to}: {e}"));
    }

    pub fn remove(&self, name: &str) {
        std::fs::remove_file(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    }

    /// Makes a named pipe (unix).
    pub fn make_pipe(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.0.join(name)).status();
        assert!(made.expect("mkfifo exists").success(), "{name}");
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// The names of what is directly in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry.expect("a readable folder"))).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
