//! Protocols that are UCI in other words: each line of the client becomes a command of UCI, and
//! the answers are written as the client expects them.
//!
//! - `ugi`: the Universal Game Interface, whose commands UCI's parser knows.
//! - `usi`: the Universal Shogi Interface.
//! - `ucci`: the Universal Chinese Chess Interface.
//!
//! `translator` does the reverse, for a client of UCI whose engine speaks a dialect.

mod translator;
mod ucci;
mod usi;

use super::command::{Command, GoCommand, UgiQuery, Word};
use super::dialogue::UciOption;
use super::grammar::{Parsed, parse_line};
use super::spelling::MoveSpelling;
use crate::Referee;
use plyglot_core::game::{GameInfo, GameResult, Side, TextError};
pub use translator::{RESIGNATION, Translator, go_command};
pub(super) use ucci::{OPTIONS as UCCI_OPTIONS, score as ucci_score};
pub(super) use usi::MateSearch;

/// The protocol of a session's answers. UCI and UGI are understood at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    #[default]
    Uci,
    Ugi,
    Usi,
    Ucci {
        unit: TimeUnit,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TimeUnit {
    #[default]
    Seconds,
    Milliseconds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Uci(Parsed),
    /// The search of this position does not try these moves.
    Ban(Vec<String>),
    Speak(Dialect),
    Nothing,
}

impl From<Command> for Request {
    fn from(command: Command) -> Request {
        Request::Uci(Parsed { skipped: None, command: Some(command) })
    }
}

#[derive(Clone, Copy)]
pub(super) struct DialectContext<'a> {
    pub(super) info: &'a GameInfo,
    pub(super) side: Side,
    pub(super) options: &'a [UciOption],
}

/// What some names of options begin with.
const UCI_PREFIX: &str = "UCI_";

impl Dialect {
    fn name(self) -> &'static str {
        match self {
            Dialect::Uci => "UCI",
            Dialect::Ugi => "UGI",
            Dialect::Usi => "USI",
            Dialect::Ucci { .. } => "UCCI",
        }
    }

    pub(super) fn ok(self) -> String {
        format!("{}ok", self.name().to_ascii_lowercase())
    }

    pub(super) fn game(self) -> Option<&'static str> {
        match self {
            Dialect::Uci | Dialect::Ugi => None,
            Dialect::Usi => Some("shogi"),
            Dialect::Ucci { .. } => Some("xiangqi"),
        }
    }

    /// Whether it is made for this game: the one that its clients mean, or one whose positions are
    /// written alike, with pieces in hand as in shogi, or on a board of the size of xiangqi's.
    pub(super) fn can_write(self, info: &GameInfo) -> bool {
        let is_alike = match self {
            Dialect::Uci | Dialect::Ugi => true,
            Dialect::Usi => info.start.contains("[-]"),
            Dialect::Ucci { .. } => {
                info.board.is_some_and(|board| board.starts_with("files 9 ranks 10 "))
            }
        };
        is_alike || self.game() == Some(info.name)
    }

    pub(super) fn cannot_write(self, info: &GameInfo) -> String {
        format!("{} does not support {}", self.name(), info.title)
    }

    /// An option, as a line of the introduction; `None` for those that it does not show.
    pub(super) fn option(self, option: &UciOption) -> Option<String> {
        let line = option.to_string();
        match self {
            Dialect::Uci | Dialect::Ugi => Some(line),
            Dialect::Usi => Some(usi::option(&line, option.name())),
            Dialect::Ucci { .. } => ucci::option(&line, option.name()),
        }
    }

    pub(super) fn spelling(self, info: &GameInfo) -> MoveSpelling {
        match self {
            Dialect::Uci | Dialect::Ugi => MoveSpelling::Uci,
            Dialect::Ucci { .. } => MoveSpelling::RanksFromZero,
            Dialect::Usi => MoveSpelling::for_usi(info),
        }
    }

    /// Whether the answer to this `go` is a mate, and not a move.
    pub(super) fn seeks_mate(self, go: &GoCommand) -> bool {
        self == Dialect::Usi && go.limits.mate.is_some()
    }

    /// Reads one line, without its line end. What is no line of the dialect may be one of UCI.
    ///
    /// # Errors
    /// If the line contains a command with wrong arguments.
    pub(super) fn read(
        self,
        line: &str,
        context: DialectContext<'_>,
    ) -> Result<Request, TextError> {
        let own = match self {
            Dialect::Uci | Dialect::Ugi => None,
            Dialect::Usi => usi::read(line, context)?,
            Dialect::Ucci { unit } => ucci::read(line, unit, context)?,
        };
        own.map_or_else(|| parse_line(line).map(Request::Uci), Ok)
    }
}

fn without_blanks(name: &str) -> String {
    name.replace(' ', "_")
}

type OwnNames = [(&'static str, &'static str)];

fn own_name(uci: &str, own: &OwnNames) -> Option<&'static str> {
    own.iter().find(|(_, known)| *known == uci).map(|&(own, _)| own)
}

fn respelled(moves: Vec<Word>, spelling: MoveSpelling) -> Vec<Word> {
    let mut respelled = Vec::new();
    for word in moves {
        let text = spelling.read(&word.text).into_owned();
        respelled.push(word.spelled(text));
    }
    respelled
}

/// The option that a client names in the dialect's way, or without blanks; else the text itself.
fn uci_name<'a>(text: &'a str, own: &OwnNames, options: &'a [UciOption]) -> &'a str {
    if let Some(&(_, uci)) = own.iter().find(|(known, _)| *known == text) {
        return uci;
    }
    options
        .iter()
        .map(UciOption::name)
        .find(|name| without_blanks(name).eq_ignore_ascii_case(text))
        .unwrap_or(text)
}

pub(super) fn answer(engine: &dyn Referee, query: UgiQuery) -> String {
    let answer = match query {
        UgiQuery::FirstToMove => (engine.side() == Side::First).to_string(),
        UgiQuery::GameOver => engine.result().is_some().to_string(),
        UgiQuery::Result => match engine.result().map(|over| over.result) {
            Some(GameResult::Win(Side::First)) => "p1win".to_owned(),
            Some(GameResult::Win(Side::Second)) => "p2win".to_owned(),
            Some(GameResult::Draw) => "draw".to_owned(),
            Some(GameResult::Unfinished) | None => "none".to_owned(),
        },
    };
    format!("response {answer}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without_places(command: Command) -> Command {
        let plain = |word: Word| Word::new(word.text, 1);
        let all_plain = |words: Vec<Word>| words.into_iter().map(plain).collect();
        match command {
            Command::Position { start, moves } => {
                Command::Position { start: start.map(plain), moves: all_plain(moves) }
            }
            Command::SetOption { name, value } => {
                Command::SetOption { name: plain(name), value: value.map(plain) }
            }
            Command::Go(mut go) => {
                go.moves = all_plain(go.moves);
                Command::Go(go)
            }
            other => other,
        }
    }

    /// A request is for what this line of UCI asks for.
    #[track_caller]
    pub(super) fn expect_uci(request: Request, uci: &str) {
        let Request::Uci(Parsed { command: Some(command), .. }) = request else {
            panic!("{request:?}")
        };
        let expected = parse_line(uci).expect(uci).command.expect(uci);
        assert_eq!(without_places(command), without_places(expected));
    }
}
