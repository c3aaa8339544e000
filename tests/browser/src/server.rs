//! Servers of the board, and of the page without one.

use crate::files::FileServer;
use crate::process::{self, Process};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Who answers the browser.
#[derive(Debug)]
enum Kind {
    Board(Process),
    Files(FileServer),
}

/// A running `plyglot board`, or a host of files that has the page without a server.
#[derive(Debug)]
pub struct Server {
    kind: Kind,
    pub address: String,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        Server::of(&plyglot(), arguments)
    }

    pub fn of(program: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(program);
        let mut process = Process::start(command.arg("board").args(arguments));
        let address = process.read(|line| line.starts_with("http://").then(|| line.to_owned()));
        let address = address.expect("it prints its address");
        Server { kind: Kind::Board(process), address }
    }

    /// A host of the files that `make site` makes, in a folder of its own.
    pub fn of_site() -> Server {
        Server::of_site_without("")
    }

    /// A host of these files but for one that cannot be had.
    pub fn of_site_without(missing: &'static str) -> Server {
        let usual = || OsString::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/site"));
        let folder = PathBuf::from(std::env::var_os("SITE").unwrap_or_else(usual));
        assert!(folder.exists(), "{} is missing: make site, or set SITE", folder.display());
        let files = FileServer::start(folder, "/board/games/", missing);
        Server { address: files.address(), kind: Kind::Files(files) }
    }

    /// From now on, no files are to be had.
    pub fn stop(&self) {
        match &self.kind {
            Kind::Board(_) => panic!("a host of files"),
            Kind::Files(files) => files.stop(),
        }
    }

    /// Its processes that play.
    pub fn engines(&self) -> Vec<u32> {
        let Kind::Board(process) = &self.kind else { return Vec::new() };
        process::children(process.id())
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
