//! In which order moves are tried: the better the first, the less the rest costs.

use super::worker::{Node, Worker};
use crate::games::{Knowledge, Which};

/// A move that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) m: M,
    /// The greater is tried the sooner. Its band says what kind of move it is.
    rank: i32,
}

/// The move that the table knows.
const HASH: i32 = i32::MAX;
/// Tactical moves whose exchange does not lose, by what they gain.
const WINNING: i32 = 1 << 28;
/// The first killer; the second ranks one less.
const KILLER: i32 = 1 << 20;
/// Tactical moves that lose their exchange. Quiet moves lie between, by history.
const LOSING: i32 = -(1 << 28);
/// Half the width of a band.
const BAND: i32 = 1 << 26;

impl<M> Candidate<M> {
    /// Whether this move loses its exchange.
    pub(super) fn is_losing(&self) -> bool {
        self.rank < LOSING + BAND
    }
}

impl<G: Knowledge> Worker<'_, G> {
    /// Appends the moves of a node to the candidates, ranked at first sight.
    /// `hash` is the packed move that the table knows, or 0.
    pub(super) fn collect(&mut self, node: &Node<'_, G>, hash: u32, which: Which) {
        let killers = self.heuristics.killers(node.ply);
        let (heuristics, candidates) = (&*self.heuristics, &mut self.candidates);
        let position = node.position;
        position.moves(which, |m| {
            let packed = G::pack(m);
            let rank = if packed == hash {
                HASH
            } else if position.tactical(m) {
                WINNING + position.gain(m)
            } else if packed == killers[0] {
                KILLER
            } else if packed == killers[1] {
                KILLER - 1
            } else {
                heuristics.history(position, m)
            };
            candidates.push(Candidate { m, rank });
        });
    }

    /// The best of the candidates from `next` on, moved to `next`. The
    /// exchange of a tactical move is weighed only when its turn comes.
    pub(super) fn pick(&mut self, node: &Node<'_, G>, next: usize) -> Option<Candidate<G::Move>> {
        loop {
            let rest = &mut self.candidates[next..];
            let mut best = 0;
            for i in 1..rest.len() {
                if rest[i].rank > rest[best].rank {
                    best = i;
                }
            }
            if rest.is_empty() {
                return None;
            }
            rest.swap(0, best);
            let candidate = &mut rest[0];
            let is_unweighed = candidate.rank > WINNING - BAND && candidate.rank != HASH;
            if is_unweighed && !node.position.exchange(candidate.m, 0) {
                candidate.rank += LOSING - WINNING;
                continue;
            }
            return Some(*candidate);
        }
    }
}
