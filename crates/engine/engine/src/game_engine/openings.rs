//! Random, legal, balanced openings, for training games and for comparing engines.

use crate::interface::{GameSearch, GoLimits, MessageSink};
use crate::message::Message;
use crate::referee::Referee;
use crate::searchers::Job;
use plyglot_core::game::random::Random;
use plyglot_core::search::{Control, OutOfMemory, Settings, Table};
use plyglot_support::epd::Epd;
use std::collections::HashMap;
use std::sync::Arc;

/// The nodes of the search that decides whether an opening is balanced: enough to see
/// hanging pieces, in a few milliseconds.
const OPENING_NODES: u64 = 2_000;
/// The largest score of a balanced opening for either side, in centi-units.
const MAX_IMBALANCE: i32 = 200;
/// Random moves from the start position: this number, or one more.
const PLIES: usize = 8;
/// Random moves from a book position: 1 to this number.
const BOOK_PLIES: usize = 3;
const MAX_WALKS: usize = 100;

/// Plays `plies` random moves. Returns their indices among the legal moves; `None` if
/// the game is over before or after them.
pub fn random_walk(
    game: &mut (impl Referee + ?Sized),
    plies: usize,
    random: &mut Random,
) -> Option<Vec<usize>> {
    let mut indices = Vec::with_capacity(plies);
    loop {
        match game.legal_move_count() {
            _ if game.result().is_some() => return None,
            0 => return None,
            _ if indices.len() == plies => return Some(indices),
            count => {
                indices.push(random.below(count));
                game.play_index(indices[indices.len() - 1]);
            }
        }
    }
}

/// A position that random moves have led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomLine {
    /// The moves, as the game prints them.
    pub moves: Vec<String>,
    /// The position as text.
    pub position: String,
    /// Whether no walk before has led there, with any counters.
    pub is_new: bool,
    /// Whether a search of 2,000 nodes finds it balanced.
    pub is_balanced: bool,
}

/// Finds openings of one game by random moves.
pub struct OpeningFinder {
    engine: Box<dyn GameSearch>,
    table: Table,
    random: Random,
    balance: i32,
    balanced: HashMap<String, bool>,
    control: Arc<Control>,
}

impl OpeningFinder {
    /// A finder of openings with a score of at most `balance` centi-units for either side. It finds
    /// none once `control` is stopped.
    ///
    /// # Errors
    /// If the system does not provide the memory for searches.
    pub fn new(
        engine: Box<dyn GameSearch>,
        balance: i32,
        random: Random,
        control: Arc<Control>,
    ) -> Result<OpeningFinder, OutOfMemory> {
        let table = Table::new(1)?;
        Ok(OpeningFinder { engine, table, random, balance, balanced: HashMap::new(), control })
    }

    /// Plays `plies` random moves from a position (the start position if `None`). `None` if
    /// that is no position, or the game ends before or after them.
    pub fn walk(&mut self, start: Option<&str>, plies: usize) -> Option<RandomLine> {
        self.engine.set_position(start, &[]).ok()?;
        let indices = random_walk(&mut *self.engine, plies, &mut self.random)?;
        let position = self.engine.position();
        let identity = self.engine.identity();
        let known = self.balanced.get(&identity).copied();
        let is_balanced = known.unwrap_or_else(|| self.score().abs() <= self.balance);
        if self.control.is_stopped() {
            return None;
        }
        self.balanced.insert(identity, is_balanced);
        self.engine.set_position(start, &[]).ok()?;
        let mut moves = Vec::with_capacity(plies);
        for index in indices {
            moves.push(self.engine.moves().swap_remove(index));
            self.engine.play_index(index);
        }
        Some(RandomLine { moves, position, is_new: known.is_none(), is_balanced })
    }

