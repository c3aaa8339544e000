//! The command line: what the arguments request is carried out on the standard streams, or on
//! any others. [`main`] is the program of a game's author, which has no tools. A program with
//! tools has a parser of its own, and [`start`] and [`run`] for the rest.

use crate::Registry;
use crate::protocol::{Output, Session, UsageError, command_words};
use anyhow::{Context, anyhow};
use plyglot_support::streams::{self, OutputClosed};
use plyglot_support::terminal::Terminals;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// The action that the arguments request.
pub enum Action {
    /// Print this and nothing else.
    Text(String),
    /// Run a tool.
    Run(BoxedTool),
    /// Play this game. Carry out these commands, or those of the input if there are
    /// none.
    Dialogue {
        /// The name of the game; `None` for the default.
        game: Option<String>,
        /// The commands, without line ends.
        commands: Vec<String>,
    },
}

/// A tool with its arguments. It is given the games, the input, the output, and which of them
/// are terminals.
pub type BoxedTool = Box<
    dyn FnOnce(&Registry, Box<dyn BufRead + Send>, &mut dyn Write, Terminals) -> anyhow::Result<()>,
>;

/// The `main` function of a program that plays these games. Its arguments are commands; without
/// any, it reads stdin. It answers on stdout, and logs to stderr.
///
/// The exit status is 0 for success, 1 for a failure, and 2 for invalid
/// arguments; a message on stderr explains it. If the output has no reader any more, the
/// program ends with 0.
pub fn main(registry: Registry) -> ExitCode {
    ExitCode::from(status(start(registry, |arguments, _| dialogue(&arguments))))
}

fn dialogue(arguments: &[OsString]) -> anyhow::Result<Action> {
    let words: Vec<String> =
        arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    match words.first().filter(|first| !is_command(first)) {
        Some(word) => {
            let known: Vec<&str> = command_words().collect();
            Err(UsageError::unknown("a command", word, &known).into())
        }
        None => Ok(Action::Dialogue { game: None, commands: commands_of(words) }),
    }
}

/// Whether an argument begins with a command. A mistyped tool name is not one, although
/// the protocol ignores unknown words before a command.
pub fn is_command(argument: &str) -> bool {
    let first = argument.split_whitespace().next().unwrap_or_default();
    command_words().any(|known| known == first)
}

/// Splits arguments into commands: each is one if any contains blanks; otherwise all
/// together are one. A final `quit` is left out: without it, the program waits at the
/// end of the commands for a search that has an end.
pub fn commands_of(mut words: Vec<String>) -> Vec<String> {
    if words.len() > 1 && words.last().is_some_and(|last| last == "quit") {
        words.pop();
    }
    if words.is_empty() || words.iter().any(|word| word.contains(char::is_whitespace)) {
        return words;
    }
    vec![words.join(" ")]
}

/// Carries out what the arguments of the program request, on its standard streams. `parse`
/// reads the arguments, without the program's name.
///
/// # Errors
/// As for [`run`], and if there is a bug: a panic is an error like any other.
pub fn start(
    registry: Registry,
    parse: impl FnOnce(Vec<OsString>, &Registry) -> anyhow::Result<Action>,
) -> anyhow::Result<()> {
    catch_unwind(AssertUnwindSafe(|| carry_out_arguments(registry, parse)))
        .unwrap_or_else(|_| Err(anyhow!("internal error; please report it")))
}

fn carry_out_arguments(
    registry: Registry,
    parse: impl FnOnce(Vec<OsString>, &Registry) -> anyhow::Result<Action>,
) -> anyhow::Result<()> {
    let log = env_logger::Env::default().default_filter_or("warn");
    // A log that the program has already set up stays.
    let _ = env_logger::Builder::from_env(log).try_init();
    greet(&registry);
    let action = parse(registry.program().arguments(), &registry)?;
    let watch = || streams::watch_output(|| std::process::exit(0));
    if matches!(&action, Action::Dialogue { commands, .. } if !commands.is_empty()) {
        // There is no input whose end could start the watch.
        watch();
    }
    let input = streams::input(watch);
    let output = streams::output();
    let terminals = Terminals::detect();
    carry_out(action, registry, input, output, exit_on_closed_output, terminals)
}

