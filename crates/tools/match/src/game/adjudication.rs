//! Adjudication: scores or length may end a game early.

use crate::record::ReportedScore;
use plyglot_engine::{Adjudication, AdjudicationRules};

pub(super) fn reason(rules: AdjudicationRules, ended: Adjudication) -> String {
    let AdjudicationRules { win, draw, max_plies, .. } = rules;
    match ended {
        Adjudication::Win(_) => {
            let moves = win.map_or(0, |rule| rule.moves);
            format!("resignation: losing score for {moves} moves")
        }
        Adjudication::Draw => {
            let moves = draw.map_or(0, |rule| rule.plies / 2);
            format!("draw: both scores near zero for {moves} moves")
        }
        Adjudication::TooLong => {
            let moves = max_plies.unwrap_or(0) / 2;
            format!("drawn after {moves} moves of both")
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
        let mut adjudicator = Adjudicator::new(rules, true, 0);
        scores.iter().enumerate().find_map(|(i, &score)| {
            let side = if i % 2 == 0 { First } else { Second };
            let ended = adjudicator.note(side, Some(centi(score)))?;
            Some((i + 1, ended.result().winner()))
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