    /// The score of a search that knows nothing of earlier ones.
    fn score(&mut self) -> i32 {
        self.engine.new_game()(&mut self.table);
        self.table.clear(1);
        let limits = GoLimits { nodes: Some(OPENING_NODES), ..GoLimits::default() };
        let settings = Settings { reports: false, ..Settings::search_alone() };
        self.engine.think(&limits, &settings, &self.table, &self.control).score.value()
    }
}

/// A request for openings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningsRequest {
    /// The number of openings.
    pub count: u64,
    /// Equal seeds give equal openings.
    pub seed: u64,
    /// Positions to begin from, one per line, in EPD or the game's notation. `None` for
    /// the start position.
    pub book: Option<Vec<String>>,
}

/// Sends openings of a game under its options, which its own network finds balanced; its position
/// does not matter.
pub fn openings(
    mut engine: Box<dyn GameSearch>,
    request: OpeningsRequest,
    control: Arc<Control>,
    send: MessageSink,
) -> Job {
    engine.set_network(None);
    Box::new(move |_| {
        let openings = OpeningGenerator::new(engine, &request, Arc::clone(&control));
        let mut openings = match openings {
            Ok(openings) => openings,
            Err(error) => return send(Message::Note(format!("genfens: {error}"))),
        };
        for _ in 0..request.count {
            match openings.next() {
                Some(text) => send(Message::Opening(text)),
                None if control.is_stopped() => {
                    return send(Message::Note("genfens was stopped".to_owned()));
                }
                None => return send(Message::Note("genfens found no opening".to_owned())),
            }
        }
    })
}

/// An endless sequence of balanced openings of one game. None is repeated while the game has
/// others.
struct OpeningGenerator {
    finder: OpeningFinder,
    book: Option<Vec<String>>,
    longest: usize,
}

impl OpeningGenerator {
    fn new(
        engine: Box<dyn GameSearch>,
        request: &OpeningsRequest,
        control: Arc<Control>,
    ) -> Result<OpeningGenerator, OutOfMemory> {
        let book = request
            .book
            .as_ref()
            .map(|lines| lines.iter().filter_map(|line| position(line)).collect::<Vec<_>>());
        let longest = if book.is_some() { BOOK_PLIES } else { PLIES + 1 };
        let finder = OpeningFinder::new(engine, MAX_IMBALANCE, Random::new(request.seed), control)?;
        Ok(OpeningGenerator { finder, book, longest })
    }

    /// Plays random moves. `None` if the game ends on the way, or is over at the start.
    fn walk(&mut self) -> Option<RandomLine> {
        let random = &mut self.finder.random;
        let (start, plies) = match &self.book {
            Some(book) if book.is_empty() => return None,
            Some(book) => {
                let start = book[random.below(book.len())].as_str();
                (Some(start), 1 + random.below(BOOK_PLIES))
            }
            None => (None, PLIES + random.below(2)),
        };
        self.finder.walk(start, plies.min(self.longest))
    }

    fn try_walks(&mut self) -> Option<String> {
        let mut seen_before = None;
        for _ in 0..MAX_WALKS {
            if self.finder.control.is_stopped() {
                return None;
            }
            if let Some(RandomLine { position, is_balanced: true, is_new, .. }) = self.walk() {
                if is_new {
                    return Some(position);
                }
                seen_before = Some(position);
            }
        }
        seen_before
    }
}

impl Iterator for OpeningGenerator {
    type Item = String;

    /// The next opening as text; `None` if none is balanced.
    fn next(&mut self) -> Option<String> {
        loop {
            let found = self.try_walks();
            if found.is_some() || self.longest == 0 || self.finder.control.is_stopped() {
                return found;
            }
            self.longest -= 1;
        }
    }
}

fn position(line: &str) -> Option<String> {
    let position = Epd::new(line).position;
    if position.is_empty() || position.starts_with('#') { None } else { Some(position) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_a_position_are_skipped() {
        for line in ["", "  \t", "# 8/8 w - -", "#8/8 w - -"] {
            assert_eq!(position(line), None, "{line}");
        }
        assert_eq!(position("443").as_deref(), Some("443"));
    }
}
