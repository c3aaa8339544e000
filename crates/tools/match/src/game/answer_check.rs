//! Checks of what an engine reports with its move. A fault does not lose the game, but
//! gives a warning.

use crate::engine::player::EngineAnswer;
use crate::plan::{Protocol, ReportChecks};
use crate::record::ReportedScore;
use plyglot_core::game::{GameResult, quote};
use plyglot_engine::{InfoLine, Leniency, LineOutcome, Referee};
use plyglot_support::text::shortened;

const MAX_LINE: usize = 300;

/// Checks an engine's output. The referee stands at the position of the search.
pub(super) struct AnswerCheck<'a> {
    pub(super) referee: &'a dyn Referee,
    pub(super) checks: ReportChecks,
    pub(super) protocol: Protocol,
}

impl AnswerCheck<'_> {
    /// The faults found, the first of each kind:
    ///
    /// - a move of a principal variation that is illegal, or comes after the end of the
    ///   game;
    /// - a mate score whose variation does not end the game in the claimed plies, if
    ///   [`ReportChecks::mates`] is set; bounds are not checked;
    /// - a last principal variation that does not begin with the move played, if its score is no
    ///   bound, [`ReportChecks::best_moves`] is set and the move is legal.
    pub(super) fn faults(&self, answer: &EngineAnswer) -> Vec<String> {
        let mut of_variation = None;
        let mut of_mate = None;
        let mut last = None;
        for line in &answer.lines {
            let info = InfoLine::read(line).filter(|info| !info.pv.is_empty());
            let Some(info) = info else { continue };
            let outcome = self.referee.follow(&info.pv);
            let with_line = |fault: String| format!("{fault}: {}", shortened(line, MAX_LINE));
            of_variation = of_variation.or_else(|| variation_fault(&info, outcome).map(with_line));
            if self.checks.mates {
                of_mate = of_mate.or_else(|| self.mate_fault(&info, outcome).map(with_line));
            }
            if info.is_best() {
                last = if info.is_bound { None } else { Some((info.pv[0], line)) };
            }
        }
        let best = last.and_then(|(first, line)| self.best_fault(&answer.best, first, line));
        [of_variation, of_mate, best].into_iter().flatten().collect()
    }

    fn best_fault(&self, best: &str, first: &str, line: &str) -> Option<String> {
        if !self.checks.best_moves {
            return None;
        }
        let played = self.referee.read_move(best, Leniency::Exact).ok()?;
        if self.referee.read_move(first, Leniency::Exact).is_ok_and(|first| first == played) {
            return None;
        }
        let line = shortened(line, MAX_LINE);
        Some(format!("the move is {}, but the last line was: {line}", quote(best)))
    }

    fn mate_fault(&self, info: &InfoLine<'_>, outcome: LineOutcome) -> Option<String> {
        let Some(ReportedScore::Mate(count)) = info.score else { return None };
        if info.is_bound {
            return None;
        }
        let result = match outcome {
            LineOutcome::Open => return Some("the line ends before the game does".to_owned()),
            LineOutcome::Ended(result) => result,
            LineOutcome::Illegal(_) | LineOutcome::Beyond(_) => return None,
        };
        let side = self.referee.side();
        let wins = if count > 0 { side } else { !side };
        if result != GameResult::Win(wins) {
            return Some("the line leads to another result".to_owned());
        }
        let plies = info.pv.len() as u64;
        let distance = u64::from(count.unsigned_abs());
        // UGI counts plies, UCI and what is read as UCI moves. In many games a side can also lose
        // by its own move, so a loss may take an odd number of plies, and a win an even one.
        let (is_right, claimed) = match self.protocol {
            Protocol::Ugi => (plies == distance, distance),
            _ if count > 0 => (plies.div_ceil(2) == distance, 2 * distance - 1),
            _ => (plies.div_ceil(2) == distance, 2 * distance),
        };
        if is_right {
            return None;
        }
        let found = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
        Some(format!("the line has {found}, but the score claims {claimed}"))
    }
}

fn variation_fault(info: &InfoLine<'_>, outcome: LineOutcome) -> Option<String> {
    match outcome {
        LineOutcome::Open | LineOutcome::Ended(_) => None,
        LineOutcome::Illegal(i) => {
            Some(format!("the line's move {} is not legal", quote(info.pv[i])))
        }
        LineOutcome::Beyond(i) => Some(format!(
            "the line continues after the end of the game, with {}",
            quote(info.pv[i])
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::player::search_output::SearchOutput;
    use plyglot_core::game::random::Random;
    use std::time::Duration;

    fn before_a_losing_move() -> (Box<dyn Referee>, String) {
        let registry = plyglot_games::standard();
        let mut random = Random::new(1);
        loop {
            let mut game = registry.game("flipello").expect("it exists").open();
            let mut last = None;
            while game.result().is_none() {
                let moves = game.moves();
                let name = moves[random.below(moves.len())].clone();
                last = Some((game.position(), game.side(), moves.len(), name.clone()));
                game.push(&name).expect("it is legal");
            }
            let Some((position, side, 1, name)) = last else { continue };
            if game.result().and_then(|over| over.result.winner()) == Some(!side) {
                game.set_position(Some(&position), &[]).expect("it came up");
                return (game, name);
            }
        }
    }

    #[test]
    fn a_move_that_was_only_shown_to_be_better_is_no_fault() {
        let registry = plyglot_games::standard();
        let game = registry.game("connect4").expect("it exists").open();
        let moves = game.moves();
        let checks = ReportChecks { mates: true, best_moves: true };
        let check = AnswerCheck { referee: &*game, checks, protocol: Protocol::Uci };
        for (bound, number) in [("", 1), (" lowerbound", 0)] {
            let lines = [("", &moves[0]), (bound, &moves[1])];
            let answer = EngineAnswer {
                best: moves[2].clone(),
                ponder: None,
                search_output: SearchOutput::default(),
                lines: lines
                    .map(|(bound, m)| format!("info depth 2 score cp 9{bound} pv {m}"))
                    .into(),
                time: Duration::ZERO,
            };
            assert_eq!(check.faults(&answer).len(), number, "{bound:?}");
        }
    }

    #[test]
    fn a_side_may_lose_by_its_own_move() {
        let (game, name) = before_a_losing_move();
        for (protocol, score, fault) in [
            (Protocol::Uci, -1, None),
            (Protocol::Ugi, -1, None),
            (Protocol::Uci, -2, Some("the line has 1 ply, but the score claims 4: ")),
            (Protocol::Ugi, -2, Some("the line has 1 ply, but the score claims 2: ")),
            (Protocol::Uci, 1, Some("the line leads to another result: ")),
        ] {
            let checks = ReportChecks { mates: true, best_moves: true };
            let check = AnswerCheck { referee: &*game, checks, protocol };
            let answer = EngineAnswer {
                best: name.clone(),
                ponder: None,
                search_output: SearchOutput::default(),
                lines: vec![format!("info depth 1 score mate {score} pv {name}")],
                time: Duration::ZERO,
            };
            let faults = check.faults(&answer);
            let expected: Vec<String> =
                fault.map(|fault| format!("{fault}{}", answer.lines[0])).into_iter().collect();
            assert_eq!(faults, expected, "{protocol:?}, {score}");
        }
    }
}
