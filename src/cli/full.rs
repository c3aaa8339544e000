//! The command line of builds with tools. clap generates help, suggestions, errors,
//! completions and man pages from its definition.

mod bench;
mod generated;
#[cfg(feature = "network")]
mod network;
mod perft;
mod worker;

use super::Action;
use super::commands::{self, is_command};
use crate::arguments::{Streams, with_two_hyphens};
use crate::engine::{GameEntry, Registry};
use crate::progress::Progress;
use crate::protocol::command_words;
use crate::streams;
use crate::terminal::Terminals;
use crate::text::nearest;
use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::ffi::OsString;
use std::io::{BufRead, Write};

/// A tool of the program: its arguments, and its function.
struct Tool {
    command: fn(&Registry) -> Command,
    run: fn(&ArgMatches, &Registry, Streams<'_>) -> anyhow::Result<()>,
}

/// The tools, by name.
const TOOLS: &[Tool] = &[
    #[cfg(feature = "solve")]
    Tool { command: crate::solve::command, run: crate::solve::run },
    #[cfg(feature = "study")]
    Tool { command: crate::analyse::command, run: crate::analyse::run },
    #[cfg(feature = "study")]
    Tool { command: crate::explain::command, run: crate::explain::run },
    #[cfg(feature = "study")]
    Tool { command: crate::compare::command, run: crate::compare::run },
    #[cfg(feature = "study")]
    Tool { command: crate::play::command, run: crate::play::run },
    #[cfg(feature = "board")]
    Tool { command: crate::board::command, run: crate::board::run },
    #[cfg(feature = "match")]
    Tool { command: crate::tournament::command, run: crate::tournament::run },
    #[cfg(feature = "training")]
    Tool { command: crate::training::command, run: crate::training::run },
    #[cfg(feature = "training")]
    Tool { command: crate::training::learn::command, run: crate::training::learn::run },
    #[cfg(feature = "training")]
    Tool { command: crate::training::tune::command, run: crate::training::tune::run },
    #[cfg(feature = "training")]
    Tool { command: crate::training::train::command, run: crate::training::train::run },
    #[cfg(feature = "training")]
    Tool { command: crate::training::spsa::command, run: crate::training::spsa::run },
    #[cfg(feature = "training")]
    Tool { command: crate::training::screen::command, run: crate::training::screen::run },
    #[cfg(feature = "training")]
    Tool { command: crate::training::scale::command, run: crate::training::scale::run },
    Tool { command: bench::command, run: bench::run },
    Tool { command: perft::command, run: perft::run },
    #[cfg(feature = "network")]
    Tool { command: network::command, run: network::run },
    Tool { command: generated::completions_command, run: generated::completions },
    Tool { command: generated::man_command, run: generated::man },
];

/// The definition of the command line.
fn program(registry: &Registry) -> Command {
    let game = Arg::new("game")
        .long("game")
        .value_name("NAME")
        .help("Game to play first")
        .ignore_case(true)
        .value_parser(PossibleValuesParser::new(
            registry.entries().iter().flat_map(GameEntry::names),
        ));
    let commands = Arg::new("commands")
        .value_name("COMMAND")
        .help("UCI commands to carry out instead of those on stdin")
        .num_args(0..)
        .trailing_var_arg(true)
        .value_parser(value_parser!(OsString));
    let name = registry.program().command();
    Command::new(name.clone())
        .bin_name(name.clone())
        .version(registry.program().version().to_owned())
        .about(format!("Plays {} over UCI on stdin and stdout", registry.listed()))
        .override_usage(format!(
            "{name} [--game NAME] [COMMAND]...\n       {name} <TOOL> [OPTIONS]"
        ))
        .after_help(format!(
            "All words together are one COMMAND: {name} go depth 5. Where one has blanks, each \
             is a COMMAND: {name} 'position startpos' 'go depth 5'."
        ))
        .max_term_width(WIDTH)
        .disable_help_subcommand(true)
        .subcommand_help_heading("Tools")
        .subcommand_value_name("TOOL")
        .arg(commands)
        .arg(game)
        .subcommands(TOOLS.iter().map(|tool| (tool.command)(registry)))
}

/// The maximum width of help in characters.
const WIDTH: usize = 90;

/// A tool to run, with its arguments.
pub(super) struct Call {
    tool: &'static Tool,
    command: Command,
    matches: ArgMatches,
}

impl Call {
    /// Runs the tool.
    ///
    /// # Errors
    /// Errors of the tool, and argument errors that only the tool can detect.
    pub(super) fn run(
        mut self,
        registry: &Registry,
        input: Box<dyn BufRead + Send>,
        output: &mut dyn Write,
        terminals: Terminals,
    ) -> anyhow::Result<()> {
        let (errors, progress) = (&mut streams::errors(), Progress::on_terminal());
        let streams = Streams { input, output, errors, progress, terminals };
        (self.tool.run)(&self.matches, registry, streams).map_err(|error| {
            match error.downcast::<clap::Error>() {
                Ok(error) => error.format(&mut self.command).into(),
                Err(error) => error,
            }
        })
    }
}

/// Parses the arguments.
///
/// # Errors
/// If they make no sense.
pub(super) fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    registry: &Registry,
) -> Result<Action, anyhow::Error> {
    let mut program = program(registry).no_binary_name(true);
    let arguments = with_clap_spelling(arguments, &program);
    let mut matches = match program.try_get_matches_from_mut(arguments) {
        Err(error) if !error.use_stderr() => {
            return Ok(Action::Text(error.to_string().trim_end().to_owned()));
        }
        matches => matches?,
    };
    let game = matches.remove_one::<String>("game");
    if let Some((name, matches)) = matches.remove_subcommand() {
        if name == bench::NAME
            && let Some(words) = bench::dialogue(&matches)
        {
            return Ok(Action::Dialogue { game, commands: commands::of_words(words) });
        }
        if game.is_some() {
            let why = match name.as_str() {
                bench::NAME => "bench takes the name of the game alone: bench NAME".to_owned(),
                _ => format!("--game NAME belongs after {name}"),
            };
            return Err(program.error(ErrorKind::ArgumentConflict, why).into());
        }
        let place = program.get_subcommands().position(|command| command.get_name() == name);
        let tool = place.and_then(|place| TOOLS.get(place)).context("a tool has its place")?;
        let command = program.find_subcommand(&name).context("a tool has its place")?.clone();
        return Ok(Action::Call(Box::new(Call { tool, command, matches })));
    }
    let words = matches.remove_many::<OsString>("commands").into_iter().flatten();
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    match words.first().filter(|first| !is_command(first)) {
        Some(slip) => Err(unknown(slip, &mut program).into()),
        None => Ok(Action::Dialogue { game, commands: commands::of_words(words) }),
    }
}

