//! The Universal Shogi Interface, by Tord Romstad: UCI for shogi.
//!
//! Specification: hgm.nubati.net/usi.html, with `byoyomi` as all clients send it.

use super::{
    DialectContext, OwnNames, Request, UCI_PREFIX, own_name, respelled, uci_name, without_blanks,
};
use crate::protocol::command::{Command, GoCommand};
use crate::protocol::dialogue::UciOption;
use crate::protocol::grammar::{
    FIRST_INCREMENT, FIRST_LEFT, GoArguments, GoValue, GoWord, InputLine, SECOND_INCREMENT,
    SECOND_LEFT, detail, first_word, go_arguments, limit, parsed, set_option,
};
use crate::protocol::spelling::MoveSpelling;
use crate::{Message, Value};
use plyglot_core::game::{Side, TextError, sfen};
use std::borrow::Cow;

/// The most moves to a mate that is searched for.
const LONGEST_MATE: u16 = 120;

pub(super) const NAMES: &OwnNames = &[("USI_Hash", "Hash"), ("USI_Ponder", "Ponder")];

/// What the protocol's own options begin with, where those of UCI have [`UCI_PREFIX`].
pub(super) const OWN_PREFIX: &str = "USI_";

/// The words of `go` for the clocks of the first player, which is black, and of the second, and
/// for their increments.
pub(super) const TIMES: [&str; 4] = ["btime", "wtime", "binc", "winc"];
pub(super) const BYOYOMI: &str = "byoyomi";

pub(super) fn option(line: &str, name: &str) -> String {
    line.replacen(&format!("name {name}"), &format!("name {}", own_option(name)), 1)
}

