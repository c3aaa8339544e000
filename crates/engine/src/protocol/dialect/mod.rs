//! Protocols that are UCI in other words: each line of the client becomes one of UCI, and the
//! answers are written as the client expects them.
//!
//! - `ugi`: the Universal Game Interface, whose commands UCI's parser knows.
//! - `usi`: the Universal Shogi Interface.
//! - `ucci`: the Universal Chinese Chess Interface.

mod ucci;
mod usi;

use super::options::UciOption;
use super::spelling::MoveSpelling;
use crate::Engine;
use crate::protocol::command::UgiQuery;
use plyglot_core::game::squares::words;
use plyglot_core::game::{GameInfo, Side, TextError, text_error};
use std::borrow::Cow;
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
pub(super) enum Translation<'a> {
    Line(Cow<'a, str>),
    /// The search of this position does not try these moves.
    Ban(Vec<String>),
    /// The dialogue goes on in this dialect.
    Speak(Dialect),
    Nothing,
}

#[derive(Clone, Copy)]
pub(super) struct DialectContext<'a> {
    pub(super) info: &'a GameInfo,
    pub(super) side: Side,
    pub(super) options: &'a [UciOption],
}

impl Dialect {
    pub(super) fn ok(self) -> &'static str {
        match self {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
            Dialect::Usi => "usiok",
            Dialect::Ucci { .. } => "ucciok",
        }
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
        let word = match self {
            Dialect::Uci => "UCI",
            Dialect::Ugi => "UGI",
            Dialect::Usi => "USI",
            Dialect::Ucci { .. } => "UCCI",
        };
        format!("{word} does not support {}", info.title)
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
            Dialect::Usi => MoveSpelling::of_usi(info),
        }
    }

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

fn without_blanks(name: &str) -> String {
    name.replace(' ', "_")
}

type OwnNames = [(&'static str, &'static str)];

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

pub(super) fn place_of_client(error: TextError, given: &str, translated: &str) -> TextError {
    let offset = |line: &str, at| line.char_indices().nth(at).map_or(line.len(), |(at, _)| at);
    let at = offset(translated, error.at);
    let (theirs, ours): (Vec<_>, Vec<_>) = (words(given).collect(), words(translated).collect());
    let Some(number) = ours.iter().position(|(start, word)| at < start + word.len()) else {
        return TextError { at: given.chars().count(), ..error };
    };
    let Some((start, word)) = counterpart(&theirs, &ours, number) else { return error };
    // A word may be the same up to the error.
    let before = translated.get(ours[number].0..at).filter(|before| word.starts_with(before));
    let at_there = start + before.map_or(0, str::len);
    let placed = text_error(given, at_there, error.mismatch.expected.as_str());
    if given[at_there..].trim_end() == translated[at..].trim_end() {
        return TextError { at: placed.at, ..error };
    }
    placed
}

/// The client's word for one of ours. Moves have the same place from the end of both lines; other
/// words are the same, or have the same place from the beginning.
fn counterpart<'a>(
    theirs: &[(usize, &'a str)],
    ours: &[(usize, &str)],
    number: usize,
) -> Option<(usize, &'a str)> {
    if ours[..number].iter().any(|&(_, word)| word == "moves") {
        return theirs.get((number + theirs.len()).checked_sub(ours.len())?).copied();
    }
    let same = theirs.iter().rev().find(|&&(_, word)| word == ours[number].1);
    same.or_else(|| theirs.get(number)).copied()
}

pub(super) fn answer(engine: &dyn Engine, query: UgiQuery) -> String {
    let answer = match query {
        UgiQuery::FirstToMove => truth(engine.side() == Side::First),
        UgiQuery::GameOver => truth(engine.result().is_some()),
        UgiQuery::Result => match engine.result().map(|(winner, _)| winner) {
            Some(Some(Side::First)) => "p1win",
            Some(Some(Side::Second)) => "p2win",
            Some(None) => "draw",
            None => "none",
        },
    };
    format!("response {answer}")
}

fn truth(is_true: bool) -> &'static str {
    if is_true { "true" } else { "false" }
}
