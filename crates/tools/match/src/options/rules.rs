//! Options with several values: openings, SPRT and adjudication.

use crate::plan::{BALANCE, BookFormat, ERROR, Openings};
use plyglot_command::arguments::{KeyedValues, OptionError, SWITCH};
use plyglot_core::game::quote;
use plyglot_engine::{DrawByScore, WinByScore};
use plyglot_support::sprt::{EloModel, Sprt};
use std::path::{Path, PathBuf};

const MAX_ELO: f64 = 10_000.0;

/// The largest score of a rule, in centi-units; unforced scores lie within it.
const MAX_SCORE: i32 = 100_000;

const MAX_MOVES: u32 = 100_000;

const FORMATS: &[(&str, BookFormat)] =
    &[("epd", BookFormat::Epd), ("pgn", BookFormat::Pgn), ("fen", BookFormat::Fen)];

const MODELS: &[(&str, EloModel)] =
    &[("normalized", EloModel::Normalized), ("logistic", EloModel::Logistic)];

const ORDERS: &[(&str, bool)] = &[("random", true), ("sequential", false)];

/// Names in other programs for the only policy here: one opening per meeting.
const POLICIES: &[(&str, ())] = &[("round", ()), ("default", ())];

/// Plies of random openings: 8 give more openings than any match needs.
const RANDOM_PLIES: usize = 8;

/// The default rule for draws, as in fishtest.
const DRAW: DrawByScore = DrawByScore { min_plies: 68, plies: 16, score: 20 };

/// The default rule for resignation, as in fishtest.
const RESIGN: WinByScore = WinByScore { moves: 3, score: 600, two_sided: false };

pub(super) fn openings_help() -> String {
    format!(
        "file=FILE [format=epd|pgn|fen] [order=sequential|random] [start=N] [plies=N]: a book; \
         its format is that of its extension, plies cuts games of PGN short\n\
         random [plies={RANDOM_PLIES}] [balance={BALANCE}]: random moves to positions that a short \
         search values at {BALANCE} centi-units at most, all different\n\
         [default: the start position]"
    )
}

/// `--openings file=...` or `--openings random ...`.
pub(super) fn openings(values: &[String]) -> Result<Openings, OptionError> {
    match values {
        [word, rest @ ..] if word == "random" => random_openings(rest),
        [word, ..] if !word.contains('=') => {
            let argument = format!("--openings {word}");
            Err(OptionError::unknown(argument, word, &["file=", "random"]))
        }
        _ => book(values),
    }
}

fn random_openings(values: &[String]) -> Result<Openings, OptionError> {
    let pairs = KeyedValues::read("--openings random", values, &["plies", "balance"])?;
    Ok(Openings::Random {
        plies: pairs.number("plies", 1..=200)?.unwrap_or(RANDOM_PLIES),
        balance: pairs.number("balance", 0..=MAX_SCORE)?.unwrap_or(BALANCE),
    })
}

