//! In which order moves are tried: the better the first, the less the rest costs.

use super::candidate::Candidate;
use super::worker::{Node, Worker};
use crate::games::{Knowledge, Which};

/// History of a tactical move that counts as much as a centi-unit of gain.
const GAIN: i32 = 32;

impl<G: Knowledge> Worker<'_, G> {
    /// Appends the moves of a node to the candidates, ranked at first sight.
    /// `hash` is the packed move that the table knows, or 0.
    pub(super) fn collect(&mut self, node: &Node<'_, G>, hash: u32, which: Which) {
        let priors = self.priors(node.ply);
        let killers = self.heuristics.killers(node.ply);
        let (heuristics, candidates) = (&*self.heuristics, &mut self.candidates);
        let position = node.position;
        position.moves(which, |m| {
            let packed = G::pack(m);
            candidates.push(if packed == hash {
                Candidate::hash(m)
            } else if position.tactical(m) {
                let history = heuristics.tactical(position, m);
                Candidate::tactical(m, position.gain(m) + history / GAIN)
            } else if let Some(age) = killers.iter().position(|&killer| killer == packed) {
                Candidate::killer(m, age)
            } else {
                Candidate::quiet(m, heuristics.quiet(position, m, priors))
            });
        });
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
            if candidate.is_unweighed() && !node.position.exchange(candidate.m, 0) {
                candidate.demote();
                continue;
            }
            return Some(*candidate);
        }
    }
}
