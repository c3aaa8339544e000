//! The textbook searches, plainly written: for comparison, and as the oracle
//! of the fast search, which at a fixed depth and with variable depth off must
//! find the same score.
//!
//! All three share the leaves of the fast search: finished and repeated games,
//! known values, and quiescence where the game has it.

use super::path::{Path, Root};
use super::score::Score;
use crate::games::{Game, Glance, Knowledge, Side, Which};

/// A search of the textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Textbook {
    /// One side maximizes, the other minimizes (von Neumann, 1928).
    Minimax,
    /// Both maximize, and change the sign.
    Negamax,
    /// Negamax that leaves out what cannot matter (Knuth and Moore, "An
    /// analysis of alpha-beta pruning", 1975).
    AlphaBeta,
}

/// Whoever runs a search learns of every node, and may end it there.
pub(super) trait Watcher {
    /// What ends the search.
    type Stop;

    /// A node at this ply is entered.
    fn enter(&mut self, ply: usize) -> Result<(), Self::Stop>;
}

/// A textbook search of one position.
pub(super) struct Reference<'w, G: Knowledge, W: Watcher> {
    path: Path,
    watcher: &'w mut W,
    game: std::marker::PhantomData<fn() -> G>,
}

/// A position in the tree.
struct Place<G: Knowledge> {
    position: G,
    state: G::State,
    ply: usize,
    reversible: usize,
}

impl<'w, G: Knowledge, W: Watcher> Reference<'w, G, W> {
    pub(super) fn new(root: &Root<G>, watcher: &'w mut W) -> Self {
        Reference { path: Path::new(root), watcher, game: std::marker::PhantomData }
    }

    /// The score of a root move, for the side that makes it, `depth` plies
    /// deep in all. Alpha-beta may give a bound where it is at most `alpha`.
    pub(super) fn score(
        &mut self,
        root: &Root<G>,
        m: G::Move,
        depth: u16,
        textbook: Textbook,
        alpha: Score,
    ) -> Result<Score, W::Stop> {
        let here = Place {
            position: root.position.clone(),
            state: root.position.state(),
            ply: 0,
            reversible: self.path.reversible(),
        };
        let next = self.play(&here, m);
        let mover = here.position.side();
        let score = match textbook {
            Textbook::Minimax => {
                let first = self.minimax(&next, depth - 1)?;
                Ok(from_first(first, mover))
            }
            Textbook::Negamax => {
                let score = self.negamax(&next, depth - 1)?;
                Ok(for_side(score, next.position.side(), mover))
            }
            Textbook::AlphaBeta => {
                let (low, high) = window(&here, &next, alpha, Score::INFINITE);
                let score = self.alpha_beta(&next, depth - 1, low, high)?;
                Ok(for_side(score, next.position.side(), mover))
            }
        };
        self.unplay();
        score
    }

    /// The score for the first player.
    fn minimax(&mut self, here: &Place<G>, depth: u16) -> Result<Score, W::Stop> {
        self.watcher.enter(here.ply)?;
        let side = here.position.side();
        if let Some(score) = self.settled(here) {
            return Ok(from_first(score, side));
        }
        if depth == 0 {
            let score = self.leaf(here, -Score::INFINITE, Score::INFINITE)?;
            return Ok(from_first(score, side));
        }
        let mut best = None;
        for m in here.position.legal_moves() {
            let next = self.play(here, m);
            let score = self.minimax(&next, depth - 1)?;
            self.unplay();
            best = Some(match (best, side) {
                (None, _) => score,
                (Some(best), Side::First) => score.max(best),
                (Some(best), Side::Second) => score.min(best),
            });
        }
        Ok(best.unwrap_or_else(|| from_first(stalled(here), side)))
    }

    /// The score for the side to move.
    fn negamax(&mut self, here: &Place<G>, depth: u16) -> Result<Score, W::Stop> {
        self.watcher.enter(here.ply)?;
        if let Some(score) = self.settled(here) {
            return Ok(score);
        }
        if depth == 0 {
            return self.leaf(here, -Score::INFINITE, Score::INFINITE);
        }
        let mut best = None;
        for m in here.position.legal_moves() {
            let next = self.play(here, m);
            let score = self.negamax(&next, depth - 1)?;
            self.unplay();
            best = best.max(Some(for_side(score, next.position.side(), here.position.side())));
        }
        Ok(best.unwrap_or_else(|| stalled(here)))
    }