fn book(values: &[String]) -> Result<Openings, OptionError> {
    const KEYS: &[&str] = &["file", "format", "order", "plies", "start", "policy"];
    let pairs = KeyedValues::read("--openings", values, KEYS)?;
    pairs.one_of("policy", POLICIES)?;
    let Some(path) = pairs.get("file").filter(|path| !path.is_empty()) else {
        return Err(OptionError::new("--openings", "file=, or random", "neither"));
    };
    let format = match pairs.one_of("format", FORMATS)? {
        Some(format) => format,
        None => format_of(path).ok_or_else(|| {
            let expected = "format=epd, pgn or fen, as the file's name does not say";
            OptionError::new(format!("--openings file={path}"), expected, "none")
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

fn format_of(path: &str) -> Option<BookFormat> {
    let extension = Path::new(path).extension()?.to_str()?;
    let known = FORMATS.iter().find(|(name, _)| name.eq_ignore_ascii_case(extension));
    known.map(|&(_, format)| format)
}

pub(super) fn sprt_help() -> String {
    let error = ERROR;
    format!(
        "A sequential test between the first two engines: elo0=A elo1=B [alpha={error}] \
         [beta={error}] [model=normalized|logistic]"
    )
}

pub(super) fn sprt(values: &[String]) -> Result<Sprt, OptionError> {
    let pairs = KeyedValues::read("--sprt", values, &["elo0", "elo1", "alpha", "beta", "model"])?;
    let sprt = Sprt {
        elo0: elo(&pairs, "elo0")?,
        elo1: elo(&pairs, "elo1")?,
        alpha: probability(&pairs, "alpha")?,
        beta: probability(&pairs, "beta")?,
        model: pairs.one_of("model", MODELS)?.unwrap_or_default(),
    };
    if sprt.elo0 >= sprt.elo1 {
        let found = format!("elo0={} elo1={}", sprt.elo0, sprt.elo1);
        return Err(OptionError::new("--sprt", "elo0 less than elo1", found));
    }
    if sprt.alpha + sprt.beta >= 1.0 {
        let found = format!("alpha={} beta={}", sprt.alpha, sprt.beta);
        return Err(OptionError::new("--sprt", "alpha and beta less than 1 together", found));
    }
    Ok(sprt)
}

fn elo(pairs: &KeyedValues, key: &str) -> Result<f64, OptionError> {
    let value = pairs.number(key, -MAX_ELO..=MAX_ELO)?;
    value.ok_or_else(|| OptionError::new("--sprt", format!("{key}="), "none"))
}

fn probability(pairs: &KeyedValues, key: &str) -> Result<f64, OptionError> {
    let Some(text) = pairs.get(key) else { return Ok(ERROR) };
    text.parse().ok().filter(|&value: &f64| 0.0 < value && value < 1.0).ok_or_else(|| {
        OptionError::new(pairs.argument(key), "a number between 0 and 1", quote(text))
    })
}

pub(super) fn draw_help() -> String {
    let DrawByScore { min_plies, plies, score } = DRAW;
    let move_number = min_plies / 2;
    let move_count = plies / 2;
    format!(
        "Call the game a draw if, from move movenumber on, both engines' scores stay within \
         score for movecount moves [movenumber={move_number}] [movecount={move_count}] [score={score}]"
    )
}

pub(super) fn draw(values: &[String]) -> Result<DrawByScore, OptionError> {
    let pairs = KeyedValues::read("--draw", values, &["movenumber", "movecount", "score"])?;
    let DrawByScore { min_plies, plies, score } = DRAW;
    Ok(DrawByScore {
        min_plies: pairs.number("movenumber", 0..=MAX_MOVES)?.map_or(min_plies, in_plies),
        plies: pairs.number("movecount", 1..=MAX_MOVES)?.map_or(plies, in_plies),
        score: pairs.number("score", 0..=MAX_SCORE)?.unwrap_or(score),
    })
}

pub(super) fn in_plies(moves: u32) -> u32 {
    moves.saturating_mul(2)
}

pub(super) fn resign_help() -> String {
    let WinByScore { moves, score, two_sided } = RESIGN;
    format!(
        "Call the game lost for an engine whose scores are -score or worse for movecount moves \
         [movecount={moves}] [score={score}] [twosided={two_sided}]"
    )
}

pub(super) fn resign(values: &[String]) -> Result<WinByScore, OptionError> {
    let pairs = KeyedValues::read("--resign", values, &["movecount", "score", "twosided"])?;
    let WinByScore { moves, score, two_sided } = RESIGN;
    Ok(WinByScore {
        moves: pairs.number("movecount", 1..=MAX_MOVES)?.unwrap_or(moves),
        score: pairs.number("score", 1..=MAX_SCORE)?.unwrap_or(score),
        two_sided: pairs.one_of("twosided", SWITCH)?.unwrap_or(two_sided),
    })
}
