//! Whether the program's streams are terminals, and what these can do.

use std::env;
use std::io::{self, IsTerminal};

/// Terminals that show lines and nothing else, by the variable `TERM`.
const PLAIN: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Which streams of the program are terminals; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminals {
    /// The standard input.
    pub input: bool,
    /// The standard output.
    pub output: bool,
}

impl Terminals {
    /// Those of this program.
    pub fn detect() -> Terminals {
        Terminals { input: io::stdin().is_terminal(), output: io::stdout().is_terminal() }
    }

    /// Whether a line can be edited before it is sent.
    pub fn can_edit(self) -> bool {
        self.input && self.output && !is_plain()
    }

    /// Whether the output shows colours and wants them (no-color.org).
    pub fn has_colours(self) -> bool {
        self.output && !is_plain() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
    }
}

fn is_plain() -> bool {
    env::var("TERM").is_ok_and(|name| PLAIN.contains(&name.as_str()))
}
