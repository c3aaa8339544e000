//! The parser for the arguments of `go`.
//!
//! [`GO_WORDS`] is the only table of those of UCI: the known and suggested words, their values,
//! and what they set. A dialect has a table of its own beside it.

use super::tokens::{
    InputLine, Parsing, SyntaxError, any_word, error_of, expecting, integer, keyword,
};
use crate::SideClock;
use crate::protocol::command::{Command, GoCommand};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, value, verify};
use nom::multi::many1;
use plyglot_core::search::MAX_PLY;
use std::time::Duration;

/// What `go` says, before a dialect makes a command of UCI of its own words.
#[derive(Default)]
pub(crate) struct GoArguments {
    pub(crate) command: GoCommand,
    /// The time for each move once the clock has run out.
    pub(crate) byoyomi: Option<Duration>,
    /// The clocks of the side to move and of its opponent, each millisecond a unit of the client.
    pub(crate) own_and_other: [SideClock; 2],
}

pub(crate) struct GoWord {
    name: &'static str,
    /// Whether a search without it may last much longer than intended.
    is_limit: bool,
    value: GoValue,
}

pub(crate) enum GoValue {
    Flag(fn(&mut GoArguments)),
    Moves,
    /// A time in milliseconds.
    Time(fn(&mut GoArguments, Duration)),
    /// A time in milliseconds, `infinite`, or nothing.
    TimeIfAny(fn(&mut GoArguments, Option<Duration>)),
    /// A number of plies or moves, clamped to 16 bits.
    Plies(fn(&mut GoArguments, u16)),
    Count(fn(&mut GoArguments, u64)),
    /// The depth of a perft in plies. If it is wrong, the command is refused; other
    /// errors are skipped.
    Perft,
}

/// A word without which a search may last longer than intended.
pub(crate) const fn limit(name: &'static str, value: GoValue) -> GoWord {
    GoWord { name, is_limit: true, value }
}

pub(crate) const fn detail(name: &'static str, value: GoValue) -> GoWord {
    GoWord { name, is_limit: false, value }
}

pub(crate) const FIRST_LEFT: GoValue =
    GoValue::Time(|go, time| go.command.limits.clocks[0].left = Some(time));
pub(crate) const SECOND_LEFT: GoValue =
    GoValue::Time(|go, time| go.command.limits.clocks[1].left = Some(time));
pub(crate) const FIRST_INCREMENT: GoValue =
    GoValue::Time(|go, time| go.command.limits.clocks[0].increment = time);
pub(crate) const SECOND_INCREMENT: GoValue =
    GoValue::Time(|go, time| go.command.limits.clocks[1].increment = time);

const GO_WORDS: &[GoWord] = &[
    detail("searchmoves", GoValue::Moves),
    detail("ponder", GoValue::Flag(|go| go.command.ponder = true)),
    detail("infinite", GoValue::Flag(|go| go.command.infinite = true)),
    limit("wtime", FIRST_LEFT),
    limit("btime", SECOND_LEFT),
    detail("winc", FIRST_INCREMENT),
    detail("binc", SECOND_INCREMENT),
    limit("p1time", FIRST_LEFT),
    limit("p2time", SECOND_LEFT),
    detail("p1inc", FIRST_INCREMENT),
    detail("p2inc", SECOND_INCREMENT),
    detail(
        "movestogo",
        GoValue::Count(|go, moves| go.command.limits.moves_to_go = u32::try_from(moves).ok()),
    ),
    limit("depth", GoValue::Plies(|go, plies| go.command.limits.depth = Some(plies))),
    limit("nodes", GoValue::Count(|go, nodes| go.command.limits.nodes = Some(nodes))),
    limit("mate", GoValue::Plies(|go, moves| go.command.limits.mate = Some(moves))),
    limit("movetime", GoValue::Time(|go, time| go.command.limits.move_time = Some(time))),
    limit("perft", GoValue::Perft),
];

/// A count to a depth other than was asked for would be wrong.
const PERFT_DEPTH: &str = "a whole number from 0 to 240";
const _: () = assert!(MAX_PLY == 240);

