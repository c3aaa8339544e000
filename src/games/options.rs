//! The options that a game brings along.

/// An option of one game: rules that differ from place to place, or another
/// way of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, as UCI shows it.
    pub name: &'static str,
    /// What it may be.
    pub kind: OptionKind,
}

/// What an option of a game may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`, and which of them before anyone sets it.
    Check(bool),
    /// One of these words, at least one and without blanks; the first before anyone sets it.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    /// The words that it may be.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            OptionKind::Check(_) => &["true", "false"],
            OptionKind::Choice(words) => words,
        }
    }

    /// The value before anyone sets it.
    pub fn default(self) -> &'static str {
        match self {
            OptionKind::Check(true) => "true",
            OptionKind::Check(false) => "false",
            OptionKind::Choice(words) => words.first().copied().unwrap_or_default(),
        }
    }

    /// The one of its words that is written so, in whatever case.
    pub fn read(self, text: &str) -> Option<&'static str> {
        self.words().iter().copied().find(|word| word.eq_ignore_ascii_case(text))
    }
}

/// Another name for the game that also sets one of its options: `chess960` is
/// chess with `UCI_Chess960`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The other name.
    pub name: &'static str,
    /// The option that it sets.
    pub option: &'static str,
    /// What it sets it to.
    pub value: &'static str,
}
