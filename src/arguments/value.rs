//! Values of options, read and checked one by one.

use crate::games::quote;
use crate::text::nearest;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The argument, with the option that it belongs to.
    pub argument: String,
    /// What would have been right.
    pub expected: String,
    /// What was found instead.
    pub found: String,
    /// A word that may have been meant.
    pub hint: Option<String>,
}

impl OptionError {
    pub(crate) fn new(
        argument: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> OptionError {
        OptionError {
            argument: argument.into(),
            expected: expected.into(),
            found: found.into(),
            hint: None,
        }
    }

    /// An error about a word that is none of those that exist.
    pub(crate) fn unknown(argument: impl Into<String>, written: &str, known: &[&str]) -> Self {
        let expected = format!("one of {}", known.join(", "));
        let hint = nearest(written, known.iter().copied()).map(str::to_owned);
        OptionError { hint, ..OptionError::new(argument, expected, quote(written)) }
    }
}

impl Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.argument, self.expected, self.found)?;
        match &self.hint {
            Some(hint) => write!(f, "; did you mean '{hint}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for OptionError {}

/// An option as it stands on the command line, and the values behind it.
#[derive(Clone, Debug)]
pub(crate) struct Group<'a> {
    /// As it was written, for errors.
    pub(crate) option: String,
    /// Its name without hyphens.
    pub(crate) name: &'a str,
    pub(crate) values: Vec<&'a str>,
}

impl<'a> Group<'a> {
    /// The one value of an option that has one.
    pub(crate) fn single(&self, what: &str) -> Result<&'a str, OptionError> {
        match self.values[..] {
            [value] => Ok(value),
            [] => Err(OptionError::new(&self.option, what, "nothing")),
            [_, more, ..] => Err(OptionError::new(&self.option, what, quote(more) + " after it")),
        }
    }

    /// The one value, a number.
    pub(crate) fn number<T>(&self, range: RangeInclusive<T>) -> Result<T, OptionError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let what = format!("a number from {} to {}", range.start(), range.end());
        number(&self.option, self.single(&what)?, range)
    }

    /// The path in `file=PATH` or `PATH`.
    pub(crate) fn file(&self) -> Result<&'a str, OptionError> {
        let value = self.single("a file")?;
        match value.strip_prefix("file=").unwrap_or(value) {
            "" => Err(OptionError::new(&self.option, "a file", "nothing")),
            path => Ok(path),
        }
    }

    /// Nothing may stand behind the option.
    pub(crate) fn alone(&self) -> Result<(), OptionError> {
        match self.values.first() {
            Some(value) => Err(OptionError::new(&self.option, "nothing behind it", quote(value))),
            None => Ok(()),
        }
    }

    /// The values as `key=value`, each key at most once and one of those known.
    pub(crate) fn pairs(&self, known: &[&str]) -> Result<Pairs<'a>, OptionError> {
        let mut pairs = Pairs { option: self.option.clone(), pairs: Vec::new() };
        for &value in &self.values {
            let argument = format!("{} {value}", self.option);
            let (key, text) = match value.split_once('=') {
                Some(pair) => pair,
                None => return Err(bare(&argument, value, known)),
            };
            if !known.contains(&key) {
                return Err(OptionError::unknown(argument, key, known));
            }
            if pairs.get(key).is_some() {
                return Err(OptionError::new(argument, format!("{key}= once"), "it twice"));
            }
            pairs.pairs.push((key, text));
        }
        Ok(pairs)
    }
}

/// The complaint about a word where `key=value` belongs.
pub(crate) fn bare(argument: &str, written: &str, known: &[&str]) -> OptionError {
    let keys: Vec<String> = known.iter().map(|key| format!("{key}=")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    OptionError::unknown(argument, written, &keys)
}

/// Values with keys.
pub(crate) struct Pairs<'a> {
    option: String,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Pairs<'a> {
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(known, _)| *known == key).map(|&(_, value)| value)
    }

    pub(crate) fn argument(&self, key: &str) -> String {
        match self.get(key) {
            Some(value) => format!("{} {key}={value}", self.option),
            None => format!("{} {key}=", self.option),
        }
    }

    pub(crate) fn number<T>(
        &self,
        key: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, OptionError>
    where
        T: FromStr + PartialOrd + Display,
    {
        self.get(key).map(|text| number(&self.argument(key), text, range)).transpose()
    }

    pub(crate) fn one_of<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, OptionError> {
        self.get(key).map(|text| one_of(&self.argument(key), text, words)).transpose()
    }
}

/// A number within a range.
pub(crate) fn number<T>(
    argument: &str,
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, OptionError>
where
    T: FromStr + PartialOrd + Display,
{
    text.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        OptionError::new(argument, expected, quote(text))
    })
}

/// One of some words, in whatever case.
pub(crate) fn one_of<T: Copy>(
    argument: &str,
    text: &str,
    words: &[(&str, T)],
) -> Result<T, OptionError> {
    let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        OptionError::unknown(argument, text, &known)
    })
}

/// The words for yes and no.
pub(crate) const SWITCH: &[(&str, bool)] =
    &[("true", true), ("false", false), ("on", true), ("off", false)];

/// Seconds with a fraction, of which a year is more than anyone waits for.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    const LONGEST: f64 = 366.0 * 86_400.0;
    let is_decimal = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let value: f64 = is_decimal.then(|| text.parse().ok())??;
    (value <= LONGEST).then(|| Duration::from_secs_f64(value))
}
