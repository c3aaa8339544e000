//! A game as it is played: its start, its moves and its end.

use super::paint::Marks;
use crate::shared;
use anyhow::{Result, anyhow};
use plyglot_core::game::{Mismatch, Picture, Side, TextError, quote};
use plyglot_engine::{Engine, GameEntry, LegalMove, WrittenPosition};
use plyglot_match::PlayerClock;
use plyglot_match::plan::Limit;
use plyglot_match::record::{GameEnd, GameResult, ReportedScore, Termination};
use std::time::Duration;

/// An engine's expectations when it moved.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Thought {
    /// The line that it expects, in the protocol's notation, beginning with its move.
    pub(super) line: Vec<String>,
    pub(super) score: Option<ReportedScore>,
    /// The points that it expects, from 0 to 1; `None` if it did not say.
    pub(super) points: Option<f64>,
    /// The depth in plies.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub(super) struct PlayedTurn {
    pub(super) side: Side,
    pub(super) played: LegalMove,
    /// The cells that it marks on the board.
    pub(super) marks: Marks,
    pub(super) time: Duration,
    /// The engine's expectations, if an engine made it.
    pub(super) thought: Option<Thought>,
    /// The clocks before it.
    clocks: [PlayerClock; 2],
}

/// A game with its position and its clocks.
pub(super) struct PlayedGame {
    pub(super) entry: GameEntry,
    /// The options of its rules, with their values.
    options: Vec<(String, String)>,
    /// The rules, at the last position.
    rules: Box<dyn Engine>,
    /// The limits of each side; a clock, or none.
    limit: Limit,
    /// The start position as it was asked for, as [`WrittenPosition`].
    given: String,
    /// The first position; `None` if it is the usual one.
    start: Option<String>,
    turns: Vec<PlayedTurn>,
    clocks: [PlayerClock; 2],
    /// An end other than by the rules.
    end: Option<GameEnd>,
}

/// A game with these options.
fn open(entry: &GameEntry, options: &[(String, String)]) -> Box<dyn Engine> {
    let mut rules = entry.open();
    for (name, value) in options {
        rules.set_option(name, value);
    }
    rules
}

impl PlayedGame {
    /// A game with these options of its rules, in its start position.
    pub(super) fn new(
        entry: &GameEntry,
        options: Vec<(String, String)>,
        limit: Limit,
    ) -> PlayedGame {
        let rules = open(entry, &options);
        let clocks = [PlayerClock::new(limit), PlayerClock::new(limit)];
        let given = "startpos".to_owned();
        let (entry, start, turns, end) = (*entry, None, Vec::new(), None);
        PlayedGame { entry, options, rules, limit, given, start, turns, clocks, end }
    }

    /// Starts again from a position, which moves may follow.
    ///
    /// # Errors
    /// If the text is not a position; then nothing changes.
    pub(super) fn set_up(&mut self, text: &str) -> Result<(), TextError> {
        let written = WrittenPosition::of(text);
        let place = |rules: &mut Box<dyn Engine>| {
            written.set_up(|start, moves| rules.set_position(start, moves))
        };
        place(&mut self.rules)?;
        self.given = text.to_owned();
        self.clocks = [PlayerClock::new(self.limit), PlayerClock::new(self.limit)];
        (self.turns, self.end) = (Vec::new(), None);
        self.begin(written.start);
        for (i, &word) in written.moves.iter().enumerate() {
            let played = self.find(word).map(|m| self.push(m, Duration::ZERO, None));
            if !matches!(played, Ok(Ok(()))) {
                // Several moves in one word: the game begins after them.
                self.turns.clear();
                self.set_rules(written.start, &written.moves[..=i]);
                self.start = Some(self.rules.position());
            }
        }
        Ok(())
    }

    /// Starts again from the same position.
    pub(super) fn restart(&mut self) {
        let given = self.given.clone();
        // It was read before.
        let _ = self.set_up(&given);
    }

    /// Goes to the first position, without any moves.
    fn begin(&mut self, start: Option<&str>) {
        self.set_rules(None, &[]);
        let usual = self.rules.position();
        self.set_rules(start, &[]);
        let position = self.rules.position();
        self.start = (position != usual).then_some(position);
    }

