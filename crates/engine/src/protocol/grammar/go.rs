//! The parser for the arguments of `go`.
//!
//! [`GO_WORDS`] is the only table of them: the known and suggested words, their values,
//! and what they set.

use super::tokens::{
    InputLine, Parsing, SyntaxError, any_word, error_of, expecting, integer, whole,
};
use crate::protocol::command::{Command, GoCommand};
use nom::Parser;
use nom::combinator::verify;
use nom::multi::many1;
use std::time::Duration;

struct GoWord {
    name: &'static str,
    /// Whether a search without it may last much longer than intended.
    is_limit: bool,
    value: GoValue,
}

enum GoValue {
    /// Nothing.
    Flag(fn(&mut GoCommand)),
    /// One or more moves.
    Moves,
    /// A time in milliseconds.
    Time(fn(&mut GoCommand, Duration)),
    /// A number of plies or moves, clamped to 16 bits.
    Plies(fn(&mut GoCommand, u16)),
    /// A whole number.
    Count(fn(&mut GoCommand, u64)),
    /// The depth of a perft in plies. If it is wrong, the command is refused; other
    /// errors are skipped.
    Perft,
}

/// A word without which a search may last longer than intended.
const fn limit(name: &'static str, value: GoValue) -> GoWord {
    GoWord { name, is_limit: true, value }
}

const fn detail(name: &'static str, value: GoValue) -> GoWord {
    GoWord { name, is_limit: false, value }
}

const FIRST_LEFT: GoValue = GoValue::Time(|go, time| go.limits.clocks[0].left = Some(time));
const SECOND_LEFT: GoValue = GoValue::Time(|go, time| go.limits.clocks[1].left = Some(time));
const FIRST_INCREMENT: GoValue = GoValue::Time(|go, time| go.limits.clocks[0].increment = time);
const SECOND_INCREMENT: GoValue = GoValue::Time(|go, time| go.limits.clocks[1].increment = time);

const GO_WORDS: &[GoWord] = &[
    detail("searchmoves", GoValue::Moves),
    detail("ponder", GoValue::Flag(|go| go.ponder = true)),
    detail("infinite", GoValue::Flag(|go| go.infinite = true)),
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
        GoValue::Count(|go, moves| go.limits.moves_to_go = u32::try_from(moves).ok()),
    ),
    limit("depth", GoValue::Plies(|go, plies| go.limits.depth = Some(plies))),
    limit("nodes", GoValue::Count(|go, nodes| go.limits.nodes = Some(nodes))),
    limit("mate", GoValue::Plies(|go, moves| go.limits.mate = Some(moves))),
    limit("movetime", GoValue::Time(|go, time| go.limits.move_time = Some(time))),
    limit("perft", GoValue::Perft),
];

const GO_NAMES: [&str; GO_WORDS.len()] = {
    let mut names = [""; GO_WORDS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = GO_WORDS[i].name;
        i += 1;
    }
    names
};

fn find(word: &str) -> Option<&'static GoWord> {
    GO_WORDS.iter().find(|known| known.name == word)
}

/// The arguments of `go`, in any order. Errors are skipped, as the client waits for a
/// `bestmove`. A perft has no `bestmove`, so errors refuse it.
pub(super) fn go<'a>(line: &InputLine<'a>, mut input: &'a str) -> Parsing<'a, Command> {
    let mut go = GoCommand::default();
    let mut first_fault = None;
    let mut is_perft = false;
    while !input.is_empty() {
        let (rest, word) = any_word(input)?;
        let known = find(word);
        is_perft |= known.is_some_and(|known| matches!(known.value, GoValue::Perft));
        let read = match known {
            Some(known) => read_value(&mut go, &known.value, line, rest),
            None => Err(unknown_word(input)),
        };
        input = match (read, known) {
            (Ok(rest), _) => rest,
            (Err(fault), known) => {
                first_fault.get_or_insert(fault);
                go.has_lost_limit |= known.is_some_and(|known| known.is_limit);
                // A value that cannot be read is skipped next, as an unknown word.
                rest
            }
        };
    }
    match first_fault {
        Some(fault) if is_perft => return Err(fault),
        Some(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
            go.error = Some(error_of(line, &fault));
        }
        // All parsers here are of the `complete` kind.
        Some(nom::Err::Incomplete(_)) | None => {}
    }
    Ok((input, Command::Go(Box::new(go))))
}

fn unknown_word(input: &str) -> nom::Err<SyntaxError<'_>> {
    nom::Err::Error(SyntaxError::new(
        input,
        "a limit of go (depth, nodes, movetime, wtime, infinite, ...)",
        &GO_NAMES,
    ))
}

fn read_value<'a>(
    go: &mut GoCommand,
    value: &GoValue,
    line: &InputLine<'a>,
    input: &'a str,
) -> Result<&'a str, nom::Err<SyntaxError<'a>>> {
    let plies = |number: u64| u16::try_from(number).unwrap_or(u16::MAX);
    Ok(match value {
        GoValue::Flag(set) => {
            set(go);
            input
        }
        GoValue::Moves => {
            let other = verify(any_word, |word: &str| find(word).is_none());
            let (rest, words) = expecting("a move", many1(other)).parse(input)?;
            go.moves.extend(words.into_iter().map(|word| line.located(word)));
            rest
        }
        GoValue::Time(set) => {
            let (rest, ms) = not_negative(input)?;
            set(go, Duration::from_millis(ms));
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
            let (rest, number) = whole(input)?;
            go.perft = Some(plies(number.unsigned_abs()));
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
