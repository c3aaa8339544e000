//! What the static evaluation says of a node, before it is searched.

use super::pvs::Best;
use super::score::Score;
use super::table::{Bound, Entry};
use super::worker::{Node, Worker};
use crate::games::Knowledge;

/// Plies before a node whose evaluations are looked back at.
pub(super) const LOOK_BACK: usize = 4;

/// What is thought of a node at first sight.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judgement {
    /// The evaluation as the game gives it, which the table keeps; `None`
    /// where the side to move is forced, and no evaluation is to be trusted.
    pub(super) raw: Option<Score>,
    /// The evaluation as it was corrected.
    pub(super) corrected: Option<Score>,
    /// What the table knows.
    pub(super) known: Option<Entry>,
    /// The same, or what the table knows better.
    pub(super) expected: Option<Score>,
    /// Whether the evaluation is better than when the side was last to move.
    pub(super) is_rising: bool,
}

/// What is worked out of a node while the table's entry comes from memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepared {
    /// What is to be added to the evaluation, in centi-units.
    pub(super) correction: i32,
    /// The evaluation, where the game has it made early.
    evaluation: Option<Score>,
}

impl<G: Knowledge> Worker<'_, G> {
    /// Whether anything in the search of this game asks for judgements.
    const JUDGES: bool =
        Self::HAS_SHORTCUTS || G::PARAMS.futility_depth.0 > 0 || G::CORRECTION_KEYS > 0;

    /// Judges a node.
    pub(super) fn judge(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        prepared: Prepared,
    ) -> Judgement {
        let nothing = Judgement { known, ..Judgement::default() };
        if !Self::JUDGES || !self.selective {
            return nothing;
        }
        if node.is_forced {
            self.evaluations[node.ply + LOOK_BACK] = None;
            return nothing;
        }
        let raw = Self::raw(node, known, prepared);
        let corrected = Score::evaluation(raw.value() + prepared.correction);
        let expected = Self::informed(corrected, known, node.ply);
        let is_rising = self.is_rising(node.ply, corrected);
        self.appraise(node, corrected);
        let (raw, corrected, expected) = (Some(raw), Some(corrected), Some(expected));
        Judgement { raw, corrected, expected, known, is_rising }
    }

    /// Notes the evaluation of a ply, and whether it is better than the last of
    /// the same side, two plies before or four.
    fn is_rising(&mut self, ply: usize, evaluation: Score) -> bool {
        let at = ply + LOOK_BACK;
        self.evaluations[at] = Some(evaluation);
        let before = self.evaluations[at - 2].or(self.evaluations[at - LOOK_BACK]);
        before.is_none_or(|before| evaluation > before)
    }

    /// A quiet move after which its side's evaluation is better than before was a
    /// good one, as far as can be seen.
    fn appraise(&mut self, node: &Node<'_, G>, evaluation: Score) {
        let worth = self.policy.numbers.history_eval_points;
        if worth == 0 || !node.after_quiet || node.excluded != 0 {
            return;
        }
        if let Some(before) = self.evaluations[node.ply + LOOK_BACK - 1] {
            let most = self.policy.numbers.history_bonus_max;
            let gained = -(before.value() + evaluation.value());
            let [played, ..] = self.priors(node.ply);
            self.heuristics.adjust(played, (gained * worth).clamp(-most, most));
        }
    }

    /// What does not need the table. Forced nodes are not evaluated, and
    /// nothing was learnt about such.
    #[inline(always)]
    pub(super) fn prepare(&self, node: &Node<'_, G>) -> Prepared {
        let is_corrected = G::CORRECTION_KEYS > 0 && self.selective && !node.is_forced;
        let is_early = G::PARAMS.early_evaluation && !node.is_forced;
        Prepared {
            correction: if is_corrected { self.heuristics.corrections.of(node) } else { 0 },
            evaluation: is_early.then(|| Score::evaluation(node.position.evaluate(node.state))),
        }
    }

    /// The evaluation that the table keeps, or else a new one.
    #[inline(always)]
    pub(super) fn raw(node: &Node<'_, G>, known: Option<Entry>, prepared: Prepared) -> Score {
        match (known.and_then(|entry| entry.evaluation), prepared.evaluation) {
            (Some(kept), _) => Score::evaluation(i32::from(kept)),
            (None, Some(early)) => early,
            (None, None) => Score::evaluation(node.position.evaluate(node.state)),
        }
    }

    /// Learns from the score of a node that was judged.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node<'_, G>,
        judgement: Judgement,
        best: &Best<G::Move>,
    ) {
        let Some(corrected) = judgement.corrected else { return };
        let is_quiet = best.m.is_none_or(|m| !node.position.tactical(m));
        let is_news = match best.bound {
            Bound::Exact => true,
            Bound::Lower => best.score > corrected,
            Bound::Upper => best.score < corrected,
        };
        if G::CORRECTION_KEYS > 0 && is_quiet && is_news && !best.score.is_decisive() {
            let corrections = &mut self.heuristics.corrections;
            corrections.learn(node, corrected, best.score);
        }
    }

    /// The evaluation, or the table's score where its bound says that it is nearer.
    pub(super) fn informed(evaluation: Score, known: Option<Entry>, ply: usize) -> Score {
        let Some(entry) = known else { return evaluation };
        let score = Score::from_table(entry.score, ply);
        let is_nearer = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
        };
        if is_nearer && !score.is_decisive() { score } else { evaluation }
    }
}
