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
    /// A whole number from `least` to `most`; `default`, written out, before anyone sets it.
    Spin {
        /// What it is before anyone sets it.
        default: &'static str,
        /// The least that it may be.
        least: u16,
        /// The most.
        most: u16,
    },
    /// Any text, such as a path; empty before anyone sets it.
    Text,
}

impl OptionKind {
    /// The words that it may be; none for a number or a text.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            OptionKind::Check(_) => &["true", "false"],
            OptionKind::Choice(words) => words,
            OptionKind::Spin { .. } | OptionKind::Text => &[],
        }
    }

    /// The value before anyone sets it.
    pub fn default(self) -> &'static str {
        match self {
            OptionKind::Check(true) => "true",
            OptionKind::Check(false) => "false",
            OptionKind::Choice(words) => words.first().copied().unwrap_or_default(),
            OptionKind::Spin { default, .. } => default,
            OptionKind::Text => "",
        }
    }

    /// The value that is written so, as the game writes it: one of its words in
    /// whatever case, a number within its limits, or the text.
    pub fn read(self, text: &str) -> Option<String> {
        match self {
            OptionKind::Check(_) | OptionKind::Choice(_) => {
                let word = self.words().iter().find(|word| word.eq_ignore_ascii_case(text))?;
                Some((*word).to_owned())
            }
            OptionKind::Spin { least, most, .. } => {
                let number: u16 = text.parse().ok()?;
                (least..=most).contains(&number).then(|| number.to_string())
            }
            OptionKind::Text => Some(text.to_owned()),
        }
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
