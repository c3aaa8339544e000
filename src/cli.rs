//! The command line.

#[cfg(not(feature = "cli"))]
mod plain;

use crate::arguments::{Streams, UsageError};
use crate::ending;
use crate::engine::Registry;
use crate::protocol::{Output, Session, command_words};
use crate::streams;
use anyhow::Context;
#[cfg(not(feature = "cli"))]
use plain::parse;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// What `--help` says.
fn help(registry: &Registry) -> String {
    let (games, command) = (registry.listed(), registry.program().command());
    let mut tools = String::new();
    for (name, what, _) in TOOLS {
        tools += &format!("  {name:<13}   {what}; {command} {name} --help\n");
    }
    format!(
        "\
Usage: {command} [--game NAME] [COMMAND...]

Plays {games} over UCI on stdin and stdout. A COMMAND is
carried out instead: `{command} bench`, `{command} go depth 5`. Where an argument
has blanks, each argument is a command: `{command} 'position startpos' 'go depth 5'`.
`{command} help` says which commands there are.

{tools}  --game NAME     play this game first
  -h, --help      say this
  -V, --version   say which version this is"
    )
}

/// What `--version` says.
fn version(registry: &Registry) -> String {
    let program = registry.program();
    format!("{} {}", program.command(), program.version()).trim_end().to_owned()
}

/// A program within the program: its arguments, the games, what it reads and writes.
type Tool = fn(&[String], &Registry, Streams<'_>) -> anyhow::Result<()>;

/// The programs by the words that call them.
const TOOLS: &[(&str, &str, Tool)] = &[
    #[cfg(feature = "solve")]
    ("solve", "exact values of positions", crate::solve::run),
    #[cfg(feature = "match")]
    ("match", "referee engines against each other", crate::tournament::run),
    #[cfg(feature = "training")]
    ("datagen", "games against itself to learn from", |arguments, games, streams| {
        crate::training::run(arguments, games, streams.output)
    }),
    #[cfg(feature = "training")]
    ("tune", "fit an evaluation to such games", |arguments, games, streams| {
        crate::training::tune::run(arguments, games, streams.output)
    }),
    #[cfg(feature = "training")]
    ("spsa", "find the parameters of a search by games", |arguments, games, streams| {
        crate::training::spsa::run(arguments, games, streams.output)
    }),
];

/// What the arguments ask for.
#[derive(Debug, Default)]
struct Arguments {
    game: Option<String>,
    commands: Vec<String>,
    /// A program of its own, and the words behind its name.
    tool: Option<(Tool, Vec<String>)>,
    /// Print this and nothing else.
    text: Option<String>,
}

/// A program that plays these games: all of Plyglot's `main`. It logs to stderr, reads
/// its arguments and stdin, and answers on stdout.
///
/// The status is 0, or 1 if something failed on the way and 2 if the arguments
/// make no sense; then a sentence on stderr says what. That nobody reads the
/// output any more ends the program with 0.
pub fn main(registry: Registry) -> ExitCode {
    let log = env_logger::Env::default().default_filter_or("warn");
    // A program that has set up a log of its own keeps it.
    let _ = env_logger::Builder::from_env(log).try_init();
    greet(&registry);
    ending::tell(parse(std::env::args_os().skip(1), &registry).and_then(|arguments| {
        let watch = || streams::watch_output(|| std::process::exit(0));
        if !arguments.commands.is_empty() {
            // There is no input whose end is to be waited for.
            watch();
        }
        let input = streams::input(watch);
        carry_out(arguments, registry, input, streams::output(), ending::leave)
    }))
}

/// Runs Plyglot with these games between any two streams: arguments, then input.
///
/// `on_closed` is called with the error when a dialogue's `output` takes no more; a
/// program ends then.
///
/// # Errors
/// When the arguments make no sense (a [`UsageError`] or an
/// [`OptionError`](crate::arguments::OptionError) is among the causes), the system gives
/// no memory, no thread or no input, or the output of a tool takes no more.
pub fn run(
    registry: Registry,
    arguments: impl IntoIterator<Item = OsString>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    carry_out(parse(arguments, &registry)?, registry, input, output, on_closed)
}

fn carry_out(
    arguments: Arguments,
    registry: Registry,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    if let Some(text) = arguments.text {
        return writeln!(output, "{text}").context("the output cannot be written");
    }
    if let Some((run, options)) = arguments.tool {
        let (input, errors) = (Box::new(input), &mut streams::errors());
        return run(&options, &registry, Streams { input, output: &mut output, errors });
    }
    let mut session = Session::new(registry, Output::new(output, on_closed))?;
    if let Some(game) = &arguments.game {
        session.select(game)?;
    }
    if arguments.commands.is_empty() {
        return session.read(input);
    }
    session.carry_out(arguments.commands.iter().map(String::as_str))
}

#[cfg(feature = "cli")]
fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    registry: &Registry,
) -> anyhow::Result<Arguments> {
    use lexopt::prelude::*;
    let usage = |error: lexopt::Error| UsageError::new(error.to_string());
    let mut parsed = Arguments::default();
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Long("game") => {
                let name = parser.value().and_then(|value| value.string());
                parsed.game = Some(name.map_err(usage)?);
            }
            Short('h') | Long("help") => parsed.text = Some(help(registry)),
            Short('V') | Long("version") => {
                parsed.text = Some(version(registry));
            }
            Value(first) => {
                let first = first.string().map_err(usage)?;
                let rest = parser.raw_args().map_err(usage)?;
                let rest = rest.map(|word| word.to_string_lossy().into_owned());
                match TOOLS.iter().find(|(name, ..)| *name == first) {
                    Some(&(_, _, tool)) => parsed.tool = Some((tool, rest.collect())),
                    None => parsed.commands = commands([first].into_iter().chain(rest).collect())?,
                }
            }
            other => {
                let why = other.unexpected();
                return Err(UsageError::new(format!("{why}; try --help")).into());
            }
        }
    }
    Ok(parsed)
}

/// Arguments as commands: each one, if any has blanks; otherwise all together
/// are one command. A closing `quit` is left out, as the end of the commands
/// lets a search that ends by itself do so.
///
/// # Errors
/// When they do not begin with a command: a slip of the pen in the name of a
/// tool is no line of the protocol, in which words before a command mean nothing.
fn commands(mut words: Vec<String>) -> Result<Vec<String>, UsageError> {
    let first = words.first().and_then(|word| word.split_whitespace().next()).unwrap_or_default();
    if !command_words().any(|known| known == first) {
        let tools = TOOLS.iter().map(|&(name, ..)| name);
        let what = match tools.clone().collect::<Vec<_>>().join(", ").as_str() {
            "" => "a command".to_owned(),
            names => format!("a command or {names}"),
        };
        let known: Vec<&str> = tools.chain(command_words()).collect();
        return Err(UsageError::unknown(&what, first, &known));
    }
    if words.len() > 1 && words.last().is_some_and(|last| last == "quit") {
        words.pop();
    }
    if words.iter().any(|word| word.contains(char::is_whitespace)) {
        return Ok(words);
    }
    Ok(vec![words.join(" ")])
}

/// One line for a person who started the program in a terminal.
fn greet(registry: &Registry) {
    if io::stdin().is_terminal() && std::env::args_os().len() == 1 {
        let (program, games) = (registry.program(), registry.listed());
        let greeting = format!("{program} plays {games}: try 'help', or 'quit'.");
        // Whoever cannot read it does not miss it.
        let _ = writeln!(streams::errors(), "{greeting}");
    }
}
