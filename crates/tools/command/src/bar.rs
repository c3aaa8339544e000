//! A bar on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

/// A bar on stderr if that is a terminal; lines are printed around it.
pub struct Progress {
    bar: ProgressBar,
    /// Whether the output goes elsewhere than the bar's screen.
    wants_lines: bool,
}

impl Progress {
    /// A bar on the program's terminal, if it has one.
    pub fn on_terminal() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let wants_lines = bar.is_hidden() || !io::stdout().is_terminal();
        Progress { bar, wants_lines }
    }

    /// Shows how much is done, the total if known, and a text.
    pub fn show(&self, done: u64, all: Option<u64>, words: impl FnOnce() -> String) {
        if self.bar.is_hidden() {
            return;
        }
        let template = match all {
            Some(_) => "{wide_bar} {percent:>3} %  {elapsed}\n{msg}",
            None => "{spinner} {elapsed}  {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        if let Some(all) = all {
            self.bar.set_length(all);
        }
        self.bar.set_message(words());
        self.bar.set_position(done);
    }

    /// Whether progress lines should be printed, which on a screen with a bar would
    /// repeat it.
    pub fn wants_lines(&self) -> bool {
        self.wants_lines
    }

    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
