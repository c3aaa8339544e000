//! The command line of builds without tools.

use super::Action;
use super::commands::{self, is_command};
use crate::Registry;
use crate::protocol::{UsageError, command_words};
use plyglot_core::game::quote;
use std::ffi::OsString;

/// Parses the arguments.
///
/// # Errors
/// If they are invalid.
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
    let (games, command) = (registry.listed(), registry.program().command());
    format!(
        "\
Plays {games} over UCI on stdin and stdout

Usage: {command} [--game NAME] [COMMAND]...

Arguments:
  [COMMAND]...     UCI commands to carry out instead of those on stdin

Options:
      --game NAME  Game to play first
  -h, --help       Print help
  -V, --version    Print version

All words together are one COMMAND: {command} go depth 5. Where one has blanks, each
is a COMMAND: {command} 'position startpos' 'go depth 5'. `{command} help` lists the
commands."
    )
}

fn version(registry: &Registry) -> String {
    let program = registry.program();
    format!("{} {}", program.command(), program.version()).trim_end().to_owned()
}
