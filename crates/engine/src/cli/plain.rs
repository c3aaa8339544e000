//! The command line of builds without tools.

use super::Action;
use super::commands::{self, is_command};
use crate::Registry;
use crate::protocol::{UsageError, command_words};
use plyglot_core::game::quote;
use std::ffi::OsString;

pub(super) fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    registry: &Registry,
) -> anyhow::Result<Action> {
    let mut game = None;
    let mut words = arguments.into_iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let (option, value) = match word.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        match option {
            "--game" => {
                let name = value.or_else(|| words.next());
                game = Some(name.ok_or_else(|| UsageError::new("--game needs a name"))?);
            }
            "-h" | "--help" => return Ok(Action::Text(help(registry))),
            "-V" | "--version" => return Ok(Action::Text(version(registry))),
            _ if option.starts_with('-') => {
                let why = format!("there is no option {}; try --help", quote(option));
                return Err(UsageError::new(why).into());
            }
            _ if !is_command(&word) => {
                let known: Vec<&str> = command_words().collect();
                return Err(UsageError::unknown("a command", &word, &known).into());
            }
            _ => {
                let commands = commands::of_words([word].into_iter().chain(words).collect());
                return Ok(Action::Dialogue { game, commands });
            }
        }
    }
    Ok(Action::Dialogue { game, commands: Vec::new() })
}

fn help(registry: &Registry) -> String {
    let (games, command) = (registry.titles_in_words(), registry.program().command());
    format!(
        "\
Plays {games} over UCI on stdin and stdout

Usage: {command} [--game NAME] [COMMAND]...

Arguments:
  [COMMAND]...     UCI commands to carry out instead of those on stdin

Options:
      --game NAME  Game to start with
  -h, --help       Print help
  -V, --version    Print version

The words form one COMMAND: {command} go depth 5. If one contains blanks, each
is a COMMAND of its own: {command} 'position startpos' 'go depth 5'. `{command} help` lists the
commands."
    )
}

fn version(registry: &Registry) -> String {
    let program = registry.program();
    format!("{} {}", program.command(), program.version()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;
    use plyglot_core::game::tictactoe::TicTacToe;

    fn registry() -> Registry {
        Registry::of::<TicTacToe>().named(Program::new("Noughts", "1.2.0", "Jane Doe"))
    }

    fn parsed(arguments: &[&str]) -> anyhow::Result<Action> {
        parse(arguments.iter().map(OsString::from), &registry())
    }

    #[test]
    fn arguments_are_a_game_and_commands() {
        for (arguments, game, commands) in [
            (&[][..], None, &[][..]),
            (&["--game", "ttt"], Some("ttt"), &[]),
            (&["--game=ttt", "go", "depth", "3"], Some("ttt"), &["go depth 3"]),
            (&["position 4", "go depth 3", "quit"], None, &["position 4", "go depth 3"]),
            // Options after a command are the command's own.
            (&["d", "--help"], None, &["d --help"]),
        ] {
            let Ok(Action::Dialogue { game: found, commands: those }) = parsed(arguments) else {
                panic!("{arguments:?} are no dialogue")
            };
            assert_eq!(found.as_deref(), game, "{arguments:?}");
            assert_eq!(those, commands, "{arguments:?}");
        }
    }

    #[test]
    fn help_and_version_are_those_of_the_program() {
        for (arguments, expected) in [
            (["-V"], "noughts 1.2.0"),
            (["--version"], "noughts 1.2.0"),
            (["-h"], "\nUsage: noughts [--game NAME] [COMMAND]...\n"),
            (["--help"], "\nUsage: noughts [--game NAME] [COMMAND]...\n"),
        ] {
            let Ok(Action::Text(text)) = parsed(&arguments) else { panic!("{arguments:?}") };
            assert!(text.contains(expected), "{arguments:?}: {text}");
        }
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (arguments, expected) in [
            (&["--game"][..], "--game needs a name"),
            (&["--gmae", "ttt"], "there is no option '--gmae'; try --help"),
            (&["benhc"], "expected a command, found 'benhc'; did you mean 'bench'?"),
            (&["--game=ttt", "play"], "expected a command, found 'play'"),
        ] {
            let error = parsed(arguments).err().expect("it is wrong");
            assert!(error.is::<UsageError>(), "{arguments:?}");
            assert!(error.to_string().starts_with(expected), "{arguments:?}: {error}");
        }
    }

    #[test]
    fn a_game_that_is_not_there_is_named() {
        let arguments = ["--game", "tictactow", "d"].map(OsString::from);
        let run = super::super::run;
        let input: &[u8] = b"";
        let ended = run(registry(), arguments, parse, input, std::io::sink(), |_| ());
        let error = ended.expect_err("there is no such game").to_string();
        assert!(error.starts_with("expected a game ("), "{error}");
        assert!(error.ends_with("), found 'tictactow'; did you mean 'tictactoe'?"), "{error}");
    }
}
