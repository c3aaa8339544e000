//! The formats of records, told by their first lines.

use crate::pgn::{self, PgnGame};
use crate::{csa, kif, usi};

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
pub fn read(text: &str) -> Box<dyn Iterator<Item = PgnGame> + '_> {
    match RecordFormat::of(text) {
        RecordFormat::Pgn => Box::new(pgn::read(text)),
        RecordFormat::Kif => Box::new(std::iter::once(kif::read(text))),
        RecordFormat::Csa => Box::new(csa::read(text).into_iter()),
        RecordFormat::Position => Box::new(usi::read(text).into_iter()),
    }
}
