//! Values of options that clap does not know.

use clap::Command;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

/// A number within a range.
pub fn within<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |text| read_within(text, &range).map_err(|right| format!("expected {right}"))
}

/// A number within a range.
///
/// # Errors
/// The text that was expected.
pub(super) fn read_within<T>(text: &str, range: &RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let value = text.parse().ok().filter(|value| range.contains(value));
    value.ok_or_else(|| format!("a number from {} to {}", range.start(), range.end()))
}

/// A file, as `PATH` or in fastchess' words as `file=PATH`.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        match path.to_str().and_then(|text| text.strip_prefix("file=")) {
            Some("") => Err("expected a file, found nothing"),
            Some(path) => Ok(PathBuf::from(path)),
            None => Ok(path),
        }
    })
}

/// A command of the program, without its options yet.
pub fn tool(name: &'static str) -> Command {
    Command::new(name).allow_negative_numbers(true)
}

/// The default number of threads: one for each core.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}
