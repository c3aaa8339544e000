//! Words of fastchess and cutechess-cli that a match does not need: what
//! changes nothing here is accepted, and of the others it is said what to
//! write instead.

use crate::arguments::{Group, OptionError, Pairs, option_word};
use crate::games::quote;

/// Options that change nothing here, whatever stands behind them.
const HARMLESS: &[&str] = &[
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

/// Options that are not here, and what to write instead.
const INSTEAD: &[(&str, &str)] = &[
    ("bookmode", "nothing: openings are read as a whole"),
    ("config", "--resume FILE, which keeps the games and goes on with them"),
    ("crc32", "nothing, and a program for check sums behind the match"),
    ("debug", "--log FILE, which has all that is said"),
    ("epdout", "--json FILE, which has the final positions"),
    ("noswap", "--games 1, whose sides change from round to round"),
    ("ping-ms", "--patience SECONDS"),
    ("quick", "--engine cmd=A --engine cmd=B --each tc=10+0.1 --openings file=BOOK"),
    ("reverse", "the engines in the other order"),
    ("seeds", "--tournament gauntlet, where the first engine meets all others"),
    ("startup-ms", "startup=SECONDS behind --engine or --each"),
    ("strict", "nothing: warnings are told and counted"),
    ("tb", "--draw and --resign; games are not ended by tables here"),
    ("tbadjudicate", "--draw and --resign; games are not ended by tables here"),
    ("tbignore50", "--draw and --resign; games are not ended by tables here"),
    ("tbpieces", "--draw and --resign; games are not ended by tables here"),
    ("tournamentfile", "--resume FILE, which keeps the games and goes on with them"),
    ("ucinewgame-ms", "--patience SECONDS"),
    ("use-affinity", "taskset before plyglot match, or nothing"),
];

/// The arguments without the options that change nothing here, and what stands
/// behind those.
///
/// # Errors
/// What to write instead of an option that would change something.
pub(super) fn left_out(arguments: &[String]) -> Result<Vec<String>, OptionError> {
    let mut left = Vec::new();
    let mut is_harmless = false;
    for argument in arguments {
        if let Some(word) = option_word(argument) {
            let word = word.split('=').next().unwrap_or(word);
            if let Some((_, instead)) = INSTEAD.iter().find(|(known, _)| *known == word) {
                return Err(OptionError::new(argument, *instead, "an option of other programs"));
            }
            is_harmless = HARMLESS.contains(&word);
        }
        if !is_harmless {
            left.push(argument.clone());
        }
    }
    Ok(left)
}

/// The path of `--pgnout`: what else may stand there is accepted where it asks
/// for what is written anyway.
pub(super) fn pgn<'a>(group: &Group<'a>) -> Result<&'a str, OptionError> {
    const EXTRAS: &[&str] =
        &["nodes", "seldepth", "nps", "hashfull", "tbhits", "pv", "timeleft", "latency", "min"];
    let mut known = vec!["file", "notation", "append"];
    known.extend(EXTRAS);
    let (path, pairs) = path_and_pairs(group, &known)?;
    let expect =
        |key: &str, accepted: &str, expected: &str| expect(&pairs, key, accepted, expected);
    expect("notation", "san", "notation=san, which is what is written")?;
    expect("append", "true", "append=true, as games are always appended")?;
    for extra in EXTRAS {
        expect(extra, "false", "nothing of it; --json has what engines said of their moves")?;
    }
    Ok(path)
}

/// The path of `--log`, likewise.
pub(super) fn log<'a>(group: &Group<'a>) -> Result<&'a str, OptionError> {
    let known = ["file", "level", "append", "compress", "realtime", "engine"];
    let (path, pairs) = path_and_pairs(group, &known)?;
    expect(&pairs, "append", "false", "append=false, as a log is written from its beginning")?;
    expect(&pairs, "compress", "false", "compress=false, and a program that compresses behind it")?;
    Ok(path)
}

/// Whether `--report` is that of fastchess, `penta=true`, which is the rule here.
pub(super) fn is_report_of_pairs(group: &Group<'_>) -> bool {
    matches!(group.values[..], ["penta=true" | "penta=false"])
}

fn expect(pairs: &Pairs<'_>, key: &str, accepted: &str, expected: &str) -> Result<(), OptionError> {
    match pairs.get(key) {
        Some(value) if value != accepted => {
            Err(OptionError::new(pairs.argument(key), expected, quote(value)))
        }
        _ => Ok(()),
    }
}

/// A path, as `file=PATH` or alone before the pairs.
fn path_and_pairs<'a>(
    group: &Group<'a>,
    known: &[&str],
) -> Result<(&'a str, Pairs<'a>), OptionError> {
    let [first, rest @ ..] = &group.values[..] else {
        return Err(OptionError::new(&group.option, "a file", "nothing"));
    };
    if let Some(more) = rest.iter().find(|value| !value.contains('=')) {
        return Err(OptionError::new(&group.option, "a file", quote(more) + " after it"));
    }
    let is_pair = first.split_once('=').is_some_and(|(key, _)| known.contains(&key));
    let (path, values) = match is_pair {
        true => (None, &group.values[..]),
        false => (Some(*first), rest),
    };
    let pairs = Group { option: group.option.clone(), name: group.name, values: values.to_vec() };
    let pairs = pairs.pairs(known)?;
    match path.or(pairs.get("file")).filter(|path| !path.is_empty()) {
        Some(path) => Ok((path, pairs)),
        None => Err(OptionError::new(&group.option, "a file", "nothing")),
    }
}
