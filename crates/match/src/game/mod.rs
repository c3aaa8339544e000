//! One game between two engines.

mod adjudication;
mod answer_check;
pub(crate) mod clock;
pub(crate) mod live;

use crate::engine::player::{EngineAnswer, EngineFailure, Player};
use crate::engine::stop::Stop;
use crate::plan::{Plan, Protocol};
use crate::record::{GameEnd, GameRecord, GameResult, Opening, PlayedMove, Pondering, Termination};
use crate::schedule::Fixture;
use answer_check::AnswerCheck;
use anyhow::anyhow;
use clock::PlayerClock;
use live::Live;
use plyglot_core::game::{Side, quote};
use plyglot_engine::{Adjudicator, Referee};

pub(crate) struct MatchGame<'a, 'm> {
    pub(crate) plan: &'a Plan,
    pub(crate) players: [&'a mut Player<'m>; 2],
    pub(crate) referee: &'a mut dyn Referee,
    pub(crate) stop: &'a Stop<'m>,
    pub(crate) live: &'a Live,
}

/// The part of a game that changes with every move.
struct State {
    clocks: [PlayerClock; 2],
    adjudicator: Adjudicator,
    /// The command that sets up the position, without its moves.
    start: String,
    /// All moves, including those of the opening.
    line: Vec<String>,
    moves: Vec<PlayedMove>,
    expected: [Option<String>; 2],
}

impl State {
    fn position(&self) -> String {
        if self.line.is_empty() {
            self.start.clone()
        } else {
            format!("{} moves {}", self.start, self.line.join(" "))
        }
    }

    /// Whether the opponent played the move that `side` expected; `None` if it did not
    /// ponder. Clears the expectation.
    fn pondering(&mut self, side: Side) -> Option<Pondering> {
        let expected = self.expected[side.index()].take()?;
        let is_hit = self.line.last() == Some(&expected);
        Some(if is_hit { Pondering::Hit } else { Pondering::Miss })
    }
}

impl MatchGame<'_, '_> {
    pub(crate) fn play(mut self, fixture: &Fixture, opening: &Opening) -> GameRecord {
        self.live.begin(self.plan, fixture, opening);
        let limits = [0, 1].map(|i| self.players[i].spec().limit);
        let mut state = State {
            clocks: limits.map(PlayerClock::new),
            adjudicator: Adjudicator::new(self.plan.adjudication, opening.moves.len()),
            start: match &opening.position {
                None => "position startpos".to_owned(),
                Some(text) => format!("position fen {text}"),
            },
            line: opening.moves.clone(),
            moves: Vec::new(),
            expected: [None, None],
        };
        let end = self.run(&mut state, fixture, opening);
        self.abandon_pondering();
        let record = GameRecord {
            number: fixture.number,
            round: fixture.round,
            engines: fixture.engines,
            opening: opening.clone(),
            moves: state.moves,
            end,
            final_position: self.referee.position(),
        };
        self.live.end(&record);
        record
    }

    fn run(&mut self, state: &mut State, fixture: &Fixture, opening: &Opening) -> GameEnd {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        if let Err(error) = self.referee.set_position(opening.position.as_deref(), &moves) {
            self.stop.fail(anyhow!("the opening is invalid: {error:?}"));
            return interrupted();
        }
        for side in [Side::First, Side::Second] {
            if let Err(failure) = self.players[side.index()].new_game() {
                return self.lose(side, failure);
            }
        }
        loop {
            let played = state.moves.len();
            let end = self.step(state);
            state.moves[played..].iter().for_each(|m| self.live.moved(fixture, m));
            if let Some(end) = end {
                return end;
            }
        }
    }

