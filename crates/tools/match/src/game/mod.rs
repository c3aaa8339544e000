//! One game between two engines. The rules decide; in a game that only the engines know, both of
//! them are asked.

mod adjudication;
mod answer_check;
mod clock;
pub(crate) mod live;

use crate::engine::player::view::PositionView;
use crate::engine::player::{EngineAnswer, EngineFailure, Player};
use crate::engine::stop::Stop;
use crate::plan::{MatchPlan, Protocol};
use crate::record::{GameEnd, GameRecord, Opening, PlayedMove, Pondering, Termination};
use crate::schedule::Fixture;
use answer_check::AnswerCheck;
use anyhow::anyhow;
use clock::PlayerClock;
use live::Live;
use plyglot_core::game::{GameResult, Side, quote};
use plyglot_engine::{Adjudicator, GameOver, Leniency, RESIGNATION, Referee, position_command};

pub(crate) struct MatchGame<'a, 'm> {
    pub(crate) plan: &'a MatchPlan,
    pub(crate) players: [&'a mut Player<'m>; 2],
    /// The rules; `None` if only the engines know the game.
    pub(crate) referee: Option<&'a mut dyn Referee>,
    pub(crate) stop: &'a Stop<'m>,
    pub(crate) live: &'a Live,
}

struct State {
    number: u32,
    clocks: [PlayerClock; 2],
    adjudicator: Adjudicator,
    /// The position that the game began with; `None` for the start position.
    start: Option<String>,
    /// All moves, including those of the opening.
    line: Vec<String>,
    moves: Vec<PlayedMove>,
    expected: [Option<String>; 2],
    /// The side that has made the last move.
    mover: Option<Side>,
}

impl State {
    fn position(&self) -> String {
        position_command(self.start.as_deref(), &self.line)
    }

    /// Whether the opponent played the move that `side` expected; `None` if it did not
    /// ponder. Clears the expectation.
    fn pondering(&mut self, side: Side) -> Option<Pondering> {
        let expected = self.expected[side].take()?;
        let is_hit = self.line.last() == Some(&expected);
        Some(if is_hit { Pondering::Hit } else { Pondering::Miss })
    }
}

impl MatchGame<'_, '_> {
    pub(crate) fn play(mut self, fixture: &Fixture, opening: &Opening) -> GameRecord {
        let limits = Side::BOTH.map(|side| self.players[side].spec().limit);
        // A game that only the engines know may have draws.
        let may_be_drawn = self.referee.as_ref().is_none_or(|referee| referee.may_be_drawn());
        let opening_plies = opening.moves.len();
        let mut state = State {
            number: fixture.number,
            clocks: limits.map(PlayerClock::new),
            adjudicator: Adjudicator::new(self.plan.adjudication, may_be_drawn, opening_plies),
            start: opening.position.clone(),
            line: opening.moves.clone(),
            moves: Vec::new(),
            expected: [None, None],
            mover: None,
        };
        let clocks = Side::BOTH.map(|side| state.clocks[side].seconds_left());
        self.live.begin(self.plan, fixture.number, fixture.engines, opening, clocks);
        let end = self.run(&mut state, opening);
        self.end_at_engines(end.result);
        let final_position = match &self.referee {
            Some(referee) => referee.position(),
            None => state.position(),
        };
        let record = GameRecord {
            number: fixture.number,
            round: fixture.round,
            engines: fixture.engines,
            opening: opening.clone(),
            moves: state.moves,
            end,
            final_position,
        };
        self.live.end(&record);
        record
    }

    fn run(&mut self, state: &mut State, opening: &Opening) -> GameEnd {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        if let Some(referee) = &mut self.referee
            && let Err(error) = referee.set_position(opening.position.as_deref(), &moves)
        {
            self.stop.fail(anyhow!("the opening is invalid: {error:?}"));
            return interrupted();
        }
        for side in Side::BOTH {
            if let Err(failure) = self.players[side].new_game() {
                return self.lose(side, failure);
            }
        }
        loop {
            if let Some(end) = self.step(state) {
                return end;
            }
        }
    }

