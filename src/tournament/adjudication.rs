//! Games that are over before the rules say so.

use super::plan::{DrawRule, Plan, ResignRule};
use super::record::{GameResult, ReportedScore};
use crate::games::Side;

/// Counts what the rules of the match count.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    max_moves: Option<u32>,
    plies: u32,
    /// Plies in a row, up to now, whose scores were near 0.
    level: u32,
    /// Moves in a row of each side in which it saw itself lost, and won.
    lost: [u32; 2],
    won: [u32; 2],
}

impl Adjudicator {
    /// For a game of this match. The opening's plies count as moves.
    pub(super) fn new(plan: &Plan, opening_plies: usize) -> Adjudicator {
        Adjudicator {
            draw: plan.draw,
            resign: plan.resign,
            max_moves: plan.max_moves,
            plies: opening_plies as u32,
            level: 0,
            lost: [0; 2],
            won: [0; 2],
        }
    }

    /// Notes a move of `side` and its score for that side; gives the result
    /// and why, if it decides the game.
    pub(super) fn note(
        &mut self,
        side: Side,
        score: Option<ReportedScore>,
    ) -> Option<(GameResult, String)> {
        self.plies += 1;
        let centi = score.map(centi);
        let within = |bound: i32| centi.is_some_and(|centi| centi.abs() <= bound);
        self.level = match self.draw {
            Some(rule) if within(rule.score) => self.level + 1,
            _ => 0,
        };
        if let Some(rule) = self.resign {
            let count = |old: u32, is_so: bool| if is_so { old + 1 } else { 0 };
            let (lost, won) = (&mut self.lost[side.index()], &mut self.won[side.index()]);
            *lost = count(*lost, centi.is_some_and(|centi| centi <= -rule.score));
            *won = count(*won, centi.is_some_and(|centi| centi >= rule.score));
        }
        self.resigned(side).or_else(|| self.drawn())
    }

    fn resigned(&self, side: Side) -> Option<(GameResult, String)> {
        let rule = self.resign?;
        let loser = [side, !side].into_iter().find(|loser| {
            let agrees = !rule.two_sided || self.won[(!*loser).index()] >= rule.move_count;
            self.lost[loser.index()] >= rule.move_count && agrees
        })?;
        let reason = format!("lost by its score for {} moves", rule.move_count);
        Some((GameResult::Win(!loser), reason))
    }

    fn drawn(&self) -> Option<(GameResult, String)> {
        if let Some(rule) = self.draw
            && self.plies >= 2 * rule.move_number
            && self.level >= 2 * rule.move_count
        {
            let reason = format!("drawn by both scores for {} moves", rule.move_count);
            return Some((GameResult::Draw, reason));
        }
        let most = self.max_moves?;
        (self.plies >= 2 * most)
            .then(|| (GameResult::Draw, format!("drawn after {most} moves of both")))
    }
}

/// A score as centi-units, forced results beyond all others.
fn centi(score: ReportedScore) -> i32 {
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
    use Side::{First, Second};

    fn adjudicator() -> Adjudicator {
        Adjudicator {
            draw: Some(DrawRule { move_number: 3, move_count: 2, score: 5 }),
            resign: Some(ResignRule { move_count: 2, score: 400, two_sided: false }),
            max_moves: None,
            plies: 0,
            level: 0,
            lost: [0; 2],
            won: [0; 2],
        }
    }

    fn play(mut rules: Adjudicator, scores: &[ReportedScore]) -> Option<(usize, GameResult)> {
        scores.iter().enumerate().find_map(|(i, &score)| {
            let side = if i % 2 == 0 { First } else { Second };
            rules.note(side, Some(score)).map(|(result, _)| (i + 1, result))
        })
    }

    #[test]
    fn a_draw_needs_both_scores_small_for_long_enough() {
        let level = [Centi(0); 8];
        assert_eq!(play(adjudicator(), &level), Some((6, GameResult::Draw)), "not before move 3");
        let mut late = level;
        late[4] = Centi(6);
        assert_eq!(play(adjudicator(), &late), None, "three plies are not two moves");
    }

    #[test]
    fn an_engine_that_reports_a_lost_score_resigns() {
        let scores = [Centi(50), Centi(-400), Centi(90), Mate(-3)];
        assert_eq!(play(adjudicator(), &scores), Some((4, GameResult::Win(First))));
        let scores = [Centi(-500), Centi(20), Centi(-300), Centi(20), Centi(-500)];
        assert_eq!(play(adjudicator(), &scores), None, "not in a row");
    }

    #[test]
    fn two_sided_resignation_needs_the_winner_too() {
        let mut rules = adjudicator();
        rules.resign = Some(ResignRule { move_count: 2, score: 400, two_sided: true });
        let scores = [Centi(100), Centi(-500), Centi(450), Centi(-500), Mate(4), Centi(-500)];
        assert_eq!(play(rules, &scores), Some((5, GameResult::Win(First))));
    }

    #[test]
    fn a_game_has_no_more_moves_than_it_may() {
        let mut rules = adjudicator();
        rules.max_moves = Some(2);
        let scores = [Centi(100); 4];
        assert_eq!(play(rules, &scores), Some((4, GameResult::Draw)));
    }
}