    fn step(&mut self, state: &mut State) -> Option<GameEnd> {
        if self.stop.is_asked() {
            return Some(interrupted());
        }
        if let Some((winner, ending)) = self.referee.result() {
            let result = winner.map_or(GameResult::Draw, GameResult::Win);
            let reason = ending.reason().to_owned();
            return Some(GameEnd { result, termination: Termination::Rules, reason });
        }
        let side = self.referee.side();
        let pondering = state.pondering(side);
        let mut answer = match self.think(state, side, pondering) {
            Ok(answer) => answer,
            Err(failure) => return Some(self.lose(side, failure)),
        };
        let clock = &mut state.clocks[side.index()];
        answer.time = clock.charge(answer.time, answer.search_output.nodes);
        if !clock.press(answer.time) {
            let reason = clock.complaint(answer.time);
            return Some(self.lose(side, EngineFailure { termination: Termination::Time, reason }));
        }
        self.accept(state, side, answer, pondering)
    }

    /// Checks and plays the move that `side` has sent.
    fn accept(
        &mut self,
        state: &mut State,
        side: Side,
        answer: EngineAnswer,
        ponder: Option<Pondering>,
    ) -> Option<GameEnd> {
        let warnings = self.faults(side, &answer);
        let record = match self.referee.play(&answer.best) {
            Ok(record) => record,
            Err(error) => {
                let reason = format!("the move {} is not legal: {error}", quote(&answer.best));
                let termination = Termination::IllegalMove;
                return Some(self.lose(side, EngineFailure { termination, reason }));
            }
        };
        let search_output = answer.search_output;
        state.line.push(answer.best.clone());
        state.moves.push(PlayedMove {
            name: answer.best,
            record,
            score: search_output.score,
            depth: search_output.depth,
            first_depth: search_output.first_depth,
            nodes: search_output.nodes,
            ponder,
            time: answer.time,
            warnings,
        });
        let score = search_output.score.map(adjudication::centi);
        if let Some(ended) = state.adjudicator.note(side, score) {
            let (result, reason) = adjudication::result(self.plan.adjudication, ended);
            return Some(GameEnd { result, termination: Termination::Adjudication, reason });
        }
        self.ponder(state, side, answer.ponder)
    }

    fn faults(&self, side: Side, answer: &EngineAnswer) -> Vec<String> {
        let protocol = self.players[side.index()].spec().protocol;
        AnswerCheck { referee: self.referee, checks: self.plan.checks, protocol }.faults(answer)
    }

    /// Lets `side` search for its move. After a ponder hit its search continues.
    fn think(
        &mut self,
        state: &State,
        side: Side,
        pondering: Option<Pondering>,
    ) -> Result<EngineAnswer, EngineFailure> {
        let i = side.index();
        let allowance = state.clocks[i].allowance();
        if pondering == Some(Pondering::Hit) {
            self.players[i].ponderhit()?;
        } else {
            self.players[i].abandon()?;
            let go = self.go(state, side);
            self.players[i].begin(&state.position(), &go)?;
        }
        self.players[i].answer(allowance)
    }

    fn ponder(&mut self, state: &mut State, side: Side, reply: Option<String>) -> Option<GameEnd> {
        let i = side.index();
        let reply = reply.filter(|reply| {
            let speaks_uci = self.players[i].spec().protocol == Protocol::Uci;
            self.players[i].spec().ponder && speaks_uci && self.referee.read_move(reply).is_ok()
        })?;
        let position = format!("{} {reply}", state.position());
        let go = self.go(state, side).replacen("go", "go ponder", 1);
        state.expected[i] = Some(reply);
        let begun = self.players[i].begin(&position, &go);
        begun.err().map(|failure| self.lose(side, failure))
    }

    fn go(&self, state: &State, side: Side) -> String {
        let (own, other) = (&state.clocks[side.index()], &state.clocks[(!side).index()]);
        own.go(other, side == Side::First, self.players[side.index()].time_words())
    }

    /// Ends searches that are no longer needed. An engine that does not stop is ended,
    /// and started again for its next game.
    fn abandon_pondering(&mut self) {
        for player in &mut self.players {
            if player.abandon().is_err() {
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
        let name = &self.players[side.index()].spec().name;
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
