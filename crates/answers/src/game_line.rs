//! A game up to a position, played by the rules.

use super::refusal::RequestRefusal;
use super::request::{MAX_MOVES, WrittenGame};
use plyglot_core::game::{Mismatch, MoveCells, Picture, Side, TextError, quote};
use plyglot_engine::{Engine, LegalMove, NamedGame, Registry, WrittenPosition};

/// The game of this name.
///
/// # Errors
/// If there is none.
pub(super) fn find_game(registry: &Registry, name: &str) -> Result<NamedGame, RequestRefusal> {
    let unknown = || RequestRefusal::unknown(format!("unknown game {name}"));
    registry.game(name).ok_or_else(unknown)
}

/// A move that was played.
#[derive(Clone, Debug)]
pub(super) struct PlayedStep {
    pub(super) side: Side,
    /// The number of the move as people count: one more whenever the first side moves after
    /// the second.
    pub(super) number: usize,
    pub(super) played: LegalMove,
    /// The cells of its path, from origin to target; empty if it is obvious.
    pub(super) path: Vec<usize>,
    /// The cells that it changed beside its own. Known of the last move alone.
    pub(super) changed: Vec<usize>,
}

/// A game up to a position.
pub(super) struct GameLine {
    pub(super) game: NamedGame,
    /// The rules, at the position.
    pub(super) rules: Box<dyn Engine>,
    /// The first position; `None` if it is the usual one.
    pub(super) start: Option<String>,
    pub(super) steps: Vec<PlayedStep>,
}

impl GameLine {
    /// Plays a game as the page has it.
    ///
    /// # Errors
    /// If there is no such game or position, or a move is not legal.
    pub(super) fn play(
        registry: &Registry,
        written: &WrittenGame,
    ) -> Result<GameLine, RequestRefusal> {
        let game = find_game(registry, &written.game)?;
        let place = WrittenPosition::of(written.start.as_deref().unwrap_or("startpos"));
        let mut rules = game.open();
        let usual = rules.position();
        let set = |start: Option<&str>, _: &[&str]| rules.set_position(start, &[]);
        place.set_up(set).map_err(|error| refusal(&error))?;
        let position = rules.position();
        let start = (position != usual).then_some(position);
        let words = place.moves.iter().copied().chain(written.moves.iter().map(String::as_str));
        let words: Vec<&str> = words.collect();
        let mut line = GameLine { game, rules, start, steps: Vec::new() };
        for (i, word) in words.iter().enumerate() {
            line.add(word, i + 1 == words.len())?;
        }
        line.settle();
        Ok(line)
    }

    /// Plays the moves of a word, which may have several. Repetition does not count yet: see
    /// [`GameLine::settle`].
    fn add(&mut self, word: &str, is_last: bool) -> Result<(), RequestRefusal> {
        let mut rest = word;
        while !rest.is_empty() {
            // One move, in the words of most games; or as few letters as make one.
            let is_whole = self.find(rest).is_ok();
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
            let end = if is_whole {
                Some(rest.len())
            } else {
                ends.into_iter().find(|&end| self.find(&rest[..end]).is_ok())
            };
            let Some(end) = end.filter(|&end| is_whole || self.may_split(&rest[..end], rest))
            else {
                let error =
                    self.find(rest).err().map_or_else(String::new, |error| error.to_string());
                let place = self.steps.len() + 1;
                return Err(RequestRefusal::wrong(format!("move {place}: {error}")));
            };
            let (first, others) = rest.split_at(end);
            let legal = self.find(first).map_err(|error| refusal(&error))?;
            self.push(legal, is_last && others.is_empty())?;
            rest = others;
        }
        Ok(())
    }

    /// Whether the game itself reads the word as several moves.
    fn may_split(&self, first: &str, word: &str) -> bool {
        let mut rules = self.game.open();
        let position = self.rules.position();
        first.len() < word.len() && rules.set_position(Some(&position), &[word]).is_ok()
    }

    /// The legal move that a text means.
    fn find(&self, text: &str) -> Result<LegalMove, TextError> {
        let name = self.rules.paths(text)?.name;
        let legal = self.rules.legal_moves().into_iter().find(|m| m.name == name);
        legal.or_else(|| self.after_draw(&name)).ok_or_else(|| TextError {
            at: 0,
            mismatch: Mismatch::new("no more moves, as the game is over", quote(text)),
        })
    }