/// Carries out what these arguments request, on any two streams. `parse` reads them.
///
/// `on_closed` is called with the error when the `output` of a dialogue cannot be
/// written to; a program exits there.
///
/// # Errors
/// Those of `parse`. If the system provides no memory, thread or input, the output of a tool
/// cannot be written to, or a tool fails.
pub fn run(
    registry: Registry,
    arguments: impl IntoIterator<Item = OsString>,
    parse: impl FnOnce(Vec<OsString>, &Registry) -> anyhow::Result<Action>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    let action = parse(arguments.into_iter().collect(), &registry)?;
    carry_out(action, registry, input, output, on_closed, Terminals::default())
}

fn carry_out(
    action: Action,
    registry: Registry,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
    terminals: Terminals,
) -> anyhow::Result<()> {
    match action {
        Action::Text(text) => writeln!(output, "{text}").context("the output cannot be written"),
        Action::Run(tool) => tool(&registry, Box::new(input), &mut output, terminals),
        Action::Dialogue { game, commands } => {
            let mut session = Session::new(registry, Output::new(output, on_closed))?;
            if let Some(game) = &game {
                session.begin_with(game)?;
            }
            if commands.is_empty() {
                return session.read(input);
            }
            session.carry_out(commands.iter().map(String::as_str))
        }
    }
}

fn greet(registry: &Registry) {
    if io::stdin().is_terminal() && registry.program().arguments().is_empty() {
        let program = registry.program();
        let games = registry.titles_in_words();
        let hint = program.hint();
        let greeting =
            format!("{program} plays {games}.\n{hint}Here it reads UCI: try 'help', or 'quit'.");
        // A greeting that cannot be printed is not needed.
        let _ = writeln!(streams::errors(), "{greeting}");
    }
}

/// The exit status after a usage error.
pub const USAGE: u8 = 2;
const FAILURE: u8 = 1;

/// Prints the error on stderr, if there is one. Returns the exit status.
pub fn status(ended: anyhow::Result<()>) -> u8 {
    ended.map_or_else(|error| print_error(&error), |()| 0)
}

fn exit_on_closed_output(error: &io::Error) {
    let status = if OutputClosed::is_cause_of(error) {
        0
    } else {
        print_error(&anyhow!("the output cannot be written: {error}"))
    };
    std::process::exit(status.into());
}

/// Prints the error, unless it is only a closed output. Returns the exit status.
fn print_error(error: &anyhow::Error) -> u8 {
    let is_closed = error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(OutputClosed::is_cause_of));
    if is_closed {
        return 0;
    }
    // If stderr cannot be written to either, the status must suffice.
    let _ = writeln!(streams::errors(), "error: {error:#}");
    if error.chain().any(|cause| cause.is::<UsageError>()) { USAGE } else { FAILURE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::tictactoe::TicTacToe;

    #[test]
    fn a_bug_is_a_failure_with_a_line() {
        let error = start(Registry::new::<TicTacToe>(), |_, _| panic!("the bug in a tool"))
            .expect_err("it panicked");
        assert_eq!(error.to_string(), "internal error; please report it");
        assert_eq!(status(Err(error)), FAILURE);
    }

    #[test]
    fn the_arguments_of_a_program_without_tools_are_commands() {
        let parsed = |arguments: &[&str]| {
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            dialogue(&arguments)
        };
        for (arguments, expected) in [
            (&[][..], &[][..]),
            (&["go", "depth", "3"], &["go depth 3"]),
            (&["position 4", "go depth 3", "quit"], &["position 4", "go depth 3"]),
        ] {
            let Ok(Action::Dialogue { game: None, commands }) = parsed(arguments) else {
                panic!("{arguments:?} are no dialogue")
            };
            assert_eq!(commands, expected, "{arguments:?}");
        }
        let error = parsed(&["benhc"]).err().expect("it is wrong");
        assert!(error.is::<UsageError>());
        assert_eq!(error.to_string(), "expected a command, found 'benhc'; did you mean 'bench'?");
    }
}