    /// Goes to a position that was read before.
    fn set_rules(&mut self, start: Option<&str>, moves: &[&str]) {
        if self.rules.set_position(start, moves).is_err() {
            log::error!("a position can no longer be set up");
        }
    }

    /// The first position; `None` if it is the usual one.
    pub(super) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves so far.
    pub(super) fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// The moves so far, in the protocol's notation.
    pub(super) fn names(&self) -> Vec<&str> {
        self.turns.iter().map(|turn| turn.played.name.as_str()).collect()
    }

    /// The command of the protocol that sets up the position.
    pub(super) fn command(&self) -> String {
        let start = self.start().map_or("startpos".to_owned(), |start| format!("fen {start}"));
        if self.turns.is_empty() {
            format!("position {start}")
        } else {
            format!("position {start} moves {}", self.names().join(" "))
        }
    }

    /// The rules, at the last position.
    pub(super) fn rules(&self) -> &dyn Engine {
        &*self.rules
    }

    /// The options of the rules, with their values.
    pub(super) fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// The moves of a line in their form for users, after this number of the game's moves.
    pub(super) fn shown_line(&self, place: usize, line: &[String]) -> Vec<String> {
        let mut rules = open(&self.entry, &self.options);
        let mut names = self.names();
        names.truncate(place);
        let mut forms = Vec::new();
        for name in line {
            let set = rules.set_position(self.start(), &names);
            let legal =
                set.ok().and_then(|()| rules.legal_moves().into_iter().find(|m| m.name == *name));
            let Some(m) = legal else { break };
            forms.push(m.shown().to_owned());
            names.push(name);
        }
        forms
    }

    /// A board with pieces of both sides: that of the position, or of one or two moves later
    /// where a side has none yet.
    pub(super) fn sample(&self) -> Option<Picture> {
        let mut rules = open(&self.entry, &self.options);
        let mut names: Vec<String> = self.names().into_iter().map(str::to_owned).collect();
        for _ in 0..=2 {
            let words: Vec<&str> = names.iter().map(String::as_str).collect();
            rules.set_position(self.start(), &words).ok()?;
            match rules.legal_moves().into_iter().next() {
                Some(next) => names.push(next.name),
                None => break,
            }
        }
        rules.picture()
    }

    /// The side to move.
    pub(super) fn side(&self) -> Side {
        self.rules.side()
    }