    fn step(&mut self, state: &mut State) -> Option<GameEnd> {
        if self.stop.is_asked() {
            return Some(interrupted());
        }
        let side = match self.turn(state) {
            Ok(side) => side,
            Err(end) => return Some(end),
        };
        let pondering = state.pondering(side);
        let mut answer = match self.think(state, side, pondering) {
            Ok(answer) => answer,
            Err(failure) => return Some(self.lose(side, failure)),
        };
        let clock = &mut state.clocks[side];
        answer.time = clock.charge(answer.time, answer.search_output.nodes);
        if !clock.press(answer.time) {
            let reason = clock.complaint(answer.time);
            return Some(self.lose(side, EngineFailure { termination: Termination::Time, reason }));
        }
        self.accept(state, side, answer, pondering)
    }

    /// The side to move, or how the game has ended.
    fn turn(&mut self, state: &State) -> Result<Side, GameEnd> {
        let Some(referee) = &self.referee else { return self.turn_by_engines(state) };
        let Some(GameOver { result, ending }) = referee.result() else { return Ok(referee.side()) };
        let reason = ending.reason();
        Err(GameEnd { result, termination: Termination::Rules, reason })
    }

    fn turn_by_engines(&mut self, state: &State) -> Result<Side, GameEnd> {
        let position = state.position();
        let first = self.view(Side::First, &position)?;
        let second = self.view(Side::Second, &position)?;
        match (first, second, state.mover) {
            (PositionView::ToMove(side), PositionView::ToMove(other), _) if side == other => {
                Ok(side)
            }
            (PositionView::Over(result), PositionView::Over(other), _) if result == other => {
                let reason = "both engines say so".to_owned();
                Err(GameEnd { result, termination: Termination::Rules, reason })
            }
            (PositionView::Refused(why), PositionView::Refused(_), Some(mover)) => {
                let name = state.line.last().map_or("", String::as_str);
                let reason = format!("both engines refuse the move {}: {why}", quote(name));
                let termination = Termination::IllegalMove;
                Err(self.lose(mover, EngineFailure { termination, reason }))
            }
            (first, second, _) => Err(self.disagreement(state, &[first, second])),
        }
    }

    fn view(&mut self, side: Side, position: &str) -> Result<PositionView, GameEnd> {
        let view = self.players[side].view(position);
        view.map_err(|failure| self.lose(side, failure))
    }

    /// The end of a game in which the engines do not mean the same rules. It does not count.
    fn disagreement(&self, state: &State, views: &[PositionView; 2]) -> GameEnd {
        let first = format!("{}: {}", self.players[0].spec().name, views[0]);
        let second = format!("{}: {}", self.players[1].spec().name, views[1]);
        let last = state.line.last().map_or("at the start".to_owned(), |m| format!("after {m}"));
        GameEnd {
            result: GameResult::Unfinished,
            termination: Termination::Disagreement,
            reason: format!("the engines disagree {last}: {first}; {second}"),
        }
    }

