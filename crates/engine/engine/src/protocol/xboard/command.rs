//! The commands of XBoard.

use crate::protocol::grammar::first_word;
use crate::{GoLimits, SideClock};
use nom::bytes::complete::tag;
use nom::character::complete::{space1, u32};
use nom::combinator::{all_consuming, opt, verify};
use nom::number::complete::double;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use plyglot_core::game::Side;
use std::time::Duration;

/// Times in seconds are less than this: ten years.
const MAX_SECONDS: f64 = 3.2e8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum XBoardCommand {
    /// `protover N`: say the features.
    Protover,
    /// `new`: the start position of the usual game; the engine plays the second side.
    New,
    Variant(String),
    SetBoard(String),
    /// `force`: only follow the moves.
    Force,
    /// `go`: play the side to move from now on.
    Go,
    /// `playother`: play the other side from now on.
    PlayOther,
    /// `usermove M`, or just a move.
    Move(String),
    /// `?`: move now.
    MoveNow,
    Undo,
    /// `remove`: take back a move of each side.
    Remove,
    Result,
    Level(XBoardLevel),
    /// `st S`: a fixed time for each move.
    MoveTime(Duration),
    Depth(u16),
    /// `nps N`: nodes in place of a second; 0 for time.
    NodesPerSecond(u32),
    /// `time C`: what the engine's clock shows.
    OwnTime(Duration),
    /// `otim C`: what the opponent's clock shows.
    OtherTime(Duration),
    /// `post` and `nopost`: whether to show what the engine thinks.
    Post(bool),
    /// `hard` and `easy`: whether to think in the opponent's time.
    Ponder(bool),
    /// `hint`: show the expected reply.
    Hint,
    /// `analyze`: show what the engine thinks of the position, until `exit`.
    Analyze,
    /// `exit`: end the analysis.
    Exit,
    /// `.`: how far the analysis is.
    Status,
    /// `ping N`: answer when all before is done.
    Ping(String),
    /// `memory`, `cores`, `egtpath` and `option`: the option of UCI with its value.
    Option(String, Option<String>),
    Quit,
    /// One that changes nothing.
    Accepted,
}

pub(crate) fn parse_line(line: &str) -> Result<XBoardCommand, String> {
    let line = line.trim();
    let (word, rest) = first_word(line);
    Ok(match word {
        "protover" => XBoardCommand::Protover,
        "new" => XBoardCommand::New,
        "variant" => XBoardCommand::Variant(non_empty(rest, "expected a game")?),
        "setboard" => XBoardCommand::SetBoard(non_empty(rest, "expected a position")?),
        "force" => XBoardCommand::Force,
        "go" => XBoardCommand::Go,
        "playother" => XBoardCommand::PlayOther,
        "usermove" => XBoardCommand::Move(non_empty(rest, "expected a move")?),
        "?" => XBoardCommand::MoveNow,
        "undo" => XBoardCommand::Undo,
        "remove" => XBoardCommand::Remove,
        "result" => XBoardCommand::Result,
        "level" => XBoardCommand::Level(read(level, rest, "expected MOVES TIME INCREMENT")?),
        "st" => XBoardCommand::MoveTime(read(seconds, rest, "expected seconds")?),
        "sd" => XBoardCommand::Depth(number(rest)?),
        "nps" => XBoardCommand::NodesPerSecond(number(rest)?),
        "time" => XBoardCommand::OwnTime(centiseconds(rest)?),
        "otim" => XBoardCommand::OtherTime(centiseconds(rest)?),
        "post" => XBoardCommand::Post(true),
        "nopost" => XBoardCommand::Post(false),
        "hard" => XBoardCommand::Ponder(true),
        "easy" => XBoardCommand::Ponder(false),
        "hint" => XBoardCommand::Hint,
        "analyze" => XBoardCommand::Analyze,
        "exit" => XBoardCommand::Exit,
        "." => XBoardCommand::Status,
        "ping" => XBoardCommand::Ping(rest.to_owned()),
        "memory" => XBoardCommand::Option("Hash".to_owned(), Some(rest.to_owned())),
        "cores" => XBoardCommand::Option("Threads".to_owned(), Some(rest.to_owned())),
        "egtpath" => match rest.split_once(char::is_whitespace) {
            Some(("syzygy", path)) => {
                XBoardCommand::Option("SyzygyPath".to_owned(), Some(path.trim().to_owned()))
            }
            _ => XBoardCommand::Accepted,
        },
        "option" => match rest.split_once('=') {
            Some((name, value)) => {
                XBoardCommand::Option(name.trim().to_owned(), Some(value.to_owned()))
            }
            None => XBoardCommand::Option(non_empty(rest, "expected NAME=VALUE")?, None),
        },
        "quit" => XBoardCommand::Quit,
        "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
        | "draw" | "bk" | "white" | "black" | "pause" | "resume" | "include" | "exclude" => {
            XBoardCommand::Accepted
        }
        // Before `usermove` there were just moves, and some clients still send them.
        _ if rest.is_empty() && is_like_a_move(word) => XBoardCommand::Move(word.to_owned()),
        _ => return Err("unknown command".to_owned()),
    })
}

