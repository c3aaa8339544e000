//! The openings of a match: from a book, or random.

use super::schedule;
use crate::plan::{BookFormat, KNOWN_GAME, MatchPlan, Openings};
use crate::record::Opening;
use anyhow::{Context, anyhow, bail, ensure};
use plyglot_core::game::random::{Random, mix};
use plyglot_core::search::{Control, OutOfMemory};
use plyglot_engine::{GameHistory, GameSearch, OpeningFinder, Referee, Registry};
use plyglot_records::{Fault, GameChoice, RecordedGame, is_compressed, replay, set_up};
use plyglot_support::epd::Epd;
use plyglot_support::files;
use plyglot_support::text::{counted, reason};
use std::path::Path;
use std::sync::Arc;

/// The openings of a match. The same plan always gives the same openings.
pub struct Book {
    openings: Vec<Opening>,
    faults: Vec<String>,
    /// Generates further openings; `None` once it is exhausted, or for a book.
    source: Option<RandomOpenings>,
}

impl Book {
    /// Opens the openings that a plan asks for. Those of a file that the match needs
    /// are all checked here; random ones are generated on demand.
    ///
    /// # Errors
    /// If the file cannot be read, contains something that the rules do not allow, or
    /// there is no opening at all.
    pub fn open(plan: &MatchPlan, registry: &Registry) -> anyhow::Result<Book> {
        match &plan.openings {
            Openings::Start => Ok(Book::new(vec![Opening::default()])),
            Openings::File { .. } => load(plan, needed(plan), registry),
            Openings::Random { plies, balance } => {
                let engine = registry.game(&plan.game).expect(KNOWN_GAME).open();
                let mut source = RandomOpenings::new(engine, *plies, *balance, plan.seed)?;
                let first = source.next().with_context(|| {
                    let wanted = format!("{plies} plies that a search values at {balance} at most");
                    format!("no opening of {wanted} was found: try fewer plies or more")
                })?;
                Ok(Book { source: Some(source), ..Book::new(vec![first]) })
            }
        }
    }

    fn new(openings: Vec<Opening>) -> Book {
        Book { openings, faults: Vec::new(), source: None }
    }

    /// What is wrong in the file and was left out, such as castling rights without a rook. No
    /// moves were lost by it.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The opening of this number, from 0. If there are fewer, they repeat from the
    /// first.
    pub fn opening(&mut self, number: usize) -> Opening {
        while self.openings.len() <= number {
            match self.source.as_mut().and_then(Iterator::next) {
                Some(opening) => self.openings.push(opening),
                None => {
                    self.source = None;
                    break;
                }
            }
        }
        self.openings[number % self.openings.len()].clone()
    }

    /// The number of openings; `None` while more can be generated.
    pub fn count(&self) -> Option<usize> {
        if self.source.is_some() {
            return None;
        }
        Some(self.openings.len())
    }
}

fn needed(plan: &MatchPlan) -> usize {
    schedule(plan).last().map_or(1, |fixture| fixture.opening + 1)
}

/// Attempts in a row without a new opening after which generation ends. With 1,000
/// equally likely openings, this misses the last one in 1 case of 7.
const MAX_TRIALS: usize = 2_000;

/// Attempts in a row that reached new positions, none of them balanced.
const MAX_UNBALANCED_TRIALS: usize = 500;

struct RandomOpenings {
    finder: OpeningFinder,
    plies: usize,
}

impl RandomOpenings {
    fn new(
        engine: Box<dyn GameSearch>,
        plies: usize,
        balance: i32,
        seed: u64,
    ) -> Result<Self, OutOfMemory> {
        // The seed is mixed, because the book order draws from the seed itself.
        let random = Random::new(mix(seed));
        let control = Control::until_interrupt();
        let finder = OpeningFinder::new(engine, balance, random, Arc::new(control))?;
        Ok(RandomOpenings { finder, plies })
    }
}

impl Iterator for RandomOpenings {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        let mut unbalanced = 0;
        for _ in 0..MAX_TRIALS {
            let Some(found) = self.finder.walk(None, self.plies) else { continue };
            if !found.is_new {
                continue;
            }
            if found.is_balanced {
                return Some(Opening { position: None, moves: found.moves });
            }
            unbalanced += 1;
            if unbalanced == MAX_UNBALANCED_TRIALS {
                break;
            }
        }
        None
    }
}

