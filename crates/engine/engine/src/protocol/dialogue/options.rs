//! An option: its name, its type with the values that it takes, and what it sets.

use super::Dialogue;
use crate::protocol::command::Word;
use plyglot_core::game::{OptionKind, TextError, text_error};
use plyglot_support::text::nearest;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// UCI's word for an empty text.
const EMPTY: &str = "<empty>";

/// Sets an option to a value in the option's own spelling. An error is one in the word.
type Setter = dyn Fn(&mut Dialogue, &str, &Word) -> Result<(), TextError> + Send + Sync;

pub(super) enum UciType {
    /// One that options of games have, too.
    Value(OptionKind),
    /// The names of games, those that are shown, and how an error names them all.
    Games {
        default: &'static str,
        names: Vec<&'static str>,
        listed: Vec<&'static str>,
        expected: String,
    },
    /// A text that clients show.
    About(String),
    Button,
}

pub(crate) struct UciOption {
    name: &'static str,
    kind: UciType,
    pub(super) set: Arc<Setter>,
    is_for_xboard: bool,
}

impl UciOption {
    pub(super) fn new(
        name: &'static str,
        kind: UciType,
        set: impl Fn(&mut Dialogue, &str, &Word) -> Result<(), TextError> + Send + Sync + 'static,
    ) -> UciOption {
        UciOption { name, kind, set: Arc::new(set), is_for_xboard: true }
    }

    pub(super) fn value(
        name: &'static str,
        kind: OptionKind,
        set: impl Fn(&mut Dialogue, &str, &Word) -> Result<(), TextError> + Send + Sync + 'static,
    ) -> UciOption {
        UciOption::new(name, UciType::Value(kind), set)
    }

    pub(super) fn check(
        name: &'static str,
        default: bool,
        set: fn(&mut Dialogue, bool),
    ) -> UciOption {
        UciOption::value(name, OptionKind::Check(default), move |dialogue, text, _| {
            set(dialogue, text == "true");
            Ok(())
        })
    }

    pub(super) fn spin(
        name: &'static str,
        [default, min, max]: [usize; 3],
        set: fn(&mut Dialogue, usize),
    ) -> UciOption {
        let kind = OptionKind::Spin { default, min, max };
        UciOption::value(name, kind, move |dialogue, text, _| {
            set(dialogue, text.parse().unwrap_or(default));
            Ok(())
        })
    }

    /// The path of a file, or none.
    pub(super) fn file(
        name: &'static str,
        set: fn(&mut Dialogue, Option<PathBuf>, &Word) -> Result<(), TextError>,
    ) -> UciOption {
        UciOption::value(name, OptionKind::Text, move |dialogue, text, word| {
            let path = if text.is_empty() { None } else { Some(text.into()) };
            set(dialogue, path, word)
        })
    }

    pub(super) fn button(name: &'static str, act: fn(&mut Dialogue)) -> UciOption {
        UciOption::new(name, UciType::Button, move |dialogue, _, _| {
            act(dialogue);
            Ok(())
        })
    }

    pub(super) fn accepted(name: &'static str, kind: OptionKind) -> UciOption {
        UciOption::value(name, kind, |_, _, _| Ok(()))
    }

    /// XBoard has a command of its own for it, or it means nothing there.
    pub(super) fn not_for_xboard(self) -> UciOption {
        UciOption { is_for_xboard: false, ..self }
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
        self.is_called(name) && matches!(self.kind, UciType::Value(OptionKind::Check(_)))
    }

    /// The value that a client names, in the option's own spelling.
    pub(super) fn read(&self, name: &Word, value: Option<&Word>) -> Result<String, TextError> {
        let read = match (&self.kind, value) {
            (UciType::Value(OptionKind::Text) | UciType::About(_) | UciType::Button, None) => {
                Some(String::new())
            }
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

    /// The option in the words of XBoard, if it is one there.
    pub(crate) fn xboard(&self) -> Option<String> {
        if !self.is_for_xboard {
            return None;
        }
        let name = self.name;
        Some(match &self.kind {
            UciType::Value(OptionKind::Check(default)) => {
                format!("{name} -check {}", u8::from(*default))
            }
            UciType::Value(OptionKind::Spin { default, min, max }) => {
                format!("{name} -spin {default} {min} {max}")
            }
            UciType::Value(OptionKind::Choice(words)) => {
                format!("{name} -combo *{}", words.join(" /// "))
            }
            UciType::Value(OptionKind::Text) => format!("{name} -string "),
            UciType::Button => format!("{name} -button"),
            UciType::Games { .. } | UciType::About(_) => return None,
        })
    }
}

impl UciType {
    /// The value of a text in the option's own spelling; `None` if it is wrong.
    fn read(&self, text: &str) -> Option<String> {
        match self {
            UciType::Value(OptionKind::Text) if text == EMPTY => Some(String::new()),
            UciType::Value(kind) => kind.read(text),
            UciType::Games { names, .. } => {
                let name = names.iter().find(|name| name.eq_ignore_ascii_case(text))?;
                Some((*name).to_owned())
            }
            UciType::About(_) | UciType::Button => Some(String::new()),
        }
    }

    fn expectation(&self) -> String {
        match self {
            UciType::Value(kind) => kind.expectation(),
            UciType::Games { expected, .. } => expected.clone(),
            UciType::About(_) | UciType::Button => OptionKind::Text.expectation(),
        }
    }

    fn words(&self) -> &[&'static str] {
        match self {
            UciType::Value(kind) => kind.words(),
            UciType::Games { names, .. } => names,
            UciType::About(_) | UciType::Button => &[],
        }
    }
}

fn write_combo(f: &mut fmt::Formatter<'_>, default: &str, listed: &[&str]) -> fmt::Result {
    write!(f, "combo default {default}")?;
    listed.iter().try_for_each(|word| write!(f, " var {word}"))
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            UciType::Value(OptionKind::Check(default)) => write!(f, "check default {default}"),
            UciType::Value(OptionKind::Spin { default, min, max }) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            UciType::Value(OptionKind::Choice(words)) => write_combo(f, words[0], words),
            UciType::Games { default, listed, .. } => write_combo(f, default, listed),
            UciType::Value(OptionKind::Text) => write!(f, "string default {EMPTY}"),
            UciType::About(text) => write!(f, "string default {text}"),
            UciType::Button => f.write_str("button"),
        }
    }
}