    /// Checks and plays the move that `side` has sent.
    fn accept(
        &mut self,
        state: &mut State,
        side: Side,
        answer: EngineAnswer,
        ponder: Option<Pondering>,
    ) -> Option<GameEnd> {
        if answer.best == RESIGNATION {
            let reason = "it resigns".to_owned();
            return Some(
                self.lose(side, EngineFailure { termination: Termination::Rules, reason }),
            );
        }
        let warnings = self.faults(side, &answer);
        let played = match &mut self.referee {
            Some(referee) => referee.play(&answer.best),
            None => Ok(answer.best.clone()),
        };
        let record = match played {
            Ok(record) => record,
            Err(error) => {
                let reason = format!("the move {} is not legal: {error}", quote(&answer.best));
                let termination = Termination::IllegalMove;
                return Some(self.lose(side, EngineFailure { termination, reason }));
            }
        };
        let search_output = answer.search_output;
        state.line.push(answer.best.clone());
        state.mover = Some(side);
        let played = PlayedMove {
            name: answer.best,
            record,
            score: search_output.score,
            depth: search_output.depth,
            first_depth: search_output.first_depth,
            nodes: search_output.nodes,
            ponder,
            time: answer.time,
            warnings,
        };
        let left = state.clocks[side].seconds_left();
        self.live.moved(state.number, &played, left, &search_output.line);
        state.moves.push(played);
        let score = search_output.score.map(adjudication::centi);
        if let Some(ended) = state.adjudicator.note(side, score) {
            let reason = adjudication::reason(self.plan.adjudication, ended);
            let result = ended.result();
            return Some(GameEnd { result, termination: Termination::Adjudication, reason });
        }
        self.ponder(state, side, answer.ponder)
    }

    fn faults(&self, side: Side, answer: &EngineAnswer) -> Vec<String> {
        let protocol = self.players[side].spec().protocol;
        let Some(referee) = self.referee.as_deref() else { return Vec::new() };
        AnswerCheck { referee, checks: self.plan.checks, protocol }.faults(answer)
    }

    /// Lets `side` search for its move. After a ponder hit its search continues.
    fn think(
        &mut self,
        state: &State,
        side: Side,
        pondering: Option<Pondering>,
    ) -> Result<EngineAnswer, EngineFailure> {
        let allowance = state.clocks[side].allowance();
        if pondering == Some(Pondering::Hit) {
            self.players[side].ponderhit()?;
        } else {
            self.players[side].abandon()?;
            let go = self.go(state, side);
            self.players[side].begin(&state.position(), &go)?;
        }
        let live = self.live;
        self.players[side]
            .answer(allowance, |time, output| live.thinks(state.number, side, time, output))
    }

    fn ponder(&mut self, state: &mut State, side: Side, reply: Option<String>) -> Option<GameEnd> {
        let reply = reply.filter(|reply| {
            // UGI does not know pondering.
            let can_ponder = self.players[side].spec().protocol != Protocol::Ugi;
            let is_legal = self
                .referee
                .as_ref()
                .is_some_and(|referee| referee.read_move(reply, Leniency::Exact).is_ok());
            self.players[side].spec().ponder && can_ponder && is_legal
        })?;
        let position = format!("{} {reply}", state.position());
        let go = self.go(state, side).replacen("go", "go ponder", 1);
        state.expected[side] = Some(reply);
        let begun = self.players[side].begin(&position, &go);
        begun.err().map(|failure| self.lose(side, failure))
    }

    fn go(&self, state: &State, side: Side) -> String {
        let own = &state.clocks[side];
        let other = &state.clocks[!side];
        own.go(other, side == Side::First)
    }

    /// Ends the game at both engines. One that does not stop its search is ended, and started again
    /// for its next game.
    fn end_at_engines(&mut self, result: GameResult) {
        for side in Side::BOTH {
            let player = &mut self.players[side];
            if player.end_game(result.outcome(side)).is_err() {
                player.stop_running();
            }
        }
    }

    /// The end of the game if `side` has failed: it is lost, unless the match is
    /// ending. Nothing is waited for then, so that any request may fail, and an end of the
    /// session may have ended the engine. Every failure comes through here.
    fn lose(&self, side: Side, failure: EngineFailure) -> GameEnd {
        if self.stop.is_asked() {
            return interrupted();
        }
        let EngineFailure { termination, reason } = failure;
        let name = &self.players[side].spec().name;
        let reason = format!("{name}: {reason}");
        GameEnd { result: GameResult::Win(!side), termination, reason }
    }
}

fn interrupted() -> GameEnd {
    GameEnd {
        result: GameResult::Unfinished,
        termination: Termination::Interrupted,
        reason: "the match was ended".to_owned(),
    }
}
