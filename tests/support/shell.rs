//! Shell commands that run the program under test.

use super::engine::{PLYGLOT, wait};
use super::folder::Folder;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a command with `sh -c`, the program under test first on the path and
/// nothing on stdin. Gives what it printed on stdout.
pub fn run(command: &str) -> String {
    run_at(Path::new(env!("CARGO_MANIFEST_DIR")), command)
}

/// As [`run`], in a folder.
pub fn run_in(folder: &Folder, command: &str) -> String {
    run_at(&folder.path(), command)
}

fn run_at(folder: &Path, command: &str) -> String {
    let here = Path::new(PLYGLOT).parent().expect("a program lies in a folder");
    let path = format!("{}:{}", here.display(), std::env::var("PATH").unwrap_or_default());
    let mut child = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .env("RUST_BACKTRACE", "0")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh starts");
    let mut stdout = child.stdout.take().expect("stdout is a pipe");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stdout.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    assert!(wait(&mut child).is_some(), "`{command}` does not end");
    reader.join().expect("the reader does not panic")
}
