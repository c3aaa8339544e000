//! The formats of records, told by their first lines.

use crate::{RecordedGame, csa, dhtmlxq, kif, pdn, pgn, usi};
use plyglot_core::game::MoveNotation;
use plyglot_engine::Engine;

/// The lines by which a format is told.
const MAX_LINES: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Portable Game Notation, as which Portable Draughts Notation and the records of janggi are
    /// read, too.
    Pgn,
    /// Portable Draughts Notation.
    Pdn,
    /// KIF and KI2.
    Kif,
    Csa,
    /// The text of boards of xiangqi in web pages, which is only read.
    DhtmlXq,
    /// Commands `position ... moves ...`, one on each line.
    Position,
}

impl RecordFormat {
    pub const ALL: [RecordFormat; 6] = [
        RecordFormat::Pgn,
        RecordFormat::Pdn,
        RecordFormat::Kif,
        RecordFormat::Csa,
        RecordFormat::DhtmlXq,
        RecordFormat::Position,
    ];

    /// Its name, which is also the extension of its files.
    pub fn name(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "pgn",
            RecordFormat::Pdn => "pdn",
            RecordFormat::Kif => "kif",
            RecordFormat::Csa => "csa",
            RecordFormat::DhtmlXq => "dhtmlxq",
            RecordFormat::Position => "usi",
        }
    }

    pub fn named(name: &str) -> Option<RecordFormat> {
        RecordFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether records of a game may be in this format.
    pub fn is_for(self, rules: &dyn Engine) -> bool {
        let has = |notation: MoveNotation| rules.notations().contains(&notation.name());
        match self {
            RecordFormat::Pgn => true,
            RecordFormat::Pdn => pdn::is_for(rules),
            RecordFormat::DhtmlXq => false,
            RecordFormat::Kif => has(MoveNotation::Kif),
            RecordFormat::Csa => has(MoveNotation::Csa),
            RecordFormat::Position => has(MoveNotation::Usi),
        }
    }

    /// The format of a text; PGN if it is like no other.
    pub fn of(text: &str) -> RecordFormat {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        for line in lines.take(MAX_LINES) {
            if dhtmlxq::is_line(line) {
                return RecordFormat::DhtmlXq;
            }
            if line.starts_with('[') {
                return RecordFormat::Pgn;
            }
            if usi::is_line(line) {
                return RecordFormat::Position;
            }
            if csa::is_line(line) {
                return RecordFormat::Csa;
            }
            if kif::is_line(line) {
                return RecordFormat::Kif;
            }
        }
        RecordFormat::Pgn
    }
}

/// Reads the games of a text in any format. Whatever is wrong in a game, what could be read of it is
/// kept.
pub fn read(text: &str) -> Box<dyn Iterator<Item = RecordedGame> + '_> {
    match RecordFormat::of(text) {
        RecordFormat::Pgn | RecordFormat::Pdn => Box::new(pgn::read(text)),
        RecordFormat::DhtmlXq => Box::new(dhtmlxq::read(text).into_iter()),
        RecordFormat::Kif => Box::new(std::iter::once(kif::read(text))),
        RecordFormat::Csa => Box::new(csa::read(text).into_iter()),
        RecordFormat::Position => Box::new(usi::read(text).into_iter()),
    }
}

/// A game in a format. Moves that are not legal, and those that follow, are in PGN as they were
/// written, and in no other format.
///
/// # Errors
/// If records of the game are never in this format.
pub fn print(
    game: &RecordedGame,
    format: RecordFormat,
    rules: &mut dyn Engine,
) -> Result<String, String> {
    if !format.is_for(rules) {
        let (name, format) = (rules.info().name, format.name());
        return Err(format!("a game of {name} cannot be written as {format}"));
    }
    Ok(match format {
        RecordFormat::Pgn => pgn::print(game, rules),
        RecordFormat::Pdn => pdn::print(game, rules),
        RecordFormat::Kif | RecordFormat::Csa | RecordFormat::DhtmlXq => {
            return Err("not yet".to_owned());
        }
        RecordFormat::Position => usi::print(game, rules),
    })
}
