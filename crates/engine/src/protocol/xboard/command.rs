//! The commands of XBoard.

use super::XBoardLevel;
use nom::bytes::complete::tag;
use nom::character::complete::{space1, u32};
use nom::combinator::{all_consuming, opt, verify};
use nom::number::complete::double;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::time::Duration;

/// Times in seconds are less than this: ten years.
const MAX_SECONDS: f64 = 3.2e8;

/// A command of XBoard that means something here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum XBoardCommand {
    /// `protover N`: say the features.
    Protover,
    /// `new`: the start position of the usual game; the engine plays the second side.
    New,
    /// `variant NAME`: another game.
    Variant(String),
    /// `setboard FEN`.
    SetBoard(String),
    /// `force`: only follow the moves.
    Force,
    /// `go`: play the side to move from now on.
    Go,
    /// `playother`: play the other side from now on.
    PlayOther,
    /// `usermove M`, or a move alone.
    Move(String),
    /// `?`: move now.
    MoveNow,
    /// `undo`: take back a move.
    Undo,
    /// `remove`: take back a move of each side.
    Remove,
    /// `result ...`: the game is over.
    Result,
    /// `level M B I`.
    Level(XBoardLevel),
    /// `st S`: a fixed time for each move.
    MoveTime(Duration),
    /// `sd N`: a fixed depth.
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

/// Reads a line that is not empty.
///
/// # Errors
/// Why it is wrong, as XBoard shows it.
pub(in crate::protocol) fn parse_line(line: &str) -> Result<XBoardCommand, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let text = |command: fn(String) -> XBoardCommand, expected: &str| match rest {
        "" => Err(expected.to_owned()),
        _ => Ok(command(rest.to_owned())),
    };
    let option = |name: &str| XBoardCommand::Option(name.to_owned(), Some(rest.to_owned()));
    Ok(match word {
        "protover" => XBoardCommand::Protover,
        "new" => XBoardCommand::New,
        "variant" => text(XBoardCommand::Variant, "expected a game")?,
        "setboard" => text(XBoardCommand::SetBoard, "expected a position")?,
        "force" => XBoardCommand::Force,
        "go" => XBoardCommand::Go,
        "playother" => XBoardCommand::PlayOther,
        "usermove" => text(XBoardCommand::Move, "expected a move")?,
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
        "memory" => option("Hash"),
        "cores" => option("Threads"),
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
            None => text(|name| XBoardCommand::Option(name, None), "expected NAME=VALUE")?,
        },
        "quit" => XBoardCommand::Quit,
        "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
        | "draw" | "bk" | "white" | "black" | "pause" | "resume" | "include" | "exclude" => {
            XBoardCommand::Accepted
        }
        // Before `usermove` there were moves alone, and some clients still send them.
        _ if rest.is_empty() && is_like_a_move(word) => XBoardCommand::Move(word.to_owned()),
        _ => return Err("unknown command".to_owned()),
    })
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

/// Seconds, with a fraction if need be.
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
    let base = (u32, opt(preceded(tag(":"), u32)));
    let (rest, (moves, (minutes, further), increment)) =
        (u32, preceded(space1, base), preceded(space1, seconds)).parse(text)?;
    let base = 60 * u64::from(minutes) + u64::from(further.unwrap_or(0));
    Ok((rest, XBoardLevel { moves, base: Duration::from_secs(base), increment }))
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
}
