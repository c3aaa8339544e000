//! TAB at the prompt: moves and commands.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper, Result};

/// The words that may begin a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// The usual ones, offered before anything is typed.
    pub(super) usual: Vec<String>,
    /// Other forms of them.
    pub(super) others: Vec<String>,
}

impl Vocabulary {
    /// The words that begin with what was typed; if there are none, those that do in
    /// another case.
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

/// Completes the first word of a line.
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
        if typed.contains(char::is_whitespace) {
            return Ok((pos, Vec::new()));
        }
        Ok((start, self.vocabulary.matching(typed)))
    }
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
        assert_eq!(completed("save N"), (6, Vec::new()));
        assert_eq!(completed("x").1, Vec::<String>::new());
    }
}
