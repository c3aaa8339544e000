//! Protocols that are UCI in other words: each line of the client becomes one of UCI, and the
//! answers are written as the client expects them.
//!
//! - `ugi`: the Universal Game Interface, whose commands UCI's parser knows.
//! - `usi`: the Universal Shogi Interface.
//! - `ucci`: the Universal Chinese Chess Interface.

mod ucci;
mod ugi;
mod usi;

pub(super) use ucci::{OPTIONS as UCCI_OPTIONS, score as ucci_score};
pub(super) use ugi::answer;
pub(super) use usi::MateSearch;

use super::options::UciOption;
use super::spelling::MoveSpelling;
use plyglot_core::game::{GameInfo, Side};
use std::borrow::Cow;

/// The protocol of a session's answers. UCI and UGI are understood at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    #[default]
    Uci,
    Ugi,
    Usi,
    Ucci {
        /// The unit of the client's times.
        unit: TimeUnit,
    },
}

/// The unit of times in UCCI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TimeUnit {
    #[default]
    Seconds,
    Milliseconds,
}

/// What a line of a dialect means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Translation<'a> {
    /// This line of UCI.
    Line(Cow<'a, str>),
    /// The search of this position does not try these moves.
    Ban(Vec<String>),
    /// The dialogue goes on in this dialect.
    Speak(Dialect),
    /// Nothing.
    Nothing,
}

/// What a dialect must know to translate a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct DialectContext<'a> {
    /// The game in hand.
    pub(super) info: &'a GameInfo,
    /// The side to move.
    pub(super) side: Side,
    /// The options.
    pub(super) options: &'a [UciOption],
}

impl Dialect {
    /// The last line of the introduction.
    pub(super) fn ok(self) -> &'static str {
        match self {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
            Dialect::Usi => "usiok",
            Dialect::Ucci { .. } => "ucciok",
        }
    }

    /// The game that its clients mean, and the template of boards ([`GameInfo::board`]) of the
    /// games that may be played in its place.
    pub(super) fn game(self) -> Option<(&'static str, &'static str)> {
        match self {
            Dialect::Uci | Dialect::Ugi => None,
            Dialect::Usi => Some(("shogi", "template shogi ")),
            Dialect::Ucci { .. } => Some(("xiangqi", "template xiangqi ")),
        }
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

    /// The spelling of a game's moves.
    pub(super) fn spelling(self, info: &GameInfo) -> MoveSpelling {
        match self {
            Dialect::Uci | Dialect::Ugi => MoveSpelling::Uci,
            Dialect::Ucci { .. } => MoveSpelling::RanksFromZero,
            Dialect::Usi => MoveSpelling::of_usi(info),
        }
    }

    /// The meaning of a line of the client.
    pub(super) fn translate<'a>(
        self,
        line: &'a str,
        context: DialectContext<'_>,
    ) -> Translation<'a> {
        match self {
            Dialect::Uci | Dialect::Ugi => Translation::Line(Cow::Borrowed(line)),
            Dialect::Usi => usi::translate(line, context),
            Dialect::Ucci { unit } => ucci::translate(line, unit, context),
        }
    }
}

/// The name of an option where names have no blanks.
fn without_blanks(name: &str) -> String {
    name.replace(' ', "_")
}

/// The options that a dialect itself names, and their names in UCI.
type OwnNames = [(&'static str, &'static str)];

/// The name that a dialect itself has for an option of UCI.
fn own_name(uci: &str, own: &OwnNames) -> Option<&'static str> {
    own.iter().find(|(_, known)| *known == uci).map(|&(own, _)| own)
}

/// The option that a client names in the dialect's way, or without blanks; else the text itself.
fn uci_name<'a>(text: &'a str, own: &OwnNames, options: &'a [UciOption]) -> &'a str {
    let known = own.iter().find(|(known, _)| *known == text).map(|&(_, uci)| uci);
    let mut names = options.iter().map(UciOption::name);
    let without = || names.find(|name| without_blanks(name).eq_ignore_ascii_case(text));
    known.or_else(without).unwrap_or(text)
}