enum BookEntry {
    Position { line: usize, text: String },
    Game(RecordedGame),
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
fn load(plan: &MatchPlan, needed: usize, registry: &Registry) -> anyhow::Result<Book> {
    let Openings::File { path, format, random, start, plies } = &plan.openings else {
        return Ok(Book::new(Vec::new()));
    };
    let entries = entries(path, *format, *plies)?;
    let order = order(entries.len(), *start, random.then_some(plan.seed));
    if order.is_empty() {
        let problem = match entries.len() {
            0 => "it has no openings".to_owned(),
            n => format!("it has {}; start={start} is beyond that", counted(n, "opening")),
        };
        bail!("{}: {problem}", path.display());
    }
    let mut found = Book::new(Vec::new());
    if registry.game(&plan.game).is_none() {
        // The engines say what is wrong.
        for &index in order.iter().take(needed) {
            if let BookEntry::Position { text, .. } = &entries[index] {
                let position = Some(text.clone());
                found.openings.push(Opening { position, moves: Vec::new() });
            }
        }
        return Ok(found);
    }
    let mut checker = Checker::new(&plan.game, registry, *plies);
    for &index in order.iter().take(needed) {
        let opening = checker.check(&entries[index]);
        found.openings.push(opening.map_err(|fault| anyhow!(fault.in_file(path)))?);
    }
    found.faults = checker.faults.iter().map(|fault| fault.in_file(path)).collect();
    Ok(found)
}

/// Indices into a book of this length: shuffled if there is a seed, then rotated so
/// that number `start` (from 1) comes first.
fn order(length: usize, start: usize, seed: Option<u64>) -> Vec<usize> {
    if start > length {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..length).collect();
    if let Some(seed) = seed {
        Random::new(seed).shuffle(&mut order);
    }
    order.rotate_left(start - 1);
    order
}

fn entries(
    path: &Path,
    format: BookFormat,
    plies: Option<usize>,
) -> anyhow::Result<Vec<BookEntry>> {
    let bytes =
        files::read(path).map_err(|error| anyhow!("{}: {}", path.display(), reason(&error)))?;
    ensure!(!is_compressed(&bytes), "{}: it is compressed: unpack it first", path.display());
    let text = plyglot_records::decoded(&bytes);
    match format {
        BookFormat::Epd => Ok(positions(&text, |line| Epd::new(line).position)),
        BookFormat::Fen => Ok(positions(&text, fen)),
        BookFormat::Pgn => Ok(games(&text, plies)),
    }
}

fn games(text: &str, plies: Option<usize>) -> Vec<BookEntry> {
    let mut games = Vec::new();
    for mut game in plyglot_records::read(text) {
        // A move number without its dot counts as an entry until the replay removes it.
        game.moves.truncate(plies.map_or(usize::MAX, |plies| plies * 2));
        games.push(BookEntry::Game(game));
    }
    games
}

/// The positions: all lines that are neither empty nor comments (`#`).
fn positions(text: &str, read: fn(&str) -> String) -> Vec<BookEntry> {
    let mut positions = Vec::new();
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if !text.trim().is_empty() && !text.starts_with('#') {
            positions.push(BookEntry::Position { line, text: read(text) });
        }
    }
    positions
}

/// FEN: one position per line. The part after a semicolon is ignored.
fn fen(line: &str) -> String {
    line.split(';').next().unwrap_or_default().trim().to_owned()
}

struct BookFault {
    line: usize,
    problem: String,
}

impl BookFault {
    fn in_file(&self, path: &Path) -> String {
        format!("{}, line {}: {}", path.display(), self.line, self.problem)
    }
}

impl From<Fault> for BookFault {
    fn from(fault: Fault) -> BookFault {
        BookFault { line: fault.line, problem: fault.mismatch.to_string() }
    }
}

struct Checker<'a> {
    choice: GameChoice<'a>,
    referee: Box<dyn Referee>,
    plies: Option<usize>,
    /// What was left out of the file without a loss of moves.
    faults: Vec<BookFault>,
}

impl<'a> Checker<'a> {
    fn new(game: &str, registry: &'a Registry, plies: Option<usize>) -> Checker<'a> {
        let game = registry.game(game).expect(KNOWN_GAME);
        let referee = game.open();
        let choice = GameChoice { registry, game, is_wanted: true };
        Checker { choice, referee, plies, faults: Vec::new() }
    }

    /// The opening of an entry, with which a game can begin. An opening that is not whole would be
    /// another one, so nothing that it needs may be missing.
    fn check(&mut self, entry: &BookEntry) -> Result<Opening, BookFault> {
        let opening = match entry {
            BookEntry::Position { line, text } => self.position(*line, text)?,
            BookEntry::Game(game) => self.game(game)?,
        };
        if self.referee.result().is_some() {
            let problem = "the game is over after this opening".to_owned();
            return Err(BookFault { line: entry.line(), problem });
        }
        Ok(opening)
    }

    fn position(&mut self, line: usize, text: &str) -> Result<Opening, BookFault> {
        let (position, fallen) = set_up(&mut *self.referee, line, text)
            .map_err(|error| BookFault { line, problem: error.to_string() })?;
        self.faults.extend(fallen.map(BookFault::from));
        Ok(Opening { position, moves: Vec::new() })
    }

    fn game(&mut self, game: &RecordedGame) -> Result<Opening, Fault> {
        self.choice.game_of(game)?;
        let replay = replay(game, &mut *self.referee, self.plies)?;
        if let Some(fault) = replay.failure(game).or(replay.cut()) {
            return Err(fault.clone());
        }
        self.faults.extend(replay.faults.into_iter().map(BookFault::from));
        let GameHistory { start, moves } = self.referee.history_since_null_move();
        let is_whole = moves.len() == replay.moves.len();
        Ok(Opening { position: if is_whole { replay.position } else { Some(start) }, moves })
    }
}
