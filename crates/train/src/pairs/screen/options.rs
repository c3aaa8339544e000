//! The options of `plyglot screen`.

use super::effects::Change;
use crate::pairs::options::{PairArgs, PairPlan};
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{OptionError, offer_some_games, tool, within};
use plyglot_core::game::{Parameter, SearchParams, quote};
use plyglot_engine::Registry;
use std::collections::HashSet;

/// Measure many changes of search parameters in the same games
#[derive(Args, Debug)]
#[command(after_help = "\
In each pair of games, each change is given to one of the two sides at random. A change is worth the \
average score of the sides that have it. FILE records the pairs played, and a run resumes from it.")]
struct ScreenOptions {
    /// Changes to measure; 0 switches a feature off, and A=1+B=2 is one change of two
    /// parameters
    #[arg(long, value_name = "NAME=VALUE", num_args = 1.., required = true, action = ArgAction::Set)]
    changes: Vec<String>,
    #[command(flatten)]
    games: PairArgs,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = within::<u64>(1..=1_000_000_000))]
    pairs: u64,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_some_games(ScreenOptions::augment_args(tool("screen")), registry, |_| true)
}

/// Reads the arguments: the plan of the games, and the changes.
///
/// # Errors
/// At the first argument that is wrong, or if something is missing.
pub(super) fn plan(matches: &ArgMatches) -> Result<(PairPlan, Vec<Change>), clap::Error> {
    let ScreenOptions { changes: written, games, pairs } =
        ScreenOptions::from_arg_matches(matches)?;
    let changes = changes(&written)?;
    let names: Vec<String> = changes.iter().map(Change::to_string).collect();
    // The number of pairs determines none of them: so a run can be made longer.
    let plan = games.plan("screen", &format!("--changes {}", names.join(" ")), [pairs, 1])?;
    Ok((plan, changes))
}

/// The changes that are written so; a parameter may occur once.
fn changes(written: &[String]) -> Result<Vec<Change>, OptionError> {
    let mut seen = HashSet::new();
    let mut once = |text: &str| {
        let (spec, value) = setting(text)?;
        let found = || format!("{} twice", quote(spec.name));
        if seen.insert(spec.name) {
            Ok((spec, value))
        } else {
            Err(OptionError::new("--changes", "each parameter once", found()))
        }
    };
    let change = |text: &String| text.split('+').map(&mut once).collect::<Result<_, _>>();
    written.iter().map(change).map(|settings| settings.map(Change)).collect()
}

/// `NAME=VALUE`.
fn setting(text: &str) -> Result<(&'static Parameter, i32), OptionError> {
    let expected = || OptionError::new("--changes", "NAME=VALUE", quote(text));
    let (name, value) = text.split_once('=').ok_or_else(expected)?;
    let Some(spec) = SearchParams::LIST.iter().find(|spec| spec.name == name) else {
        let names: Vec<&str> = SearchParams::LIST.iter().map(|spec| spec.name).collect();
        return Err(OptionError::unknown("--changes", name, &names));
    };
    let wrong = || {
        let zero = if spec.min > 0 { "0 or " } else { "" };
        let range = format!("{zero}a number from {} to {}", spec.min, spec.max);
        OptionError::new(format!("--changes {name}"), range, quote(value))
    };
    let value: i32 = value.parse().map_err(|_| wrong())?;
    let is_possible = value == 0 || (spec.min..=spec.max).contains(&value);
    if is_possible { Ok((spec, value)) } else { Err(wrong()) }
}