    /// The name of a side.
    pub(super) fn side_name(&self, side: Side) -> &'static str {
        self.entry.info.sides[side.index()]
    }

    /// The number of a move, by its place from 0.
    pub(super) fn number(&self, place: usize) -> usize {
        shared::move_number(self.turns.iter().take(place + 1).map(|turn| turn.side))
    }

    /// The legal move that a text means, in any notation of the game.
    ///
    /// # Errors
    /// If it means none.
    pub(super) fn find(&self, text: &str) -> Result<LegalMove, TextError> {
        find(&*self.rules, text)
    }

    /// The legal move that a text means in the position after this number of the game's moves.
    ///
    /// # Errors
    /// If it means none.
    pub(super) fn find_at(&self, place: usize, text: &str) -> Result<LegalMove, TextError> {
        find(&*self.rules_at(place), text)
    }

    /// The side that moves after this number of the game's moves.
    pub(super) fn side_at(&self, place: usize) -> Side {
        self.turns.get(place).map_or(self.side(), |turn| turn.side)
    }

    /// The rules, at the position after this number of the game's moves.
    fn rules_at(&self, place: usize) -> Box<dyn Engine> {
        let mut rules = open(&self.entry, &self.options);
        if rules.set_position(self.start(), &self.names()[..place]).is_err() {
            log::error!("a position can no longer be set up");
        }
        rules
    }

    /// Plays a legal move that took this time. If the flag has fallen, the game ends
    /// instead.
    ///
    /// # Errors
    /// If the game's own notation does not read the move.
    pub(super) fn play(
        &mut self,
        m: LegalMove,
        time: Duration,
        thought: Option<Thought>,
    ) -> Result<()> {
        let side = self.side();
        let before = self.clocks.clone();
        if !self.clocks[side.index()].press(time) {
            self.clocks = before;
            self.lose(side, Termination::Time, "the time is up");
            return Ok(());
        }
        self.push(m, time, thought)?;
        if let Some(turn) = self.turns.last_mut() {
            turn.clocks = before;
        }
        Ok(())
    }

    /// Plays a legal move without its clock.
    fn push(&mut self, m: LegalMove, time: Duration, thought: Option<Thought>) -> Result<()> {
        let (side, before) = (self.side(), self.rules.picture());
        let mut names = self.names();
        names.push(&m.name);
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let start = self.start.clone();
        let set = self.rules.set_position(start.as_deref(), &names);
        set.map_err(|_| anyhow!("the game cannot read its own move {}", m.name))?;
        let marks = marks(&m, before.as_ref(), self.rules.picture().as_ref());
        let clocks = self.clocks.clone();
        self.turns.push(PlayedTurn { side, played: m, marks, time, thought, clocks });
        Ok(())
    }

    /// Takes back moves, at least one, to the last turn of a side for which `is_own` is
    /// true. Returns their number; 0 if there was no such turn.
    pub(super) fn take_back(&mut self, is_own: impl Fn(Side) -> bool) -> usize {
        let Some(place) = self.turns.iter().rposition(|turn| is_own(turn.side)) else { return 0 };
        let taken = self.turns.split_off(place);
        if let Some(first) = taken.first() {
            self.clocks = first.clocks.clone();
        }
        self.end = None;
        let start = self.start.clone();
        let names: Vec<String> = self.names().into_iter().map(str::to_owned).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.set_rules(start.as_deref(), &names);
        taken.len()
    }

    /// Ends the game as lost for a side.
    pub(super) fn lose(&mut self, side: Side, termination: Termination, reason: &str) {
        let result = GameResult::Win(!side);
        self.end = Some(GameEnd { result, termination, reason: reason.to_owned() });
    }

    /// How the game ended, if it has.
    pub(super) fn end(&self) -> Option<GameEnd> {
        let by_rules = || {
            let (winner, ending) = self.rules.result()?;
            let result = winner.map_or(GameResult::Draw, GameResult::Win);
            let reason = ending.reason().to_owned();
            Some(GameEnd { result, termination: Termination::Rules, reason })
        };
        self.end.clone().or_else(by_rules)
    }

    /// The clocks; `None` if the game has none.
    pub(super) fn clocks(&self) -> Option<&[PlayerClock; 2]> {
        self.limit.clock.map(|_| &self.clocks)
    }

    /// The clocks, even if they do not run.
    pub(super) fn all_clocks(&self) -> &[PlayerClock; 2] {
        &self.clocks
    }

    /// The limit of each side.
    pub(super) fn limit(&self) -> Limit {
        self.limit
    }
}

/// The legal move of a position that a text means.
fn find(rules: &dyn Engine, text: &str) -> Result<LegalMove, TextError> {
    let name = match rules.paths(text) {
        Ok(paths) => paths.name,
        Err(error) => return loosely(rules, text).ok_or(error),
    };
    let legal = rules.legal_moves().into_iter().find(|m| m.name == name);
    legal.ok_or_else(|| TextError {
        at: 0,
        mismatch: Mismatch::new("no more moves, as the game is over", quote(text)),
    })
}

/// The only legal move that a text means if letters may be small and castling is written with
/// noughts: `nf3`, `0-0`.
fn loosely(rules: &dyn Engine, text: &str) -> Option<LegalMove> {
    let folded = |text: &str| text.trim_end_matches(['+', '#']).to_lowercase().replace('0', "o");
    let meant = folded(text);
    let is_meant =
        |m: &LegalMove| [&m.name, &m.record, &m.short].iter().any(|form| folded(form) == meant);
    let mut found = rules.legal_moves().into_iter().filter(is_meant);
    let only = found.next();
    if found.next().is_some() { None } else { only }
}

/// The marks of a move on the board: its cells, and all others that it changed.
fn marks(m: &LegalMove, before: Option<&Picture>, after: Option<&Picture>) -> Marks {
    let moved: Vec<usize> = [m.cells.from, m.cells.to].into_iter().flatten().collect();
    let (Some(before), Some(after)) = (before, after) else { return Marks::default() };
    let cells = before.cells.iter().zip(&after.cells).enumerate();
    let changed = cells.filter(|(_, (a, b))| a != b).map(|(cell, _)| cell);
    let changed = changed.filter(|cell| !moved.contains(cell)).collect();
    Marks { moved, changed }
}
