//! Values of options that clap does not know.

use super::shared::GameArgs;
use clap::builder::{
    PathBufValueParser, PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser,
};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};
use plyglot_support::text::nearest;
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

/// A command of the program, to which its options are to be added.
pub fn tool(name: &'static str) -> Command {
    Command::new(name).allow_negative_numbers(true)
}

/// The default number of threads: one for each core.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// The names of games as values of an option. clap's own parser takes a millisecond for some
/// hundred names, so it has only those that are listed.
#[derive(Clone)]
pub struct GameNames {
    /// One for each game.
    listed: Vec<&'static str>,
    /// Aliases, and games that a tool refuses.
    unlisted: Vec<&'static str>,
    /// Those of a library and of files, which are more than an error can list.
    further: Vec<&'static str>,
}

/// The names of games as values of an option: these, each beside its game's own name, which
/// alone is listed, and all of a library and of files.
pub fn game_names(
    names: Vec<(&'static str, &'static str)>,
    further: Vec<&'static str>,
) -> GameNames {
    let (own, aliases): (Vec<_>, Vec<_>) = names.into_iter().partition(|(name, own)| name == own);
    let first = |names: Vec<(&'static str, _)>| names.into_iter().map(|(name, _)| name).collect();
    GameNames { listed: first(own), unlisted: first(aliases), further }
}

impl GameNames {
    /// The error about a wrong name: it says what may have been meant, and instead of a list
    /// of many names what lists them.
    fn explained(&self, mut error: clap::Error, command: &Command, written: &str) -> clap::Error {
        error.remove(ContextKind::SuggestedValue);
        let all = self.listed.iter().chain(&self.unlisted).chain(&self.further).copied();
        if let Some(near) = nearest(written, all) {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(near.to_owned()));
        }
        if self.further.is_empty() {
            return error;
        }
        error.remove(ContextKind::ValidValue);
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        let program = name.split(' ').next().unwrap_or_default();
        let tip = StyledStr::from(format!("`{program} games` lists all games"));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        error
    }
}

impl TypedValueParser for GameNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let written = value.to_string_lossy();
        let mut others = self.unlisted.iter().chain(&self.further);
        if others.any(|name| name.eq_ignore_ascii_case(&written)) {
            return Ok(written.into_owned());
        }
        let parsed = PossibleValuesParser::new(&self.listed).parse_ref(command, argument, value);
        parsed.map_err(|error| self.explained(error, command, &written))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.listed.iter().map(PossibleValue::new)))
    }
}

/// Has the game of a command ([`GameArgs`]) take one of these names; its value is the game's own
/// name, which stands beside it. The first game is the default. If the command takes no other
/// words, the name may be one.
pub fn offer_games(
    command: Command,
    names: Vec<(&'static str, &'static str)>,
    further: Vec<&'static str>,
) -> Command {
    offer(command, names.clone(), game_names(names, further))
}

/// [`offer_games`] without further names. Games that are not listed are for the tool to refuse.
pub fn offer_some_games(
    command: Command,
    names: Vec<(&'static str, &'static str)>,
    is_listed: impl Fn(&str) -> bool,
) -> Command {
    let mut words = game_names(names.clone(), Vec::new());
    words.unlisted.extend(words.listed.extract_if(.., |name| !is_listed(name)));
    offer(command, names, words)
}

fn offer(command: Command, names: Vec<(&'static str, &'static str)>, words: GameNames) -> Command {
    let default = names.first().map(|&(name, _)| name);
    let games = words.map(move |written| {
        let found = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(&written));
        found.map_or(written, |&(_, game)| game.to_owned())
    });
    let has_words = command.get_positionals().next().is_some();
    let word = Arg::new(GameArgs::WORD)
        .value_name("GAME")
        .help("Game, in place of --game")
        .conflicts_with(GameArgs::OPTION)
        .hide_possible_values(true)
        .ignore_case(true)
        .value_parser(games.clone());
    let command = if has_words { command } else { command.arg(word) };
    command.mut_arg(GameArgs::OPTION, |game| {
        let game = game.value_parser(games).ignore_case(true);
        match default {
            Some(default) => game.default_value(default),
            None => game,
        }
    })
}
