//! Decides whose turn it is and who has won. The built-in rules decide if the game is
//! known; otherwise both engines are queried and must agree. Scores may end a game early.

use crate::engine::player::{EngineFailure, Player};
use crate::record::{GameEnd, GameResult, Opening, ReportedScore, Termination};
use anyhow::{anyhow, bail};
use plyglot_core::game::Side;
use plyglot_engine::{Adjudication, AdjudicationRules, LineOutcome, Referee};

pub(crate) enum Arbiter {
    /// The built-in rules.
    Rules(Box<dyn Referee>),
    /// The engines themselves, queried over UGI.
    Engines,
}

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
    pub(crate) fn begin(&mut self, opening: &Opening) -> anyhow::Result<()> {
        let Arbiter::Rules(rules) = self else { return Ok(()) };
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        rules
            .set_position(opening.position.as_deref(), &moves)
            .map_err(|error| anyhow!("the opening is invalid: {error:?}"))
    }

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

    pub(crate) fn follow(&self, moves: &[&str]) -> Option<LineOutcome> {
        match self {
            Arbiter::Rules(rules) => Some(rules.follow(moves)),
            Arbiter::Engines => None,
        }
    }

    /// Whether two texts are the same move in this position. If the rules are
    /// unknown, or a move is not legal, the texts themselves are compared.
    pub(crate) fn is_same(&self, one: &str, other: &str) -> bool {
        let read = |text: &str| match self {
            Arbiter::Rules(rules) => rules.read_move(text).ok(),
            Arbiter::Engines => None,
        };
        one == other || read(one).is_some_and(|m| Some(m) == read(other))
    }

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

pub(super) fn result(rules: AdjudicationRules, ended: Adjudication) -> (GameResult, String) {
    let AdjudicationRules { win, draw, max_plies, .. } = rules;
    match ended {
        Adjudication::Win(winner) => {
            let moves = win.map_or(0, |rule| rule.moves);
            (GameResult::Win(winner), format!("lost by its score for {moves} moves"))
        }
        Adjudication::Draw => {
            let moves = draw.map_or(0, |rule| rule.plies / 2);
            (GameResult::Draw, format!("drawn by both scores for {moves} moves"))
        }
        Adjudication::TooLong => {
            let moves = max_plies.unwrap_or(0) / 2;
            (GameResult::Draw, format!("drawn after {moves} moves of both"))
        }
    }
}

/// A score in centi-units. Forced results lie beyond all other scores.
pub(super) fn centi(score: ReportedScore) -> i32 {
    const FORCED: i32 = 1_000_000;
    match score {
        ReportedScore::Centi(centi) => centi,
        ReportedScore::Mate(moves) if moves > 0 => FORCED,
        ReportedScore::Mate(_) => -FORCED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReportedScore::{Centi, Mate};
    use plyglot_core::game::Side::{self, First, Second};
    use plyglot_engine::{Adjudicator, DrawByScore, WinByScore};

    const NONE: AdjudicationRules =
        AdjudicationRules { forced: None, win: None, draw: None, max_plies: None };
    const DRAW: AdjudicationRules =
        AdjudicationRules { draw: Some(DrawByScore { min_plies: 6, plies: 4, score: 5 }), ..NONE };
    const RESIGN: WinByScore = WinByScore { moves: 2, score: 400, two_sided: false };

    fn play(rules: AdjudicationRules, scores: &[ReportedScore]) -> Option<(usize, Option<Side>)> {
        let mut adjudicator = Adjudicator::new(rules, 0);
        scores.iter().enumerate().find_map(|(i, &score)| {
            let side = if i % 2 == 0 { First } else { Second };
            let ended = adjudicator.note(side, Some(centi(score)))?;
            Some((i + 1, ended.winner()))
        })
    }

    #[test]
    fn a_draw_needs_both_scores_small_for_long_enough() {
        let level = [Centi(0); 8];
        assert_eq!(play(DRAW, &level), Some((6, None)), "not before move 3");
        let mut late = level;
        late[4] = Centi(6);
        assert_eq!(play(DRAW, &late), None, "three plies are not two moves");
    }

    #[test]
    fn an_engine_that_reports_a_lost_score_resigns() {
        let scores = [Centi(50), Centi(-400), Centi(90), Mate(-3)];
        assert_eq!(
            play(AdjudicationRules { win: Some(RESIGN), ..NONE }, &scores),
            Some((4, Some(First)))
        );
        let scores = [Centi(-500), Centi(20), Centi(-300), Centi(20), Centi(-500)];
        assert_eq!(
            play(AdjudicationRules { win: Some(RESIGN), ..NONE }, &scores),
            None,
            "not in a row"
        );
    }

    #[test]
    fn two_sided_resignation_needs_the_winner_too() {
        let rules =
            AdjudicationRules { win: Some(WinByScore { two_sided: true, ..RESIGN }), ..NONE };
        let scores = [Centi(100), Centi(-500), Centi(450), Centi(-500), Mate(4), Centi(-500)];
        assert_eq!(play(rules, &scores), Some((5, Some(First))));
    }

    #[test]
    fn mate_in_no_moves_is_said_by_the_side_that_is_mated() {
        assert!(centi(Mate(0)) < centi(Centi(-30_000)) && centi(Mate(1)) > centi(Centi(30_000)));
    }

    #[test]
    fn a_game_ends_after_the_most_moves_allowed() {
        let scores = [Centi(100); 4];
        assert_eq!(
            play(AdjudicationRules { max_plies: Some(4), ..NONE }, &scores),
            Some((4, None))
        );
    }
}
