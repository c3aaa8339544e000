//! Checks of what an engine reports with its move. A fault does not lose the game, but
//! gives a warning.

use super::arbiter::Arbiter;
use crate::engine::player::EngineAnswer;
use crate::engine::player::search_output::Info;
use crate::plan::{Protocol, ReportChecks};
use crate::record::ReportedScore;
use plyglot_core::game::{Side, quote};
use plyglot_engine::LineOutcome;
use plyglot_support::text::shortened;

/// The characters of an engine's line that a warning shows.
const MAX_LINE: usize = 300;

/// Checks an engine's output. The arbiter stands at the position of the search.
pub(super) struct AnswerCheck<'a> {
    pub(super) arbiter: &'a Arbiter,
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
    /// - a last exact principal variation that does not begin with the move played, if
    ///   [`ReportChecks::best_moves`] is set and the move is legal.
    ///
    /// Empty if the rules are unknown.
    pub(super) fn faults(&self, answer: &EngineAnswer) -> Vec<String> {
        let (mut of_variation, mut of_mate, mut last) = (None, None, None);
        for line in &answer.lines {
            let Some(info) = Info::read(line).filter(|info| !info.pv.is_empty()) else { continue };
            let Some(outcome) = self.arbiter.follow(&info.pv) else { return Vec::new() };
            let with_line = |fault: String| format!("{fault}: {}", shortened(line, MAX_LINE));
            of_variation = of_variation.or_else(|| variation_fault(&info, outcome).map(with_line));
            if self.checks.mates {
                of_mate = of_mate.or_else(|| self.mate_fault(&info, outcome).map(with_line));
            }
            if info.is_best() && !info.is_bound {
                last = Some((info.pv[0], line));
            }
        }
        let best = last.and_then(|(first, line)| self.best_fault(&answer.best, first, line));
        [of_variation, of_mate, best].into_iter().flatten().collect()
    }

    fn best_fault(&self, best: &str, first: &str, line: &str) -> Option<String> {
        let differs = self.checks.best_moves
            && self.arbiter.is_legal(best)
            && !self.arbiter.is_same(first, best);
        let line = shortened(line, MAX_LINE);
        differs.then(|| format!("the move is {}, but the last line was: {line}", quote(best)))
    }

    /// Variations with other faults are left to the other checks.
    fn mate_fault(&self, info: &Info<'_>, outcome: LineOutcome) -> Option<String> {
        let Some(ReportedScore::Mate(count)) = info.score else { return None };
        if info.is_bound {
            return None;
        }
        let winner = match outcome {
            LineOutcome::Open => return Some("the line ends before the game does".to_owned()),
            LineOutcome::Ended(winner) => winner,
            LineOutcome::Illegal(_) | LineOutcome::Beyond(_) => return None,
        };
        let side = self.arbiter.side()?;
        let wins: Side = if count > 0 { side } else { !side };
        if winner != Some(wins) {
            return Some("the line leads to another result".to_owned());
        }
        let claimed = self.plies(count);
        let plies = info.pv.len();
        (plies as u64 != claimed)
            .then(|| format!("the line has {plies} plies, but the score claims {claimed}"))
    }

    /// The plies to a forced result: UCI counts the winner's moves, UGI plies.
    fn plies(&self, count: i32) -> u64 {
        let distance = u64::from(count.unsigned_abs());
        match self.protocol {
            Protocol::Ugi => distance,
            Protocol::Uci if count > 0 => 2 * distance - 1,
            Protocol::Uci => 2 * distance,
        }
    }
}

fn variation_fault(info: &Info<'_>, outcome: LineOutcome) -> Option<String> {
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
