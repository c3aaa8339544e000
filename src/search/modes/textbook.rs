//! The textbook searches, plainly written: for comparison, and as the oracle
//! of the full search, which at a fixed depth and with variable depth off must
//! find the same score.
//!
//! All three share the leaves of the full search: finished and repeated games,
//! known values, and quiescence where the game has it. The deepening, the limits and the
//! reports are those of the full search too.

use crate::games::{EvalState, Game, Glance, Knowledge, Side, Which};
use crate::search::driver::{Driver, Extra, RootMove, sort};
use crate::search::node::{Stopped, Worker};
use crate::search::path::Root;
use crate::search::report::{Answer, Reporter};
use crate::search::score::Score;
use crate::search::table::Bound;
use crate::search::task::{Settings, Task, Textbook};

/// Runs a textbook search on at least one root move. Endgame tables are never asked.
pub(in crate::search) fn run<G: Knowledge>(
    driver: &mut Driver<G>,
    task: &Task<'_, G>,
    moves: &[G::Move],
    textbook: Textbook,
    report: &mut Reporter<'_, G::Move>,
) -> Answer<G::Move> {
    let settings = Settings { tables: false, ..task.settings.clone() };
    let task = Task { settings: &settings, ..*task };
    let search =
        |worker: &mut Worker<'_, G>,
         root: &Root<G>,
         moves: &mut [RootMove<G::Move>],
         depth: u16,
         lines: usize| iteration(worker, root, moves, (depth, lines), textbook);
    driver.run(&task, moves, Extra { exact: None, root_search: Some(&search) }, report)
}

/// All root moves to one depth, sorted. If one line is asked for, alpha-beta gives bounds
/// for moves that are no better than another.
fn iteration<G: Knowledge>(
    worker: &mut Worker<'_, G>,
    root: &Root<G>,
    moves: &mut [RootMove<G::Move>],
    (depth, lines): (u16, usize),
    textbook: Textbook,
) -> Result<(), Stopped> {
    let mut best = -Score::INFINITE;
    worker.seldepth = 0;
    for root_move in &mut *moves {
        let alpha = if lines == 1 { best } else { -Score::INFINITE };
        let score = Reference { worker }.score(root, root_move.m, depth, textbook, alpha)?;
        (root_move.score, root_move.bound) = (Some(score), Bound::Exact);
        best = best.max(score);
    }
    for root_move in &mut *moves {
        root_move.seldepth = worker.seldepth;
    }
    sort(moves);
    Ok(())
}

/// A textbook search of one position.
struct Reference<'w, 'a, G: Knowledge> {
    worker: &'w mut Worker<'a, G>,
}

/// A position in the tree.
struct Place<G: Knowledge> {
    position: G,
    state: G::State,
    ply: usize,
    reversible: usize,
}

impl<G: Knowledge> Reference<'_, '_, G> {
    /// The score of a root move, for the side that makes it, `depth` plies
    /// deep in all. Alpha-beta may give a bound where it is at most `alpha`.
    fn score(
        &mut self,
        root: &Root<G>,
        m: G::Move,
        depth: u16,
        textbook: Textbook,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let here = Place {
            position: root.position.clone(),
            state: root.position.state(),
            ply: 0,
            reversible: self.worker.path.reversible_before_root(),
        };
        let next = self.play(&here, m);
        let mover = here.position.side();
        match textbook {
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
        }
    }

    /// The score for the first player.
    fn minimax(&mut self, here: &Place<G>, depth: u16) -> Result<Score, Stopped> {
        self.worker.enter(here.ply)?;
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
            best = Some(match (best, side) {
                (None, _) => score,
                (Some(best), Side::First) => score.max(best),
                (Some(best), Side::Second) => score.min(best),
            });
        }
        Ok(best.unwrap_or_else(|| from_first(stalled(here), side)))
    }

    /// The score for the side to move.
    fn negamax(&mut self, here: &Place<G>, depth: u16) -> Result<Score, Stopped> {
        self.worker.enter(here.ply)?;
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
    ) -> Result<Score, Stopped> {
        self.worker.enter(here.ply)?;
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
            alpha = alpha.max(for_side(score, next.position.side(), here.position.side()));
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    /// The score where the depth is spent.
    fn leaf(&mut self, here: &Place<G>, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        if G::PARAMS.quiescence {
            self.quiesce(here, alpha, beta)
        } else {
            Ok(self.evaluation(here))
        }
    }

    /// Quiescence, without the choice of moves that the fast search makes.
    fn quiesce(
        &mut self,
        here: &Place<G>,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let mut moves = Vec::new();
        if here.position.glance() == Glance::Forced {
            here.position.moves(Which::All, |m| moves.push(m));
            if moves.is_empty() {
                return Ok(stalled(here));
            }
        } else {
            alpha = alpha.max(self.evaluation(here));
            here.position.moves(Which::Tactical, |m| moves.push(m));
        }
        moves.sort_by_key(|&m| std::cmp::Reverse(here.position.capture_value(m)));
        for m in moves {
            if alpha >= beta {
                break;
            }
            let next = self.play(here, m);
            self.worker.enter(next.ply)?;
            let (low, high) = window(here, &next, alpha, beta);
            let score = match self.settled(&next) {
                Some(score) => score,
                None => self.quiesce(&next, low, high)?,
            };
            alpha = alpha.max(for_side(score, next.position.side(), here.position.side()));
        }
        Ok(alpha)
    }

    fn evaluation(&mut self, here: &Place<G>) -> Score {
        self.worker.evaluate(&here.position, &here.state, here.ply)
    }

    fn settled(&self, here: &Place<G>) -> Option<Score> {
        if let Some(outcome) = here.position.decided() {
            return Some(Score::of_outcome(outcome, here.ply));
        }
        if G::REPEATS && self.worker.path.repeats::<G>(here.ply, here.reversible) {
            return Some(Score::DRAW);
        }
        here.position.glance().known().map(|exact| Score::of_exact(exact, here.ply))
    }

    fn play(&mut self, here: &Place<G>, m: G::Move) -> Place<G> {
        let (mut position, mut state) = (here.position.clone(), here.state.clone());
        position.advance(m, &mut state);
        state.record(here.ply + 1, self.worker.workspace);
        position.play(m);
        let reversible = if here.position.irreversible(m) { 0 } else { here.reversible + 1 };
        self.worker.path.set(here.ply + 1, position.key());
        Place { position, state, ply: here.ply + 1, reversible }
    }
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
