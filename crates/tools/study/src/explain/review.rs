//! One sentence on a move of a game. Each line that it tells is played again before it is said.

use super::effect::Effect;
use super::exploration::Exploration;
use super::facts::{Reasons, Variation};
use super::sentences::{Sentence, merit, rejected_at};
use crate::shared::{MoveCost, NOTABLE, Refusal, cost_of, keeps_result, leads, lost_points, mark};
use plyglot_core::game::GameResult;
use plyglot_core::search::Bound;
use plyglot_engine::{Engine, GoLimits, SearchInfo, Value};

/// The sign of a move that this share of its search's nodes missed.
const GREAT: &str = "!";
const GREAT_SHARE: u64 = 10;
/// The sign of the only move that keeps the result.
const ONLY: &str = "□";
/// A glance at all other moves has this share of the limits, and so many plies less.
const GLANCE_SHARE: u32 = 10;
const GLANCE_REDUCTION: u16 = 3;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveReview {
    pub(crate) cost: MoveCost,
    /// `?!`, `?`, `??`, `!`, `□`, or nothing.
    pub(crate) sign: &'static str,
    /// Why it has its sign.
    pub(crate) sentence: Option<Sentence>,
    /// The line beside the move: the better one, or that of the move that its sign excels.
    pub(crate) beside: SearchInfo,
}

impl Exploration<'_> {
    /// Compares a legal move of the position that is set up with the best one, each search by the
    /// limits. `None` if there is no best one, as in a game that is drawn.
    pub(crate) fn review(&mut self, name: &str) -> Result<Option<MoveReview>, Refusal> {
        let mut iterations: Vec<SearchInfo> = Vec::new();
        let limits = self.limits;
        let search = |limits: &GoLimits| {
            self.best_line(limits, |info| {
                if limits.moves.is_none() {
                    iterations.push(info.clone());
                }
            })
        };
        let Some(cost) = cost_of(name, limits, search)? else { return Ok(None) };
        let lost = lost_points(cost.best.wdl, cost.played.wdl);
        let beside = cost.best.clone();
        let mut review = MoveReview { cost, sign: mark(lost), sentence: None, beside };
        if review.cost.played.pv.is_empty() || review.cost.best.pv.is_empty() {
            return Ok(Some(review));
        }
        if lost >= NOTABLE {
            let reasons = self.pair(&review.cost.best, &review.cost.played);
            review.sentence = rejected_at(0, &reasons);
        } else if review.cost.best.pv[0] == name {
            self.praise(&mut review, &iterations)?;
        }
        // A line whose end was not searched would be told as one that wins and loses nothing.
        self.check_running()?;
        Ok(Some(review))
    }

    fn praise(
        &mut self,
        review: &mut MoveReview,
        iterations: &[SearchInfo],
    ) -> Result<(), Refusal> {
        let best = review.cost.best.clone();
        if best.value == Value::End(1) {
            return Ok(());
        }
        if let Some(missed_for) = self.preferred_early(&best, iterations)? {
            let mut reasons = self.pair(&best, &missed_for);
            reasons.preferences = vec![self.preference(&missed_for)];
            review.sign = GREAT;
            review.sentence = merit("is hard to find", &reasons);
            review.beside = missed_for;
        } else if let Some(next) = self.next_best(&best)? {
            let reasons = self.pair(&best, &next);
            let what = if leads(best.wdl) { "lead" } else { "balance" };
            review.sign = ONLY;
            review.sentence = merit(&format!("is the only move that keeps the {what}"), &reasons);
            review.beside = next;
        }
        Ok(())
    }

    /// The move that a tenth of the nodes preferred to the best one, if it costs something.
    fn preferred_early(
        &mut self,
        best: &SearchInfo,
        iterations: &[SearchInfo],
    ) -> Result<Option<SearchInfo>, Refusal> {
        let max_nodes = best.nodes / GREAT_SHARE;
        let early = iterations
            .iter()
            .rev()
            .find(|info| info.bound == Bound::Exact && info.nodes <= max_nodes);
        let Some(early) = early.and_then(|info| info.pv.first()) else { return Ok(None) };
        if *early == best.pv[0] {
            return Ok(None);
        }
        let found = self.best_of(vec![early.clone()], self.limits.clone())?;
        Ok(found.filter(|other| lost_points(best.wdl, other.wdl) >= NOTABLE))
    }

    /// The best of all other moves, if none of them keeps the result of the best one.
    fn next_best(&mut self, best: &SearchInfo) -> Result<Option<SearchInfo>, Refusal> {
        let mut others = Vec::new();
        for m in self.start.legal_moves() {
            if m.name != best.pv[0] {
                others.push(m.name);
            }
        }
        if others.is_empty() {
            return Ok(None);
        }
        let GoLimits { depth, nodes, move_time, .. } = *self.limits;
        let glance = GoLimits {
            depth: depth.map(|depth| depth.saturating_sub(GLANCE_REDUCTION).max(1)),
            nodes: nodes.map(|nodes| (nodes / u64::from(GLANCE_SHARE)).max(1)),
            move_time: move_time.map(|time| time / GLANCE_SHARE),
            ..self.limits.clone()
        };
        let found = self.best_of(others.clone(), glance)?;
        if found.is_none_or(|other| lost_points(best.wdl, other.wdl) < NOTABLE) {
            return Ok(None);
        }
        let found = self.best_of(others, self.limits.clone())?;
        Ok(found.filter(|other| !keeps_result(best.wdl, other.wdl)))
    }

    fn best_of(
        &mut self,
        moves: Vec<String>,
        limits: GoLimits,
    ) -> Result<Option<SearchInfo>, Refusal> {
        // Other searches end elsewhere.
        self.analyst.game_mut().follow_game(&*self.start);
        let found = self.best_line(&GoLimits { moves: Some(moves), ..limits }, |_| ())?;
        Ok(found.filter(|info| !info.pv.is_empty()))
    }

    /// The reasons for the best of two moves, and against the other one. What a line does not show
    /// when it is played again is not said of it.
    fn pair(&mut self, best: &SearchInfo, other: &SearchInfo) -> Reasons {
        let game = self.start.copy();
        let mut reasons = self.known_of(best);
        let mut other = self.variation(&*game, other.clone());
        for line in [&mut reasons.best, &mut other] {
            if !is_shown(&*game, line) {
                line.effect = None;
            }
        }
        reasons.rejected = vec![other];
        reasons
    }
}

