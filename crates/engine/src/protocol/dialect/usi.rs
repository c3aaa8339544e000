//! The Universal Shogi Interface, by Tord Romstad: UCI for shogi.
//!
//! Specification: hgm.nubati.net/usi.html, with `byoyomi` as all clients send it.

use super::super::options::UciOption;
use super::super::spelling::MoveSpelling;
use super::{DialectContext, OwnNames, Translation, own_name, uci_name, without_blanks};
use crate::{Message, Value};
use plyglot_core::game::{Side, sfen};
use std::borrow::Cow;
use std::fmt::Write;

/// The most moves to a mate that is searched for.
const LONGEST_MATE: u16 = 120;

const NAMES: &OwnNames = &[("USI_Hash", "Hash"), ("USI_Ponder", "Ponder")];

/// What the protocol's own options begin with, where those of UCI have `UCI_`.
const OWN_PREFIX: &str = "USI_";
const UCI_PREFIX: &str = "UCI_";

pub(super) fn option(line: &str, name: &str) -> String {
    let own = match (own_name(name, NAMES), name.strip_prefix(UCI_PREFIX)) {
        (Some(own), _) => own.to_owned(),
        (None, Some(rest)) => format!("{OWN_PREFIX}{rest}"),
        (None, None) => without_blanks(name),
    };
    line.replacen(&format!("name {name}"), &format!("name {own}"), 1)
}

/// The option of UCI that a client means by a name: `USI_Variant` is `UCI_Variant`, and `USI_MultiPV`
/// is `MultiPV`.
fn uci_option<'a>(name: &'a str, options: &'a [UciOption]) -> Cow<'a, str> {
    let is_own = name.get(..OWN_PREFIX.len()).is_some_and(|it| it.eq_ignore_ascii_case(OWN_PREFIX));
    let known = uci_name(name, NAMES, options);
    if !is_own || known != name {
        return Cow::Borrowed(known);
    }
    let rest = &name[OWN_PREFIX.len()..];
    let prefixed = format!("{UCI_PREFIX}{rest}");
    let is_there =
        |name: &str| options.iter().any(|option| option.name().eq_ignore_ascii_case(name));
    match uci_name(rest, NAMES, options) {
        _ if is_there(&prefixed) => Cow::Owned(prefixed),
        plain if is_there(plain) => Cow::Borrowed(plain),
        _ => Cow::Borrowed(name),
    }
}

pub(super) fn translate<'a>(line: &'a str, context: DialectContext<'_>) -> Translation<'a> {
    let spelling = MoveSpelling::of_usi(context.info);
    let mut words = line.split_whitespace();
    let translated = match words.next() {
        Some("position") => position(words, spelling),
        Some("go") => Some(go(words, context.side)),
        Some("setoption") => set_option(line, context),
        Some("usinewgame") => Some("ucinewgame".to_owned()),
        Some("gameover") => return Translation::Nothing,
        _ => None,
    };
    // What is no line of USI may be one of UCI.
    Translation::Line(translated.map_or(line.into(), Into::into))
}

/// `position [startpos | sfen TEXT] [moves M...]`.
fn position<'a>(
    mut words: impl Iterator<Item = &'a str>,
    spelling: MoveSpelling,
) -> Option<String> {
    let mut line = match words.next()? {
        "startpos" => "position startpos".to_owned(),
        "sfen" => {
            let text = [words.next()?, words.next()?, words.next()?].join(" ");
            format!("position fen {}", sfen::to_fen(&text)?)
        }
        _ => return None,
    };
    let mut words = words.peekable();
    // The number of the move has no effect in shogi.
    words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    match words.next() {
        None => return Some(line),
        Some("moves") => line += " moves",
        Some(_) => return None,
    }
    for word in words {
        // Writing to a String cannot fail.
        let _ = write!(line, " {}", spelling.read(word));
    }
    Some(line)
}

