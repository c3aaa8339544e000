//! The command line.

mod commands;
#[cfg(feature = "cli")]
mod full;
#[cfg(not(feature = "cli"))]
mod plain;

use crate::ending;
use crate::engine::Registry;
use crate::protocol::{Output, Session};
use crate::streams;
use anyhow::Context;
#[cfg(feature = "cli")]
use full::parse;
#[cfg(not(feature = "cli"))]
use plain::parse;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// What the arguments ask for.
enum Action {
    /// Print this and nothing else.
    Text(String),
    /// Run a tool.
    #[cfg(feature = "cli")]
    Call(Box<full::Call>),
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
    let log = env_logger::Env::default().default_filter_or("warn");
    // A program that has set up a log of its own keeps it.
    let _ = env_logger::Builder::from_env(log).try_init();
    greet(&registry);
    ending::report(parse(std::env::args_os().skip(1), &registry).and_then(|task| {
        let watch = || streams::watch_output(|| std::process::exit(0));
        if matches!(&task, Action::Dialogue { commands, .. } if !commands.is_empty()) {
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
/// When the arguments make no sense, the system gives no memory,
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
    task: Action,
    registry: Registry,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    match task {
        Action::Text(text) => writeln!(output, "{text}").context("the output cannot be written"),
        #[cfg(feature = "cli")]
        Action::Call(call) => call.run(&registry, Box::new(input), &mut output),
        Action::Dialogue { game, commands } => {
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

/// One line for a person who started the program in a terminal.
fn greet(registry: &Registry) {
    if io::stdin().is_terminal() && std::env::args_os().len() == 1 {
        let (program, games) = (registry.program(), registry.listed());
        let greeting = format!("{program} plays {games}: try 'help', or 'quit'.");
        // Whoever cannot read it does not miss it.
        let _ = writeln!(streams::errors(), "{greeting}");
    }
}
