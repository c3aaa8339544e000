//! A solver for small games that searches every line to the end.

use super::{Exact, Game, Knowledge, NodeCounter, Outcome, Solver, SolverContext, Which};

/// Solves any game by alpha-beta search to the end, without a transposition table. It is
/// for small games in which no position repeats. A hundred thousand lines take a few
/// milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Exhaustive;

/// The score of a win at the root. The plies to the win are subtracted. A loss is the
/// negative.
const WIN: i32 = 1 << 20;

impl<G: Knowledge> Solver<G> for Exhaustive {
    fn value(&self, position: &G, context: &SolverContext<'_>) -> Option<Exact> {
        const { assert!(!G::REPEATS, "lines of a game that repeats need not end") };
        ExhaustiveSearch::new(context).search_node(position, 0, -WIN, WIN).map(exact)
    }

    fn best(&self, position: &G, value: Exact, context: &SolverContext<'_>) -> Option<G::Move> {
        let target = match value {
            Exact::Win(plies) => WIN - i32::from(plies),
            Exact::Loss(plies) => i32::from(plies) - WIN,
            Exact::Draw => 0,
            // No value of this solver.
            Exact::WinBy(_) | Exact::LossBy(_) => return None,
        };
        let mut search = ExhaustiveSearch::new(context);
        for m in position.legal_moves() {
            if search.search_move(position, m, 0, target - 1, target)? >= target {
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
        let mut search = ExhaustiveSearch::new(context);
        for m in position.legal_moves() {
            each(m, exact(search.search_move(position, m, 0, -WIN, WIN)?));
        }
        Some(())
    }
}

fn exact(score: i32) -> Exact {
    match score {
        0 => Exact::Draw,
        s if s > 0 => Exact::Win((WIN - s) as u16),
        s => Exact::Loss((WIN + s) as u16),
    }
}

struct ExhaustiveSearch<'a, G: Game> {
    nodes: NodeCounter<'a>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> ExhaustiveSearch<'a, G> {
    fn new(context: &SolverContext<'a>) -> ExhaustiveSearch<'a, G> {
        ExhaustiveSearch { nodes: NodeCounter::new(context), moves: Vec::new() }
    }

    /// The score of a position for its side to move (fail-soft): a score of at least
    /// `beta` is a lower bound, one of at most `alpha` an upper bound.
    fn search_node(&mut self, position: &G, ply: i32, mut alpha: i32, beta: i32) -> Option<i32> {
        self.nodes.count()?;
        if let Some(outcome) = position.decided() {
            return Some(score(outcome, ply));
        }
        let first = self.moves.len();
        position.moves(Which::All, |m| self.moves.push(m));
        if self.moves.len() == first {
            return Some(score(position.stalled(), ply));
        }
        let mut best = -WIN;
        for i in first..self.moves.len() {
            best = best.max(self.search_move(position, self.moves[i], ply, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        Some(best)
    }

    fn search_move(
        &mut self,
        position: &G,
        m: G::Move,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut child = position.clone();
        child.play(m);
        if G::ALTERNATING || child.side() != position.side() {
            Some(-self.search_node(&child, ply + 1, -beta, -alpha)?)
        } else {
            self.search_node(&child, ply + 1, alpha, beta)
        }
    }
}

fn score(outcome: Outcome, ply: i32) -> i32 {
    match outcome {
        Outcome::Won => WIN - ply,
        Outcome::Lost => ply - WIN,
        Outcome::Drawn => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Notation;
    use super::super::tictactoe::TicTacToe;
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    fn context(meter: &(dyn Fn(u64) -> u64 + Sync)) -> SolverContext<'_> {
        SolverContext { memory: &[], helpers: None, book: false, meter }
    }

    #[test]
    fn the_meter_counts_every_node_and_ends_the_search() {
        let position = TicTacToe::start(());
        let all = AtomicU64::new(0);
        let generous = |visited| {
            all.fetch_add(visited, Relaxed);
            100
        };
        assert_eq!(Exhaustive.value(&position, &context(&generous)), Some(Exact::Draw));
        for (limit, expected) in [(all.load(Relaxed), Some(Exact::Draw)), (1000, None), (0, None)] {
            let used = AtomicU64::new(0);
            let strict = |visited| {
                let used = used.fetch_add(visited, Relaxed) + visited;
                (limit - used).min(7)
            };
            assert_eq!(Exhaustive.value(&position, &context(&strict)), expected, "{limit} nodes");
            assert_eq!(used.load(Relaxed), limit);
        }
    }
}
