//! A game as it is played: its start, its moves and its end.

use super::screen::Marks;
use crate::shared::{changed_cells, number_after, shown_line};
use anyhow::{Context, Result};
use plyglot_core::game::{Picture, Side, TextError, text_error};
use plyglot_engine::{Engine, GameEntry, LegalMove, SearchInfo, WrittenPosition};
use plyglot_match::PlayerClock;
use plyglot_match::plan::Limit;
use plyglot_match::record::{GameEnd, GameResult, Termination};
use std::time::Duration;

#[derive(Clone, Debug)]
pub(super) struct PlayedTurn {
    pub(super) side: Side,
    /// As people count, from 1.
    pub(super) number: usize,
    pub(super) played: LegalMove,
    pub(super) marks: Marks,
    pub(super) time: Duration,
    pub(super) is_engines: bool,
    /// What the engine expected; `None` if it chose a move that its search did not prefer.
    pub(super) expected: Option<SearchInfo>,
    clocks: [PlayerClock; 2],
}

#[derive(Clone, Debug)]
pub(super) enum MoveMaker {
    Person,
    /// With what it expected, if its search preferred the move.
    Engine(Option<SearchInfo>),
}

pub(super) struct PlayedGame {
    pub(super) entry: GameEntry,
    pub(super) options: Vec<(String, String)>,
    pub(super) limit: Limit,
    rules: Box<dyn Engine>,
    /// The first position; `None` if it is the usual one.
    start: Option<String>,
    turns: Vec<PlayedTurn>,
    /// How many of the turns were there when the game began.
    given_turns: usize,
    clocks: [PlayerClock; 2],
    /// An end other than by the rules.
    end: Option<GameEnd>,
}

impl PlayedGame {
    /// A game with these options of its rules, from a position, which moves may follow.
    pub(super) fn new(
        entry: &GameEntry,
        options: Vec<(String, String)>,
        limit: Limit,
        position: &str,
    ) -> Result<PlayedGame, TextError> {
        let mut rules = entry.open();
        for (name, value) in &options {
            rules.set_option(name, value);
        }
        let usual = rules.position();
        let written = WrittenPosition::of(position);
        written.set_up(|start, moves| rules.set_position(start, moves))?;
        let set = |rules: &mut dyn Engine, moves: &[&str]| {
            written.set_up(|start, _| rules.set_position(start, moves))
        };
        set(&mut *rules, &[])?;
        let position = rules.position();
        let mut game = PlayedGame {
            entry: *entry,
            options,
            limit,
            rules,
            start: (position != usual).then_some(position),
            turns: Vec::new(),
            given_turns: 0,
            clocks: [PlayerClock::new(limit), PlayerClock::new(limit)],
            end: None,
        };
        for (i, &word) in written.moves.iter().enumerate() {
            let found = game.find(word).ok();
            let clocks = game.clocks.clone();
            let push = |m| game.push(m, Duration::ZERO, MoveMaker::Person, clocks).ok();
            if found.and_then(push).is_none() {
                // Several moves in one word: the game begins after them.
                game.turns.clear();
                set(&mut *game.rules, &written.moves[..=i])?;
                game.start = Some(game.rules.position());
            }
        }
        game.given_turns = game.turns.len();
        Ok(game)
    }

    pub(super) fn restart(&mut self) {
        self.turns.truncate(self.given_turns);
        self.clocks = [PlayerClock::new(self.limit), PlayerClock::new(self.limit)];
        self.end = None;
        self.rules = self.rules_at(self.turns.len());
    }

