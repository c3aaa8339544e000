//! The arguments of a program that has no commands but those of the protocol.

use super::{Arguments, commands, help, version};
use crate::arguments::UsageError;
use crate::engine::Registry;
use crate::games::quote;
use std::ffi::OsString;

pub(super) fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    registry: &Registry,
) -> anyhow::Result<Arguments> {
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
            "-h" | "--help" => parsed.text = Some(help(registry)),
            "-V" | "--version" => {
                parsed.text = Some(version(registry));
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
