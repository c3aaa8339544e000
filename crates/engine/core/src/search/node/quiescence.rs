//! Quiescence: only tactical moves, until none is worth making, so that no
//! line is evaluated in the middle of an exchange (chessprogramming.org
//! "Quiescence Search").

use super::move_picker::MovePicker;
use super::static_eval::{EarlyEval, evaluate};
use super::transposition::{self, Extras, nearer};
use super::types::{Best, Node, NodeValue, Searched, Stopped, has};
use super::worker::{EarlyExit, Worker};
use crate::game::{Depth, Knowledge, Which};
use crate::search::score::{MAX_PLY, Score, Window};
use crate::search::table::Bound;

/// The value of a node whose depth is spent: by quiescence where the game has it, or by
/// its evaluation.
pub(super) fn leaf<G: Knowledge, const PV: bool>(
    worker: &mut Worker<'_, G>,
    node: Node<'_, G>,
    window: Window,
) -> Searched {
    if !G::PARAMS.quiescence.is_on {
        return value::<G, PV>(worker, node, window);
    }
    worker.quiescence_bound.begin(worker.nodes);
    let value = value::<G, PV>(worker, node, window)?;
    worker.quiescence_bound.finish(worker.nodes);
    Ok(value)
}

fn value<G: Knowledge, const PV: bool>(
    worker: &mut Worker<'_, G>,
    node: Node<'_, G>,
    window: Window,
) -> Searched {
    let goes_on = node.ply < MAX_PLY && !worker.quiescence_bound.is_met(worker.nodes);
    if G::PARAMS.quiescence.is_on && goes_on {
        quiesce::<G, PV>(worker, &Node { depth: Depth::ZERO, ..node }, window)
    } else {
        let eval = evaluate(node.position, node.state, node.ply, worker.workspace);
        Ok(NodeValue::open(eval))
    }
}

/// The value of a child in quiescence. Nothing is extended there, so it ends in
/// quiescence too.
fn child<G: Knowledge, const PV: bool>(
    worker: &mut Worker<'_, G>,
    node: Node<'_, G>,
    window: Window,
) -> Searched {
    worker.enter(node.ply)?;
    match worker.early_exit(&node) {
        EarlyExit::Value(value) => Ok(value),
        EarlyExit::Open { is_forced } => value::<G, PV>(worker, Node { is_forced, ..node }, window),
    }
}

/// The side to move may stand pat on the evaluation or make a tactical move; when it is
/// forced it may not stand pat, and has all its moves.
fn quiesce<G: Knowledge, const PV: bool>(
    worker: &mut Worker<'_, G>,
    node: &Node<'_, G>,
    window: Window,
) -> Searched {
    // Transposition table. Work without the entry comes first, while its memory is fetched.
    let key = worker.table_key(node.position);
    let is_selective = worker.is_selective();
    let rules = if is_selective { Some(worker.params) } else { None };
    let corrections = &worker.history.corrections;
    let early = EarlyEval::new(node, corrections, &worker.stack, rules, worker.workspace);
    let entry = worker.table.probe(key);
    if !PV && let Some(value) = transposition::cutoff(entry, node, rules, window) {
        return Ok(value);
    }
    let mut best = Best::none();
    let mut extras = Extras { raw_eval: None, is_tt_pv: PV, is_selective };
    // Stand pat.
    if !node.is_forced {
        let raw = early.raw(node, entry, worker.workspace);
        let corrected = early.corrected::<G>(raw);
        extras.raw_eval = Some(raw);
        best.add(NodeValue::open(if is_selective {
            nearer(corrected, entry, node.ply)
        } else {
            corrected
        }));
        if best.value.score >= window.beta {
            best.bound = Bound::Lower;
            if let Some(params) = rules
                && !best.value.score.is_decisive()
            {
                best.value.score = best.value.score.blended(window.beta, params.quiescence.blend);
            }
            // An entry of a search says more than a stand pat.
            if entry.is_none() {
                transposition::store(worker.table, key, node, &best, extras, worker.params);
            }
            return Ok(best.value);
        }
    }
    // Moves.
    if node.is_forced {
        worker.stack.set_surroundings(node.ply, node.position, node.state);
    }
    let which = if node.is_forced { Which::All } else { Which::Tactical };
    let hash = entry.and_then(|entry| entry.packed);
    let picker = MovePicker::quiescence(
        node,
        &mut worker.moves,
        worker.history,
        &worker.stack,
        worker.params,
        hash,
        which,
    );
    if node.is_forced && worker.moves.len() == picker.start {
        return Ok(NodeValue::known(Score::from_outcome(node.position.stalled(), node.ply)));
    }
    let start = picker.start;
    try_moves::<G, PV>(worker, node, picker, &mut best, window)?;
    worker.moves.truncate(start);
    blend_fail_high(worker, window.beta, &mut best);
    extras.is_tt_pv |= entry.is_some_and(|entry| entry.was_pv);
    transposition::store(worker.table, key, node, &best, extras, worker.params);
    Ok(best.value)
}

