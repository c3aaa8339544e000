//! The grammar of the input, in nom: parses a line of text into a [`Command`].
//!
//! [`COMMANDS`] is the only table of commands: known and suggested words, help, and
//! argument parsers all come from it. The arguments of `go` have their own table
//! (`go`).

mod arguments;
mod go;
mod tokens;

pub(super) use arguments::{position, set_option};
pub(super) use go::{
    FIRST_INCREMENT, FIRST_LEFT, GoArguments, GoValue, GoWord, SECOND_INCREMENT, SECOND_LEFT,
    detail, go_arguments, limit,
};
pub(super) use tokens::{InputLine, first_word};

use super::command::{Command, Word};
use crate::Program;
use ArgumentParser::{By, File, Nothing, OwnWord};
use CommandPlace::{Anywhere, LineStart};
use arguments::{bench, debug, file, gen_fens, path, query};
use go::go;
use plyglot_core::game::{TextError, text_error};
use std::fmt::Write;
use tokens::{Parsing, error_of};

/// The result of parsing a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The words before the command, which are ignored.
    pub skipped: Option<Word>,
    /// The command; `None` if the line contains none.
    pub command: Option<Command>,
}

struct CommandSpec {
    name: &'static str,
    place: CommandPlace,
    help: &'static [(&'static str, &'static str)],
    arguments: ArgumentParser,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CommandPlace {
    /// Anywhere: UCI requires that unknown words before its commands are skipped. UGI's
    /// commands are treated the same.
    Anywhere,
    /// At the start of a line: a command specific to Plyglot.
    LineStart,
}

enum ArgumentParser {
    /// None; the rest of the line is ignored.
    Nothing(fn() -> Command),
    /// None; the word itself is kept for error messages.
    OwnWord(fn(Word) -> Command),
    File(fn(Word) -> Command),
    By(for<'a> fn(&InputLine<'a>, &'a str) -> Parsing<'a, Command>),
}

const fn command(
    name: &'static str,
    place: CommandPlace,
    help: &'static [(&'static str, &'static str)],
    arguments: ArgumentParser,
) -> CommandSpec {
    CommandSpec { name, place, help, arguments }
}

const COMMANDS: &[CommandSpec] = &[
    command(
        "setoption",
        Anywhere,
        &[("setoption name UCI_Variant value GAME", "choose the game (uci lists them)")],
        By(set_option),
    ),
    command(
        "position",
        Anywhere,
        &[
            ("position startpos moves M1 M2 ...", "set up the start position and play moves"),
            ("position fen TEXT moves M1 M2 ...", "or any position; the word fen may be left out"),
        ],
        By(position),
    ),
    command(
        "go",
        Anywhere,
        &[
            ("go depth 12", "search 12 plies deep"),
            ("go movetime 1000", "search for a second"),
            ("go nodes 100000", "search 100,000 nodes"),
            ("go infinite", "search until 'stop'"),
            ("go perft 5", "count move sequences"),
        ],
        By(go),
    ),
    command("d", LineStart, &[("d", "show the position")], Nothing(|| Command::Display)),
    command("flip", LineStart, &[("flip", "swap sides")], OwnWord(Command::Flip)),
    command("path", LineStart, &[("path M", "the points that move M passes")], By(path)),
    command(
        "eval",
        LineStart,
        &[("eval", "show its static evaluation")],
        Nothing(|| Command::Eval),
    ),
    command(
        "bench",
        LineStart,
        &[("bench", "run the benchmark (bench GAME ...: of these games)")],
        By(bench),
    ),
    command(
        "load",
        LineStart,
        &[("load FILE", "load games from a rules file; check FILE only validates it")],
        File(Command::Load),
    ),
    command("check", LineStart, &[], File(Command::Check)),
    command("query", Anywhere, &[("query result", "how the game ended, or none")], By(query)),
    command(
        "uci",
        Anywhere,
        &[("uci", "list all options; ugi, usi, ucci and xboard switch the protocol")],
        Nothing(|| Command::Uci),
    ),
    command("quit", Anywhere, &[("quit", "exit")], Nothing(|| Command::Quit)),
    command("ugi", Anywhere, &[], Nothing(|| Command::Ugi)),
    command("usi", LineStart, &[], Nothing(|| Command::Usi)),
    command("ucci", LineStart, &[], Nothing(|| Command::Ucci)),
    command("xboard", LineStart, &[], Nothing(|| Command::XBoard)),
    command("debug", Anywhere, &[], By(debug)),
    command("isready", Anywhere, &[], Nothing(|| Command::IsReady)),
    command("register", Anywhere, &[], Nothing(|| Command::Register)),
    command("ucinewgame", Anywhere, &[], Nothing(|| Command::NewGame)),
    command("uginewgame", Anywhere, &[], Nothing(|| Command::NewGame)),
    command("stop", Anywhere, &[], Nothing(|| Command::Stop)),
    command("ponderhit", Anywhere, &[], Nothing(|| Command::PonderHit)),
    command("genfens", LineStart, &[], By(gen_fens)),
    command("help", LineStart, &[], Nothing(|| Command::Help)),
];

/// The first words of all commands.
pub fn command_words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}

