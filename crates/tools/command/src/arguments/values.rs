//! Values of options that clap does not know, arguments that several tools have, and the check that no
//! file is written over another.

use super::groups::{OptionError, read_within};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Command};
use plyglot_core::game::quote;
use plyglot_engine::{Referee, WrittenPosition};
use plyglot_support::files;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;

pub fn within<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |text| read_within(text, &range).map_err(|right| format!("expected {right}"))
}

/// A file, as `PATH` or in fastchess' words as `file=PATH`.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        match path.to_str().and_then(|text| text.strip_prefix("file=")) {
            Some("") => Err("expected a file, found nothing"),
            Some(path) => Ok(PathBuf::from(path)),
            None => Ok(path),
        }
    })
}

/// A command of the program, without its options yet.
pub fn tool(name: &'static str) -> Command {
    Command::new(name).allow_negative_numbers(true)
}

pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// The size of a transposition table: `MIB` by default, at most `MAX_MIB`, both in MiB.
#[derive(Args, Clone, Debug)]
pub struct HashArgs<const MIB: usize, const MAX_MIB: usize = { 1 << 20 }> {
    /// Memory of each transposition table, in MiB
    #[arg(id = "hash", long = "hash", value_name = "MB")]
    // `default_value_t` would keep the first text that it makes for all values of `MIB`.
    #[arg(default_value = MIB.to_string(), value_parser = within::<usize>(1..=MAX_MIB))]
    pub mib: usize,
}

/// The limits of a search for a person.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    pub threads: usize,
    /// The table of each search.
    #[command(flatten)]
    pub hash: HashArgs<64>,
}

/// The seed of all that is random.
#[derive(Args, Clone, Debug)]
pub struct SeedArgs {
    /// Seed for all random choices
    #[arg(id = "seed", long = "seed", visible_alias = "srand", value_name = "N")]
    #[arg(default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    pub number: u64,
}

/// How a long run is carried out.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// Threads to use [default: one for each core]
    #[arg(long, visible_alias = "concurrency", value_name = "N")]
    #[arg(value_parser = within::<usize>(1..=1024))]
    threads: Option<usize>,
    #[command(flatten)]
    seed: SeedArgs,
}

impl RunArgs {
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    pub fn seed(&self) -> u64 {
        self.seed.number
    }
}

pub fn set_position(game: &mut dyn Referee, text: &str) -> Result<(), OptionError> {
    let set = |start: Option<&str>, moves: &[&str]| game.set_position(start, moves);
    WrittenPosition::new(text).set_up(set).map_err(|error| {
        OptionError::from_mismatch(format!("POSITION, column {}", error.at + 1), error.mismatch)
    })
}

/// A file, and the option that names it.
#[derive(Clone, Copy, Debug)]
pub struct OptionPath<'a> {
    /// With its hyphens.
    pub option: &'a str,
    pub path: &'a Path,
}

/// Checks that all outputs may be written: each is an ordinary file or a new one, and no other
/// option names it, by whatever path.
///
/// # Errors
/// At the first file that is something else, or two at once.
pub fn check_outputs(outputs: &[OptionPath], inputs: &[OptionPath]) -> Result<(), OptionError> {
    for (i, output) in outputs.iter().enumerate() {
        let found = quote(&output.path.to_string_lossy());
        if files::writable(output.path).is_err() {
            return Err(OptionError::new(output.option, "an ordinary file", found));
        }
        for other in outputs[..i].iter().chain(inputs) {
            if files::is_same(other.path, output.path) {
                let expected = format!("a file other than that of {}", other.option);
                return Err(OptionError::new(output.option, expected, found));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};

    #[test]
    fn each_size_has_its_own_default() {
        fn default<const MIB: usize>() -> usize {
            let command = HashArgs::<MIB>::augment_args(Command::new("tool"));
            let matches = command.get_matches_from(["tool"]);
            HashArgs::<MIB>::from_arg_matches(&matches).expect("it has a default").mib
        }
        assert_eq!([default::<64>(), default::<4>()], [64, 4]);
    }
}
