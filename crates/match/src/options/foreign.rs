//! Options of fastchess and cutechess-cli that a match does not have. Those that would
//! change nothing are accepted; for the others the error says what to do instead.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{KeyedValues, OptionError};
use plyglot_core::game::quote;
use std::path::{Path, PathBuf};

/// Options that would change nothing; any values are accepted.
const IGNORED: &[&str] = &[
    "autosaveinterval",
    "force-concurrency",
    "output",
    "outcomeinterval",
    "ratinginterval",
    "resultformat",
    "scoreinterval",
    "show-latency",
    "site",
    "testEnv",
    "wait",
];

/// Options that do not exist here, and what to do instead.
const REPLACEMENTS: &[(&str, &str)] = &[
    ("bookmode", "openings are always read as a whole"),
    ("config", "use --resume FILE, which keeps the games and continues"),
    ("crc32", "compute checksums after the match"),
    ("debug", "use --log FILE, which has the whole dialogue"),
    ("epdout", "use --json FILE, which has the final positions"),
    ("noswap", "use --games 1, where the sides change from round to round"),
    ("ping-ms", "use --patience SECONDS"),
    ("quick", "use --engine cmd=A --engine cmd=B --each tc=10+0.1 --openings file=BOOK"),
    ("reverse", "give the engines in the other order"),
    ("seeds", "use --tournament gauntlet, where the first engine meets all others"),
    ("startup-ms", "use startup=SECONDS after --engine or --each"),
    ("strict", "warnings are always printed and counted"),
    ("tb", "use --draw and --resign; games are not ended by tables here"),
    ("tbadjudicate", "use --draw and --resign; games are not ended by tables here"),
    ("tbignore50", "use --draw and --resign; games are not ended by tables here"),
    ("tbpieces", "use --draw and --resign; games are not ended by tables here"),
    ("tournamentfile", "use --resume FILE, which keeps the games and continues"),
    ("ucinewgame-ms", "use --patience SECONDS"),
    ("use-affinity", "start plyglot match by taskset"),
];

/// The options of other programs: hidden from help, with any values.
#[derive(Debug)]
pub(super) struct Foreign;

impl Args for Foreign {
    fn augment_args(command: Command) -> Command {
        let names = IGNORED.iter().chain(REPLACEMENTS.iter().map(|(name, _)| name));
        command.args(names.map(|name| Arg::new(*name).long(*name).num_args(0..).hide(true)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Foreign::augment_args(command)
    }
}

impl FromArgMatches for Foreign {
    /// The error says what to do instead of an option that is not supported.
    fn from_arg_matches(matches: &ArgMatches) -> Result<Foreign, clap::Error> {
        match REPLACEMENTS.iter().find(|(name, _)| matches.contains_id(name)) {
            None => Ok(Foreign),
            Some((name, instead)) => {
                let text = format!("--{name} is not supported: {instead}");
                Err(clap::Error::raw(ErrorKind::UnknownArgument, text))
            }
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Foreign::from_arg_matches(matches).map(|_| ())
    }
}

/// The path of `--pgnout`. Further keys are accepted if they ask for what is written
/// anyway.
pub(super) fn pgn(values: &[String]) -> Result<PathBuf, OptionError> {
    const EXTRAS: &[&str] =
        &["nodes", "seldepth", "nps", "hashfull", "tbhits", "pv", "timeleft", "latency", "min"];
    let mut known = vec!["file", "notation", "append"];
    known.extend(EXTRAS);
    let (path, pairs) = path_and_pairs("--pgnout", values, &known)?;
    let expect =
        |key: &str, accepted: &str, expected: &str| expect(&pairs, key, accepted, expected);
    expect("notation", "san", "notation=san, which is what is written")?;
    expect("append", "true", "append=true, as games are always appended")?;
    for extra in EXTRAS {
        expect(extra, "false", "false; --json has what the engines reported")?;
    }
    Ok(path)
}

/// The path of `--log`; further keys as for [`pgn`].
pub(super) fn log(values: &[String]) -> Result<PathBuf, OptionError> {
    let known = ["file", "level", "append", "compress", "realtime", "engine"];
    let (path, pairs) = path_and_pairs("--log", values, &known)?;
    expect(&pairs, "append", "false", "append=false, as a log is written from its beginning")?;
    expect(&pairs, "compress", "false", "compress=false; compress the log afterwards")?;
    Ok(path)
}

/// Whether `--report` is that of fastchess, `penta=true`, which is always the case
/// here.
pub(super) fn is_report_of_pairs(path: &Path) -> bool {
    matches!(path.to_str(), Some("penta=true" | "penta=false"))
}

fn expect(
    pairs: &KeyedValues<'_>,
    key: &str,
    accepted: &str,
    expected: &str,
) -> Result<(), OptionError> {
    match pairs.get(key) {
        Some(value) if value != accepted => {
            Err(OptionError::new(pairs.argument(key), expected, quote(value)))
        }
        _ => Ok(()),
    }
}

/// A path: `file=PATH`, or alone before the pairs.
fn path_and_pairs<'a>(
    option: &'a str,
    values: &'a [String],
    known: &[&str],
) -> Result<(PathBuf, KeyedValues<'a>), OptionError> {
    let missing = || OptionError::new(option, "a file", "nothing");
    let (first, rest) = values.split_first().ok_or_else(missing)?;
    if let Some(more) = rest.iter().find(|value| !value.contains('=')) {
        return Err(OptionError::new(option, "a file", quote(more) + " after it"));
    }
    let is_pair = first.split_once('=').is_some_and(|(key, _)| known.contains(&key));
    let (path, values) = if is_pair { (None, values) } else { (Some(first.as_str()), rest) };
    let pairs = KeyedValues::read(option, values, known)?;
    let path = path.or(pairs.get("file")).filter(|path| !path.is_empty()).ok_or_else(missing)?;
    Ok((PathBuf::from(path), pairs))
}