fn non_empty(text: &str, expected: &str) -> Result<String, String> {
    if text.is_empty() { Err(expected.to_owned()) } else { Ok(text.to_owned()) }
}

/// Whether a word may be a move: it names a square, or castles.
fn is_like_a_move(word: &str) -> bool {
    word.starts_with("O-O") || word == "@@@@" || word.bytes().any(|byte| byte.is_ascii_digit())
}

/// A part of a line that must be as `parser` reads it.
fn read<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
    expected: &str,
) -> Result<T, String> {
    all_consuming(parser).parse(text).map(|(_, value)| value).map_err(|_| expected.to_owned())
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number".to_owned())
}

fn seconds(text: &str) -> IResult<&str, Duration> {
    verify(double, |seconds| (0.0..MAX_SECONDS).contains(seconds))
        .map(Duration::from_secs_f64)
        .parse(text)
}

/// A clock may have run beyond its end.
fn centiseconds(text: &str) -> Result<Duration, String> {
    let centiseconds: i64 = number(text)?;
    Ok(Duration::from_millis(10 * centiseconds.clamp(0, 1 << 40) as u64))
}

/// `40 5 0`, `0 2:30 1.5`: moves, minutes with or without seconds, seconds.
fn level(text: &str) -> IResult<&str, XBoardLevel> {
    let (text, moves) = u32(text)?;
    let (text, minutes) = preceded(space1, u32).parse(text)?;
    let (text, further) = opt(preceded(tag(":"), u32)).parse(text)?;
    let (text, increment) = preceded(space1, seconds).parse(text)?;
    let base = Duration::from_secs(60 * u64::from(minutes) + u64::from(further.unwrap_or(0)));
    Ok((text, XBoardLevel { moves, base, increment }))
}

