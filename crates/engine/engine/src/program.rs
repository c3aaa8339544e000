//! The identity of a program, for clients and people, and the memory there is for it.

use plyglot_support::text::list;
use std::ffi::OsString;
use std::path::PathBuf;
use std::{env, fmt, io};

/// A program's name, version and author. Its `Display` is the text of `id name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    name: String,
    version: String,
    author: String,
    /// The end of `UCI_EngineAbout`, after the games.
    credit: &'static str,
    /// Whether it has tools, among them `board` and `play`.
    has_tools: bool,
    /// What an interpreter says; `None` for a process of its own.
    start: Option<Start>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Start {
    file: PathBuf,
    arguments: Vec<OsString>,
}

impl Program {
    /// The `plyglot` program.
    pub fn plyglot() -> Program {
        let credit = "with one search; MIT or Apache-2.0";
        Program {
            credit,
            ..Program::new("Plyglot", env!("CARGO_PKG_VERSION"), "the Plyglot authors")
        }
    }

    /// A program of another author: `Program::new("Nim", env!("CARGO_PKG_VERSION"),
    /// "Jane Doe")`.
    pub fn new(name: &str, version: &str, author: &str) -> Program {
        let credit = concat!("with the search of Plyglot ", env!("CARGO_PKG_VERSION"));
        let name = line(name);
        let version = line(version);
        let author = line(author);
        Program { name, version, author, credit, has_tools: false, start: None }
    }

    /// The program with tools, among them `board` and `play`.
    pub fn with_tools(self) -> Program {
        Program { has_tools: true, ..self }
    }

    /// The program in the process of an interpreter: `file` starts it again, and `arguments` are
    /// its own, without its name.
    pub fn started_by(self, file: PathBuf, arguments: Vec<OsString>) -> Program {
        Program { start: Some(Start { file, arguments }), ..self }
    }

    /// The arguments that it was started with, without its name.
    pub fn arguments(&self) -> Vec<OsString> {
        match &self.start {
            Some(start) => start.arguments.clone(),
            None => env::args_os().skip(1).collect(),
        }
    }

    /// The file that starts the program again.
    ///
    /// # Errors
    /// If the system does not say which it is.
    pub fn file(&self) -> io::Result<PathBuf> {
        self.start.as_ref().map_or_else(env::current_exe, |start| Ok(start.file.clone()))
    }

    /// The display name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version; empty if it has none.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The text of `id author`.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The name as a command: in lower case, with hyphens for blanks.
    pub fn command(&self) -> String {
        self.name.to_lowercase().replace(' ', "-")
    }

    /// How to play without a client, on a line of its own; empty for a program without tools.
    pub(crate) fn hint(&self) -> String {
        if !self.has_tools {
            return String::new();
        }
        let command = self.command();
        format!("To play, run '{command} board --open' (in the browser) or '{command} play'.\n")
    }

    /// The text of `UCI_EngineAbout` for a program that plays these games.
    pub fn about(&self, titles: &[&str]) -> String {
        let games = match titles {
            [first, second, _, ..] => format!("{first}, {second} and more"),
            _ => list(titles),
        };
        format!("{self} plays {games} {}", self.credit)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.version.as_str() {
            "" => Ok(()),
            version => write!(f, " {version}"),
        }
    }
}

/// A text on one line: a line end would end an answer.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The free memory in MiB without swapping; `None` if the system does not report it.
/// Linux only, from `/proc/meminfo` (man 5 proc).
pub(crate) fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_tools_says_how_to_play() {
        let nim = Program::new("Nim", "1.2.0", "Jane Doe");
        assert_eq!(nim.hint(), "");
        let hint = "To play, run 'nim board --open' (in the browser) or 'nim play'.\n";
        assert_eq!(nim.with_tools().hint(), hint);
    }

    #[test]
    fn an_interpreter_says_how_a_program_was_started() {
        let nim = Program::new("Nim", "1.2.0", "Jane Doe");
        assert_eq!(nim.file().ok(), env::current_exe().ok());
        let nim = nim.started_by("bin/nim".into(), vec!["play".into()]);
        assert_eq!(nim.arguments(), ["play"]);
        assert_eq!(nim.file().ok(), Some("bin/nim".into()));
    }

    #[test]
    fn about_lists_the_games() {
        let nim = Program::new(" Nim\nfor all", "", "Jane Doe");
        assert_eq!((nim.to_string(), nim.command()), ("Nim for all".into(), "nim-for-all".into()));
        let nim = Program::new("Nim", "1.2.0", "Jane Doe");
        assert!(nim.about(&["Nim"]).starts_with("Nim 1.2.0 plays Nim with the search of Plyglot "));
        let plyglot = Program::plyglot().about(&["a", "b", "c"]);
        assert!(plyglot.ends_with(" plays a, b and more with one search; MIT or Apache-2.0"));
        assert!(nim.about(&["a", "b"]).contains(" plays a and b with "));
    }
}
