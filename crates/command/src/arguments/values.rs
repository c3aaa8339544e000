//! Values of options that clap does not know.

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use std::ffi::OsStr;
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
/// What would have been right.
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

/// A command of the program, to which its options are to be added.
pub fn tool(name: &'static str) -> Command {
    Command::new(name).allow_negative_numbers(true)
}

/// The default number of threads: one for each core.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// The names of games as values of an option: these, and without being listed all of a library
/// and of files.
pub fn game_names(
    names: impl Iterator<Item = &'static str>,
    further: Vec<&'static str>,
) -> impl TypedValueParser<Value = String> {
    GameNames { listed: names.collect(), further }
}

/// A parser for [`game_names`]: clap's own takes a millisecond for some hundred names that are
/// not asked for.
#[derive(Clone)]
struct GameNames {
    listed: Vec<&'static str>,
    further: Vec<&'static str>,
}

impl TypedValueParser for GameNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let is_further =
            |text: &&str| self.further.iter().any(|name| name.eq_ignore_ascii_case(text));
        match value.to_str().filter(is_further) {
            Some(text) => Ok(text.to_owned()),
            None => PossibleValuesParser::new(&self.listed).parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.listed.iter().map(PossibleValue::new)))
    }
}

/// Has the `--game` of a command take one of these names; its value is the game's own
/// name, which stands beside it. The first game is the default.
pub fn offer_games(
    command: Command,
    names: Vec<(&'static str, &'static str)>,
    further: Vec<&'static str>,
) -> Command {
    let default = names.first().map(|&(name, _)| name);
    let words = game_names(names.iter().map(|&(name, _)| name), further);
    let games = words.map(move |written| {
        let found = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(&written));
        found.map_or(written, |&(_, game)| game.to_owned())
    });
    command.mut_arg("game", |game| {
        let game = game.value_parser(games).ignore_case(true).required(false);
        match default {
            Some(default) => game.default_value(default),
            None => game,
        }
    })
}
