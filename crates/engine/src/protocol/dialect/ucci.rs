//! The Universal Chinese Chess Interface, version 3, of ElephantEye's authors: UCI for xiangqi.

use super::super::spelling::MoveSpelling;
use super::{Dialect, DialectContext, OwnNames, TimeUnit, Translation, own_name, uci_name};
use crate::Value;
use plyglot_core::game::Side;
use std::fmt::Write;

const NAMES: &OwnNames = &[("hashsize", "Hash"), ("threads", "Threads"), ("ponder", "Ponder")];
pub(crate) const OPTIONS: &str =
    "option usemillisec type check default false\noption newgame type button";
/// A forced win in N plies is this score minus N.
const MATE: i32 = 30_000;

pub(super) fn option(line: &str, name: &str) -> Option<String> {
    Some(line.replacen(&format!("name {name}"), own_name(name, NAMES)?, 1))
}

pub(crate) fn score(value: Value) -> i32 {
    match value {
        Value::Centi(centi) => centi,
        Value::End(plies) if plies > 0 => MATE - plies,
        Value::End(plies) => -MATE - plies,
    }
}

pub(super) fn translate<'a>(
    line: &'a str,
    unit: TimeUnit,
    context: DialectContext<'_>,
) -> Translation<'a> {
    let mut words = line.split_whitespace();
    let translated = match words.next() {
        Some("position") => position(words, MoveSpelling::RanksFromZero),
        Some("go") => go(words, unit, context.side),
        Some("setoption") => {
            let rest = line.trim_start().strip_prefix("setoption").unwrap_or_default().trim();
            let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            match name {
                "usemillisec" => {
                    let is_on = value.trim_start() == "true";
                    let unit = if is_on { TimeUnit::Milliseconds } else { TimeUnit::Seconds };
                    return Translation::Speak(Dialect::Ucci { unit });
                }
                "newgame" => "ucinewgame".to_owned(),
                "name" | "" => line.to_owned(),
                name => set_option(name, value.trim_start(), context),
            }
        }
        Some("banmoves") => {
            let moves = words.map(|word| MoveSpelling::RanksFromZero.read(word).into_owned());
            return Translation::Ban(moves.collect());
        }
        _ => line.to_owned(),
    };
    Translation::Line(translated.into())
}

/// `position [startpos | fen TEXT] [moves M...]`.
fn position<'a>(words: impl Iterator<Item = &'a str>, spelling: MoveSpelling) -> String {
    let mut line = "position".to_owned();
    let mut are_moves = false;
    for word in words {
        let word = if are_moves { spelling.read(word) } else { word.into() };
        are_moves |= word == "moves";
        // Writing to a String cannot fail.
        let _ = write!(line, " {word}");
    }
    line
}

/// `go`, whose clocks are those of the side to move and of its opponent.
fn go<'a>(mut words: impl Iterator<Item = &'a str>, unit: TimeUnit, side: Side) -> String {
    let [own, other] = match side {
        Side::First => ["p1", "p2"],
        Side::Second => ["p2", "p1"],
    };
    let mut line = "go".to_owned();
    while let Some(word) = words.next() {
        let (player, name) = match word {
            "time" => (own, "time"),
            "increment" => (own, "inc"),
            "opptime" => (other, "time"),
            "oppincrement" => (other, "inc"),
            "oppmovestogo" => {
                words.next();
                continue;
            }
            // The engine makes no offers.
            "draw" => continue,
            word => {
                line += " ";
                line += word;
                continue;
            }
        };
        let time = words.next().unwrap_or_default();
        let thousand = if unit == TimeUnit::Seconds && time != "0" { "000" } else { "" };
        let _ = write!(line, " {player}{name} {time}{thousand}");
    }
    line
}

/// `setoption NAME VALUE`.
fn set_option(name: &str, value: &str, context: DialectContext<'_>) -> String {
    let name = uci_name(name, NAMES, context.options);
    format!("setoption name {name} value {value}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::GameInfo;

    fn line(text: &str, unit: TimeUnit, side: Side) -> String {
        let info = &GameInfo::new("xiangqi", "9/9/9/9/9/9/9/9/9/9 w - - 0 1");
        match translate(text, unit, DialectContext { info, side, options: &[] }) {
            Translation::Line(line) => line.into_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn ranks_of_moves_count_from_zero() {
        let fen = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e1 d9d8";
        let expected = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e1e2 d10d9";
        assert_eq!(line(fen, TimeUnit::Seconds, Side::First), expected);
    }

    #[test]
    fn clocks_are_those_of_the_side_to_move() {
        let go = "go time 60 increment 2 opptime 30 oppincrement 0 oppmovestogo 3 draw";
        let second = "go p2time 60000 p2inc 2000 p1time 30000 p1inc 0";
        assert_eq!(line(go, TimeUnit::Seconds, Side::Second), second);
        let first = "go p1time 60 p1inc 2 p2time 30 p2inc 0";
        assert_eq!(line(go, TimeUnit::Milliseconds, Side::First), first);
        assert_eq!(line("go ponder depth 9", TimeUnit::Seconds, Side::First), "go ponder depth 9");
    }

    #[test]
    fn banned_moves_are_those_of_uci() {
        assert_eq!(
            line("banmoves h2e2 b9c7", TimeUnit::Seconds, Side::First),
            r#"Ban(["h3e3", "b10c8"])"#
        );
    }

    #[test]
    fn options_have_no_words_before_them() {
        let set = |text| line(text, TimeUnit::Seconds, Side::First);
        assert_eq!(set("setoption hashsize 64"), "setoption name Hash value 64");
        let path = set("setoption EvalFile  my files/x.network ");
        assert_eq!(path, "setoption name EvalFile value my files/x.network");
        assert_eq!(set("setoption newgame"), "ucinewgame");
        assert!(set("setoption usemillisec true").contains("Milliseconds"));
        let hash = option("option name Hash type spin default 16 min 1 max 9", "Hash");
        assert_eq!(hash.as_deref(), Some("option hashsize type spin default 16 min 1 max 9"));
        assert_eq!(option("option name EvalFile type string", "EvalFile"), None);
    }

    #[test]
    fn forced_results_are_far_from_all_others() {
        let scores = [Value::Centi(-7), Value::End(3), Value::End(-2), Value::End(0)].map(score);
        assert_eq!(scores, [-7, 29_997, -29_998, -30_000]);
    }
}
