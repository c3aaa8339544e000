//! The static evaluation of a node: as the game gives it, corrected by what earlier
//! searches learnt, adjusted by what the table knows.

use super::corrections::Corrections;
use super::history::History;
use super::stack::Stack;
use super::transposition::nearer;
use super::types::{Best, Node, StaticEval, has};
use crate::game::search_params::EvaluationScale;
use crate::game::{EvalWorkspace, Factor, Knowledge, SearchParams, Workspace};
use crate::search::score::Score;
use crate::search::table::{Bound, TableEntry};

/// What an evaluation is divided into when it is scaled.
const SCALE_PARTS: i32 = 64 * 64;
/// The plies that can be undone after which an evaluation counts no less than before.
const COUNTED_PLIES: i32 = 100;

/// Values of a node that are computed while the table's entry comes from memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EarlyEval {
    /// The correction to add to the evaluation, in centi-units.
    correction: i32,
    /// The parts of [`SCALE_PARTS`] of the evaluation that count; all if it is `None`.
    scale: Option<i32>,
    /// The evaluation, where the game has it made early.
    raw: Option<Score>,
}

impl EarlyEval {
    /// Computes all that does not need the table. Forced nodes are not evaluated, and nothing was
    /// learnt about such. Without `params` nothing is corrected.
    #[inline(always)]
    pub(super) fn new<G: Knowledge>(
        node: &Node<'_, G>,
        corrections: &Corrections,
        stack: &Stack<G::Move>,
        params: Option<&SearchParams>,
        workspace: &mut Workspace<G>,
    ) -> EarlyEval {
        let is_corrected = Corrections::are_used::<G>() && !node.is_forced;
        let is_scaled = const { scales::<G>() } && !node.is_forced;
        let scaling = if is_scaled { params } else { None };
        let params = if is_corrected { params } else { None };
        let is_early = G::PARAMS.early_evaluation && !node.is_forced;
        EarlyEval {
            correction: params.map_or(0, |params| {
                let previous = stack.previous_moves(node.ply);
                corrections.correction(node, previous, params)
            }),
            scale: scaling.map(|params| scale(node, stack, params)),
            raw: if is_early {
                Some(evaluate(node.position, node.state, node.ply, workspace))
            } else {
                None
            },
        }
    }

    #[inline(always)]
    pub(super) fn raw<G: Knowledge>(
        self,
        node: &Node<'_, G>,
        entry: Option<TableEntry>,
        workspace: &mut Workspace<G>,
    ) -> Score {
        match (entry.and_then(|entry| entry.evaluation), self.raw) {
            (Some(kept), _) => Score::evaluation(i32::from(kept)),
            (None, Some(early)) => early,
            (None, None) => evaluate(node.position, node.state, node.ply, workspace),
        }
    }

    #[inline(always)]
    pub(super) fn corrected<G: Knowledge>(self, raw: Score) -> Score {
        Score::evaluation(self.scaled::<G>(raw) + self.correction)
    }

    /// As much of the evaluation as counts, in centi-units.
    #[inline(always)]
    fn scaled<G: Knowledge>(self, raw: Score) -> i32 {
        match self.scale {
            Some(parts) if const { scales::<G>() } => raw.value() * parts / SCALE_PARTS,
            _ => raw.value(),
        }
    }
}

const fn scales<G: Knowledge>() -> bool {
    let rule = G::PARAMS.evaluation_scale;
    has(rule.reversible.0 > 0 || rule.material.0 > 0)
}

/// The parts of [`SCALE_PARTS`] of a node's evaluation that count: fewer the longer nothing
/// irreversible was played, and the less material is left.
fn scale<G: Knowledge>(node: &Node<'_, G>, stack: &Stack<G::Move>, params: &SearchParams) -> i32 {
    const ONE: i32 = 64;
    let EvaluationScale { reversible, material } = params.evaluation_scale;
    let plies = stack.reversible(node.ply).min(COUNTED_PLIES as usize) as i32;
    let by_plies = ONE * COUNTED_PLIES - reversible.0 * plies;
    let by_material = match material {
        Factor(0) => SCALE_PARTS,
        Factor(share) => SCALE_PARTS - share * (ONE - node.position.material_left().min(ONE)),
    };
    by_plies * by_material / (ONE * COUNTED_PLIES)
}

impl StaticEval {
    /// Whether anything in the search of this game asks for it.
    const fn is_used<G: Knowledge>() -> bool {
        G::PARAMS.reverse_futility.is_on
            || G::PARAMS.null_move.is_on
            || G::PARAMS.futility.is_on
            || Corrections::are_used::<G>()
    }

    pub(super) fn new<G: Knowledge>(
        node: &Node<'_, G>,
        entry: Option<TableEntry>,
        early: EarlyEval,
        stack: &mut Stack<G::Move>,
        workspace: &mut Workspace<G>,
    ) -> StaticEval {
        if !const { Self::is_used::<G>() } {
            return StaticEval::default();
        }
        if node.is_forced {
            stack.set_static_eval(node.ply, StaticEval::default());
            return StaticEval::default();
        }
        let raw = early.raw(node, entry, workspace);
        let corrected = early.corrected::<G>(raw);
        let is_improving = stack.is_improving(node.ply, corrected);
        let eval = StaticEval {
            raw: Some(raw),
            corrected: Some(corrected),
            adjusted: Some(nearer(corrected, entry, node.ply)),
            is_improving,
            correction: corrected.value() - early.scaled::<G>(raw),
        };
        stack.set_static_eval(node.ply, eval);
        eval
    }

    /// Updates the history of the quiet move that led here: by how much it improved its
    /// side's evaluation.
    #[inline]
    pub(super) fn update_previous_move<G: Knowledge>(
        &self,
        node: &Node<'_, G>,
        stack: &Stack<G::Move>,
        history: &mut History<G>,
        params: &SearchParams,
    ) {
        let points = params.history.eval_points;
        if points == 0 || !node.after_quiet || node.excluded.is_some() {
            return;
        }
        if let (Some(now), Some(before)) = (self.corrected, stack.previous_static_eval(node.ply)) {
            let gained = -(before.value() + now.value());
            let max = params.history.bonus_max;
            let played = stack.played(node.ply - 1);
            history.update_quiet_alone(played, (gained * points).clamp(-max, max));
        }
    }

    /// Learns from the score of a node how far the evaluation was off. Scores that a
    /// tactical move brought about say nothing of it, and bounds on its own side neither.
    pub(super) fn update_corrections<G: Knowledge>(
        &self,
        node: &Node<'_, G>,
        best: &Best<G::Move>,
        stack: &Stack<G::Move>,
        corrections: &mut Corrections,
    ) {
        let Some(corrected) = self.corrected else { return };
        let score = best.value.score;
        let is_quiet = best.m.is_none_or(|m| !node.position.tactical(m));
        let is_news = match best.bound {
            Bound::Exact => true,
            Bound::Lower => score > corrected,
            Bound::Upper => score < corrected,
        };
        if Corrections::are_used::<G>() && is_quiet && is_news && !score.is_decisive() {
            let previous = stack.previous_moves(node.ply);
            corrections.update(node, previous, corrected, score);
        }
    }
}

/// The evaluation of a position that is `ply` plies from the root.
#[inline(always)]
pub(crate) fn evaluate<G: Knowledge>(
    position: &G,
    state: &G::State,
    ply: usize,
    workspace: &mut Workspace<G>,
) -> Score {
    workspace.set_ply(ply);
    Score::evaluation(position.evaluate(state, workspace))
}
