//! Servers of the board.

use crate::process::{self, Process};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A running `plyglot board`.
#[derive(Debug)]
pub struct Server {
    process: Process,
    /// The address of its page.
    pub address: String,
}

impl Server {
    /// Plyglot's, with these arguments.
    pub fn start(arguments: &[&str]) -> Server {
        Server::of(&plyglot(), arguments)
    }

    /// That of another program, with these arguments.
    pub fn of(program: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(program);
        let mut process = Process::start(command.arg("board").args(arguments));
        let address = process.read(|line| line.starts_with("http://").then(|| line.to_owned()));
        let address = address.expect("it prints its address");
        Server { process, address }
    }

    /// Its processes that play. One more watches over them.
    pub fn engines(&self) -> Vec<u32> {
        let children = process::children(self.process.id());
        let engines = children.into_iter().filter(|(_, arguments)| arguments.len() == 1);
        engines.map(|(id, _)| id).collect()
    }
}

/// The program under test: that of the variable PLYGLOT, or of `cargo build`.
pub fn plyglot() -> PathBuf {
    let usual =
        || OsString::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/debug/plyglot"));
    let path = PathBuf::from(std::env::var_os("PLYGLOT").unwrap_or_else(usual));
    assert!(path.exists(), "{} is missing: cargo build, or set PLYGLOT", path.display());
    path
}

/// An example that was built beside it.
pub fn example(name: &str) -> PathBuf {
    let path = plyglot().with_file_name("examples").join(name);
    assert!(path.exists(), "{} is missing: cargo build --example {name}", path.display());
    path
}
