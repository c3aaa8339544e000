//! Options that consist of several values: openings, the test, and the rules
//! by which games are cut short.

use crate::arguments::{Group, OptionError, Pairs, SWITCH};
use crate::games::quote;
use crate::tournament::plan::{BookFormat, DrawRule, EloModel, Openings, ResignRule, Sprt};
use std::path::{Path, PathBuf};

/// An Elo difference beyond this is none that a test would find.
const MOST_ELO: f64 = 10_000.0;

/// No score of an engine that is not forced lies beyond this, in centi-units.
const MOST_SCORE: i32 = 100_000;

const MOST_MOVES: u32 = 100_000;

const FORMATS: &[(&str, BookFormat)] =
    &[("epd", BookFormat::Epd), ("pgn", BookFormat::Pgn), ("fen", BookFormat::Fen)];

const MODELS: &[(&str, EloModel)] =
    &[("normalized", EloModel::Normalized), ("logistic", EloModel::Logistic)];

const ORDERS: &[(&str, bool)] = &[("random", true), ("sequential", false)];

/// What others call the rule here, an opening for each meeting.
const POLICIES: &[(&str, ())] = &[("round", ()), ("default", ())];

/// `--openings file=...` or `--openings random ...`.
pub(super) fn openings(group: &Group) -> Result<Openings, OptionError> {
    match group.values.first() {
        Some(&"random") => random_openings(group),
        Some(word) if !word.contains('=') => {
            let argument = format!("{} {word}", group.option);
            Err(OptionError::unknown(argument, word, &["file=", "random"]))
        }
        _ => book(group),
    }
}

/// Random openings: 8 plies make more of them than any match needs, 80
/// centi-units leave either side its chances.
fn random_openings(group: &Group) -> Result<Openings, OptionError> {
    let option = format!("{} random", group.option);
    let rest = Group { option, name: group.name, values: group.values[1..].to_vec() };
    let pairs = rest.pairs(&["plies", "balance"])?;
    Ok(Openings::Random {
        plies: pairs.number("plies", 1..=200)?.unwrap_or(8),
        balance: pairs.number("balance", 0..=MOST_SCORE)?.unwrap_or(80),
    })
}

fn book(group: &Group) -> Result<Openings, OptionError> {
    let pairs = group.pairs(&["file", "format", "order", "plies", "start", "policy"])?;
    pairs.one_of("policy", POLICIES)?;
    let Some(path) = pairs.get("file").filter(|path| !path.is_empty()) else {
        return Err(OptionError::new(&group.option, "file=, or random", "neither"));
    };
    let format = match pairs.one_of("format", FORMATS)? {
        Some(format) => format,
        None => format_of(path).ok_or_else(|| {
            let expected = "format=epd, pgn or fen, as the file's name does not say";
            OptionError::new(format!("{} file={path}", group.option), expected, "none")
        })?,
    };
    let plies = pairs.number("plies", 1..=10_000)?;
    if plies.is_some() && format != BookFormat::Pgn {
        let expected = "a book of games, which plies= would cut short";
        return Err(OptionError::new(pairs.argument("plies"), expected, "positions"));
    }
    Ok(Openings::File {
        path: PathBuf::from(path),
        format,
        random: pairs.one_of("order", ORDERS)?.unwrap_or(false),
        start: pairs.number("start", 1..=1_000_000_000)?.unwrap_or(1),
        plies,
    })
}

/// What a file's extension says of its content.
fn format_of(path: &str) -> Option<BookFormat> {
    let extension = Path::new(path).extension()?.to_str()?;
    let known = FORMATS.iter().find(|(name, _)| name.eq_ignore_ascii_case(extension));
    known.map(|&(_, format)| format)
}

/// `--sprt`; 5 % of error either way unless said otherwise.
pub(super) fn sprt(group: &Group) -> Result<Sprt, OptionError> {
    let pairs = group.pairs(&["elo0", "elo1", "alpha", "beta", "model"])?;
    let needed = |key: &str| {
        let value = pairs.number(key, -MOST_ELO..=MOST_ELO)?;
        value.ok_or_else(|| OptionError::new(&group.option, format!("{key}="), "none"))
    };
    let sprt = Sprt {
        elo0: needed("elo0")?,
        elo1: needed("elo1")?,
        alpha: probability(&pairs, "alpha")?,
        beta: probability(&pairs, "beta")?,
        model: pairs.one_of("model", MODELS)?.unwrap_or_default(),
    };
    if sprt.elo0 >= sprt.elo1 {
        let found = format!("elo0={} elo1={}", sprt.elo0, sprt.elo1);
        return Err(OptionError::new(&group.option, "elo0 less than elo1", found));
    }
    if sprt.alpha + sprt.beta >= 1.0 {
        let found = format!("alpha={} beta={}", sprt.alpha, sprt.beta);
        return Err(OptionError::new(&group.option, "alpha and beta less than 1 together", found));
    }
    Ok(sprt)
}

fn probability(pairs: &Pairs, key: &str) -> Result<f64, OptionError> {
    let Some(text) = pairs.get(key) else { return Ok(0.05) };
    text.parse().ok().filter(|&value: &f64| 0.0 < value && value < 1.0).ok_or_else(|| {
        OptionError::new(pairs.argument(key), "a number between 0 and 1", quote(text))
    })
}

/// `--draw`; what is not said is as fishtest has it.
pub(super) fn draw(group: &Group) -> Result<DrawRule, OptionError> {
    let pairs = group.pairs(&["movenumber", "movecount", "score"])?;
    Ok(DrawRule {
        move_number: pairs.number("movenumber", 0..=MOST_MOVES)?.unwrap_or(34),
        move_count: pairs.number("movecount", 1..=MOST_MOVES)?.unwrap_or(8),
        score: pairs.number("score", 0..=MOST_SCORE)?.unwrap_or(20),
    })
}

/// `--resign`; what is not said is as fishtest has it.
pub(super) fn resign(group: &Group) -> Result<ResignRule, OptionError> {
    let pairs = group.pairs(&["movecount", "score", "twosided"])?;
    Ok(ResignRule {
        move_count: pairs.number("movecount", 1..=MOST_MOVES)?.unwrap_or(3),
        score: pairs.number("score", 1..=MOST_SCORE)?.unwrap_or(600),
        two_sided: pairs.one_of("twosided", SWITCH)?.unwrap_or(false),
    })
}

/// `--report FILE`, whose extension says what it is to be.
pub(super) fn report(group: &Group) -> Result<PathBuf, OptionError> {
    let path = PathBuf::from(group.file()?);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension {
        "svg" | "html" => Ok(path),
        _ => {
            let argument = format!("{} {}", group.option, path.display());
            Err(OptionError::new(argument, "a file .svg or .html", quote(extension)))
        }
    }
}