/// Whether a line that is played again achieves what is said of it. Pieces are counted along it.
fn is_shown(game: &dyn Engine, line: &Variation) -> bool {
    let mut end = game.copy();
    if line.names.iter().any(|name| end.push(name).is_err()) {
        return false;
    }
    let result = end.result().map(|over| over.result);
    match line.effect {
        Some(Effect::End { is_win, plies }) => {
            let side = if is_win { game.side() } else { !game.side() };
            result == Some(GameResult::Win(side)) && line.names.len() == plies as usize
        }
        Some(Effect::Draw) => result == Some(GameResult::Draw),
        Some(Effect::Pieces { .. } | Effect::Exchange { .. }) | None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::exploration::tests::explore;

    /// The knight takes the queen; a move of the king leaves it there.
    #[test]
    fn a_tenth_of_the_nodes_is_counted_from_the_start() {
        let position = "4k3/pp6/8/3q4/8/4N3/PPP5/4K3 w - - 0 1";
        let limits = GoLimits { depth: Some(4), ..GoLimits::default() };
        explore("chess", Some(position), &limits, |exploration| {
            let found = exploration.review("e3d5").unwrap().unwrap();
            let best = SearchInfo { nodes: 1000, ..found.cost.best };
            for (nodes, name, expected) in
                [(100, "e1e2", true), (101, "e1e2", false), (100, "e3d5", false)]
            {
                let pv = vec![name.to_owned()];
                let early = SearchInfo { nodes, pv, ..SearchInfo::default() };
                let missed = exploration.preferred_early(&best, &[early]).unwrap();
                assert_eq!(missed.is_some(), expected, "{nodes} {name}: {missed:?}");
            }
        });
    }

    /// Ra8 mates.
    #[test]
    fn a_line_that_does_not_show_its_end_is_not_told() {
        let info =
            SearchInfo { pv: vec!["a1a8".to_owned()], value: Value::End(1), ..Default::default() };
        let position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        let limits = GoLimits::default();
        let (game, mut line) = explore("chess", Some(position), &limits, |exploration| {
            let game = exploration.start.copy();
            let line = exploration.variation(&*game, info);
            (game, line)
        });
        for (is_win, plies, expected) in [(true, 1, true), (true, 3, false), (false, 1, false)] {
            line.effect = Some(Effect::End { is_win, plies });
            assert_eq!(is_shown(&*game, &line), expected, "{is_win} {plies}");
        }
        line.effect = Some(Effect::Draw);
        assert!(!is_shown(&*game, &line));
        line.effect = None;
        line.names = vec!["a1b2".to_owned()];
        assert!(!is_shown(&*game, &line));
    }
}
