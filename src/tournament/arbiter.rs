//! Who knows whose turn it is and who has won: our rules of the game, or,
//! where there are none, both engines, as long as they agree.

use super::player::{EngineFailure, Player};
use super::record::{GameResult, Opening, Termination};
use crate::engine::{Ending, LineOutcome, Referee};
use crate::games::Side;

/// The judge of one game.
pub(super) enum Arbiter {
    /// Our own rules.
    Rules(Box<dyn Referee>),
    /// The engines themselves, over UGI.
    Engines,
}

/// What the judge says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// The game is on, and this side is to move.
    Open(Side),
    /// It is over.
    Over(GameResult, Termination, String),
    /// A question was not answered by this player.
    Failed(usize, EngineFailure),
}

impl Arbiter {
    /// Goes to the beginning of a game.
    ///
    /// # Errors
    /// What is wrong with the opening.
    pub(super) fn begin(&mut self, opening: &Opening) -> Result<(), String> {
        let Arbiter::Rules(rules) = self else { return Ok(()) };
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        rules
            .set_position(opening.position.as_deref(), &moves)
            .map_err(|error| format!("the opening cannot be: {error:?}"))
    }

    /// Judges the position that `position`, a command, sets up.
    pub(super) fn judge(&self, players: &mut [&mut Player<'_>; 2], position: &str) -> Ruling {
        let Arbiter::Rules(rules) = self else { return ask_both(players, position) };
        match rules.result() {
            None => Ruling::Open(rules.side()),
            Some((winner, ending)) => {
                let result = winner.map_or(GameResult::Draw, GameResult::Win);
                let reason = match (winner, ending) {
                    (Some(_), _) => "won by the rules",
                    (None, Ending::Position) => "drawn by the rules",
                    (None, Ending::Repetition) => "drawn by repetition",
                };
                Ruling::Over(result, Termination::Rules, reason.to_owned())
            }
        }
    }

    /// Plays a move; gives it as records write it.
    ///
    /// # Errors
    /// Why it is not legal.
    pub(super) fn play(&mut self, name: &str) -> Result<String, String> {
        match self {
            Arbiter::Rules(rules) => rules.play(name).map_err(|error| error.to_string()),
            Arbiter::Engines if name.is_empty() || name == "(none)" => {
                Err("expected a move".to_owned())
            }
            Arbiter::Engines => Ok(name.to_owned()),
        }
    }

    /// Whether a move could be played now. Unknown rules allow everything.
    pub(super) fn is_legal(&self, name: &str) -> bool {
        match self {
            Arbiter::Rules(rules) => rules.read_move(name).is_ok(),
            Arbiter::Engines => true,
        }
    }

    /// Where a line of moves leads from here; `None` where nobody knows.
    pub(super) fn follow(&self, moves: &[&str]) -> Option<LineOutcome> {
        match self {
            Arbiter::Rules(rules) => Some(rules.follow(moves)),
            Arbiter::Engines => None,
        }
    }

    /// Whether two texts mean the same move here. Where no rules are known, or
    /// a move is not legal, so does the same text alone.
    pub(super) fn is_same(&self, one: &str, other: &str) -> bool {
        let read = |text: &str| match self {
            Arbiter::Rules(rules) => rules.read_move(text).ok(),
            Arbiter::Engines => None,
        };
        one == other || read(one).is_some_and(|m| Some(m) == read(other))
    }

    /// The side to move, where it is known.
    pub(super) fn side(&self) -> Option<Side> {
        match self {
            Arbiter::Rules(rules) => Some(rules.side()),
            Arbiter::Engines => None,
        }
    }

    /// The position as text, where it is known.
    pub(super) fn position(&self) -> String {
        match self {
            Arbiter::Rules(rules) => rules.position(),
            Arbiter::Engines => String::new(),
        }
    }
}

/// Asks both engines whether the game is over, and how.
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
        Err(Ruling::Over(GameResult::Unfinished, Termination::Disagreement, reason))
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
        Ok(Ruling::Over(result, Termination::Rules, reason))
    };
    ruling().unwrap_or_else(|ruling| ruling)
}
