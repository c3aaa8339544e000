//! The options of a game.

/// An option of one game: a rule variant, or another notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name in UCI.
    pub name: &'static str,
    /// The type and its possible values.
    pub kind: OptionKind,
}

impl OptionSpec {
    /// Castling is written as in Chess960, in games that have it: the king takes the rook.
    pub const CHESS960: OptionSpec =
        OptionSpec { name: "UCI_Chess960", kind: OptionKind::Check(false) };
}

/// The type of an option and its possible values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`; the field is the default.
    Check(bool),
    /// One of these words, at least one, without blanks; the first is the default.
    Choice(&'static [&'static str]),
    /// A whole number from `least` to `most`.
    Spin {
        /// The default value, as text.
        default: &'static str,
        /// The minimum.
        least: u16,
        /// The maximum.
        most: u16,
    },
    /// Any text, such as a path; empty by default.
    Text,
}

impl OptionKind {
    /// The possible words; empty for a number or a text.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            OptionKind::Check(_) => &["true", "false"],
            OptionKind::Choice(words) => words,
            OptionKind::Spin { .. } | OptionKind::Text => &[],
        }
    }

    /// The default value.
    pub fn default(self) -> &'static str {
        match self {
            OptionKind::Check(true) => "true",
            OptionKind::Check(false) => "false",
            OptionKind::Choice(words) => words.first().copied().unwrap_or_default(),
            OptionKind::Spin { default, .. } => default,
            OptionKind::Text => "",
        }
    }

    /// The description of a valid value: `'true' or 'false'`.
    pub fn expectation(self) -> String {
        match self {
            OptionKind::Check(_) => "'true' or 'false'".to_owned(),
            OptionKind::Choice(words) => format!("one of {}", words.join(", ")),
            OptionKind::Spin { least, most, .. } => {
                format!("a whole number from {least} to {most}")
            }
            OptionKind::Text => "a text".to_owned(),
        }
    }

    /// The value of a text in the game's own spelling: one of the words, ignoring case, a
    /// number within the limits, or the text itself. `None` if the text is invalid.
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
    /// The value of the option.
    pub value: &'static str,
}
