//! Options of a game from arguments.

use crate::arguments::{OptionError, bare};
use crate::engine::GameEntry;
use crate::games::quote;

/// The options in these texts, `NAME=VALUE`, with their values as the game reads them.
///
/// # Errors
/// If the game has no such option, or it cannot have this value.
pub(crate) fn game_options(
    entry: &GameEntry,
    texts: &[String],
) -> Result<Vec<(String, String)>, clap::Error> {
    let known: Vec<&str> = entry.options.iter().map(|option| option.name).collect();
    let read = |text: &String| {
        let argument = format!("--option {text}");
        let Some((name, value)) = text.split_once('=') else {
            return Err(bare(&argument, text, &known));
        };
        let Some(option) = entry.options.iter().find(|option| option.name == name) else {
            return Err(OptionError::unknown(argument, name, &known));
        };
        let error = |expected: String| OptionError::new(argument.clone(), expected, quote(value));
        let value = option.kind.read(value).ok_or_else(|| error(option.kind.expectation()))?;
        entry.prepare_option(name, &value).map_err(error)?;
        Ok((name.to_owned(), value))
    };
    Ok(texts.iter().map(read).collect::<Result<_, _>>()?)
}
