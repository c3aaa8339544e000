//! The common parts of the program's commands. Each defines its options for clap, once:
//! names, values, defaults and help. Here is the game (`games`), groups of `key=value`
//! (`groups`), and what else several commands have (`values`).

mod games;
mod groups;
mod values;

pub use games::{GameArgs, game_name, names_in_words, offer_games, offer_plain_games};
pub use groups::{KeyedValues, OptionError, SWITCH, bare, number, one_of, seconds};
pub use values::{
    HashArgs, OptionPath, RunArgs, SearchArgs, SeedArgs, check_outputs, cores, file, set_position,
    tool, within,
};

use crate::progress::ProgressOutput;
use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use plyglot_support::terminal::Terminals;
use std::ffi::OsString;
use std::io::{BufRead, Write};

/// The error of arguments that do not fit the game or each other, in words.
pub fn invalid(text: String) -> clap::Error {
    clap::Error::raw(ErrorKind::InvalidValue, text)
}

pub struct Streams<'a> {
    /// Its input; it may be read on another thread.
    pub input: Box<dyn BufRead + Send>,
    /// Its results, and the progress of the tool's work.
    pub output: ProgressOutput<'a>,
    pub errors: &'a mut dyn Write,
    pub terminals: Terminals,
}

/// Parses the arguments of a command, without its name.
pub fn read(command: Command, arguments: &[String]) -> Result<ArgMatches, clap::Error> {
    let name = format!("plyglot {}", command.get_name());
    command
        .bin_name(name)
        .no_binary_name(true)
        .try_get_matches_from(arguments.iter().map(|word| with_two_hyphens(word.into())))
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
