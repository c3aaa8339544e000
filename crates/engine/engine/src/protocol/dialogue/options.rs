//! An option: its name, its type with the values that it takes, and what it sets.

use super::Dialogue;
use crate::protocol::command::Word;
use plyglot_core::game::{TextError, text_error};
use plyglot_support::text::nearest;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// UCI's word for an empty text.
const EMPTY: &str = "<empty>";

/// Sets an option to a value in the option's own spelling. An error is one in the word.
type Setter = dyn Fn(&mut Dialogue, &str, &Word) -> Result<(), TextError> + Send + Sync;

/// The type of an option in UCI.
pub(super) enum UciType {
    Check(bool),
    Spin {
        default: usize,
        least: usize,
        most: usize,
    },
    /// Words, those that are shown, and how an error names them all.
    Combo {
        default: &'static str,
        words: Words,
        listed: Words,
        expected: String,
    },
    /// Its default. Any text is right.
    Text(String),
    Button,
}

type Words = Vec<&'static str>;

pub(crate) struct UciOption {
    name: &'static str,
    kind: UciType,
    pub(super) set: Arc<Setter>,
}

impl UciOption {
    pub(super) fn new(
        name: &'static str,
        kind: UciType,
        set: impl Fn(&mut Dialogue, &str, &Word) -> Result<(), TextError> + Send + Sync + 'static,
    ) -> UciOption {
        UciOption { name, kind, set: Arc::new(set) }
    }

    pub(super) fn check(
        name: &'static str,
        default: bool,
        set: fn(&mut Dialogue, bool),
    ) -> UciOption {
        UciOption::new(name, UciType::Check(default), move |dialogue, text, _| {
            set(dialogue, text == "true");
            Ok(())
        })
    }

    pub(super) fn spin(
        name: &'static str,
        [default, least, most]: [usize; 3],
        set: fn(&mut Dialogue, usize),
    ) -> UciOption {
        let kind = UciType::Spin { default, least, most };
        UciOption::new(name, kind, move |dialogue, text, _| {
            set(dialogue, text.parse().unwrap_or(default));
            Ok(())
        })
    }

    /// The path of a file, or none.
    pub(super) fn file(
        name: &'static str,
        set: fn(&mut Dialogue, Option<PathBuf>, &Word) -> Result<(), TextError>,
    ) -> UciOption {
        UciOption::new(name, UciType::empty_text(), move |dialogue, text, word| {
            set(dialogue, (!text.is_empty()).then(|| text.into()), word)
        })
    }

    pub(super) fn button(name: &'static str, act: fn(&mut Dialogue)) -> UciOption {
        UciOption::new(name, UciType::Button, move |dialogue, _, _| {
            act(dialogue);
            Ok(())
        })
    }

    /// One without effect.
    pub(super) fn accepted(name: &'static str, kind: UciType) -> UciOption {
        UciOption::new(name, kind, |_, _, _| Ok(()))
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Case and the number of blanks between words do not matter.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let lower_case = str::to_ascii_lowercase;
        let own = self.name.split_whitespace().map(lower_case);
        own.eq(name.split_whitespace().map(lower_case))
    }

    pub(crate) fn is_check(&self, name: &str) -> bool {
        self.is_called(name) && matches!(self.kind, UciType::Check(_))
    }

    /// The value that a client names, in the option's own spelling.
    pub(super) fn read(&self, name: &Word, value: Option<&Word>) -> Result<String, TextError> {
        let read = match (&self.kind, value) {
            (UciType::Button, _) | (UciType::Text(_), None) => Some(String::new()),
            (kind, Some(value)) => kind.read(value.text.trim()),
            (_, None) => {
                let expected = format!("'value' and {}", self.kind.expectation());
                return Err(name.locate(text_error(&name.text, name.text.len(), expected)));
            }
        };
        read.ok_or_else(|| {
            let value = value.unwrap_or(name);
            let hint = nearest(&value.text, self.kind.words().iter().copied());
            value.error(self.kind.expectation()).hinted(hint)
        })
    }

    /// The option in the words of XBoard, unless that has a command of its own for it, or it
    /// means nothing there.
    pub(crate) fn xboard(&self) -> Option<String> {
        let name = match self.name {
            "Hash" | "Threads" | "Ponder" | "UCI_AnalyseMode" | "UCI_Chess960"
            | "UCI_EngineAbout" | "UCI_Opponent" | "UCI_ShowWDL" | "UCI_Variant" => return None,
            name => name,
        };
        Some(match &self.kind {
            UciType::Check(default) => format!("{name} -check {}", u8::from(*default)),
            UciType::Spin { default, least, most } => {
                format!("{name} -spin {default} {least} {most}")
            }
            UciType::Combo { listed, .. } => format!("{name} -combo *{}", listed.join(" /// ")),
            UciType::Text(_) => format!("{name} -string "),
            UciType::Button => format!("{name} -button"),
        })
    }
}

impl UciType {
    pub(super) fn empty_text() -> UciType {
        UciType::Text(EMPTY.to_owned())
    }

    /// A choice of words, the first of which is the default.
    pub(super) fn combo(words: Words) -> UciType {
        let expected = format!("one of {}", words.join(", "));
        UciType::Combo { default: words[0], listed: words.clone(), words, expected }
    }

    /// The value of a text in the option's own spelling; `None` if it is wrong.
    fn read(&self, text: &str) -> Option<String> {
        match self {
            UciType::Check(_) | UciType::Combo { .. } => {
                let word = self.words().iter().find(|word| word.eq_ignore_ascii_case(text))?;
                Some((*word).to_owned())
            }
            UciType::Spin { least, most, .. } => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(&number))?;
                Some(number.to_string())
            }
            UciType::Text(_) => Some(if text == EMPTY { "" } else { text }.to_owned()),
            UciType::Button => Some(String::new()),
        }
    }

    fn expectation(&self) -> String {
        match self {
            UciType::Check(_) => "'true' or 'false'".to_owned(),
            UciType::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
            UciType::Combo { expected, .. } => expected.clone(),
            UciType::Text(_) | UciType::Button => "a text".to_owned(),
        }
    }

    fn words(&self) -> &[&'static str] {
        match self {
            UciType::Check(_) => &["true", "false"],
            UciType::Combo { words, .. } => words,
            UciType::Spin { .. } | UciType::Text(_) | UciType::Button => &[],
        }
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            UciType::Check(default) => write!(f, "check default {default}"),
            UciType::Spin { default, least, most } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            UciType::Combo { default, listed, .. } => {
                write!(f, "combo default {default}")?;
                listed.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            UciType::Text(default) => write!(f, "string default {default}"),
            UciType::Button => f.write_str("button"),
        }
    }
}