pub(super) fn help(program: &Program) -> String {
    let name = program.name();
    let command = program.command();
    let mut text = program.hint();
    text += &format!("{name} speaks UCI, one command per line. The most useful ones:\n\n");
    for (usage, meaning) in COMMANDS.iter().flat_map(|command| command.help) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {usage:<39} {meaning}");
    }
    text + &format!(
        "\nCommands may also be given as arguments: {command} go depth 12\n\
         protocol.md in Plyglot's repository defines the protocol, docs/options.md the options."
    )
}

/// Reads one line, without its line end.
///
/// # Errors
/// If the line contains a command with wrong arguments.
pub fn parse_line(line: &str) -> Result<Parsed, TextError> {
    let line = &InputLine::new(line);
    let start = line.text.trim_start();
    let mut left = start;
    while !left.is_empty() {
        let (word, rest) = first_word(left);
        let before = start[..start.len() - left.len()].trim_end();
        let command = COMMANDS.iter().find(|command| {
            command.name == word && (command.place == Anywhere || before.is_empty())
        });
        if let Some(command) = command {
            let skipped = if before.is_empty() { None } else { Some(line.located(before)) };
            let command = parsed(line, command.read(word, line, rest))?;
            return Ok(Parsed { skipped, command: Some(command) });
        }
        left = rest;
    }
    Ok(Parsed::default())
}

/// What was read of a line, or its error in the line.
pub(super) fn parsed<T>(line: &InputLine<'_>, result: Parsing<'_, T>) -> Result<T, TextError> {
    match result {
        Ok((_, value)) => Ok(value),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(error_of(line, &fault)),
        // All parsers here are of the `complete` kind.
        Err(nom::Err::Incomplete(_)) => Err(text_error(line.text, line.text.len(), "a whole line")),
    }
}

impl CommandSpec {
    fn read<'a>(&self, word: &str, line: &InputLine<'a>, rest: &'a str) -> Parsing<'a, Command> {
        match self.arguments {
            ArgumentParser::Nothing(command) => Ok((rest, command())),
            ArgumentParser::OwnWord(command) => Ok((rest, command(line.located(word)))),
            ArgumentParser::File(command) => {
                file(rest).map(|(rest, path)| (rest, command(line.located(path))))
            }
            ArgumentParser::By(parser) => parser(line, rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_names_are_unique() {
        let mut words: Vec<&str> = command_words().collect();
        words.sort_unstable();
        assert!(words.is_sorted_by(|a, b| a < b), "{words:?}");
    }

    #[test]
    fn what_the_help_shows_is_a_command() {
        for command in COMMANDS {
            for (usage, _) in command.help {
                assert_eq!(first_word(usage).0, command.name, "{usage}");
            }
        }
    }
}
