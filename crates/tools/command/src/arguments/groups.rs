//! Groups of `key=value`, in the words of fastchess and cutechess-cli, read and checked
//! one by one.

use clap::error::ErrorKind;
use plyglot_core::game::{Mismatch, quote};
use plyglot_support::text::nearest;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// An error in a value, in the words of the protocol's errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The value, with the option that it belongs to.
    argument: String,
    pub mismatch: Mismatch,
}

impl OptionError {
    pub fn new(
        argument: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> OptionError {
        OptionError::from_mismatch(argument, Mismatch::new(expected, found))
    }

    pub fn from_mismatch(argument: impl Into<String>, mismatch: Mismatch) -> OptionError {
        OptionError { argument: argument.into(), mismatch }
    }

    pub fn unknown(argument: impl Into<String>, written: &str, known: &[&str]) -> Self {
        let expected = format!("one of {}", known.join(", "));
        let hint = nearest(written, known.iter().copied()).map(str::to_owned);
        OptionError::from_mismatch(
            argument,
            Mismatch { hint, ..Mismatch::new(expected, quote(written)) },
        )
    }
}

impl Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.argument, self.mismatch)
    }
}

impl From<OptionError> for clap::Error {
    fn from(error: OptionError) -> clap::Error {
        clap::Error::raw(ErrorKind::ValueValidation, error)
    }
}

/// The complaint about a word where `key=value` belongs.
pub fn bare(argument: &str, written: &str, known: &[&str]) -> OptionError {
    let keys: Vec<String> = known.iter().map(|key| format!("{key}=")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    OptionError::unknown(argument, written, &keys)
}

pub struct KeyedValues<'a> {
    option: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> KeyedValues<'a> {
    /// The values of this option, each key at most once and one of those known.
    pub fn read(
        option: &'a str,
        values: &'a [String],
        known: &[&str],
    ) -> Result<KeyedValues<'a>, OptionError> {
        let mut pairs = KeyedValues { option, pairs: Vec::new() };
        for value in values {
            let argument = format!("{option} {value}");
            let Some((key, text)) = value.split_once('=') else {
                return Err(bare(&argument, value, known));
            };
            if !known.contains(&key) {
                return Err(OptionError::unknown(argument, key, known));
            }
            if pairs.get(key).is_some() {
                return Err(OptionError::new(argument, format!("{key}= once"), "a second one"));
            }
            pairs.pairs.push((key, text));
        }
        Ok(pairs)
    }

    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(known, _)| *known == key).map(|&(_, value)| value)
    }

    pub fn argument(&self, key: &str) -> String {
        match self.get(key) {
            Some(value) => format!("{} {key}={value}", self.option),
            None => format!("{} {key}=", self.option),
        }
    }

    pub fn number<T>(&self, key: &str, range: RangeInclusive<T>) -> Result<Option<T>, OptionError>
    where
        T: FromStr + PartialOrd + Display,
    {
        self.get(key).map(|text| number(&self.argument(key), text, range)).transpose()
    }

    pub fn one_of<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, OptionError> {
        self.get(key).map(|text| one_of(&self.argument(key), text, words)).transpose()
    }
}

pub fn number<T>(argument: &str, text: &str, range: RangeInclusive<T>) -> Result<T, OptionError>
where
    T: FromStr + PartialOrd + Display,
{
    read_within(text, &range).map_err(|right| OptionError::new(argument, right, quote(text)))
}

pub(super) fn read_within<T>(text: &str, range: &RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let value = text.parse().ok().filter(|value| range.contains(value));
    value.ok_or_else(|| format!("a number from {} to {}", range.start(), range.end()))
}

/// One of the words, ignoring case.
pub fn one_of<T: Copy>(argument: &str, text: &str, words: &[(&str, T)]) -> Result<T, OptionError> {
    let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        OptionError::unknown(argument, text, &known)
    })
}

pub const SWITCH: &[(&str, bool)] =
    &[("true", true), ("false", false), ("on", true), ("off", false)];

/// Seconds with a fraction, up to a year.
pub fn seconds(text: &str) -> Option<Duration> {
    const MAX_SECONDS: f64 = 366.0 * 86_400.0;
    if text.bytes().any(|b| !b.is_ascii_digit() && b != b'.') {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    if value > MAX_SECONDS {
        return None;
    }
    Some(Duration::from_secs_f64(value))
}