    /// The score for the side to move if it lies between `alpha` and `beta`,
    /// else a bound on that side of them.
    fn alpha_beta(
        &mut self,
        here: &Place<G>,
        depth: u16,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, W::Stop> {
        self.watcher.enter(here.ply)?;
        if let Some(score) = self.settled(here) {
            return Ok(score);
        }
        if depth == 0 {
            return self.leaf(here, alpha, beta);
        }
        let moves = here.position.legal_moves();
        if moves.is_empty() {
            return Ok(stalled(here));
        }
        for m in moves {
            let next = self.play(here, m);
            let (low, high) = window(here, &next, alpha, beta);
            let score = self.alpha_beta(&next, depth - 1, low, high)?;
            self.unplay();
            alpha = alpha.max(for_side(score, next.position.side(), here.position.side()));
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    /// The score where the depth is spent.
    fn leaf(&mut self, here: &Place<G>, alpha: Score, beta: Score) -> Result<Score, W::Stop> {
        if G::PARAMS.quiescence { self.quiesce(here, alpha, beta) } else { Ok(evaluation(here)) }
    }

    /// Quiescence, without the choice of moves that the fast search makes.
    fn quiesce(
        &mut self,
        here: &Place<G>,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, W::Stop> {
        let mut moves = Vec::new();
        if here.position.glance() == Glance::Forced {
            here.position.moves(Which::All, |m| moves.push(m));
            if moves.is_empty() {
                return Ok(stalled(here));
            }
        } else {
            alpha = alpha.max(evaluation(here));
            here.position.moves(Which::Tactical, |m| moves.push(m));
        }
        moves.sort_by_key(|&m| std::cmp::Reverse(here.position.capture_value(m)));
        for m in moves {
            if alpha >= beta {
                break;
            }
            let next = self.play(here, m);
            self.watcher.enter(next.ply)?;
            let (low, high) = window(here, &next, alpha, beta);
            let score = match self.settled(&next) {
                Some(score) => score,
                None => self.quiesce(&next, low, high)?,
            };
            self.unplay();
            alpha = alpha.max(for_side(score, next.position.side(), here.position.side()));
        }
        Ok(alpha)
    }

    fn settled(&self, here: &Place<G>) -> Option<Score> {
        if let Some(outcome) = here.position.decided() {
            return Some(Score::of_outcome(outcome, here.ply));
        }
        if G::REPEATS && self.path.repeats::<G>(here.reversible) {
            return Some(Score::DRAW);
        }
        here.position.glance().known().map(|exact| Score::of_exact(exact, here.ply))
    }

    fn play(&mut self, here: &Place<G>, m: G::Move) -> Place<G> {
        let (mut position, mut state) = (here.position.clone(), here.state.clone());
        position.advance(m, &mut state);
        position.play(m);
        let reversible = if here.position.irreversible(m) { 0 } else { here.reversible + 1 };
        self.path.push(position.key());
        Place { position, state, ply: here.ply + 1, reversible }
    }

    fn unplay(&mut self) {
        self.path.pop();
    }
}

fn evaluation<G: Knowledge>(here: &Place<G>) -> Score {
    Score::evaluation(here.position.evaluate(&here.state))
}

fn stalled<G: Knowledge>(here: &Place<G>) -> Score {
    Score::of_outcome(here.position.stalled(), here.ply)
}

/// Turns a score for `side` into one for the first player, and back.
fn from_first(score: Score, side: Side) -> Score {
    for_side(score, side, Side::First)
}

/// Turns a score for `from` into one for `to`.
fn for_side(score: Score, from: Side, to: Side) -> Score {
    if from == to { score } else { -score }
}

/// The window of `here`, seen by the side to move in `next`.
fn window<G: Game + Knowledge>(
    here: &Place<G>,
    next: &Place<G>,
    alpha: Score,
    beta: Score,
) -> (Score, Score) {
    if here.position.side() == next.position.side() { (alpha, beta) } else { (-beta, -alpha) }
}