/// `go`, whose first player is black.
fn go<'a>(mut words: impl Iterator<Item = &'a str>, side: Side) -> String {
    let mut line = "go".to_owned();
    let (mut left, mut increments, mut byoyomi) = (["0"; 2], [None; 2], None);
    while let Some(word) = words.next() {
        let uci = match word {
            // Its number is a time.
            "mate" => {
                let time = words.next().filter(|word| *word != "infinite");
                // Writing to a String cannot fail.
                let _ = write!(line, " mate {LONGEST_MATE}");
                line += &time.map_or(String::new(), |time| format!(" movetime {time}"));
                continue;
            }
            "byoyomi" => {
                byoyomi = words.next().filter(|time| *time != "0");
                continue;
            }
            "binc" | "winc" => {
                increments[usize::from(word == "winc")] = Some(words.next().unwrap_or_default());
                continue;
            }
            "btime" => "p1time",
            "wtime" => "p2time",
            other => other,
        };
        line += " ";
        line += uci;
        if matches!(word, "btime" | "wtime") {
            let time = words.next().unwrap_or_default();
            left[usize::from(word == "wtime")] = time;
            line += " ";
            line += time;
        }
    }
    if left[side.index()] == "0"
        && let Some(time) = byoyomi.take()
    {
        // This is all the time for this move.
        line += &format!(" p{}time {time} movestogo 1", side.index() + 1);
    }
    for (player, increment) in (1..).zip(increments) {
        // Each move has the byoyomi, whatever is left.
        if let Some(time) = sum(increment, byoyomi) {
            line += &format!(" p{player}inc {time}");
        }
    }
    line
}

/// The protocol has byoyomi or increments. Engines add them if a client sends both.
fn sum(increment: Option<&str>, byoyomi: Option<&str>) -> Option<String> {
    match (increment, byoyomi) {
        (Some(one), Some(other)) => match (one.parse::<u64>(), other.parse::<u64>()) {
            (Ok(one), Ok(other)) => Some(one.saturating_add(other).to_string()),
            _ => Some(one.to_owned()),
        },
        (one, other) => one.or(other).map(str::to_owned),
    }
}

#[derive(Default)]
pub(crate) struct MateSearch {
    line: Vec<String>,
}

impl MateSearch {
    /// The answer, if this message ends the search.
    pub(crate) fn answer(&mut self, message: &Message, spelling: MoveSpelling) -> Option<String> {
        match message {
            Message::SearchInfo(info) => {
                let is_whole = |plies: i32| {
                    plies > 0 && usize::try_from(plies).is_ok_and(|plies| plies == info.pv.len())
                };
                if info.rank == 1 && matches!(info.value, Value::End(plies) if is_whole(plies)) {
                    self.line = info.pv.iter().map(|m| spelling.shown(m).into_owned()).collect();
                }
                None
            }
            Message::Best { best: None, .. } => Some("checkmate nomate".to_owned()),
            Message::Best { .. } if self.line.is_empty() => Some("checkmate timeout".to_owned()),
            Message::Best { .. } => Some(format!("checkmate {}", self.line.join(" "))),
            _ => None,
        }
    }
}

