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
use crate::terminal::Terminals;
use anyhow::Context;
#[cfg(feature = "cli")]
use full::parse;
#[cfg(not(feature = "cli"))]
use plain::parse;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// What the arguments request.
enum Action {
    /// Print this and nothing else.
    Text(String),
    /// Run a tool.
    #[cfg(feature = "cli")]
    Call(Box<full::Call>),
    /// Play this game. Carry out these commands, or those of the input if there are
    /// none.
    Dialogue { game: Option<String>, commands: Vec<String> },
}

/// The `main` function of a program that plays these games. It reads its arguments and
/// stdin, answers on stdout, and logs to stderr.
///
/// The exit status is 0 for success, 1 for a failure, and 2 for arguments that make no
/// sense; a message on stderr explains it. If the output has no reader any more, the
/// program ends with 0.
pub fn main(registry: Registry) -> ExitCode {
    let log = env_logger::Env::default().default_filter_or("warn");
    // A log that the program has already set up stays.
    let _ = env_logger::Builder::from_env(log).try_init();
    greet(&registry);
    ending::report(parse(std::env::args_os().skip(1), &registry).and_then(|task| {
        let watch = || streams::watch_output(|| std::process::exit(0));
        if matches!(&task, Action::Dialogue { commands, .. } if !commands.is_empty()) {
            // There is no input whose end could start the watch.
            watch();
        }
        let input = streams::input(watch);
        let (output, terminals) = (streams::output(), Terminals::of_program());
        carry_out(task, registry, input, output, ending::exit_on_closed_output, terminals)
    }))
}

/// Runs Plyglot with these games on any two streams, first with these arguments, then
/// on the input.
///
/// `on_closed` is called with the error when the `output` of a dialogue cannot be
/// written to; a program exits there.
///
/// # Errors
/// If the arguments make no sense, the system provides no memory, thread or input, or
/// the output of a tool cannot be written to.
pub fn run(
    registry: Registry,
    arguments: impl IntoIterator<Item = OsString>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    let task = parse(arguments, &registry)?;
    carry_out(task, registry, input, output, on_closed, Terminals::default())
}

fn carry_out(
    task: Action,
    registry: Registry,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
    #[cfg_attr(not(feature = "cli"), allow(unused_variables, reason = "only tools ask for it"))]
    terminals: Terminals,
) -> anyhow::Result<()> {
    match task {
        Action::Text(text) => writeln!(output, "{text}").context("the output cannot be written"),
        #[cfg(feature = "cli")]
        Action::Call(call) => call.run(&registry, Box::new(input), &mut output, terminals),
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

/// Whether these arguments are such that the program would begin its work. They may still make
/// no sense to a tool.
///
/// # Errors
/// If they are not.
#[cfg(feature = "cli")]
pub fn check_arguments(
    registry: &Registry,
    arguments: impl IntoIterator<Item = OsString>,
) -> anyhow::Result<()> {
    parse(arguments, registry).map(drop)
}

/// Prints a greeting for a person who started the program in a terminal.
fn greet(registry: &Registry) {
    if io::stdin().is_terminal() && std::env::args_os().len() == 1 {
        let (program, games) = (registry.program(), registry.listed());
        let greeting = format!("{program} plays {games}: try 'help', or 'quit'.");
        // A greeting that cannot be printed is not needed.
        let _ = writeln!(streams::errors(), "{greeting}");
    }
}
