//! Gomocup's protocol, of the tournament of programs for five in a row: the lines of its client.
//!
//! The client sends single moves, so the engine keeps the game, as in XBoard's protocol.
//! Specification: plastovicka.github.io/protocl2en.htm.

use super::grammar::first_word;
use nom::Parser;
use nom::character::complete::{char, u16};
use nom::combinator::all_consuming;
use nom::sequence::separated_pair;
use std::time::Duration;

pub(super) fn is_gomocup(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("ABOUT" | "INFO" | "START" | "RECTSTART"))
}

/// A line of Gomocup's that means something here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GomocupCommand {
    /// `START N`, `RECTSTART W,H`: a game on a board of this many files and ranks.
    Start([u16; 2]),
    Restart,
    Begin,
    /// `TURN X,Y`: the opponent's move.
    Turn(String),
    TakeBack,
    /// `BOARD`: stones follow, up to `DONE`.
    Board,
    /// `X,Y,WHOSE` after `BOARD`.
    Stone(Stone),
    Done,
    /// `INFO timeout_turn MS`: the maximum time for a move.
    TurnTime(Duration),
    /// `INFO time_left MS`: the time for all further moves.
    TimeLeft(Duration),
    /// `INFO rule N`: the game, in bits.
    Rule(u16),
    About,
    End,
    /// One that changes nothing.
    Accepted,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stone {
    pub(super) point: String,
    pub(super) is_own: bool,
}

pub(super) fn parse_line(line: &str) -> Result<GomocupCommand, String> {
    let line = line.trim();
    let (word, rest) = first_word(line);
    match command(&word.to_ascii_uppercase(), rest) {
        Ok(Some(command)) => Ok(command),
        Ok(None) => match stone(line) {
            Some(stone) => Ok(GomocupCommand::Stone(stone)),
            None => Err(format!("UNKNOWN {line}")),
        },
        Err(expected) => Err(format!("ERROR expected {expected}, found {line}")),
    }
}

/// The command that begins with a word, if there is one, or what was expected behind the word.
fn command(word: &str, rest: &str) -> Result<Option<GomocupCommand>, &'static str> {
    Ok(Some(match word {
        "START" => GomocupCommand::Start([rest.parse().map_err(|_| "a whole number")?; 2]),
        "RECTSTART" => GomocupCommand::Start(pair(rest).ok_or("W,H")?),
        "RESTART" => GomocupCommand::Restart,
        "BEGIN" => GomocupCommand::Begin,
        "TURN" => {
            pair(rest).ok_or("X,Y")?;
            GomocupCommand::Turn(rest.to_owned())
        }
        "TAKEBACK" => GomocupCommand::TakeBack,
        "BOARD" => GomocupCommand::Board,
        "DONE" => GomocupCommand::Done,
        "INFO" => info(rest).ok_or("a value")?,
        "ABOUT" => GomocupCommand::About,
        "END" => GomocupCommand::End,
        _ => return Ok(None),
    }))
}

/// `KEY VALUE`. Times are in milliseconds; a negative one has run out.
fn info(text: &str) -> Option<GomocupCommand> {
    let (key, value) = text.split_once(char::is_whitespace)?;
    let value = value.trim();
    Some(match key {
        "timeout_turn" => GomocupCommand::TurnTime(time(value)?),
        "time_left" => GomocupCommand::TimeLeft(time(value)?),
        "rule" => GomocupCommand::Rule(value.parse().ok()?),
        _ => GomocupCommand::Accepted,
    })
}

fn time(value: &str) -> Option<Duration> {
    let ms: i64 = value.parse().ok()?;
    Some(Duration::from_millis(ms.clamp(0, 1 << 40) as u64))
}

/// `X,Y,WHOSE`: 1 for the engine's own stone, 2 for the opponent's.
fn stone(text: &str) -> Option<Stone> {
    let (point, whose) = text.rsplit_once(',')?;
    pair(point)?;
    let is_own = match whose {
        "1" => true,
        "2" => false,
        _ => return None,
    };
    Some(Stone { point: point.to_owned(), is_own })
}

/// `7,7`.
fn pair(text: &str) -> Option<[u16; 2]> {
    let read = separated_pair(u16::<&str, nom::error::Error<&str>>, char(','), u16);
    let (_, (first, second)) = all_consuming(read).parse(text).ok()?;
    Some([first, second])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let stone = |point: &str, is_own| {
            Ok(GomocupCommand::Stone(Stone { point: point.to_owned(), is_own }))
        };
        assert_eq!(parse_line("START 20"), Ok(GomocupCommand::Start([20, 20])));
        assert_eq!(parse_line("RECTSTART 30,20"), Ok(GomocupCommand::Start([30, 20])));
        assert_eq!(parse_line("turn 10,10"), Ok(GomocupCommand::Turn("10,10".to_owned())));
        assert_eq!(parse_line("10,10,1"), stone("10,10", true));
        assert_eq!(parse_line("9,9,2"), stone("9,9", false));
        let second = Duration::from_secs(1);
        assert_eq!(parse_line("INFO timeout_turn 1000"), Ok(GomocupCommand::TurnTime(second)));
        let none = Ok(GomocupCommand::TimeLeft(Duration::ZERO));
        assert_eq!(parse_line("INFO time_left -5"), none);
        assert_eq!(parse_line("INFO folder some path"), Ok(GomocupCommand::Accepted));
    }

    #[test]
    fn what_is_no_line_of_it_is_refused() {
        assert_eq!(parse_line("SWAP2BOARD"), Err("UNKNOWN SWAP2BOARD".to_owned()));
        for wrong in ["START x", "TURN 1", "TURN 1,2,3", "INFO rule", "INFO rule x", "START 99999"]
        {
            let refused = parse_line(wrong).is_err_and(|answer| answer.starts_with("ERROR "));
            assert!(refused, "{wrong}");
        }
        assert!(is_gomocup("START 15") && is_gomocup("INFO rule 1"));
        assert!(!is_gomocup("start 15") && !is_gomocup("info rule 1") && !is_gomocup("uci"));
    }
}