/// The name of an option of UCI.
pub(super) fn own_option(name: &str) -> String {
    match (own_name(name, NAMES), name.strip_prefix(UCI_PREFIX)) {
        (Some(own), _) => own.to_owned(),
        (None, Some(rest)) => format!("{OWN_PREFIX}{rest}"),
        (None, None) => without_blanks(name),
    }
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

/// What a line of USI asks for; `None` if it is no line of its own.
///
/// # Errors
/// If the line contains a command with wrong arguments.
pub(super) fn read(line: &str, context: DialectContext<'_>) -> Result<Option<Request>, TextError> {
    let line = &InputLine::new(line);
    let spelling = MoveSpelling::for_usi(context.info);
    let (word, rest) = first_word(line.text.trim());
    let command = match word {
        "position" => position(line, rest, spelling),
        "go" => {
            let arguments = parsed(line, go_arguments(line, rest, GO_WORDS))?;
            Some(Command::Go(Box::new(go(arguments, context.side, spelling))))
        }
        "setoption" => Some(match parsed(line, set_option(line, rest))? {
            Command::SetOption { name, value } => {
                let uci = uci_option(&name.text, context.options).into_owned();
                Command::SetOption { name: name.spelled(uci), value }
            }
            other => other,
        }),
        "usinewgame" => Some(Command::NewGame),
        "gameover" => return Ok(Some(Request::Nothing)),
        _ => None,
    };
    Ok(command.map(Request::from))
}

/// `[startpos | sfen TEXT] [moves M...]`.
fn position(line: &InputLine<'_>, input: &str, spelling: MoveSpelling) -> Option<Command> {
    let (first, mut rest) = first_word(input);
    let start = match first {
        "startpos" => None,
        "sfen" => {
            let text = rest;
            for _ in 0..3 {
                rest = first_word(rest).1;
            }
            let text = text[..text.len() - rest.len()].trim_end();
            Some(line.located(text).spelled(sfen::to_fen(text)?))
        }
        _ => return None,
    };
    // The number of the move has no effect in shogi.
    let (number, after) = first_word(rest);
    if number.bytes().all(|byte| byte.is_ascii_digit()) {
        rest = after;
    }
    let moves = match first_word(rest) {
        ("", _) => Vec::new(),
        ("moves", moves) => moves.split_whitespace().map(|word| line.located(word)).collect(),
        _ => return None,
    };
    Some(Command::Position { start, moves: respelled(moves, spelling) })
}

/// The words of `go` that UCI has otherwise.
const GO_WORDS: &[GoWord] = &[
    limit(TIMES[0], FIRST_LEFT),
    limit(TIMES[1], SECOND_LEFT),
    detail(TIMES[2], FIRST_INCREMENT),
    detail(TIMES[3], SECOND_INCREMENT),
    limit(BYOYOMI, GoValue::Time(|go, time| go.byoyomi = Some(time))),
    // Its number is a time.
    limit(
        "mate",
        GoValue::TimeIfAny(|go, time| {
            go.command.limits.mate = Some(LONGEST_MATE);
            go.command.limits.move_time = time.or(go.command.limits.move_time);
        }),
    ),
];

/// `go` with byoyomi in the clocks. The protocol has byoyomi or increments; engines add them if a
/// client sends both.
fn go(arguments: GoArguments, side: Side, spelling: MoveSpelling) -> GoCommand {
    let GoArguments { mut command, byoyomi, .. } = arguments;
    let clocks = &mut command.limits.clocks;
    let own = &mut clocks[side];
    match byoyomi.filter(|time| !time.is_zero()) {
        Some(time) if own.left.is_none_or(|left| left.is_zero()) => {
            // This is all the time for this move.
            own.left = Some(time);
            command.limits.moves_to_go = Some(1);
        }
        // Each move has the byoyomi, whatever is left.
        Some(time) => {
            for clock in clocks {
                clock.increment = clock.increment.saturating_add(time);
            }
        }
        None => {}
    }
    command.moves = respelled(command.moves, spelling);
    command
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

#[cfg(test)]
mod tests {
    use super::super::tests::expect_uci;
    use super::*;
    use crate::SearchInfo;
    use crate::protocol::grammar::Parsed;
    use plyglot_core::game::{GameInfo, text_error};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

    fn request(text: &str, side: Side) -> Option<Request> {
        let info = &GameInfo::new("shogi", START);
        read(text, DialectContext { info, side, options: &[] }).expect(text)
    }

    #[track_caller]
    fn expect(text: &str, side: Side, uci: &str) {
        expect_uci(request(text, side).expect(text), uci);
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
            expect(usi, Side::First, uci);
        }
        // The parser of UCI says what is wrong.
        for wrong in ["position", "position sfen 9 x -", "position sfen 9 b 100P 1", "position e4"]
        {
            assert_eq!(request(wrong, Side::First), None, "{wrong}");
        }
    }

    #[test]
    fn errors_are_in_the_words_of_the_client() {
        let text = "position sfen 4k4/9 b R2P 1 moves 7g7f 3c3d";
        let Some(Request::Uci(Parsed { command: Some(command), .. })) = request(text, Side::First)
        else {
            panic!("{text}")
        };
        let Command::Position { start: Some(start), moves } = command else { panic!("{text}") };
        for (error, at, found) in [
            (moves[1].error("a move"), 39, "'3c3d'"),
            // The board is the same in UCI, and what follows is not.
            (start.locate(text_error(&start.text, 4, "a rank")), 18, "'9'"),
            (start.locate(text_error(&start.text, 8, "a hand")), 14, "'4k4/9'"),
        ] {
            assert_eq!((error.at, error.mismatch.found.as_str()), (at, found));
        }
    }

    #[test]
    fn clocks_are_those_of_the_players() {
        let go = "go btime 5000 wtime 0 byoyomi 1000";
        expect(go, Side::First, "go p1time 5000 p2time 0 p1inc 1000 p2inc 1000");
        expect(go, Side::Second, "go p1time 5000 p2time 1000 movestogo 1");
        let fischer = "go btime 1 wtime 2 binc 3 winc 4";
        expect(fischer, Side::First, "go p1time 1 p2time 2 p1inc 3 p2inc 4");
        let both = "go btime 1 wtime 0 byoyomi 1000 binc 3 winc 4";
        expect(both, Side::First, "go p1time 1 p2time 0 p1inc 1003 p2inc 1004");
        let last = "go p1time 1 p2time 1000 movestogo 1 p1inc 3 p2inc 4";
        expect(both, Side::Second, last);
        expect("go depth 5", Side::First, "go depth 5");
        expect("go mate infinite", Side::First, "go mate 120");
        expect("go mate 500", Side::First, "go mate 120 movetime 500");
        expect("go searchmoves 7g7f btime 9", Side::First, "go searchmoves c3c4 p1time 9");
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
        let set = "setoption name USI_Hash value 64";
        expect(set, Side::First, "setoption name Hash value 64");
    }
}
