//! The common parts of the program's commands. Each defines its options for clap, once:
//! names, values, defaults and help. Here are the values that clap does not know:
//! numbers within ranges, files (`values`), games (`games`) and groups of `key=value`
//! (`groups`); arguments that several have (`shared`); and the check that no file is written over
//! another (`outputs`).

mod games;
mod groups;
mod outputs;
mod shared;
mod values;

pub use games::{
    GameArgs, GameNames, game_names, offer_games, offer_named_games, offer_some_games,
};
pub use groups::{KeyedValues, OptionError, SWITCH, bare, number, one_of, seconds};
pub use outputs::{Named, check_outputs};
pub use shared::{HashArgs, RunArgs, SearchArgs, SeedArgs};
pub use values::{cores, file, tool, within};

use crate::progress::ProgressOutput;
use clap::{ArgMatches, Command};
use plyglot_support::terminal::Terminals;
use std::ffi::OsString;
use std::io::{BufRead, Write};

/// The streams of a program.
pub struct Streams<'a> {
    /// Its input; it may be read on another thread.
    pub input: Box<dyn BufRead + Send>,
    /// Its results, and the progress of the tool's work.
    pub output: ProgressOutput<'a>,
    /// Messages for its user.
    pub errors: &'a mut dyn Write,
    /// Which of the streams are terminals.
    pub terminals: Terminals,
}

/// Parses the arguments of a command, without its name.
///
/// # Errors
/// At the first that is wrong.
pub fn read(command: Command, arguments: &[String]) -> Result<ArgMatches, clap::Error> {
    let arguments = arguments.iter().map(|word| with_two_hyphens(word.into()));
    let name = format!("plyglot {}", command.get_name());
    command.bin_name(name).no_binary_name(true).try_get_matches_from(arguments)
}

/// `-word` as `--word`: users of fastchess and cutechess-cli write options so.
pub fn with_two_hyphens(argument: OsString) -> OsString {
    match argument.as_encoded_bytes() {
        [b'-', letter, _, ..] if letter.is_ascii_alphabetic() => {
            let mut long = OsString::from("-");
            long.push(argument);
            long
        }
        _ => argument,
    }
}
