//! The game that a tool is for, by one of its names.

use super::groups::OptionError;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use plyglot_engine::{GameEntry, Registry, SeveralGames};
use plyglot_support::text::nearest;
use std::ffi::OsStr;
use std::path::Path;

/// The game that a tool is for: `--game NAME`, or in a tool that takes no other words, a word.
/// [`offer_games`] gives the names, and adds the word.
#[derive(Clone, Debug)]
pub struct GameArgs {
    /// The name, as it was written or is the default.
    pub name: String,
    /// Whether it was written.
    pub is_written: bool,
}

impl GameArgs {
    const OPTION: &str = "game";
    const WORD: &str = "game-word";

    /// # Errors
    /// If a game has to be named, and these matches of a command that takes one have none.
    pub fn check_named(matches: &ArgMatches, registry: &Registry) -> Result<(), SeveralGames> {
        let takes_game = matches.try_contains_id(GameArgs::OPTION).is_ok();
        let is_written = |id| {
            let is_known = matches.try_contains_id(id).is_ok();
            is_known && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        if !takes_game || [GameArgs::OPTION, GameArgs::WORD].into_iter().any(is_written) {
            return Ok(());
        }
        registry.file_game().map(drop)
    }
}

impl Args for GameArgs {
    fn augment_args(command: Command) -> Command {
        let option = Arg::new(GameArgs::OPTION).long("game").alias("variant");
        command.arg(option.value_name("NAME").help("Game"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameArgs::augment_args(command)
    }
}

impl FromArgMatches for GameArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameArgs, clap::Error> {
        let get = |id| matches.try_get_one::<String>(id).ok().flatten();
        let name = get(GameArgs::WORD).or_else(|| get(GameArgs::OPTION));
        let missing = || OptionError::new("--game", "a game", "nothing");
        let name = name.ok_or_else(missing)?.clone();
        let is_default = |id| matches.value_source(id) == Some(ValueSource::DefaultValue);
        Ok(GameArgs { name, is_written: !is_default(GameArgs::OPTION) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The names of games as values of an option. clap's own parser takes a millisecond for some
/// hundred names, so it has only those that are listed.
#[derive(Clone)]
pub struct GameNames {
    listed: Vec<&'static str>,
    /// Aliases, and games that a tool refuses.
    unlisted: Vec<&'static str>,
    /// Those of a library and of files, which are more than an error can list.
    further: Vec<&'static str>,
}

/// The names of games as values of an option: these, each beside its game's own name, and all of
/// a library and of files. The best known ones are listed.
pub fn game_names(
    registry: &Registry,
    names: &[(&'static str, &'static str)],
    further: Vec<&'static str>,
) -> GameNames {
    let common_name = |own: &'static str| match registry.find(own) {
        Some((entry, None)) => entry.info.common_name,
        _ => own,
    };
    let names = names.iter().map(|&(name, own)| (name, name == common_name(own)));
    let (listed, unlisted): (Vec<_>, Vec<_>) = names.partition(|&(_, is_listed)| is_listed);
    let only = |names: Vec<(&'static str, bool)>| names.into_iter().map(|(name, _)| name).collect();
    GameNames { listed: only(listed), unlisted: only(unlisted), further }
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
        let is_file = Path::new(written).extension().is_some_and(|extension| extension == "ini");
        let tip = if is_file {
            format!("`--variants {written}` reads the games of a file")
        } else {
            format!("`{program} games` lists all games")
        };
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
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

/// Has the game of a command ([`GameArgs`]) take any name of the registry. Its value is the game's
/// own name, or that of a preset. If the command takes no other words, the name may be one. The
/// default is the only game of a file, or else the first; of several in files, one has to be named
/// ([`GameArgs::check_named`]).
pub fn offer_games(command: Command, registry: &Registry) -> Command {
    offer_named_games(command, registry, registry.own_names())
}

/// As [`offer_games`], with these names of the program's own games, each with the value that it
/// stands for.
pub fn offer_named_games(
    command: Command,
    registry: &Registry,
    names: Vec<(&'static str, &'static str)>,
) -> Command {
    let words = game_names(registry, &names, registry.further_names());
    offer(command, &registry.file_game(), names, words)
}

/// As [`offer_games`], for a command that takes no presets, as it cannot set other options. The
/// program's own games for which `is_listed` holds are listed. The command itself has to refuse
/// the others.
pub fn offer_some_games(
    command: Command,
    registry: &Registry,
    is_listed: impl Fn(&GameEntry) -> bool,
) -> Command {
    let is_plain = |name: &str| registry.find(name).is_some_and(|(_, preset)| preset.is_none());
    let mut names = registry.own_names();
    names.retain(|(name, _)| is_plain(name));
    let mut words = game_names(registry, &names, registry.further_names());
    let is_listed = |name: &str| registry.find(name).is_some_and(|(entry, _)| is_listed(entry));
    words.unlisted.extend(words.listed.extract_if(.., |name| !is_listed(name)));
    offer(command, &registry.file_game(), names, words)
}

fn offer(
    command: Command,
    file_game: &Result<Option<&GameEntry>, SeveralGames>,
    names: Vec<(&'static str, &'static str)>,
    words: GameNames,
) -> Command {
    let default = match file_game {
        Ok(only) => only.map(|entry| entry.info.name).or(words.listed.first().copied()),
        Err(_) => None,
    };
    let has_further = !words.further.is_empty();
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
        let mut game = game.value_parser(games).ignore_case(true);
        if has_further {
            game = game.help("Game; `games` also lists those of the library and of files");
        }
        match default {
            Some(default) => game.default_value(default),
            None => game,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::tool;
    use plyglot_core::game::tictactoe::TicTacToe;

    /// A game that knows three names, one of which is listed.
    fn registry() -> Registry {
        Registry::of::<TicTacToe>()
    }

    /// The name of the game, or how the error begins.
    fn named(command: Command, words: &[&str]) -> String {
        let ttt = ["tictactoe", "ttt"].map(|name| (name, "tictactoe"));
        let names = [[("chess", "chess"), ("othello", "flipello")], ttt].concat();
        let offered = game_names(&registry(), &names, vec!["atomic"]);
        let command = offer(command.bin_name("p tool"), &Ok(None), names, offered);
        match command.no_binary_name(true).try_get_matches_from(words) {
            Ok(matches) => GameArgs::from_arg_matches(&matches).expect("a default").name,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_game_is_a_word_or_an_option() {
        let command = || GameArgs::augment_args(tool("tool"));
        for (words, name) in [
            (&[][..], "chess"),
            (&["Othello"], "flipello"),
            (&["--game", "othello"], "flipello"),
            (&["atomic"], "atomic"),
            (&["--variant=atomic"], "atomic"),
        ] {
            assert_eq!(named(command(), words), name, "{words:?}");
        }
        let error = named(command(), &["chess", "--game", "ttt"]);
        assert!(error.contains("cannot be used with"), "{error}");
        // Other words are there for something else.
        let others = || command().arg(Arg::new("depth"));
        assert_eq!(named(others(), &["ttt"]), "chess");
        assert_eq!(named(others(), &["4", "--game=ttt"]), "tictactoe");
    }

    #[test]
    fn the_only_game_of_a_file_is_the_default() {
        let only = GameEntry::new::<TicTacToe>(());
        let names = vec![("chess", "chess")];
        let default = |further| {
            let command = GameArgs::augment_args(tool("tool"));
            let words = game_names(&registry(), &names, further);
            let command = offer(command, &Ok(Some(&only)), names.clone(), words);
            let matches = command.no_binary_name(true).try_get_matches_from([""; 0])?;
            GameArgs::from_arg_matches(&matches).map(|game| game.name)
        };
        assert_eq!(default(vec!["tictactoe"]).ok().as_deref(), Some("tictactoe"));
        // A tool that does not take it says so.
        let error = default(Vec::new()).expect_err("it is not offered").to_string();
        assert!(error.contains("invalid value 'tictactoe' for '--game <NAME>'"), "{error}");
    }

    #[test]
    fn an_unknown_game_has_a_near_one_or_the_list() {
        let command = || GameArgs::augment_args(tool("tool"));
        for (word, hint) in [("ches", "'chess'"), ("atmoic", "'atomic'")] {
            let error = named(command(), &["--game", word]);
            let hint = format!("tip: a similar value exists: {hint}");
            assert!(error.contains(&hint), "{error}");
            assert!(error.contains("tip: `p games` lists all games"), "{error}");
            assert!(!error.contains("possible values"), "{error}");
        }
        let error = named(command(), &["--game", "my.ini"]);
        assert!(error.contains("tip: `--variants my.ini` reads the games of a file"), "{error}");
        let error = named(command(), &["backgammon"]);
        assert!(!error.contains("similar") && error.contains("`p games`"), "{error}");
    }
}
