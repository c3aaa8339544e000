//! Random, legal, balanced openings, for training games and for comparing engines.

use super::referee::Referee;
use super::self_player::SelfPlayer;
use plyglot_core::game::random::Random;
use plyglot_support::epd::Epd;
use std::collections::HashMap;

/// The nodes of the search that decides whether an opening is balanced: enough to see
/// hanging pieces, in a few milliseconds.
pub const OPENING_NODES: u64 = 2_000;
/// The largest score of a balanced opening for either side, in centi-units.
const BALANCE: i32 = 200;
/// Random moves from the start position: this number, or one more.
const PLIES: usize = 8;
/// Random moves from a book position: 1 to this number.
const BOOK_PLIES: usize = 3;
/// Walks tried before the number of moves is reduced.
const TRIES: usize = 100;

/// A game in which random moves can be played.
pub trait RandomMoves {
    /// The number of legal moves; 0 if the game is over.
    fn open_move_count(&self) -> usize;

    /// Plays the legal move of this index. `None` if there is none.
    fn play_index(&mut self, index: usize) -> Option<()>;
}

impl RandomMoves for dyn Referee + '_ {
    fn open_move_count(&self) -> usize {
        if self.result().is_some() { 0 } else { self.moves().len() }
    }

    fn play_index(&mut self, index: usize) -> Option<()> {
        let name = self.moves().into_iter().nth(index)?;
        self.play(&name).ok().map(drop)
    }
}

impl RandomMoves for dyn SelfPlayer + '_ {
    fn open_move_count(&self) -> usize {
        if self.result().is_some() { 0 } else { self.legal_move_count() }
    }

    fn play_index(&mut self, index: usize) -> Option<()> {
        (index < self.legal_move_count()).then(|| self.play(index))
    }
}

/// Plays `plies` random moves. Returns their indices among the legal moves; `None` if
/// the game is over before or after them.
pub fn random_walk(
    game: &mut (impl RandomMoves + ?Sized),
    plies: usize,
    random: &mut Random,
) -> Option<Vec<usize>> {
    let mut indices = Vec::with_capacity(plies);
    loop {
        match game.open_move_count() {
            0 => return None,
            _ if indices.len() == plies => return Some(indices),
            count => {
                let index = random.below(count);
                game.play_index(index)?;
                indices.push(index);
            }
        }
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

/// An endless sequence of openings of one game. None is repeated while the game has
/// others.
pub(super) struct OpeningGenerator {
    referee: Box<dyn Referee>,
    book: Option<Vec<String>>,
    random: Random,
    /// The largest number of moves worth trying: some games are over earlier.
    longest: usize,
    /// Whether each opening found so far is balanced.
    balanced: HashMap<String, bool>,
}

impl OpeningGenerator {
    pub(super) fn new(referee: Box<dyn Referee>, request: &OpeningsRequest) -> OpeningGenerator {
        let book = request
            .book
            .as_ref()
            .map(|lines| lines.iter().filter_map(|line| position(line)).collect::<Vec<_>>());
        OpeningGenerator {
            referee,
            longest: if book.is_some() { BOOK_PLIES } else { PLIES + 1 },
            book,
            random: Random::new(request.seed),
            balanced: HashMap::new(),
        }
    }

    /// Plays random moves. `None` if the game ends on the way, or is over at the start.
    fn walk(&mut self) -> Option<String> {
        let start = match &self.book {
            Some(book) if book.is_empty() => return None,
            Some(book) => Some(book[self.random.below(book.len())].as_str()),
            None => None,
        };
        self.referee.set_position(start, &[]).ok()?;
        let plies = match self.book {
            Some(_) => 1 + self.random.below(BOOK_PLIES),
            None => PLIES + self.random.below(2),
        };
        random_walk(&mut *self.referee, plies.min(self.longest), &mut self.random)?;
        Some(self.referee.position())
    }

    /// Whether the current position is balanced.
    fn is_balanced(&self) -> bool {
        self.referee.judge(OPENING_NODES).abs() <= BALANCE
    }

    /// Tries walks of at most `longest` moves.
    fn try_walks(&mut self) -> Option<String> {
        let mut seen_before = None;
        for _ in 0..TRIES {
            let Some(text) = self.walk() else { continue };
            match self.balanced.get(&text) {
                Some(true) => seen_before = Some(text),
                Some(false) => {}
                None => {
                    let is_balanced = self.is_balanced();
                    self.balanced.insert(text.clone(), is_balanced);
                    if is_balanced {
                        return Some(text);
                    }
                }
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
            if found.is_some() || self.longest == 0 {
                return found;
            }
            self.longest -= 1;
        }
    }
}

/// The position in a line of a book; `None` if the line is blank or a comment.
fn position(line: &str) -> Option<String> {
    let position = Epd::of(line).position;
    (!position.is_empty() && !position.starts_with('#')).then_some(position)
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
