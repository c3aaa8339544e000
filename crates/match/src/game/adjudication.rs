//! Adjudication: the rules by which a match ends games early, in the adjudicator's
//! units.

use crate::plan::{DrawRule, Plan, ResignRule};
use crate::record::{GameResult, ReportedScore};
use plyglot_engine::{Adjudication, AdjudicationRules, DrawByScore, WinByScore};

/// The adjudication rules of a match, in plies. The opening's plies count as moves.
pub(super) fn rules(plan: &Plan) -> AdjudicationRules {
    in_plies(plan.draw, plan.resign, plan.max_moves)
}

fn in_plies(
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    max_moves: Option<u32>,
) -> AdjudicationRules {
    let plies = |moves: u32| moves.saturating_mul(2);
    AdjudicationRules {
        forced: None,
        win: resign.map(|ResignRule { move_count, score, two_sided }| WinByScore {
            moves: move_count,
            score,
            two_sided,
        }),
        draw: draw.map(|DrawRule { move_number, move_count, score }| DrawByScore {
            min_plies: plies(move_number),
            plies: plies(move_count),
            score,
        }),
        max_plies: max_moves.map(plies),
    }
}

/// The result of an adjudicated game, and the reason.
pub(super) fn result(plan: &Plan, adjudication: Adjudication) -> (GameResult, String) {
    let (result, reason) = match adjudication {
        Adjudication::Win(winner) => {
            let moves = plan.resign.map_or(0, |rule| rule.move_count);
            (GameResult::Win(winner), format!("lost by its score for {moves} moves"))
        }
        Adjudication::Draw => {
            let moves = plan.draw.map_or(0, |rule| rule.move_count);
            (GameResult::Draw, format!("drawn by both scores for {moves} moves"))
        }
        Adjudication::TooLong => {
            let moves = plan.max_moves.unwrap_or(0);
            (GameResult::Draw, format!("drawn after {moves} moves of both"))
        }
    };
    (result, reason)
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
    use plyglot_engine::Adjudicator;

    const DRAW: DrawRule = DrawRule { move_number: 3, move_count: 2, score: 5 };
    const RESIGN: ResignRule = ResignRule { move_count: 2, score: 400, two_sided: false };

    /// The ply after which these scores end a game, and the winner.
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
        assert_eq!(
            play(in_plies(Some(DRAW), None, None), &level),
            Some((6, None)),
            "not before move 3"
        );
        let mut late = level;
        late[4] = Centi(6);
        assert_eq!(
            play(in_plies(Some(DRAW), None, None), &late),
            None,
            "three plies are not two moves"
        );
    }

    #[test]
    fn an_engine_that_reports_a_lost_score_resigns() {
        let scores = [Centi(50), Centi(-400), Centi(90), Mate(-3)];
        assert_eq!(play(in_plies(None, Some(RESIGN), None), &scores), Some((4, Some(First))));
        let scores = [Centi(-500), Centi(20), Centi(-300), Centi(20), Centi(-500)];
        assert_eq!(play(in_plies(None, Some(RESIGN), None), &scores), None, "not in a row");
    }

    #[test]
    fn two_sided_resignation_needs_the_winner_too() {
        let rules = in_plies(None, Some(ResignRule { two_sided: true, ..RESIGN }), None);
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
        assert_eq!(play(in_plies(None, None, Some(2)), &scores), Some((4, None)));
    }
}
