//! The game that a tool is for, by one of its names.

use super::groups::OptionError;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use plyglot_core::game::quote;
use plyglot_engine::{Registry, SeveralGames};
use std::path::Path;

/// The game that a tool is for: `--game NAME`, or in a tool that takes no other words, a word.
/// [`offer_games`] gives the names, and adds the word.
#[derive(Clone, Debug)]
pub struct GameArgs {
    /// The name, as it was written or is the default.
    pub name: String,
    pub is_written: bool,
}

impl GameArgs {
    const OPTION: &str = "game";
    const WORD: &str = "game-word";

    /// # Errors
    /// If a game has to be named, and these matches of a command that takes one have none.
    pub fn check_named(
        command: &Command,
        matches: &ArgMatches,
        registry: &Registry,
    ) -> Result<(), SeveralGames> {
        // Only some builds say that an argument is not known to the matches.
        let known: Vec<&str> = command.get_arguments().map(|it| it.get_id().as_str()).collect();
        let is_named = [GameArgs::OPTION, GameArgs::WORD].into_iter().any(|id| {
            known.contains(&id) && matches.value_source(id) == Some(ValueSource::CommandLine)
        });
        if is_named || !known.contains(&GameArgs::OPTION) {
            return Ok(());
        }
        registry.file_game().map(drop)
    }

    /// Whether a command takes a game, and only as the option: its other words are none.
    pub fn is_option_alone(command: &Command) -> bool {
        let has =
            |id: &str| command.get_arguments().any(|argument| argument.get_id().as_str() == id);
        has(GameArgs::OPTION) && !has(GameArgs::WORD)
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
        let [word, option] = [GameArgs::WORD, GameArgs::OPTION]
            .map(|id| matches.try_get_one::<String>(id).ok().flatten());
        let name =
            word.or(option).ok_or_else(|| OptionError::new("--game", "a game", "nothing"))?.clone();
        let source = matches.value_source(GameArgs::OPTION);
        Ok(GameArgs { name, is_written: source != Some(ValueSource::DefaultValue) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The spelling of a game's name that the registry has; that of a preset, if the name is a
/// preset's.
pub fn game_name(registry: &Registry, written: &str) -> Result<String, String> {
    if let Some(game) = registry.game(written) {
        return Ok(game.name().to_owned());
    }
    if Path::new(written).extension().is_some_and(|extension| extension == "ini") {
        return Err(format!("expected a game; `--variants {written}` reads the games of a file"));
    }
    Err(registry.unknown_game(written).to_string())
}

/// Has the game of a command ([`GameArgs`]) take any name of the registry. Its value is the game's
/// own name, or that of a preset. If the command takes no other words, the name may be one. The
/// default is the only game of a file, or else the first; of several in files, one has to be named
/// ([`GameArgs::check_named`]).
pub fn offer_games(command: Command, registry: &Registry) -> Command {
    let known = registry.clone();
    offer(command, registry, move |written| game_name(&known, written))
}

/// As [`offer_games`], for a command that takes no presets, as it cannot set other options.
pub fn offer_plain_games(command: Command, registry: &Registry) -> Command {
    let known = registry.clone();
    offer(command, registry, move |written| {
        if known.game(written).is_some_and(|game| game.is_preset()) {
            return Err(format!(
                "expected a game with its usual options, found {}",
                quote(written)
            ));
        }
        game_name(&known, written)
    })
}

fn offer(
    command: Command,
    registry: &Registry,
    name: impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static,
) -> Command {
    let has_words = command.get_positionals().next().is_some();
    let word = Arg::new(GameArgs::WORD)
        .value_name("GAME")
        .help("Game, in place of --game")
        .conflicts_with(GameArgs::OPTION)
        .value_parser(name.clone());
    let command = if has_words { command } else { command.arg(word) };
    let default = if registry.file_game().is_ok() {
        Some(registry.default_game().info.common_name)
    } else {
        None
    };
    command.mut_arg(GameArgs::OPTION, |game| {
        let help = format!("Game: {}", names_in_words(registry));
        game.value_parser(name).help(help).default_value(default)
    })
}

/// The names of the program's own games in help, and how to find more.
pub fn names_in_words(registry: &Registry) -> String {
    let names: Vec<&str> = registry.entries().iter().map(|it| it.info.common_name).collect();
    let names = names.join(", ");
    if registry.source().is_none() { names } else { names + ", ...; `games` lists all" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::tool;
    use plyglot_core::game::tictactoe::TicTacToe;

    fn named(command: Command, words: &[&str]) -> String {
        let command = offer_games(GameArgs::augment_args(command), &Registry::new::<TicTacToe>());
        match command.no_binary_name(true).try_get_matches_from(words) {
            Ok(matches) => GameArgs::from_arg_matches(&matches).expect("a default").name,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_game_is_a_word_or_an_option() {
        for words in [&[][..], &["TTT"], &["--game", "ttt"], &["--variant=tictactoe"]] {
            assert_eq!(named(tool("tool"), words), "tictactoe", "{words:?}");
        }
        let error = named(tool("tool"), &["ttt", "--game", "ttt"]);
        assert!(error.contains("cannot be used with"), "{error}");
        // Other words are there for something else.
        let other = tool("tool").arg(Arg::new("depth"));
        assert_eq!(named(other, &["chess", "--game=ttt"]), "tictactoe");
        for (word, expected) in [
            ("tictactow", "'tictactow'; did you mean 'tictactoe'?"),
            ("my.ini", "`--variants my.ini` reads the games of a file"),
        ] {
            let error = named(tool("tool"), &[word]);
            assert!(error.contains(expected), "{error}");
        }
    }
}
