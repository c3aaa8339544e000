//! The command line.

use crate::arguments::Streams;
use crate::engine::Registry;
use crate::protocol::{Output, Session};
use crate::{solve, tournament, training};
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::io::{BufRead, IsTerminal, Write};

const USAGE: &str = "\
Usage: plyglot [--game NAME] [COMMAND...]
       plyglot solve [OPTION...]
       plyglot match OPTION...
       plyglot datagen OPTION...
       plyglot tune OPTION...
       plyglot spsa OPTION...

Plays chess, Connect Four, tic-tac-toe and Surakarta over UCI on stdin and
stdout. A COMMAND is carried out instead: `plyglot bench`, `plyglot go depth 5`.
Where an argument has blanks, each argument is a command: `plyglot 'position
startpos moves e2e4' 'go depth 5'`.

  solve           exact values of positions; see plyglot solve --help
  match           referee engines against each other; see plyglot match --help
  datagen         games against itself to learn from; plyglot datagen --help
  tune            fit an evaluation to such games; see plyglot tune --help
  spsa            find the numbers of a search by games; plyglot spsa --help
  --game NAME     play this game first
  -h, --help      say this
  -V, --version   say which version this is";

/// A program within the program: its arguments, the games, what it reads and writes.
type Tool = fn(&[String], &Registry, Streams<'_>) -> anyhow::Result<()>;

/// The programs by the words that call them.
const TOOLS: &[(&str, Tool)] = &[
    ("solve", solve::run),
    ("match", |arguments, games, streams| tournament::run(arguments, games, streams.output)),
    ("datagen", |arguments, games, streams| training::run(arguments, games, streams.output)),
    ("tune", |arguments, games, streams| training::tune::run(arguments, games, streams.output)),
    ("spsa", |arguments, games, streams| training::spsa::run(arguments, games, streams.output)),
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

/// Runs Plyglot with these games, as the program does: arguments, then input.
///
/// `on_closed` is called when `output` takes no more; a program ends then.
///
/// # Errors
/// When the arguments make no sense, or the system gives no memory, no
/// thread or no input.
pub fn run(
    registry: Registry,
    arguments: impl IntoIterator<Item = OsString>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    on_closed: fn(),
) -> anyhow::Result<()> {
    let arguments = parse(arguments)?;
    let mut output = output;
    if let Some(text) = arguments.text {
        return writeln!(output, "{text}").context("the output cannot be written");
    }
    if let Some((run, options)) = arguments.tool {
        let (input, errors) = (Box::new(input), &mut std::io::stderr());
        return run(&options, &registry, Streams { input, output: &mut output, errors });
    }
    let mut session = Session::new(registry, Output::new(output, on_closed))?;
    if let Some(game) = &arguments.game {
        session.select(game)?;
    }
    if arguments.commands.is_empty() {
        return session.read(input);
    }
    session.carry_out(arguments.commands.iter().map(String::as_str));
    Ok(())
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> anyhow::Result<Arguments> {
    use lexopt::prelude::*;
    let mut parsed = Arguments::default();
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("game") => parsed.game = Some(parser.value()?.string()?),
            Short('h') | Long("help") => parsed.text = Some(USAGE.to_owned()),
            Short('V') | Long("version") => {
                parsed.text = Some(concat!("plyglot ", env!("CARGO_PKG_VERSION")).to_owned());
            }
            Value(first) => {
                let rest = parser.raw_args()?.map(|word| word.to_string_lossy().into_owned());
                let first = first.string()?;
                match TOOLS.iter().find(|(name, _)| *name == first) {
                    Some(&(_, tool)) => parsed.tool = Some((tool, rest.collect())),
                    None => parsed.commands = commands([first].into_iter().chain(rest).collect()),
                }
            }
            other => bail!("{}; try --help", other.unexpected()),
        }
    }
    Ok(parsed)
}

/// Arguments as commands: each one, if any has blanks; otherwise all together
/// are one command. A closing `quit` is left out, as the end of the commands
/// lets a search that ends by itself do so.
fn commands(mut words: Vec<String>) -> Vec<String> {
    if words.len() > 1 && words.last().is_some_and(|last| last == "quit") {
        words.pop();
    }
    if words.iter().any(|word| word.contains(char::is_whitespace)) {
        return words;
    }
    vec![words.join(" ")]
}

/// One line for a person who started the program in a terminal.
pub fn greet() {
    if std::io::stdin().is_terminal() && std::env::args_os().len() == 1 {
        let version = env!("CARGO_PKG_VERSION");
        eprintln!("Plyglot {version} plays chess, Connect Four and more: try 'help', or 'quit'.");
    }
}
