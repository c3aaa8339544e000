//! The options of `plyglot screen`.

use super::effects::Change;
use crate::arguments::{Named, OptionError, check_outputs, cores, file, offer_games, tool, within};
use crate::engine::Registry;
use crate::games::{SearchParams, quote};
use crate::training::record::RecordHeader;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;

/// Find out what many changes of a search are worth, in the same games
#[derive(Args, Debug)]
#[command(after_help = "\
In each pair of games, each change goes to one of the sides at random. The score of the side that \
has a change says what it is worth, whatever else the side has. The file says what was played; a run \
goes on from it.")]
struct ScreenOptions {
    /// Parameters and what they would be, as games::SearchParams names them; 0 switches off
    #[arg(long, value_name = "NAME=VALUE", num_args = 1.., required = true, action = ArgAction::Set)]
    changes: Vec<String>,
    /// File of the pairs played
    #[arg(long, value_name = "FILE", value_parser = file())]
    out: PathBuf,
    /// Game to play
    #[arg(long, alias = "variant", value_name = "NAME")]
    game: String,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = within::<u64>(1..=1_000_000_000))]
    pairs: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Random plies at the beginning: N or one more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Table of each player in MiB
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = within::<usize>(1..=65_536))]
    hash: usize,
    /// Pairs at the same time [default: one for each core]
    #[arg(long, visible_alias = "concurrency", value_name = "N", value_parser = within::<usize>(1..=1024))]
    threads: Option<usize>,
    /// Seed for all random choices
    #[arg(long, visible_alias = "srand", value_name = "N")]
    #[arg(default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
}

/// The clap command, with the games of the registry.
pub(crate) fn command(registry: &Registry) -> Command {
    offer_games(ScreenOptions::augment_args(tool("screen")), registry.plain_names())
}

/// The description of a run.
#[derive(Clone, Debug)]
pub(super) struct ScreenPlan {
    /// The settings that determine the games.
    pub(super) header: RecordHeader,
    pub(super) changes: Vec<Change>,
    /// Pairs of games in all.
    pub(super) pairs: u64,
    /// Pairs at the same time.
    pub(super) threads: usize,
    /// The file of the pairs.
    pub(super) out: PathBuf,
}

impl ScreenPlan {
    /// The arguments that determine each pair: the first line of the file. The number of
    /// pairs is none of them, so that a run can be made longer.
    pub(super) fn command(&self) -> String {
        let RecordHeader { game, seed, nodes, opening, hash, .. } = &self.header;
        let changes: Vec<String> = self.changes.iter().map(Change::to_string).collect();
        format!(
            "plyglot screen --game {game} --changes {} --nodes {nodes} --plies {opening} \
             --hash {hash} --seed {seed}",
            changes.join(" "),
        )
    }
}

/// Reads the arguments.
///
/// # Errors
/// At the first argument that is wrong, or if something is missing.
pub(super) fn plan(matches: &ArgMatches) -> Result<ScreenPlan, clap::Error> {
    let options = ScreenOptions::from_arg_matches(matches)?;
    let ScreenOptions { out, game, seed, nodes, plies, hash, .. } = options;
    check_outputs(&[Named { option: "--out", path: &out }], &[])?;
    Ok(ScreenPlan {
        header: RecordHeader::plain(&game, seed, nodes, plies, hash),
        changes: changes(&options.changes)?,
        pairs: options.pairs,
        threads: options.threads.unwrap_or_else(cores),
        out,
    })
}

/// The changes that are written so; a parameter may occur once.
fn changes(written: &[String]) -> Result<Vec<Change>, OptionError> {
    let mut changes: Vec<Change> = Vec::new();
    for text in written {
        let change = change(text)?;
        if changes.iter().any(|other| other.spec.name == change.spec.name) {
            let found = format!("{} twice", quote(change.spec.name));
            return Err(OptionError::new("--changes", "each parameter once", found));
        }
        changes.push(change);
    }
    Ok(changes)
}

/// `NAME=VALUE`.
fn change(text: &str) -> Result<Change, OptionError> {
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
    if is_possible { Ok(Change { spec, value }) } else { Err(wrong()) }
}
