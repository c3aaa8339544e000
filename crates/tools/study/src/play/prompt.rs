//! Lines from a terminal with an editor, where TAB completes them, or from anything else.

use anyhow::{Context, Result};
use plyglot_command::interrupt::POLL_INTERVAL;
use plyglot_command::lines;
use plyglot_support::terminal::Terminals;
use plyglot_support::text;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor, Helper};
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};

const UNWRITTEN: &str = "the output cannot be written";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PromptEvent {
    Line(String),
    Interrupt,
    End,
}

pub(super) struct Prompt {
    source: Source,
    interrupt: Arc<AtomicBool>,
}

enum Source {
    /// A terminal, and the lines that were pasted at once with the last one.
    Editor { editor: Box<Editor<Completion, DefaultHistory>>, pasted: VecDeque<String> },
    /// Lines as they are typed. They are repeated after the prompt if nothing else shows them.
    Lines { lines: Receiver<io::Result<String>>, repeats: bool },
}

impl Prompt {
    pub(super) fn open(
        input: Box<dyn BufRead + Send>,
        terminals: Terminals,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Prompt> {
        if !terminals.can_edit() {
            let source = Source::Lines { lines: lines::read(input)?, repeats: !terminals.input };
            return Ok(Prompt { source, interrupt });
        }
        #[cfg(unix)]
        plyglot_command::restore::restore_when_ended()?;
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).context("the terminal cannot be used")?;
        editor.set_helper(Some(Completion::default()));
        let source = Source::Editor { editor: Box::new(editor), pasted: VecDeque::new() };
        Ok(Prompt { source, interrupt })
    }

    pub(super) fn completes(&self) -> bool {
        matches!(self.source, Source::Editor { .. })
    }

    pub(super) fn next(
        &mut self,
        prompt: &str,
        vocabulary: Vocabulary,
        output: &mut dyn Write,
    ) -> Result<PromptEvent> {
        // An earlier interrupt no longer counts.
        self.interrupt.store(false, Relaxed);
        match &mut self.source {
            Source::Editor { editor, pasted } => {
                if let Some(line) = pasted.pop_front() {
                    writeln!(output, "{prompt}{}", text::plain(&line)).context(UNWRITTEN)?;
                    return Ok(PromptEvent::Line(line));
                }
                if let Some(completion) = editor.helper_mut() {
                    completion.vocabulary = vocabulary;
                }
                let heard = edited(editor, prompt);
                Ok(match heard {
                    PromptEvent::Line(text) if text.contains('\n') => {
                        pasted.extend(text.lines().map(str::to_owned));
                        PromptEvent::Line(pasted.pop_front().unwrap_or_default())
                    }
                    heard => heard,
                })
            }
            Source::Lines { lines, repeats } => {
                write!(output, "{prompt}").and_then(|()| output.flush()).context(UNWRITTEN)?;
                let heard = plain(lines, &self.interrupt)?;
                match &heard {
                    PromptEvent::Line(line) if *repeats => {
                        writeln!(output, "{}", text::plain(line))
                    }
                    PromptEvent::Line(_) => Ok(()),
                    PromptEvent::Interrupt | PromptEvent::End => writeln!(output),
                }
                .context(UNWRITTEN)?;
                Ok(heard)
            }
        }
    }
}

/// A line from a terminal. One that has gone away is the end of the input.
fn edited(editor: &mut Editor<Completion, DefaultHistory>, prompt: &str) -> PromptEvent {
    loop {
        match editor.readline(prompt) {
            Ok(line) => {
                // Without a history, lines are still read.
                let _ = editor.add_history_entry(line.as_str());
                return PromptEvent::Line(line);
            }
            Err(ReadlineError::Interrupted) => return PromptEvent::Interrupt,
            // A byte that is not text: the line is asked for again.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {}
            Err(error) => {
                if !matches!(error, ReadlineError::Eof) {
                    log::info!("the terminal has gone away: {error}");
                }
                return PromptEvent::End;
            }
        }
    }
}

fn plain(lines: &Receiver<io::Result<String>>, interrupt: &AtomicBool) -> Result<PromptEvent> {
    loop {
        match lines.recv_timeout(POLL_INTERVAL) {
            Ok(line) => return Ok(PromptEvent::Line(line.context("the input cannot be read")?)),
            Err(RecvTimeoutError::Disconnected) => return Ok(PromptEvent::End),
            Err(RecvTimeoutError::Timeout) if interrupt.swap(false, Relaxed) => {
                return Ok(PromptEvent::Interrupt);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// The usual ones, offered before anything is typed.
    pub(super) usual: Vec<String>,
    pub(super) others: Vec<String>,
}

impl Vocabulary {
    /// The words that begin with the typed text; if there are none, those that do in another case.
    fn matching(&self, typed: &str) -> Vec<String> {
        if typed.is_empty() {
            return self.usual.clone();
        }
        let lower = typed.to_lowercase();
        let mut exact = Vec::new();
        let mut similar = Vec::new();
        for word in self.usual.iter().chain(&self.others) {
            if word.starts_with(typed) {
                exact.push(word.clone());
            } else if word.to_lowercase().starts_with(&lower) {
                similar.push(word.clone());
            }
        }
        if exact.is_empty() { similar } else { exact }
    }
}

#[derive(Debug, Default)]
struct Completion {
    vocabulary: Vocabulary,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..pos).unwrap_or_default();
        let start = before.len() - before.trim_start().len();
        let typed = &before[start..];
        let is_first = !typed.contains(char::is_whitespace);
        Ok(if is_first { (start, self.vocabulary.matching(typed)) } else { (pos, Vec::new()) })
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

    fn completed(line: &str) -> (usize, Vec<String>) {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let usual = words(&["Nf3", "Nc3", "hint"]);
        let vocabulary = Vocabulary { usual, others: words(&["g1f3", "help"]) };
        let history = DefaultHistory::new();
        Completion { vocabulary }
            .complete(line, line.len(), &rustyline::Context::new(&history))
            .unwrap()
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
}