/// `setoption name NAME [value VALUE]`.
fn set_option(line: &str, context: DialectContext<'_>) -> Option<String> {
    let rest = line.trim_start().strip_prefix("setoption")?.trim_start();
    let rest = rest.strip_prefix("name")?.trim_start();
    let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = uci_option(name, context.options);
    Some(format!("setoption name {name} {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchInfo;
    use plyglot_core::game::GameInfo;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

    fn line(text: &str, side: Side) -> String {
        let info = &GameInfo::new("shogi", START);
        match translate(text, DialectContext { info, side, options: &[] }) {
            Translation::Line(line) => line.into_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn positions_are_those_of_uci() {
        for (usi, uci) in [
            ("position startpos", "position startpos"),
            ("position startpos moves 7g7f P*5e", "position startpos moves c3c4 P@e5"),
            (
                "position sfen 4k4/9/9/9/9/9/9/9/4K4 w R2P10pb 3 moves 5a5b",
                "position fen 4k4/9/9/9/9/9/9/9/4K4[RPPppppppppppb] b - - 0 1 moves e9e8",
            ),
            (
                "position sfen 4k4/9/9/9/9/9/9/9/4K4 b -",
                "position fen 4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1",
            ),
        ] {
            assert_eq!(line(usi, Side::First), uci);
        }
        // The parser of UCI says what is wrong.
        for wrong in ["position", "position sfen 9 x -", "position sfen 9 b 100P 1", "position e4"]
        {
            assert_eq!(line(wrong, Side::First), wrong);
        }
    }

    #[test]
    fn clocks_are_those_of_the_players() {
        let go = "go btime 5000 wtime 0 byoyomi 1000";
        assert_eq!(line(go, Side::First), "go p1time 5000 p2time 0 p1inc 1000 p2inc 1000");
        let own = "go p1time 5000 p2time 0 p2time 1000 movestogo 1";
        assert_eq!(line(go, Side::Second), own);
        let fischer = "go btime 1 wtime 2 binc 3 winc 4";
        assert_eq!(line(fischer, Side::First), "go p1time 1 p2time 2 p1inc 3 p2inc 4");
        let both = "go btime 1 wtime 0 byoyomi 1000 binc 3 winc 4";
        assert_eq!(line(both, Side::First), "go p1time 1 p2time 0 p1inc 1003 p2inc 1004");
        let last = "go p1time 1 p2time 0 p2time 1000 movestogo 1 p1inc 3 p2inc 4";
        assert_eq!(line(both, Side::Second), last);
        assert_eq!(line("go depth 5", Side::First), "go depth 5");
        assert_eq!(line("go mate infinite", Side::First), "go mate 120");
        assert_eq!(line("go mate 500", Side::First), "go mate 120 movetime 500");
    }

    #[test]
    fn the_answer_to_go_mate_is_the_best_line_if_it_is_whole() {
        let best = Message::Best { best: Some("c3c4".to_owned()), ponder: None };
        let answer = |lines: &[(usize, i32, &[&str])]| {
            let mut search = MateSearch::default();
            for &(rank, plies, pv) in lines {
                let info = Message::SearchInfo(SearchInfo {
                    rank,
                    value: Value::End(plies),
                    pv: pv.iter().map(|&name| name.to_owned()).collect(),
                    ..SearchInfo::default()
                });
                assert_eq!(search.answer(&info, MoveSpelling::Uci), None);
            }
            search.answer(&best, MoveSpelling::Uci)
        };
        let whole: (usize, i32, &[&str]) = (1, 3, &["a", "b", "c"]);
        let expected = Some("checkmate a b c".to_owned());
        assert_eq!(answer(&[whole]), expected);
        assert_eq!(answer(&[whole, (2, 5, &["d", "e", "f", "g", "h"])]), expected, "a worse one");
        assert_eq!(answer(&[whole, (1, 3, &["d", "e"])]), expected, "without its end");
        assert_eq!(answer(&[(1, 3, &["a"])]), Some("checkmate timeout".to_owned()));
        assert_eq!(answer(&[(1, -2, &["a", "b"])]), Some("checkmate timeout".to_owned()));
    }

    #[test]
    fn options_have_the_names_of_usi() {
        let hash = option("option name Hash type spin default 16 min 1 max 9", "Hash");
        assert_eq!(hash, "option name USI_Hash type spin default 16 min 1 max 9");
        let overhead = option("option name Move Overhead type spin", "Move Overhead");
        assert_eq!(overhead, "option name Move_Overhead type spin");
        let set = line("setoption name USI_Hash value 64", Side::First);
        assert_eq!(set, "setoption name Hash value 64");
    }
}
