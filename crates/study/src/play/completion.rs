//! TAB at the prompt: moves and commands, and files to save a game in.

use super::words::{self, PromptCommand};
use plyglot_support::text::is_plain;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper, Result};
use std::fs;
use std::path::{Path, is_separator};

/// The words that may begin a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// The usual ones, offered before anything is typed.
    pub(super) usual: Vec<String>,
    /// Other forms of them.
    pub(super) others: Vec<String>,
}

impl Vocabulary {
    /// The words that begin with the typed text; if there are none, those that do in another case.
    fn matching(&self, typed: &str) -> Vec<String> {
        if typed.is_empty() {
            return self.usual.clone();
        }
        let all = || self.usual.iter().chain(&self.others);
        let exact: Vec<String> = all().filter(|word| word.starts_with(typed)).cloned().collect();
        if !exact.is_empty() {
            return exact;
        }
        let typed = typed.to_lowercase();
        all().filter(|word| word.to_lowercase().starts_with(&typed)).cloned().collect()
    }
}

/// Completes the first word of a line, and the name of a file after `save`.
#[derive(Debug, Default)]
pub(super) struct Completion {
    pub(super) vocabulary: Vocabulary,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> Result<(usize, Vec<String>)> {
        let before = line.get(..pos).unwrap_or_default();
        let start = before.len() - before.trim_start().len();
        let typed = &before[start..];
        let Some((word, rest)) = typed.split_once(char::is_whitespace) else {
            return Ok((start, self.vocabulary.matching(typed)));
        };
        match words::find(word) {
            Some(PromptCommand::Save) => {
                // The name goes on to the end of the line, blanks and all.
                let name = rest.trim_start();
                Ok((pos - name.len(), files(name)))
            }
            _ => Ok((pos, Vec::new())),
        }
    }
}

/// The files and folders whose names begin with the typed text, in alphabetical order.
/// A folder that cannot be read has none.
fn files(typed: &str) -> Vec<String> {
    let (folder, begun) = typed.split_at(typed.rfind(is_separator).map_or(0, |at| at + 1));
    let path = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        // A name that would break the line cannot be typed, either.
        let is_plain = name.chars().all(is_plain);
        let is_meant = name.starts_with(begun) && begun.starts_with('.') == name.starts_with('.');
        let end = if entry.path().is_dir() { "/" } else { "" };
        (is_plain && is_meant).then(|| format!("{folder}{name}{end}"))
    };
    let mut names: Vec<String> = entries.filter_map(name).collect();
    names.sort();
    names
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}

impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::DefaultHistory;

    fn completed(line: &str) -> (usize, Vec<String>) {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let usual = words(&["Nf3", "Nc3", "hint"]);
        let vocabulary = Vocabulary { usual, others: words(&["g1f3", "help"]) };
        let history = DefaultHistory::new();
        Completion { vocabulary }.complete(line, line.len(), &Context::new(&history)).unwrap()
    }

    #[test]
    fn the_first_word_is_completed() {
        let (at, all) = completed("");
        assert_eq!((at, all.len()), (0, 3));
        assert_eq!(completed("N"), (0, vec!["Nf3".to_owned(), "Nc3".to_owned()]));
        assert_eq!(completed("  nf"), (2, vec!["Nf3".to_owned()]));
        assert_eq!(completed("h").1, ["hint", "help"]);
        assert_eq!(completed("level N"), (7, Vec::new()));
        assert_eq!(completed("x").1, Vec::<String>::new());
    }

    #[test]
    fn files_are_completed_after_save() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["games", "game one", "other", ".hidden", "bad\nname"] {
            // Some systems have no such names.
            let _ = fs::create_dir(folder.path().join(name));
        }
        let path = |name: &str| format!("{}/{name}", folder.path().display());
        let found = |typed: &str| completed(&format!(" save  {}", path(typed)));
        let (at, names) = found("ga");
        assert_eq!((at, names), (7, ["game one/", "games/"].map(path).to_vec()));
        assert_eq!(found("game o").1, [path("game one/")]);
        assert_eq!(found("").1.len(), 3);
        assert_eq!(found(".h").1, [path(".hidden/")]);
        assert_eq!(found("none/").1, Vec::<String>::new());
        assert_eq!(completed("save src/play/compl").1, ["src/play/completion.rs"]);
        assert_eq!(completed("save Cargo.to").1, ["Cargo.toml"]);
    }
}
