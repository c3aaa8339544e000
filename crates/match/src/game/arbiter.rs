//! Decides whose turn it is and who has won. The built-in rules decide if the game is
//! known; otherwise both engines are queried and must agree.

use crate::engine::player::{EngineFailure, Player};
use crate::record::{GameEnd, GameResult, Opening, Termination};
use anyhow::{anyhow, bail};
use plyglot_core::game::Side;
use plyglot_engine::{LineOutcome, Referee};

/// The arbiter of one game.
pub(crate) enum Arbiter {
    /// The built-in rules.
    Rules(Box<dyn Referee>),
    /// The engines themselves, queried over UGI.
    Engines,
}

/// The arbiter's verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// The game is not over; this side is to move.
    Open(Side),
    /// The game is over.
    Over(GameEnd),
    /// This player (0 or 1) did not answer a query.
    Failed(usize, EngineFailure),
}

impl Arbiter {
    /// Sets up the start of a game.
    ///
    /// # Errors
    /// If the opening is not legal, with the reason.
    pub(crate) fn begin(&mut self, opening: &Opening) -> anyhow::Result<()> {
        let Arbiter::Rules(rules) = self else { return Ok(()) };
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        rules
            .set_position(opening.position.as_deref(), &moves)
            .map_err(|error| anyhow!("the opening is invalid: {error:?}"))
    }

    /// Judges the position that the UCI/UGI command `position` sets up.
    pub(crate) fn judge(&self, players: &mut [&mut Player<'_>; 2], position: &str) -> Ruling {
        let Arbiter::Rules(rules) = self else { return ask_both(players, position) };
        match rules.result() {
            None => Ruling::Open(rules.side()),
            Some((winner, ending)) => {
                let result = winner.map_or(GameResult::Draw, GameResult::Win);
                let reason = ending.reason().to_owned();
                Ruling::Over(GameEnd { result, termination: Termination::Rules, reason })
            }
        }
    }

    /// Plays a move. Returns it in the notation of game records (SAN in chess).
    ///
    /// # Errors
    /// If the move is not legal, with the reason.
    pub(crate) fn play(&mut self, name: &str) -> anyhow::Result<String> {
        match self {
            Arbiter::Rules(rules) => Ok(rules.play(name)?),
            Arbiter::Engines if name.is_empty() || name == "(none)" => bail!("expected a move"),
            Arbiter::Engines => Ok(name.to_owned()),
        }
    }

    /// Whether a move is legal in this position. Always true where the rules are
    /// unknown.
    pub(crate) fn is_legal(&self, name: &str) -> bool {
        match self {
            Arbiter::Rules(rules) => rules.read_move(name).is_ok(),
            Arbiter::Engines => true,
        }
    }

    /// The outcome of a line of moves from here; `None` where the rules are unknown.
    pub(crate) fn follow(&self, moves: &[&str]) -> Option<LineOutcome> {
        match self {
            Arbiter::Rules(rules) => Some(rules.follow(moves)),
            Arbiter::Engines => None,
        }
    }

    /// Whether two texts are the same move in this position. Where the rules are
    /// unknown, or a move is not legal, the texts themselves are compared.
    pub(crate) fn is_same(&self, one: &str, other: &str) -> bool {
        let read = |text: &str| match self {
            Arbiter::Rules(rules) => rules.read_move(text).ok(),
            Arbiter::Engines => None,
        };
        one == other || read(one).is_some_and(|m| Some(m) == read(other))
    }

    /// The side to move; `None` where the rules are unknown.
    pub(crate) fn side(&self) -> Option<Side> {
        match self {
            Arbiter::Rules(rules) => Some(rules.side()),
            Arbiter::Engines => None,
        }
    }

    /// The position as text; empty where the rules are unknown.
    pub(crate) fn position(&self) -> String {
        match self {
            Arbiter::Rules(rules) => rules.position(),
            Arbiter::Engines => String::new(),
        }
    }
}

/// Queries both engines: is the game over, and if so, with which result?
fn ask_both(players: &mut [&mut Player<'_>; 2], position: &str) -> Ruling {
    let mut asked = |question: &str| -> Result<[String; 2], Ruling> {
        let mut answers = [String::new(), String::new()];
        for (i, player) in players.iter_mut().enumerate() {
            answers[i] =
                player.query(position, question).map_err(|failure| Ruling::Failed(i, failure))?;
        }
        if answers[0] == answers[1] {
            return Ok(answers);
        }
        let reason = format!("{question}: one says {}, the other {}", answers[0], answers[1]);
        let termination = Termination::Disagreement;
        Err(Ruling::Over(GameEnd { result: GameResult::Unfinished, termination, reason }))
    };
    let mut ruling = || {
        let [is_over, _] = asked("gameover")?;
        if is_over != "true" {
            let [is_first, _] = asked("p1turn")?;
            let side = if is_first == "true" { Side::First } else { Side::Second };
            return Ok(Ruling::Open(side));
        }
        let [result, _] = asked("result")?;
        let result = match result.as_str() {
            "p1win" => GameResult::Win(Side::First),
            "p2win" => GameResult::Win(Side::Second),
            "draw" => GameResult::Draw,
            _ => GameResult::Unfinished,
        };
        let reason = "both engines say so".to_owned();
        Ok(Ruling::Over(GameEnd { result, termination: Termination::Rules, reason }))
    };
    ruling().unwrap_or_else(|ruling| ruling)
}
