//! Openings from a file.

use super::OpeningError;
use crate::plan::{BookFormat, Openings, Plan};
use crate::record::Opening;
use crate::record::pgn::{self, PgnGame};
use plyglot_core::game::random::Random;
use plyglot_engine::Referee;
use plyglot_support::epd::Epd;
use plyglot_support::files;
use plyglot_support::text::{counted, decoded, reason};
use std::path::Path;

/// An entry of a book, not yet checked by a referee.
enum BookEntry {
    Position { line: usize, text: String },
    Game(PgnGame),
}

impl BookEntry {
    fn line(&self) -> usize {
        match self {
            BookEntry::Position { line, .. } => *line,
            BookEntry::Game(game) => game.line,
        }
    }
}

/// The first `needed` openings of the plan's file, in the plan's order.
pub(super) fn load(
    plan: &Plan,
    needed: usize,
    mut referee: Option<Box<dyn Referee>>,
) -> Result<Vec<Opening>, OpeningError> {
    let Openings::File { path, format, random, start, plies } = &plan.openings else {
        return Ok(Vec::new());
    };
    let entries = entries(path, *format, *plies)?;
    let order = order(entries.len(), *start, random.then_some(plan.seed));
    if order.is_empty() {
        let problem = match entries.len() {
            0 => "it has no openings".to_owned(),
            n => format!("it has {}; start={start} is beyond that", counted(n, "opening")),
        };
        return Err(OpeningError { path: Some(path.clone()), line: None, problem });
    }
    let mut openings = Vec::new();
    for &index in order.iter().take(needed) {
        let opening = check(&entries[index], referee.as_deref_mut(), *plies);
        openings.push(opening.map_err(|(line, problem)| at(path, line, problem))?);
    }
    Ok(openings)
}

/// Indices into a book of this length: shuffled if there is a seed, then rotated so
/// that number `start` (from 1) comes first.
fn order(length: usize, start: usize, seed: Option<u64>) -> Vec<usize> {
    if start > length {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..length).collect();
    if let Some(seed) = seed {
        let mut random = Random::new(seed);
        for i in (1..length).rev() {
            order.swap(i, random.below(i + 1));
        }
    }
    order.rotate_left(start - 1);
    order
}

fn entries(
    path: &Path,
    format: BookFormat,
    plies: Option<usize>,
) -> Result<Vec<BookEntry>, OpeningError> {
    let text = files::read(path).and_then(decoded).map_err(|error| OpeningError {
        path: Some(path.to_owned()),
        line: None,
        problem: reason(&error),
    })?;
    match format {
        BookFormat::Epd => Ok(positions(&text, |line| Epd::of(line).position)),
        BookFormat::Fen => Ok(positions(&text, fen)),
        BookFormat::Pgn => {
            games(&text, plies).map_err(|error| at(path, error.line, error.mismatch.to_string()))
        }
    }
}

fn games(text: &str, plies: Option<usize>) -> Result<Vec<BookEntry>, pgn::PgnError> {
    let cut = |mut game: PgnGame| {
        // A move number without its dot counts as an entry until the replay removes it.
        game.moves.truncate(plies.map_or(usize::MAX, |plies| plies * 2));
        BookEntry::Game(game)
    };
    pgn::read(text).map(|game| game.map(cut)).collect()
}

/// The positions: all lines that are neither empty nor comments (`#`).
fn positions(text: &str, read: fn(&str) -> String) -> Vec<BookEntry> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let filled = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    filled.map(|(i, line)| BookEntry::Position { line: i + 1, text: read(line) }).collect()
}

/// FEN: one position per line. The part after a semicolon is ignored.
fn fen(line: &str) -> String {
    line.split(';').next().unwrap_or_default().trim().to_owned()
}

/// Checks an opening against the rules. An error has the line and the problem.
fn check(
    entry: &BookEntry,
    referee: Option<&mut (dyn Referee + 'static)>,
    plies: Option<usize>,
) -> Result<Opening, (usize, String)> {
    let Some(referee) = referee else { return unchecked(entry, plies) };
    let opening = match entry {
        BookEntry::Position { line, text } => {
            let placed = pgn::set_up(referee, Some(text));
            let position = placed.map_err(|error| (*line, error.to_string()))?;
            Opening { position, moves: Vec::new() }
        }
        BookEntry::Game(game) => replayed(game, Some(referee), plies)?,
    };
    match referee.result() {
        Some(_) => Err((entry.line(), "the game is over after this opening".to_owned())),
        None => Ok(opening),
    }
}

fn unchecked(entry: &BookEntry, plies: Option<usize>) -> Result<Opening, (usize, String)> {
    match entry {
        BookEntry::Position { text, .. } => {
            Ok(Opening { position: Some(text.clone()), moves: Vec::new() })
        }
        BookEntry::Game(game) => replayed(game, None, plies),
    }
}

fn replayed(
    game: &PgnGame,
    referee: Option<&mut dyn Referee>,
    plies: Option<usize>,
) -> Result<Opening, (usize, String)> {
    let replay = pgn::replay(game, referee, plies)
        .map_err(|error| (error.line, error.mismatch.to_string()))?;
    let moves = replay.moves.into_iter().map(|(name, _)| name).collect();
    Ok(Opening { position: replay.position, moves })
}

fn at(path: &Path, line: usize, problem: String) -> OpeningError {
    OpeningError { path: Some(path.to_owned()), line: Some(line), problem }
}