    /// A move that is legal but for a draw that is due: players may not have noticed fifty moves.
    fn after_draw(&self, name: &str) -> Option<LegalMove> {
        let mut rules = self.game.open();
        rules.set_position(Some(&self.rules.position()), &[]).ok()?;
        let (winner, _) = rules.result()?;
        let record = rules.play(name).ok().filter(|_| winner.is_none())?;
        let cells = MoveCells::default();
        Some(LegalMove { name: name.to_owned(), short: record.clone(), record, cells })
    }

    fn push(&mut self, m: LegalMove, is_last: bool) -> Result<(), RequestRefusal> {
        if self.steps.len() == MAX_MOVES {
            return Err(RequestRefusal::wrong(format!(
                "a game has at most {MAX_MOVES} moves here"
            )));
        }
        let (side, position) = (self.rules.side(), self.rules.position());
        let before = if is_last { self.rules.picture() } else { None };
        let path = if is_last { self.path(&m) } else { Vec::new() };
        // From position to position: a long game takes no longer for each move.
        let set = self.rules.set_position(Some(&position), &[&m.name]);
        set.map_err(|_| {
            RequestRefusal::wrong(format!("the game does not read its own move {}", m.name))
        })?;
        let changed = match (before, is_last.then(|| self.rules.picture()).flatten()) {
            (Some(before), Some(after)) => changed(&m, &before, &after),
            _ => Vec::new(),
        };
        let number = match self.steps.last() {
            None => 1,
            Some(last) => {
                let is_next = (last.side, side) == (Side::Second, Side::First);
                last.number + usize::from(is_next)
            }
        };
        self.steps.push(PlayedStep { side, number, played: m, path, changed });
        Ok(())
    }

    /// Sets up the position with all moves that led to it, so that repetition counts.
    fn settle(&mut self) {
        let names: Vec<&str> = self.steps.iter().map(|step| step.played.name.as_str()).collect();
        if self.rules.set_position(self.start.as_deref(), &names).is_err() {
            log::error!("a game could be played, and can no longer be set up");
        }
    }

    /// The names of the moves in the protocol's notation.
    pub(super) fn names(&self) -> Vec<&str> {
        self.steps.iter().map(|step| step.played.name.as_str()).collect()
    }

    /// The command of the protocol that sets up the position.
    pub(super) fn command(&self) -> String {
        let start = self.start.as_ref().map_or("startpos".to_owned(), |text| format!("fen {text}"));
        if self.steps.is_empty() {
            format!("position {start}")
        } else {
            format!("position {start} moves {}", self.names().join(" "))
        }
    }

    /// Whether the game has paths for its moves, judged by one of them.
    pub(super) fn has_paths(&self, m: &LegalMove) -> bool {
        self.rules.paths(&m.name).is_ok_and(|paths| !paths.ways.is_empty())
    }

    /// The cells of a legal move's path, from origin to target; empty if it is obvious.
    pub(super) fn path(&self, m: &LegalMove) -> Vec<usize> {
        let Some(picture) = self.rules.picture() else { return Vec::new() };
        let ways = self.rules.paths(&m.name).map(|paths| paths.ways).unwrap_or_default();
        let Some(way) = ways.first().filter(|way| way.len() > 2) else { return Vec::new() };
        let cells = 0..picture.cells.len();
        let cell = |point: &String| cells.clone().find(|&i| picture.shape.name(i) == *point);
        way.iter().map(cell).collect::<Option<_>>().unwrap_or_default()
    }
}

/// The cells that a move changed beside those that it left and entered.
fn changed(m: &LegalMove, before: &Picture, after: &Picture) -> Vec<usize> {
    let own = [m.cells.from, m.cells.to];
    let cells = before.cells.iter().zip(&after.cells).enumerate();
    let changed = cells.filter(|(_, (a, b))| a != b).map(|(cell, _)| cell);
    changed.filter(|&cell| !own.contains(&Some(cell))).collect()
}

/// The moves of a line from a position in their form for people, at most `most`.
pub(super) fn shown_line(
    game: &NamedGame,
    position: &str,
    line: &[String],
    most: usize,
) -> Vec<String> {
    let (mut rules, mut place) = (game.open(), position.to_owned());
    let mut forms = Vec::new();
    for name in line.iter().take(most) {
        let set = rules.set_position(Some(&place), &[]).is_ok();
        let legal = rules.legal_moves().into_iter().find(|m| m.name == *name);
        let Some(m) = legal.filter(|_| set) else { break };
        forms.push(m.shown().to_owned());
        if rules.set_position(Some(&place), &[name]).is_err() {
            break;
        }
        place = rules.position();
    }
    forms
}

pub(super) fn refusal(error: &TextError) -> RequestRefusal {
    RequestRefusal::wrong_at(error.at, error.to_string())
}
