//! A solver for tests: it searches every line to the end, by negamax.

use plyglot_core::game::{Exact, Knowledge, NodeCounter, Solver, SolverContext};

pub struct Exhaustive;

impl<G: Knowledge> Solver<G> for Exhaustive {
    fn value(&self, position: &G, context: &SolverContext<'_>) -> Option<Exact> {
        value(position, &mut NodeCounter::new(context))
    }

    fn best(&self, position: &G, value: Exact, context: &SolverContext<'_>) -> Option<G::Move> {
        let nodes = &mut NodeCounter::new(context);
        for m in position.legal_moves() {
            if move_value(position, m, nodes)? == value {
                return Some(m);
            }
        }
        None
    }

    fn values(
        &self,
        position: &G,
        context: &SolverContext<'_>,
        each: &mut dyn FnMut(G::Move, Exact),
    ) -> Option<()> {
        let nodes = &mut NodeCounter::new(context);
        for m in position.legal_moves() {
            each(m, move_value(position, m, nodes)?);
        }
        Some(())
    }
}

fn value<G: Knowledge>(position: &G, nodes: &mut NodeCounter<'_>) -> Option<Exact> {
    nodes.count()?;
    if let Some(outcome) = position.decided() {
        return Some(Exact::from(outcome));
    }
    let mut best = None;
    for m in position.legal_moves() {
        best = best.max(Some(move_value(position, m, nodes)?));
    }
    Some(best.unwrap_or_else(|| Exact::from(position.stalled())))
}

fn move_value<G: Knowledge>(
    position: &G,
    m: G::Move,
    nodes: &mut NodeCounter<'_>,
) -> Option<Exact> {
    let child = position.after(m);
    let opposes = child.side() != position.side();
    Some(value(&child, nodes)?.before_move(opposes))
}
