//! The Universal Chinese Chess Interface, version 3, of ElephantEye's authors: UCI for xiangqi.

use super::{
    Dialect, DialectContext, OwnNames, Request, TimeUnit, own_name, respelled, uci_name,
    without_blanks,
};
use crate::protocol::command::{Command, GoCommand};
use crate::protocol::grammar::{
    GoArguments, GoValue, GoWord, InputLine, detail, first_word, go_arguments, limit, parsed,
    position,
};
use crate::protocol::spelling::MoveSpelling;
use crate::{GoLimits, Value};
use plyglot_core::game::{Side, TextError};
use std::time::Duration;

pub(super) const NAMES: &OwnNames =
    &[("hashsize", "Hash"), ("threads", "Threads"), ("ponder", "Ponder")];
/// The option by which times are milliseconds, and not seconds.
pub(super) const MILLISECONDS: &str = "usemillisec";
pub(crate) const OPTIONS: &str =
    "option usemillisec type check default false\noption newgame type button";
/// The most units that count as more than a millisecond each: thirty years of seconds.
const MAX_TIME: Duration = Duration::from_secs(1_000_000);
/// A forced win in N plies is this score minus N.
const MATE: i32 = 30_000;
/// The most plies to a forced result that a score of other engines is taken for.
const LONGEST_MATE: i32 = 1_000;

pub(super) fn option(line: &str, name: &str) -> Option<String> {
    Some(line.replacen(&format!("name {name}"), own_name(name, NAMES)?, 1))
}

/// The name of an option of UCI.
pub(super) fn own_option(name: &str) -> String {
    own_name(name, NAMES).map_or_else(|| without_blanks(name), str::to_owned)
}

pub(crate) fn score(value: Value) -> i32 {
    match value {
        Value::Centi(centi) => centi,
        Value::End(plies) if plies > 0 => MATE - plies,
        Value::End(plies) => -MATE - plies,
    }
}

/// The value of a score as an engine writes it; `None` if it is none.
pub(super) fn read_score(text: &str) -> Option<Value> {
    let score = text.parse::<i32>().ok()?;
    let plies = MATE - score.checked_abs()?;
    Some(match plies {
        1..=LONGEST_MATE if score > 0 => Value::End(plies),
        0..=LONGEST_MATE if score < 0 => Value::End(-plies),
        _ => Value::Centi(score),
    })
}

/// What a line of UCCI asks for; `None` if it is no line of its own.
///
/// # Errors
/// If the line contains a command with wrong arguments.
pub(super) fn read(
    line: &str,
    unit: TimeUnit,
    context: DialectContext<'_>,
) -> Result<Option<Request>, TextError> {
    let line = &InputLine::new(line);
    let (word, rest) = first_word(line.text.trim());
    Ok(Some(match word {
        "position" => match parsed(line, position(line, rest))? {
            Command::Position { start, moves } => {
                let moves = respelled(moves, MoveSpelling::RanksFromZero);
                Command::Position { start, moves }.into()
            }
            other => other.into(),
        },
        "go" => {
            let arguments = parsed(line, go_arguments(line, rest, GO_WORDS))?;
            Command::Go(Box::new(go(arguments, unit, context.side))).into()
        }
        "setoption" => {
            let (name, value) = first_word(rest);
            match name {
                MILLISECONDS => {
                    let is_on = value == "true";
                    let unit = if is_on { TimeUnit::Milliseconds } else { TimeUnit::Seconds };
                    Request::Speak(Dialect::Ucci { unit })
                }
                "newgame" => Command::NewGame.into(),
                "name" | "" => return Ok(None),
                _ => {
                    let uci = uci_name(name, NAMES, context.options);
                    let name = line.located(name).spelled(uci);
                    Command::SetOption { name, value: Some(line.located(value)) }.into()
                }
            }
        }
        "banmoves" => Request::Ban(
            rest.split_whitespace()
                .map(|name| MoveSpelling::RanksFromZero.read(name).into_owned())
                .collect(),
        ),
        _ => return Ok(None),
    }))
}

/// The words of `go` for the clocks of the side to move and of its opponent, and for their
/// increments.
const TIMES: [&str; 4] = ["time", "opptime", "increment", "oppincrement"];

/// The words of `go` that UCI has otherwise.
const GO_WORDS: &[GoWord] = &[
    limit(TIMES[0], GoValue::Time(|go, time| go.own_and_other[0].left = Some(time))),
    limit(TIMES[1], GoValue::Time(|go, time| go.own_and_other[1].left = Some(time))),
    detail(TIMES[2], GoValue::Time(|go, time| go.own_and_other[0].increment = time)),
    detail(TIMES[3], GoValue::Time(|go, time| go.own_and_other[1].increment = time)),
    detail("oppmovestogo", GoValue::Count(|_, _| ())),
    // The engine makes no offers.
    detail("draw", GoValue::Flag(|_| ())),
];

/// `go` with the clocks of the two sides.
fn go(arguments: GoArguments, unit: TimeUnit, side: Side) -> GoCommand {
    let GoArguments { mut command, own_and_other, .. } = arguments;
    for (clock, side) in own_and_other.into_iter().zip([side, !side]) {
        let of_side = &mut command.limits.clocks[side];
        if let Some(left) = clock.left {
            of_side.left = Some(in_unit(left, unit));
        }
        if !clock.increment.is_zero() {
            of_side.increment = in_unit(clock.increment, unit);
        }
    }
    command.moves = respelled(command.moves, MoveSpelling::RanksFromZero);
    command
}