    pub(super) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    pub(super) fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.turns.iter().map(|turn| turn.played.name.as_str()).collect()
    }

    pub(super) fn rules(&self) -> &dyn Engine {
        &*self.rules
    }

    /// The moves of a line in their form for people, after this number of the game's moves.
    pub(super) fn shown_line(&self, place: usize, line: &[String]) -> Vec<String> {
        shown_line(self.rules_at(place), line)
    }

    /// A board with pieces of both sides: that of the position, or of one or two moves later
    /// where a side has none yet.
    pub(super) fn sample(&self) -> Option<Picture> {
        let mut rules = self.rules.copy();
        for _ in 0..2 {
            let Some(next) = rules.legal_moves().into_iter().next() else { break };
            rules.push(&next.name).ok()?;
        }
        rules.picture()
    }

    pub(super) fn side(&self) -> Side {
        self.rules.side()
    }

    pub(super) fn side_name(&self, side: Side) -> &'static str {
        self.entry.info.sides[side.index()]
    }

    /// The legal move that a text means, in any notation of the game.
    pub(super) fn find(&self, text: &str) -> Result<LegalMove, TextError> {
        find(&*self.rules, text)
    }

    /// The legal move that a text means in the position after this number of the game's moves.
    pub(super) fn find_at(&self, place: usize, text: &str) -> Result<LegalMove, TextError> {
        find(&*self.rules_at(place), text)
    }

    /// The side that moves after this number of the game's moves.
    pub(super) fn side_at(&self, place: usize) -> Side {
        self.turns.get(place).map_or(self.side(), |turn| turn.side)
    }

    /// The rules, at the position after this number of the game's moves.
    fn rules_at(&self, place: usize) -> Box<dyn Engine> {
        let mut rules = self.rules.copy();
        if rules.set_position(self.start(), &self.names()[..place]).is_err() {
            log::error!("a position can no longer be set up");
        }
        rules
    }

    /// Plays a legal move that took this time. If the flag has fallen, the game ends
    /// instead.
    pub(super) fn play(&mut self, m: LegalMove, time: Duration, maker: MoveMaker) -> Result<()> {
        let side = self.side();
        let clocks = self.clocks.clone();
        if !self.clocks[side.index()].press(time) {
            self.clocks = clocks;
            self.lose(side, Termination::Time, "the time is up");
            return Ok(());
        }
        self.push(m, time, maker, clocks)
    }

    fn push(
        &mut self,
        m: LegalMove,
        time: Duration,
        maker: MoveMaker,
        clocks: [PlayerClock; 2],
    ) -> Result<()> {
        let (side, before) = (self.side(), self.rules.picture());
        let last = self.turns.last().map(|turn| (turn.number, turn.side));
        let number = number_after(last, side, &self.rules.position());
        let pushed = self.rules.push(&m.name).ok();
        pushed.with_context(|| format!("internal error: move {} not recognised", m.name))?;
        let marks = before.zip(self.rules.picture()).map(|(before, after)| Marks {
            moved: [m.cells.from, m.cells.to].into_iter().flatten().collect(),
            changed: changed_cells(&m, &before, &after),
        });
        let (is_engines, expected) = match maker {
            MoveMaker::Person => (false, None),
            MoveMaker::Engine(expected) => (true, expected),
        };
        let (played, marks) = (m, marks.unwrap_or_default());
        self.turns.push(PlayedTurn {
            side,
            number,
            played,
            marks,
            time,
            is_engines,
            expected,
            clocks,
        });
        Ok(())
    }

    /// Takes back moves, at least one, to the last turn of a side for which `is_own` is
    /// true. Returns their number; 0 if there was no such turn.
    pub(super) fn take_back(&mut self, is_own: impl Fn(Side) -> bool) -> usize {
        let Some(place) = self.turns.iter().rposition(|turn| is_own(turn.side)) else { return 0 };
        let taken = self.turns.split_off(place);
        self.clocks = taken[0].clocks.clone();
        self.end = None;
        self.rules = self.rules_at(place);
        taken.len()
    }

    pub(super) fn lose(&mut self, side: Side, termination: Termination, reason: &str) {
        let result = GameResult::Win(!side);
        self.end = Some(GameEnd { result, termination, reason: reason.to_owned() });
    }

    pub(super) fn end(&self) -> Option<GameEnd> {
        let by_rules = || {
            let (winner, ending) = self.rules.result()?;
            let result = winner.map_or(GameResult::Draw, GameResult::Win);
            let reason = ending.reason().to_owned();
            Some(GameEnd { result, termination: Termination::Rules, reason })
        };
        self.end.clone().or_else(by_rules)
    }

    pub(super) fn clocks(&self) -> Option<&[PlayerClock; 2]> {
        self.limit.clock.map(|_| &self.clocks)
    }
}

/// The legal move of a position that a text means.
fn find(rules: &dyn Engine, text: &str) -> Result<LegalMove, TextError> {
    match rules.legal_move(text) {
        Ok(_) if rules.result().is_some() => {
            Err(text_error(text, 0, "no more moves, as the game is over"))
        }
        found => found,
    }
}
