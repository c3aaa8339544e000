//! In which order moves are tried: the better the first, the less the rest costs.

use super::candidate::Candidate;
use super::worker::{Node, Worker};
use crate::games::{Knowledge, Which};

/// The moves of a node that wait for their turn, and those still to be generated.
pub(super) struct Supply {
    /// Where they begin among the candidates.
    pub(super) base: usize,
    /// The move that is tried first, packed; 0 for none.
    hash: u32,
    /// The number, from 0, from which on quiet moves are late.
    pub(super) late: usize,
    due: Due,
}

/// The next moves to generate.
#[derive(Clone, Copy)]
enum Due {
    Tactical,
    Quiet,
    Nothing,
}

impl<G: Knowledge> Worker<'_, G> {
    /// The moves of a node, for [`Worker::next`]. `hash` is the packed move
    /// that the table knows, or 0; those from the `late`th on may come in any order.
    pub(super) fn supply(&mut self, node: &Node<'_, G>, hash: u32, late: usize) -> Supply {
        let base = self.candidates.len();
        if !G::PARAMS.staged_generation {
            self.collect(node, hash, Which::All);
            return Supply { base, hash, late, due: Due::Nothing };
        }
        if hash != 0
            && let Some(m) = node.position.find(hash)
        {
            self.candidates.push(Candidate::hash(m));
            return Supply { base, hash, late, due: Due::Tactical };
        }
        Supply { base, hash: 0, late, due: Due::Tactical }
    }

    /// The best of a node's moves but the first `number`, which were taken before.
    /// Moves are generated when those before them have all been tried: a move
    /// that cuts off spares the rest. Late ones, which are mostly left out, come
    /// as they are.
    pub(super) fn next(
        &mut self,
        node: &Node<'_, G>,
        supply: &mut Supply,
        number: usize,
    ) -> Option<Candidate<G::Move>> {
        if number >= supply.late && matches!(supply.due, Due::Nothing) {
            let rest = self.candidates.get(supply.base + number);
            if rest.is_none_or(|candidate| !candidate.is_unweighed()) {
                return rest.copied();
            }
        }
        loop {
            let picked = self.pick(node, supply.base + number);
            let which = match supply.due {
                Due::Nothing => return picked,
                _ if picked.is_some_and(|candidate| !candidate.is_losing()) => return picked,
                Due::Tactical => Which::Tactical,
                Due::Quiet => Which::Quiet,
            };
            supply.due = if which == Which::Tactical { Due::Quiet } else { Due::Nothing };
            let from = self.candidates.len();
            self.collect(node, supply.hash, which);
            self.forget_hash(supply.hash, from);
        }
    }

    /// Takes the move that has been tried already out of those from `from` on.
    fn forget_hash(&mut self, hash: u32, from: usize) {
        let is_hash = |candidate: &Candidate<G::Move>| G::pack(candidate.m) == hash;
        if hash != 0
            && let Some(at) = self.candidates[from..].iter().position(is_hash)
        {
            self.candidates.swap_remove(from + at);
        }
    }

    /// Appends the moves of a node to the candidates, ranked at first sight.
    /// `hash` is the packed move that the table knows, or 0.
    pub(super) fn collect(&mut self, node: &Node<'_, G>, hash: u32, which: Which) {
        let priors = self.priors(node.ply);
        let killers = self.heuristics.killers(node.ply);
        let share = self.policy.numbers.capture_history_points;
        let (heuristics, candidates) = (&*self.heuristics, &mut self.candidates);
        let position = node.position;
        position.moves(which, |m| {
            let packed = G::pack(m);
            let is_tactical = || match which {
                Which::All => position.tactical(m),
                _ => which == Which::Tactical,
            };
            candidates.push(if packed == hash {
                Candidate::hash(m)
            } else if is_tactical() {
                let history = heuristics.tactical(position, m);
                Candidate::tactical(m, position.capture_value(m) + history / share)
            } else if let Some(age) = killers.iter().position(|&killer| killer == packed) {
                Candidate::killer(m, age)
            } else {
                Candidate::quiet(m, heuristics.quiet(position, m, priors))
            });
        });
    }

    /// The history of a quiet move, as it was when the move was ranked.
    pub(super) fn merit(&self, node: &Node<'_, G>, candidate: Candidate<G::Move>) -> i32 {
        candidate.history().unwrap_or_else(|| {
            self.heuristics.quiet(node.position, candidate.m, self.priors(node.ply))
        })
    }

    /// The best of the candidates from `next` on, moved to `next`. The
    /// exchange of a tactical move is weighed only when its turn comes.
    pub(super) fn pick(&mut self, node: &Node<'_, G>, next: usize) -> Option<Candidate<G::Move>> {
        loop {
            let rest = &mut self.candidates[next..];
            let (mut best, mut highest) = (0, rest.first()?.rank());
            for (i, candidate) in rest.iter().enumerate().skip(1) {
                if candidate.rank() > highest {
                    (best, highest) = (i, candidate.rank());
                }
            }
            rest.swap(0, best);
            let candidate = &mut rest[0];
            if candidate.is_unweighed() && !node.position.see_at_least(candidate.m, 0) {
                candidate.demote();
                continue;
            }
            return Some(*candidate);
        }
    }
}