const GO_NAMES: [&str; GO_WORDS.len()] = {
    let mut names = [""; GO_WORDS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = GO_WORDS[i].name;
        i += 1;
    }
    names
};

/// The word of a dialect, or else of UCI.
fn find(word: &str, own: &'static [GoWord]) -> Option<&'static GoWord> {
    own.iter().chain(GO_WORDS).find(|known| known.name == word)
}

pub(super) fn go<'a>(line: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    let (input, arguments) = go_arguments(line, input, &[])?;
    Ok((input, Command::Go(Box::new(arguments.command))))
}

/// The arguments of `go`, in any order, some of which may be a dialect's own. Errors are skipped,
/// as the client waits for a `bestmove`. A perft has no `bestmove`, so errors refuse it.
pub(crate) fn go_arguments<'a>(
    line: &InputLine<'a>,
    mut input: &'a str,
    own: &'static [GoWord],
) -> Parsing<'a, GoArguments> {
    let mut go = GoArguments::default();
    let mut first_fault = None;
    let mut is_perft = false;
    while !input.is_empty() {
        let (rest, word) = any_word(input)?;
        let known = find(word, own);
        is_perft |= known.is_some_and(|known| matches!(known.value, GoValue::Perft));
        let read = match known {
            Some(known) => read_value(&mut go, known, own, line, rest),
            None => Err(unknown_word(input)),
        };
        input = match (read, known) {
            (Ok(rest), _) => rest,
            (Err(fault), known) => {
                first_fault.get_or_insert(fault);
                go.command.has_lost_limit |= known.is_some_and(|known| known.is_limit);
                // A value that cannot be read is skipped next, as an unknown word.
                rest
            }
        };
    }
    match first_fault {
        Some(fault) if is_perft => return Err(fault),
        Some(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
            go.command.error = Some(error_of(line, &fault));
        }
        // All parsers here are of the `complete` kind.
        Some(nom::Err::Incomplete(_)) | None => {}
    }
    Ok((input, go))
}

fn unknown_word(input: &str) -> nom::Err<SyntaxError<'_>> {
    nom::Err::Error(SyntaxError::new(
        input,
        "a limit of go (depth, nodes, movetime, wtime, infinite, ...)",
        &GO_NAMES,
    ))
}

fn read_value<'a>(
    go: &mut GoArguments,
    word: &GoWord,
    own: &'static [GoWord],
    line: &InputLine<'a>,
    input: &'a str,
) -> Result<&'a str, nom::Err<SyntaxError<'a>>> {
    let plies = |number: u64| u16::try_from(number).unwrap_or(u16::MAX);
    Ok(match &word.value {
        GoValue::Flag(set) => {
            set(go);
            input
        }
        GoValue::Moves => {
            let other = verify(any_word, |word: &str| find(word, own).is_none());
            let (rest, words) = expecting("a move", many1(other)).parse(input)?;
            go.command.moves.extend(words.into_iter().map(|word| line.located(word)));
            rest
        }
        GoValue::Time(set) => {
            let (rest, ms) = not_negative(input)?;
            set(go, Duration::from_millis(ms));
            rest
        }
        GoValue::TimeIfAny(set) => {
            let number = map(not_negative, |ms| Some(Duration::from_millis(ms)));
            let (rest, time) = opt(alt((value(None, keyword("infinite")), number))).parse(input)?;
            set(go, time.flatten());
            rest
        }
        GoValue::Plies(set) => {
            let (rest, number) = not_negative(input)?;
            set(go, plies(number));
            rest
        }
        GoValue::Count(set) => {
            let (rest, number) = not_negative(input)?;
            set(go, number);
            rest
        }
        GoValue::Perft => {
            let depth = verify(integer, |&number: &i64| (0..=MAX_PLY as i64).contains(&number));
            let (rest, number) = expecting(PERFT_DEPTH, depth).parse(input)?;
            go.command.perft = Some(plies(number.unsigned_abs()));
            rest
        }
    })
}

/// A whole number; negative ones count as 0, as clocks can fall below zero on clients
/// that lag.
fn not_negative(input: &str) -> Parsing<'_, u64> {
    let (rest, number) = integer(input)?;
    Ok((rest, number.max(0).unsigned_abs()))
}
