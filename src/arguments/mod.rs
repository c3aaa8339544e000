//! The command line of the programs within the program: options with values
//! behind them, read strictly, with complaints that help.

mod outputs;
mod usage;
mod value;

pub(crate) use outputs::{Named, check_outputs};
pub use usage::UsageError;
pub use value::OptionError;
pub(crate) use value::{Group, Pairs, SWITCH, bare, number, one_of, seconds};

use crate::games::quote;
use std::io::{BufRead, Write};

/// What a program reads from and writes to.
pub struct Streams<'a> {
    /// Its input; it may be read on another thread.
    pub input: Box<dyn BufRead + Send>,
    /// What it has found.
    pub output: &'a mut dyn Write,
    /// What a person should know beside that.
    pub errors: &'a mut dyn Write,
}

/// Whether the arguments ask what the program does.
pub(crate) fn ask_for_help(arguments: &[String]) -> bool {
    arguments.iter().any(|word| matches!(word.as_str(), "--help" | "-help" | "-h"))
}

/// The options that a program has.
pub(crate) struct Words {
    /// All of them, with their hyphens.
    pub(crate) options: &'static [&'static str],
    /// Other words for them, without hyphens.
    pub(crate) synonyms: &'static [(&'static str, &'static str)],
    /// Those that may come more than once, without hyphens.
    pub(crate) repeatable: &'static [&'static str],
}

impl Words {
    /// Cuts the arguments at the options.
    pub(crate) fn groups<'a>(
        &self,
        arguments: &'a [String],
    ) -> Result<Vec<Group<'a>>, OptionError> {
        let mut groups: Vec<Group> = Vec::new();
        for argument in arguments {
            if let Some(word) = option_word(argument) {
                let group = self.open_group(argument, word)?;
                let is_repeated = groups.iter().any(|earlier| earlier.name == group.name);
                if is_repeated && !self.repeatable.contains(&group.name) {
                    return Err(OptionError::new(&group.option, "this option once", "it twice"));
                }
                groups.push(group);
            } else if let Some(group) = groups.last_mut() {
                group.values.push(argument);
            } else {
                return Err(OptionError::unknown(quote(argument), argument, self.options));
            }
        }
        Ok(groups)
    }

    fn open_group<'a>(&self, argument: &'a str, word: &'a str) -> Result<Group<'a>, OptionError> {
        // `--rounds=5` is what other programs have taught people to write.
        let (word, value) = match word.split_once('=') {
            Some((word, value)) => (word, Some(value)),
            None => (word, None),
        };
        let synonym = self.synonyms.iter().find(|(other, _)| *other == word);
        let name = synonym.map_or(word, |(_, name)| name);
        if !self.options.iter().any(|option| option.strip_prefix("--") == Some(name)) {
            return Err(OptionError::unknown(argument, &format!("--{word}"), self.options));
        }
        let option = argument.split('=').next().unwrap_or(argument).to_owned();
        Ok(Group { option, name, values: value.into_iter().collect() })
    }
}

/// The word behind the hyphens; `None` for values, negative numbers too.
pub(crate) fn option_word(argument: &str) -> Option<&str> {
    let word = argument.strip_prefix("--").or_else(|| argument.strip_prefix('-'))?;
    word.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(word)
}
