//! The command line.

mod generated;

use crate::arguments::{Streams, with_two_hyphens};
use crate::ending;
use crate::engine::{GameEntry, Registry};
use crate::protocol::{Output, Session, command_words};
use crate::text::nearest;
use crate::{solve, streams, tournament, training};
use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// A program within the program: the definition of its arguments, and what it does.
struct Tool {
    command: fn(&Registry) -> Command,
    run: fn(&ArgMatches, &Registry, Streams<'_>) -> anyhow::Result<()>,
}

const TOOLS: &[Tool] = &[
    Tool { command: solve::command, run: solve::run },
    Tool { command: tournament::command, run: tournament::run },
    Tool { command: training::command, run: training::run },
    Tool { command: training::tune::command, run: training::tune::run },
    Tool { command: training::spsa::command, run: training::spsa::run },
    Tool { command: generated::completions_command, run: generated::completions },
    Tool { command: generated::man_command, run: generated::man },
];

/// The definition of all arguments.
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
    Command::new("plyglot")
        .bin_name("plyglot")
        .version(env!("CARGO_PKG_VERSION"))
        .about(format!("Plays {} over UCI on stdin and stdout", listed(registry)))
        .override_usage("plyglot [--game NAME] [COMMAND]...\n       plyglot <TOOL> [OPTIONS]")
        .after_help(
            "All words together are one COMMAND: plyglot go depth 5. Where one has blanks, each \
             is a COMMAND: plyglot 'position startpos moves e2e4' 'go depth 5'.",
        )
        .max_term_width(WIDTH)
        .disable_help_subcommand(true)
        .subcommand_help_heading("Tools")
        .subcommand_value_name("TOOL")
        .arg(commands)
        .arg(game)
        .subcommands(TOOLS.iter().map(|tool| (tool.command)(registry)))
}

/// The widest that help is, in characters.
const WIDTH: usize = 90;

