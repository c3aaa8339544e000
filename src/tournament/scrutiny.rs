//! What is wrong with what an engine says about its move. It costs no game,
//! but is a fault of the engine, and worth a warning.

use super::arbiter::Arbiter;
use super::plan::{Checks, Protocol};
use super::player::EngineAnswer;
use super::record::ReportedScore;
use super::thought::Info;
use crate::engine::LineOutcome;
use crate::games::{Side, quote};
use crate::text::shortened;

/// Characters of an engine's line that a warning shows.
const LONGEST_LINE: usize = 300;

/// A look at what an engine said, with the arbiter at the position that it
/// was asked about.
pub(super) struct Scrutiny<'a> {
    pub(super) arbiter: &'a Arbiter,
    pub(super) checks: Checks,
    pub(super) protocol: Protocol,
}

impl Scrutiny<'_> {
    /// What is wrong, the first fault of each kind:
    ///
    /// - a move of a principal variation that is not legal, or comes after the
    ///   end of the game;
    /// - a line of a forced result that does not lead there in the plies that
    ///   it claims, if that is looked at; bounds claim nothing;
    /// - a last exact line of the best variation that does not begin with the
    ///   move made, if that is looked at and the move is legal.
    ///
    /// Nothing is wrong where nobody knows the rules.
    pub(super) fn faults(&self, answer: &EngineAnswer) -> Vec<String> {
        let (mut of_variation, mut of_mate, mut last) = (None, None, None);
        for line in &answer.lines {
            let Some(info) = Info::read(line).filter(|info| !info.pv.is_empty()) else { continue };
            let Some(outcome) = self.arbiter.follow(&info.pv) else { return Vec::new() };
            let told = |fault: String| format!("{fault}: {}", shortened(line, LONGEST_LINE));
            of_variation = of_variation.or_else(|| variation_fault(&info, outcome).map(told));
            if self.checks.mates {
                of_mate = of_mate.or_else(|| self.mate_fault(&info, outcome).map(told));
            }
            if info.is_best && !info.is_bound {
                last = Some((info.pv[0], line));
            }
        }
        let of_best = last.and_then(|(first, line)| self.best_fault(&answer.best, first, line));
        [of_variation, of_mate, of_best].into_iter().flatten().collect()
    }

    fn best_fault(&self, best: &str, first: &str, line: &str) -> Option<String> {
        let differs = self.checks.best_moves
            && self.arbiter.is_legal(best)
            && !self.arbiter.is_same(first, best);
        let line = shortened(line, LONGEST_LINE);
        differs.then(|| format!("the move is {}, but the last line was: {line}", quote(best)))
    }

    /// Lines with other faults are no matter of this one.
    fn mate_fault(&self, info: &Info<'_>, outcome: LineOutcome) -> Option<String> {
        let Some(ReportedScore::Mate(count)) = info.score.filter(|_| !info.is_bound) else {
            return None;
        };
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

    /// The plies to a forced result: UCI counts moves of who wins, UGI plies.
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
        LineOutcome::Beyond(i) => {
            Some(format!("the line goes on after the end of the game, with {}", quote(info.pv[i])))
        }
    }
}