/// The numbers of `go` that an engine is told, in the order that engines expect. A fixed time is a
/// clock of which the next move has all.
pub(super) fn numbers(
    limits: &GoLimits,
    side: Side,
    unit: TimeUnit,
) -> Vec<(&'static str, Option<u128>)> {
    let own = limits.clocks[side];
    let other = limits.clocks[!side];
    let fixed = limits.move_time.filter(|&time| own.left.is_none_or(|left| time <= left));
    let moves = if fixed.is_some() { Some(1) } else { limits.moves_to_go };
    let has_increment = own.left.is_some() && moves.is_none();
    let increment = if has_increment { Some(own.increment) } else { None };
    let other_increment = other.left.map(|_| other.increment);
    vec![
        ("depth", limits.depth.map(u128::from)),
        ("nodes", limits.nodes.map(u128::from)),
        (TIMES[0], whole_units(fixed.or(own.left), unit)),
        ("movestogo", moves.map(u128::from)),
        (TIMES[2], whole_units(increment, unit)),
        (TIMES[1], whole_units(other.left, unit)),
        (TIMES[3], whole_units(other_increment, unit)),
    ]
}

fn whole_units(time: Option<Duration>, unit: TimeUnit) -> Option<u128> {
    let time = time?;
    Some(match unit {
        TimeUnit::Milliseconds => time.as_millis(),
        TimeUnit::Seconds => u128::from(time.as_secs()),
    })
}

/// A time of the client, of which each millisecond is one unit.
fn in_unit(time: Duration, unit: TimeUnit) -> Duration {
    match unit {
        TimeUnit::Milliseconds => time,
        TimeUnit::Seconds => time.min(MAX_TIME) * 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::expect_uci;
    use super::*;
    use plyglot_core::game::GameInfo;

    fn request(text: &str, unit: TimeUnit, side: Side) -> Request {
        let info = &GameInfo::new("xiangqi", "9/9/9/9/9/9/9/9/9/9 w - - 0 1");
        let context = DialectContext { info, side, options: &[] };
        Dialect::Ucci { unit }.read(text, context).expect(text)
    }

    #[track_caller]
    fn expect(text: &str, unit: TimeUnit, side: Side, uci: &str) {
        expect_uci(request(text, unit, side), uci);
    }

    #[test]
    fn ranks_of_moves_count_from_zero() {
        let fen = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e1 d9d8";
        let uci = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e1e2 d10d9";
        expect(fen, TimeUnit::Seconds, Side::First, uci);
    }

    #[test]
    fn clocks_are_those_of_the_side_to_move() {
        let go = "go time 60 increment 2 opptime 30 oppincrement 0 oppmovestogo 3 draw";
        let second = "go p2time 60000 p2inc 2000 p1time 30000 p1inc 0";
        expect(go, TimeUnit::Seconds, Side::Second, second);
        let first = "go p1time 60 p1inc 2 p2time 30 p2inc 0";
        expect(go, TimeUnit::Milliseconds, Side::First, first);
        expect("go ponder depth 9", TimeUnit::Seconds, Side::First, "go ponder depth 9");
    }

    #[test]
    fn banned_moves_are_those_of_uci() {
        let banned = Request::Ban(vec!["h3e3".to_owned(), "b10c8".to_owned()]);
        assert_eq!(request("banmoves h2e2 b9c7", TimeUnit::Seconds, Side::First), banned);
    }

    #[test]
    fn options_have_no_words_before_them() {
        let set = |text, uci| expect(text, TimeUnit::Seconds, Side::First, uci);
        set("setoption hashsize 64", "setoption name Hash value 64");
        let path = "setoption name EvalFile value my files/x.network";
        set("setoption EvalFile  my files/x.network ", path);
        set("setoption newgame", "ucinewgame");
        let unit = TimeUnit::Milliseconds;
        let milliseconds = Request::Speak(Dialect::Ucci { unit });
        let asked = request("setoption usemillisec true", TimeUnit::Seconds, Side::First);
        assert_eq!(asked, milliseconds);
        let hash = option("option name Hash type spin default 16 min 1 max 9", "Hash");
        assert_eq!(hash.as_deref(), Some("option hashsize type spin default 16 min 1 max 9"));
        assert_eq!(option("option name EvalFile type string", "EvalFile"), None);
    }

    #[test]
    fn forced_results_are_far_from_all_others() {
        let scores = [Value::Centi(-7), Value::End(3), Value::End(-2), Value::End(0)].map(score);
        assert_eq!(scores, [-7, 29_997, -29_998, -30_000]);
        for value in [Value::Centi(-7), Value::End(3), Value::End(-2), Value::End(0)] {
            assert_eq!(read_score(&score(value).to_string()), Some(value));
        }
        assert_eq!(read_score("31000"), Some(Value::Centi(31_000)));
        assert_eq!((read_score("cp"), read_score("-2147483648")), (None, None));
    }
}
