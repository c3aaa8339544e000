//! Where lines come from: a terminal with an editor, or anything else.

use super::completion::{Completion, Vocabulary};
use anyhow::{Context, Result};
use plyglot_command::lines;
use plyglot_support::terminal::Terminals;
use plyglot_support::text;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// From one look at the interrupt to the next, while no line comes.
const MOMENT: Duration = Duration::from_millis(50);

/// An event at the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input.
    End,
}

/// A source of lines.
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
    /// Opens the input.
    ///
    /// # Errors
    /// If the system provides no thread or no terminal.
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

    /// Whether lines are completed.
    pub(super) fn completes(&self) -> bool {
        matches!(self.source, Source::Editor { .. })
    }

    /// The next line.
    ///
    /// # Errors
    /// If the input cannot be read, or the prompt not be written.
    pub(super) fn next(
        &mut self,
        prompt: &str,
        vocabulary: Vocabulary,
        output: &mut dyn Write,
    ) -> Result<Heard> {
        // An earlier interrupt no longer counts.
        self.interrupt.store(false, Relaxed);
        match &mut self.source {
            Source::Editor { editor, pasted } => {
                if let Some(line) = pasted.pop_front() {
                    writeln!(output, "{prompt}{}", text::plain(&line)).context(UNWRITTEN)?;
                    return Ok(Heard::Line(line));
                }
                if let Some(completion) = editor.helper_mut() {
                    completion.vocabulary = vocabulary;
                }
                let heard = edited(editor, prompt);
                Ok(match heard {
                    Heard::Line(text) if text.contains('\n') => {
                        pasted.extend(text.lines().map(str::to_owned));
                        Heard::Line(pasted.pop_front().unwrap_or_default())
                    }
                    heard => heard,
                })
            }
            Source::Lines { lines, repeats } => {
                write!(output, "{prompt}").and_then(|()| output.flush()).context(UNWRITTEN)?;
                let heard = plain(lines, &self.interrupt)?;
                match &heard {
                    Heard::Line(line) if *repeats => writeln!(output, "{}", text::plain(line)),
                    Heard::Line(_) => Ok(()),
                    Heard::Interrupt | Heard::End => writeln!(output),
                }
                .context(UNWRITTEN)?;
                Ok(heard)
            }
        }
    }
}

const UNWRITTEN: &str = "the output cannot be written";

/// A line from a terminal. One that has gone away is the end of the input.
fn edited(editor: &mut Editor<Completion, DefaultHistory>, prompt: &str) -> Heard {
    loop {
        match editor.readline(prompt) {
            Ok(line) => {
                // Without a history, lines are still read.
                let _ = editor.add_history_entry(line.as_str());
                return Heard::Line(line);
            }
            Err(ReadlineError::Interrupted) => return Heard::Interrupt,
            // A byte that is not text: the line is asked for again.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {}
            Err(error) => {
                if !matches!(error, ReadlineError::Eof) {
                    log::info!("the terminal has gone away: {error}");
                }
                return Heard::End;
            }
        }
    }
}

fn plain(lines: &Receiver<io::Result<String>>, interrupt: &AtomicBool) -> Result<Heard> {
    loop {
        match lines.recv_timeout(MOMENT) {
            Ok(line) => return Ok(Heard::Line(line.context("the input cannot be read")?)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
            Err(RecvTimeoutError::Timeout) if interrupt.swap(false, Relaxed) => {
                return Ok(Heard::Interrupt);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