/// The value of a node in which a move failed high, nearer to beta.
#[inline(always)]
fn blend_fail_high<G: Knowledge>(worker: &Worker<'_, G>, beta: Score, best: &mut Best<G::Move>) {
    let score = best.value.score;
    let is_blended = has(G::PARAMS.fail_high.quiescence.0 > 0)
        && best.bound == Bound::Lower
        && worker.is_selective()
        && !score.is_decisive()
        && !beta.is_decisive();
    if is_blended {
        best.value.score = score.blended(beta, worker.params.fail_high.quiescence);
    }
}

/// Moves that lose their exchange come last, and are not worth their nodes.
fn try_moves<G: Knowledge, const PV: bool>(
    worker: &mut Worker<'_, G>,
    node: &Node<'_, G>,
    mut picker: MovePicker,
    best: &mut Best<G::Move>,
    mut window: Window,
) -> Result<(), Stopped> {
    let stand_pat = best.value.score;
    if stand_pat > window.alpha {
        window.alpha = stand_pat;
        best.bound = Bound::Exact;
    }
    let is_chosen = worker.is_selective() && !node.is_forced;
    let mut number = 0;
    let mut evasions = 0;
    while let Some(scored) =
        picker.next(node, &mut worker.moves, worker.history, &worker.stack, number)
    {
        number += 1;
        if is_chosen && (scored.is_bad_capture() || is_beyond_limit(worker, number)) {
            break;
        }
        if node.is_forced && !node.position.tactical(scored.m) {
            evasions += 1;
            if is_beyond_evasions(worker, evasions) && !best.value.score.is_decisive() {
                best.value.is_final = false;
                break;
            }
        }
        if !PV && let Some(estimate) = delta_pruned(worker, node, scored.m, stand_pat, window.alpha)
        {
            best.add(NodeValue::open(estimate));
            continue;
        }
        let made = worker.make(node, scored.m, Depth::ZERO);
        if PV {
            worker.stack.clear_pv(made.ply);
        }
        let next = made.node(Depth::ZERO, Depth::ZERO, false);
        let value = if made.opposes {
            -child::<G, PV>(worker, next, -window)?
        } else {
            child::<G, PV>(worker, next, window)?
        };
        best.add(value);
        if value.score <= window.alpha {
            continue;
        }
        window.alpha = value.score;
        best.m = Some(scored.m);
        best.bound = Bound::Exact;
        if PV {
            worker.stack.update_pv(node.ply, scored.m);
        }
        if value.score >= window.beta {
            best.bound = Bound::Lower;
            break;
        }
    }
    Ok(())
}

/// Whether the `number`th move of a node, from 1, is one more than quiescence tries.
fn is_beyond_limit<G: Knowledge>(worker: &Worker<'_, G>, number: usize) -> bool {
    let limit = worker.params.quiescence.moves;
    has(G::PARAMS.quiescence.moves > 0) && limit > 0 && number > limit as usize
}

/// Whether the `number`th quiet move of a forced node, from 1, is one more than quiescence
/// tries there.
fn is_beyond_evasions<G: Knowledge>(worker: &Worker<'_, G>, number: i32) -> bool {
    let limit = worker.params.quiescence.evasions;
    has(G::PARAMS.quiescence.evasions > 0) && worker.is_selective() && limit > 0 && number > limit
}

/// Delta pruning: an estimate of a move's score, if the evaluation and all that it wins do not
/// reach alpha (chessprogramming.org "Delta Pruning"). A threat may bring more than it takes.
fn delta_pruned<G: Knowledge>(
    worker: &Worker<'_, G>,
    node: &Node<'_, G>,
    m: G::Move,
    stand_pat: Score,
    alpha: Score,
) -> Option<Score> {
    let delta = &worker.params.delta;
    let is_on = G::PARAMS.delta.is_on && delta.is_on && worker.is_selective();
    if !is_on || node.is_forced || alpha.is_decisive() {
        return None;
    }
    let estimate = stand_pat.shifted(delta.margin.0);
    let lacking = alpha.value() - estimate.value();
    let is_pruned =
        lacking >= 0 && !node.position.see_at_least(m, lacking + 1) && !node.position.threatens(m);
    if is_pruned { Some(estimate) } else { None }
}
