//! The formats of records, told by their first lines.

use crate::{RecordedGame, csa, kif, pgn, usi};
use plyglot_core::game::MoveNotation;
use plyglot_engine::Engine;

/// The lines by which a format is told.
const MAX_LINES: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Portable Game Notation, and Portable Draughts Notation, which is a kind of it.
    Pgn,
    /// KIF and KI2.
    Kif,
    Csa,
    /// Commands `position ... moves ...`, one on each line.
    Position,
}

impl RecordFormat {
    pub const ALL: [RecordFormat; 4] =
        [RecordFormat::Pgn, RecordFormat::Kif, RecordFormat::Csa, RecordFormat::Position];

    /// Its name, which is also the extension of its files.
    pub fn name(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "pgn",
            RecordFormat::Kif => "kif",
            RecordFormat::Csa => "csa",
            RecordFormat::Position => "usi",
        }
    }

    pub fn named(name: &str) -> Option<RecordFormat> {
        RecordFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether records of a game may be in this format.
    pub fn is_for(self, rules: &dyn Engine) -> bool {
        match self {
            RecordFormat::Pgn => true,
            RecordFormat::Kif | RecordFormat::Csa => rules.info().name == "shogi",
            RecordFormat::Position => rules.notations().contains(&MoveNotation::Usi.name()),
        }
    }

    /// The format of a text; PGN if it is like no other.
    pub fn of(text: &str) -> RecordFormat {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        for line in lines.take(MAX_LINES) {
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
        RecordFormat::Pgn => Box::new(pgn::read(text)),
        RecordFormat::Kif => Box::new(std::iter::once(kif::read(text))),
        RecordFormat::Csa => Box::new(csa::read(text).into_iter()),
        RecordFormat::Position => Box::new(usi::read(text).into_iter()),
    }
}

/// A game in a format. Moves that are not legal, and those that follow, are as they were written if
/// that is how the format has moves, as all are in PGN; else they are left out.
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
        RecordFormat::Kif => kif::print(game, rules),
        RecordFormat::Csa => csa::print(game, rules),
        RecordFormat::Position => usi::print(game, rules),
    })
}
