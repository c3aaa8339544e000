//! The arguments of a program that has no commands but those of the protocol.

use super::{Arguments, commands};
use crate::arguments::UsageError;
use crate::games::quote;
use std::ffi::OsString;

const USAGE: &str = "\
Usage: [--game NAME] [COMMAND...]

Speaks UCI and UGI on stdin and stdout. A COMMAND is carried out instead: `bench`,
`go depth 5`. Where an argument has blanks, each argument is a command:
'position startpos' 'go depth 5'. `help` says which commands there are.

  --game NAME     play this game first
  -h, --help      say this
  -V, --version   say which version this is";

pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> anyhow::Result<Arguments> {
    let mut parsed = Arguments::default();
    let mut words = arguments.into_iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let (option, value) = match word.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        match option {
            "--game" => {
                let name = value.or_else(|| words.next());
                parsed.game = Some(name.ok_or_else(|| UsageError::new("--game needs a name"))?);
            }
            "-h" | "--help" => parsed.text = Some(USAGE.to_owned()),
            "-V" | "--version" => {
                parsed.text = Some(concat!("plyglot ", env!("CARGO_PKG_VERSION")).to_owned());
            }
            _ if option.starts_with('-') => {
                let why = format!("there is no option {}; try --help", quote(option));
                return Err(UsageError::new(why).into());
            }
            _ => {
                parsed.commands = commands([word].into_iter().chain(words).collect())?;
                break;
            }
        }
    }
    Ok(parsed)
}
