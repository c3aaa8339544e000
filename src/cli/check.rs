//! `plyglot check`, the command of the dialogue: its help and completions.

use clap::{Arg, ArgMatches, Command, value_parser};
use plyglot_command::arguments::tool;
use plyglot_engine::Registry;
use std::ffi::OsString;

pub(super) const NAME: &str = "check";

pub(super) fn command(_: &Registry) -> Command {
    let file = Arg::new("file")
        .value_name("FILE")
        .help("File with the rules of games")
        .required(true)
        .value_parser(value_parser!(OsString));
    tool(NAME)
        .about("Check a file of rules")
        .after_help(
            "Reports all errors with their places, and warns of rules that look like mistakes, \
             e.g. a game nobody can win. The status is 1 if there are errors. \
             docs/game_in_a_file.md describes such files.",
        )
        .arg(file)
}

pub(super) fn dialogue(matches: &ArgMatches) -> String {
    let file = matches.get_one::<OsString>("file");
    format!("{NAME} {}", file.map_or("".into(), |file| file.to_string_lossy()))
}