/// The arguments, with a tool's options in clap's spelling.
fn with_clap_spelling(
    arguments: impl IntoIterator<Item = OsString>,
    program: &Command,
) -> Vec<OsString> {
    let mut arguments = arguments.into_iter().peekable();
    let is_tool = arguments
        .peek()
        .is_some_and(|first| program.get_subcommands().any(|command| first == command.get_name()));
    arguments.map(|word| if is_tool { with_two_hyphens(word) } else { word }).collect()
}

/// The error for a word that is neither a tool nor a command.
fn unknown(written: &str, program: &mut Command) -> clap::Error {
    let written = written.split_whitespace().next().unwrap_or_default();
    let usage = program.render_usage();
    let mut error = clap::Error::new(ErrorKind::InvalidSubcommand).with_cmd(program);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(written.to_owned()));
    let mut known: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    command_words().for_each(|word| known.push(word));
    if let Some(hint) = nearest(written, known.into_iter()) {
        let hint = ContextValue::Strings(vec![hint.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, hint);
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// clap accepts every definition.
    #[test]
    fn definitions_are_valid() {
        program(&Registry::standard()).debug_assert();
    }

    #[test]
    fn help_fits_its_width_and_describes_each_option() {
        let program = program(&Registry::standard());
        let mut all: Vec<Command> = program.get_subcommands().cloned().collect();
        all.push(program);
        for command in all {
            let name = command.get_name().to_owned();
            assert!(command.get_about().is_some(), "{name}");
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                assert!(argument.get_help().is_some(), "{name} {argument}");
            }
            let help = command.max_term_width(WIDTH).render_help().to_string();
            assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
        }
    }
}
