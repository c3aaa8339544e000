//! Positions and games, from arguments, lines and files.

use crate::engine::{Analyst, WrittenPosition};
use crate::epd::Epd;
use crate::files;
use crate::games::TextError;
use crate::pgn::{self, PgnGame};
use crate::text::reason;
use anyhow::{Result, anyhow};
use std::io::BufRead;
use std::path::Path;

/// What is to be analysed.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// A position.
    Position(Line),
    /// A game.
    Game(PgnGame),
}

/// A line that describes a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The line in the input, or the number of the argument, from 1.
    pub(super) number: usize,
    pub(super) text: String,
}

/// The positions in lines; lines that are empty or begin with `#` are none.
///
/// # Errors
/// If they cannot be read.
pub(super) fn positions(lines: impl BufRead) -> Result<Vec<Subject>> {
    let mut found = Vec::new();
    for (i, line) in lines.split(b'\n').enumerate() {
        let line = line.map_err(|error| anyhow!("the input cannot be read: {}", reason(&error)))?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() && !text.starts_with('#') {
            found.push(Subject::Position(Line { number: i + 1, text: text.to_owned() }));
        }
    }
    Ok(found)
}

/// The positions in arguments.
pub(super) fn arguments(texts: &[String]) -> Vec<Subject> {
    let lines = texts.iter().enumerate();
    lines.map(|(i, text)| Subject::Position(Line { number: i + 1, text: text.clone() })).collect()
}

/// The games in a file.
///
/// # Errors
/// If it cannot be read, or is no PGN.
pub(super) fn games(path: &Path) -> Result<Vec<Subject>> {
    let name = path.display();
    let bytes = files::read(path).map_err(|error| anyhow!("{name}: {}", reason(&error)))?;
    // Names of players may be in any encoding; moves and positions are ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let games: Result<Vec<PgnGame>, _> = pgn::read(&text).collect();
    let games = games.map_err(|error| anyhow!("{name}, {error}"))?;
    Ok(games.into_iter().map(Subject::Game).collect())
}

/// Sets up the position that a line describes: the position of the protocol, or EPD.
/// Returns the `id` of EPD, if there is one.
///
/// # Errors
/// If it is neither.
pub(super) fn place(analyst: &mut Analyst, text: &str) -> Result<Option<String>, TextError> {
    let set_up = |analyst: &mut Analyst, text: &str| {
        WrittenPosition::of(text).set_up(|start, moves| analyst.set_position(start, moves))
    };
    set_up(analyst, text).map(|()| None).or_else(|error| {
        let epd = Epd::of(text);
        set_up(analyst, &epd.position).map_err(|_| error)?;
        Ok(epd.operand("id").map(str::to_owned))
    })
}
