//! Commands as text: what is typed beside what must be said.
//!
//! A line that begins with `$ ` has the arguments of `plyglot`, cut at blanks outside single
//! quotes. Lines that begin with `< ` are its input. A line that begins with `! ` must not be in
//! the output; every other line must be in it, each behind the one before. `\n` stands for a line
//! end, `\s` for a blank, `\e` for an escape. A line that begins with `#`, and blank lines, are
//! for the reader.

use super::folder::Folder;
use super::tool::plyglot;
use std::io::Write as _;
use std::process::{Output, Stdio};

/// Runs each command in an empty folder, in which nothing may be left. `is_good` judges its status
/// and streams.
pub fn check(name: &str, text: &str, is_good: impl Fn(&Output) -> bool) {
    let folder = Folder::new(&format!("commands-{name}"));
    let matters = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines: Vec<&str> = text.lines().filter(matters).collect();
    for case in lines.chunk_by(|_, next| marked('$', next).is_none()) {
        let with = |mark: char| case.iter().filter_map(move |line| marked(mark, line));
        let input: String = with('<').map(|line| format!("{line}\n")).collect();
        let output = run(&folder, marked('$', case[0]).expect("a command"), &input);
        let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let said = said.concat();
        assert!(is_good(&output), "{}: {}\n{said}", case[0], output.status);
        assert!(!said.contains(['\u{1b}', '\r']) && !said.contains("panicked"), "{said:?}");
        let mut rest = &said[..];
        let is_piece = |line: &&&str| ['$', '<', '!'].iter().all(|&c| marked(c, line).is_none());
        for piece in case.iter().filter(is_piece) {
            let found = rest.split_once(&unescaped(piece));
            rest = found
                .unwrap_or_else(|| panic!("{}: no {piece:?} in the rest of\n{said}", case[0]))
                .1;
        }
        for piece in with('!') {
            assert!(!said.contains(&unescaped(piece)), "{}: {piece:?} in\n{said}", case[0]);
        }
    }
    assert_eq!(folder.names(), [""; 0], "{name}");
}

/// The rest of a line that begins with this character and a blank, or is the character alone.
fn marked(mark: char, line: &str) -> Option<&str> {
    let rest = line.strip_prefix(mark)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

fn run(folder: &Folder, arguments: &str, input: &str) -> Output {
    let mut command = plyglot(folder, "");
    for (i, part) in arguments.split('\'').enumerate() {
        match i % 2 {
            0 => command.args(part.split_whitespace().map(in_sources)),
            _ => command.arg(unescaped(part)),
        };
    }
    let mut child = command.stdin(Stdio::piped()).spawn().expect("plyglot starts");
    // Who refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("stdin is a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// The path of a file of the tests, or any other word.
fn in_sources(word: &str) -> String {
    let root =
        if word.starts_with("tests/") { concat!(env!("CARGO_MANIFEST_DIR"), "/") } else { "" };
    format!("{root}{word}")
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\s", " ").replace("\\e", "\u{1b}")
}