const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct XBoardLevel {
    /// The number of moves that the time is for; 0 for the whole game.
    pub(crate) moves: u32,
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct XBoardClock {
    pub(crate) level: Option<XBoardLevel>,
    pub(crate) move_time: Option<Duration>,
    pub(crate) depth: Option<u16>,
    /// `time`: what the engine has left.
    pub(crate) own: Option<Duration>,
    /// `otim`: what its opponent has left.
    pub(crate) other: Option<Duration>,
}

impl XBoardClock {
    pub(crate) fn set_level(&mut self, level: XBoardLevel) {
        *self = XBoardClock { level: Some(level), depth: self.depth, ..XBoardClock::default() };
    }

    pub(crate) fn set_move_time(&mut self, time: Duration) {
        (self.level, self.move_time) = (None, Some(time));
    }

    pub(crate) fn limits(&self, side: Side, moves: usize) -> GoLimits {
        let mut limits =
            GoLimits { depth: self.depth, move_time: self.move_time, ..GoLimits::default() };
        if self.move_time.is_some() {
            return limits;
        }
        let increment = self.level.map_or(Duration::ZERO, |level| level.increment);
        let base = self.level.map(|level| level.base);
        limits.clocks[side] = SideClock { left: self.own.or(base), increment };
        limits.clocks[!side] = SideClock { left: self.other.or(base), increment };
        limits.moves_to_go = self.level.filter(|level| level.moves > 0).map(|level| {
            let made = moves as u64 % u64::from(level.moves);
            level.moves - made as u32
        });
        if self.depth.is_none() && limits.clocks[side].left.is_none() {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let level = |moves, seconds, ms| {
            let (base, increment) = (Duration::from_secs(seconds), Duration::from_millis(ms));
            Ok(XBoardCommand::Level(XBoardLevel { moves, base, increment }))
        };
        assert_eq!(parse_line("level 40 5 0"), level(40, 300, 0));
        assert_eq!(parse_line("level 0 2:30 1.5"), level(0, 150, 1500));
        assert_eq!(parse_line("level 0 2"), Err("expected MOVES TIME INCREMENT".to_owned()));
        let fixed = XBoardCommand::MoveTime(Duration::from_millis(250));
        assert_eq!(parse_line("st 0.25"), Ok(fixed));
        let left = |ms| Ok(XBoardCommand::OwnTime(Duration::from_millis(ms)));
        assert_eq!(parse_line("time 1234"), left(12_340));
        assert_eq!(parse_line("time -5"), left(0));
        for wrong in ["st inf", "st -1", "st 1e99", "sd x", "sd 70000", "time", "level 1 2:x 0"] {
            assert!(parse_line(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_are_read_with_and_without_their_word() {
        for word in ["e2e4", "O-O-O", "N@f3", "@@@@", "a10a9+"] {
            assert_eq!(parse_line(word), Ok(XBoardCommand::Move(word.to_owned())));
            let usual = format!("usermove {word}");
            assert_eq!(parse_line(&usual), Ok(XBoardCommand::Move(word.to_owned())));
        }
        for wrong in ["usermove", "hello", "e2e4 e7e5", "variant"] {
            assert!(parse_line(wrong).is_err(), "{wrong}");
        }
    }

    const FORTY_IN_FIVE: XBoardLevel = XBoardLevel {
        moves: 40,
        base: Duration::from_secs(300),
        increment: Duration::from_secs(2),
    };

    #[test]
    fn a_level_repeats_after_its_moves() {
        let clock = XBoardClock {
            level: Some(FORTY_IN_FIVE),
            own: Some(Duration::from_secs(10)),
            ..XBoardClock::default()
        };
        for (moves, to_go) in [(0, 40), (39, 1), (40, 40), (45, 35)] {
            let limits = clock.limits(Side::Second, moves);
            assert_eq!(limits.moves_to_go, Some(to_go), "{moves} moves");
            let left = limits.clocks.map(|clock| clock.left.map(|left| left.as_secs()));
            assert_eq!(left, [Some(300), Some(10)]);
            assert_eq!(limits.clocks[1].increment, FORTY_IN_FIVE.increment);
        }
    }

    #[test]
    fn a_fixed_time_and_a_depth_need_no_clock() {
        let second = Duration::from_secs(1);
        let fixed = XBoardClock { move_time: Some(3 * second), ..XBoardClock::default() };
        assert_eq!(fixed.limits(Side::First, 0).move_time, Some(3 * second));
        let deep = XBoardClock { depth: Some(4), ..XBoardClock::default() };
        let limits = deep.limits(Side::First, 0);
        assert_eq!((limits.depth, limits.move_time), (Some(4), None));
        assert_eq!(XBoardClock::default().limits(Side::First, 0).move_time, Some(second));
    }
}