/// The games, for people.
fn listed(registry: &Registry) -> String {
    let names: Vec<&str> = registry.entries().iter().map(|entry| entry.name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// What the arguments ask for.
enum Task {
    /// Print this and nothing else.
    Text(String),
    /// Run the tool.
    Tool(&'static Tool, Box<(Command, ArgMatches)>),
    /// Play this game; carry out these commands, if there are any, or those of the input.
    Dialogue { game: Option<String>, commands: Vec<String> },
}

/// A program that plays these games: all of Plyglot's `main`. It logs to stderr, reads
/// its arguments and stdin, and answers on stdout.
///
/// The status is 0, or 1 if something failed on the way and 2 if the arguments
/// make no sense; then a sentence on stderr says what. That nobody reads the
/// output any more ends the program with 0.
pub fn main(registry: Registry) -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    greet();
    ending::tell(parse(std::env::args_os().skip(1), &registry).and_then(|task| {
        let watch = || streams::watch_output(|| std::process::exit(0));
        if matches!(&task, Task::Dialogue { commands, .. } if !commands.is_empty()) {
            // There is no input whose end is to be waited for.
            watch();
        }
        let input = streams::input(watch);
        carry_out(task, registry, input, streams::output(), ending::leave)
    }))
}

/// Runs Plyglot with these games between any two streams: arguments, then input.
///
/// `on_closed` is called with the error when a dialogue's `output` takes no more; a
/// program ends then.
///
/// # Errors
/// When the arguments make no sense (a [`clap::Error`] or a
/// [`UsageError`](crate::protocol::UsageError) is the cause), the system gives no memory,
/// no thread or no input, or the output of a tool takes no more.
pub fn run(
    registry: Registry,
    arguments: impl IntoIterator<Item = OsString>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    let task = parse(arguments, &registry)?;
    carry_out(task, registry, input, output, on_closed)
}

fn carry_out(
    task: Task,
    registry: Registry,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    match task {
        Task::Text(text) => writeln!(output, "{text}").context("the output cannot be written"),
        Task::Tool(tool, parsed) => {
            let (mut command, matches) = *parsed;
            let (input, errors) = (Box::new(input), &mut streams::errors());
            let streams = Streams { input, output: &mut output, errors };
            let ended = (tool.run)(&matches, &registry, streams);
            // What only the tool can find wrong with its arguments.
            ended.map_err(|error| match error.downcast::<clap::Error>() {
                Ok(error) => error.format(&mut command).into(),
                Err(error) => error,
            })
        }
        Task::Dialogue { game, commands } => {
            let mut session = Session::new(registry, Output::new(output, on_closed))?;
            if let Some(game) = &game {
                session.select(game)?;
            }
            if commands.is_empty() {
                return session.read(input);
            }
            session.carry_out(commands.iter().map(String::as_str))
        }
    }
}

fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    registry: &Registry,
) -> Result<Task, anyhow::Error> {
    let mut program = program(registry).no_binary_name(true);
    let arguments = spelt_out(arguments, &program);
    let mut matches = match program.try_get_matches_from_mut(arguments) {
        Err(error) if !error.use_stderr() => {
            return Ok(Task::Text(error.to_string().trim_end().to_owned()));
        }
        matches => matches?,
    };
    let game = matches.remove_one::<String>("game");
    if let Some((name, matches)) = matches.remove_subcommand() {
        if game.is_some() {
            let why = format!("--game NAME belongs behind {name}");
            return Err(program.error(ErrorKind::ArgumentConflict, why).into());
        }
        let place = program.get_subcommands().position(|command| command.get_name() == name);
        let tool = place.and_then(|place| TOOLS.get(place)).context("a tool has its place")?;
        let command = program.find_subcommand(&name).context("a tool has its place")?.clone();
        return Ok(Task::Tool(tool, Box::new((command, matches))));
    }
    let words = matches.remove_many::<OsString>("commands").into_iter().flatten();
    let words = words.map(|word| word.to_string_lossy().into_owned()).collect();
    Ok(Task::Dialogue { game, commands: commands(words, &mut program)? })
}

/// The arguments, with those of a tool as clap knows them.
fn spelt_out(arguments: impl IntoIterator<Item = OsString>, program: &Command) -> Vec<OsString> {
    let mut arguments = arguments.into_iter().peekable();
    let is_tool = arguments
        .peek()
        .is_some_and(|first| program.get_subcommands().any(|command| first == command.get_name()));
    arguments.map(|word| if is_tool { with_two_hyphens(word) } else { word }).collect()
}

/// Arguments as commands: each one, if any has blanks; otherwise all together
/// are one command. A closing `quit` is left out, as the end of the commands
/// lets a search that ends by itself do so.
///
/// # Errors
/// When they do not begin with a command: a slip of the pen in the name of a
/// tool is no line of the protocol, in which words before a command mean nothing.
fn commands(mut words: Vec<String>, program: &mut Command) -> Result<Vec<String>, clap::Error> {
    let Some(first) = words.first() else { return Ok(words) };
    let first = first.split_whitespace().next().unwrap_or_default();
    if !command_words().any(|known| known == first) {
        return Err(unknown(first, program));
    }
    if words.len() > 1 && words.last().is_some_and(|last| last == "quit") {
        words.pop();
    }
    if words.iter().any(|word| word.contains(char::is_whitespace)) {
        return Ok(words);
    }
    Ok(vec![words.join(" ")])
}

/// What is said of a word that is neither a tool nor a command.
fn unknown(written: &str, program: &mut Command) -> clap::Error {
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

/// One line for a person who started the program in a terminal.
fn greet() {
    if io::stdin().is_terminal() && std::env::args_os().len() == 1 {
        let version = env!("CARGO_PKG_VERSION");
        let greeting =
            format!("Plyglot {version} plays chess, Connect Four and more: try 'help', or 'quit'.");
        // Whoever cannot read it does not miss it.
        let _ = writeln!(streams::errors(), "{greeting}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every definition is one that clap can work with.
    #[test]
    fn definitions_are_whole() {
        program(&Registry::standard()).debug_assert();
    }

    #[test]
    fn help_is_of_its_width_and_says_what_each_option_is() {
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
