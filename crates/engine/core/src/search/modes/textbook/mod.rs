//! The textbook searches, plainly written: for comparison, and as the oracle
//! of the full search, which at a fixed depth and with variable depth off must
//! find the same score.
//!
//! All share the leaves of the full search: finished and repeated games, known values, and
//! quiescence where the game has it. The deepening, the limits and the reports are those of
//! the full search too. `ordering` has the order of moves of the last one.

mod ordering;

use crate::game::{EvalState, Glance, Knowledge, Side, Which};
use crate::search::driver::{Driver, RootMove, sort};
use crate::search::node::{Stopped, Worker, evaluate};
use crate::search::path::Root;
use crate::search::score::{Score, Window};
use crate::search::sorting::sort_by_cached_key;
use crate::search::table::Bound;
use crate::search::task::{Answer, Reporter, Settings, Task, Textbook};
use ordering::MoveOrdering;
use std::cmp::Reverse;

/// Runs a textbook search on at least one root move. Endgame tables are never asked.
pub(crate) fn run<G: Knowledge>(
    driver: &mut Driver<G>,
    task: &Task<'_, G>,
    moves: &[G::Move],
    textbook: Textbook,
    report: &mut Reporter<'_, G::Move>,
) -> Answer<G::Move> {
    let settings = Settings { tablebase: false, ..task.settings.clone() };
    let task = Task { settings: &settings, ..*task };
    let is_ordered = textbook == Textbook::OrderedAlphaBeta;
    let mut ordering = if is_ordered { Some(MoveOrdering::new()) } else { None };
    let search = |worker: &mut Worker<'_, G>,
                  root: &Root<G>,
                  moves: &mut [RootMove<G::Move>],
                  depth: u16,
                  lines: usize| {
        let reference = Reference { worker, ordering: ordering.as_mut(), textbook };
        reference.iteration(root, moves, depth, lines)
    };
    driver.run(&task, moves, None, Some(Box::new(search)), report)
}

struct Reference<'w, 'a, G: Knowledge> {
    worker: &'w mut Worker<'a, G>,
    ordering: Option<&'w mut MoveOrdering<G>>,
    textbook: Textbook,
}

struct PlainNode<G: Knowledge> {
    position: G,
    state: G::State,
    ply: usize,
    reversible: usize,
}

impl<G: Knowledge> Reference<'_, '_, G> {
    /// All root moves to one depth, sorted. If one line is asked for, alpha-beta gives
    /// bounds for moves that are no better than another.
    fn iteration(
        mut self,
        root: &Root<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u16,
        lines: usize,
    ) -> Result<(), Stopped> {
        let here = PlainNode {
            position: root.position.clone(),
            state: root.position.state(),
            ply: 0,
            reversible: self.worker.path.reversible_before_root(),
        };
        if let Some(ordering) = &mut self.ordering {
            ordering.sort(&here, moves, |root_move| root_move.m);
        }
        let mut best = -Score::INFINITE;
        self.worker.seldepth = 0;
        for root_move in &mut *moves {
            let alpha = if lines == 1 { best } else { -Score::INFINITE };
            let score = self.score(&here, root_move.m, depth, alpha)?;
            root_move.score = Some(score);
            root_move.bound = Bound::Exact;
            if let Some(ordering) = &mut self.ordering {
                root_move.pv_after = ordering.pv_after_root();
            }
            if score > best {
                best = score;
                self.raise(&here, root_move.m);
            }
        }
        for root_move in &mut *moves {
            root_move.seldepth = self.worker.seldepth;
        }
        if let Some(ordering) = &mut self.ordering {
            ordering.end_iteration();
        }
        sort(moves);
        Ok(())
    }

    /// The score of a root move, for the side that makes it, `depth` plies
    /// deep in all. Alpha-beta may give a bound where it is at most `alpha`.
    fn score(
        &mut self,
        here: &PlainNode<G>,
        m: G::Move,
        depth: u16,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let next = self.play(here, m);
        let mover = here.position.side();
        match self.textbook {
            Textbook::Minimax => {
                let first = self.minimax(&next, depth - 1)?;
                Ok(from_first(first, mover))
            }
            Textbook::Negamax => {
                let score = self.negamax(&next, depth - 1)?;
                Ok(for_side(score, next.position.side(), mover))
            }
            Textbook::AlphaBeta | Textbook::OrderedAlphaBeta => {
                let window = Window { alpha, ..Window::whole() };
                let window = window_of(window, here, &next);
                let score = self.alpha_beta(&next, depth - 1, window)?;
                Ok(for_side(score, next.position.side(), mover))
            }
        }
    }

    fn minimax(&mut self, here: &PlainNode<G>, depth: u16) -> Result<Score, Stopped> {
        self.worker.enter(here.ply)?;
        let side = here.position.side();
        if let Some(score) = self.score_by_rules(here) {
            return Ok(from_first(score, side));
        }
        if depth == 0 {
            let score = self.leaf(here, Window::whole())?;
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

    fn negamax(&mut self, here: &PlainNode<G>, depth: u16) -> Result<Score, Stopped> {
        self.worker.enter(here.ply)?;
        if let Some(score) = self.score_by_rules(here) {
            return Ok(score);
        }
        if depth == 0 {
            return self.leaf(here, Window::whole());
        }
        let mut best = None;
        for m in here.position.legal_moves() {
            let next = self.play(here, m);
            let score = self.negamax(&next, depth - 1)?;
            best = best.max(Some(for_side(score, next.position.side(), here.position.side())));
        }
        Ok(best.unwrap_or_else(|| stalled(here)))
    }

    /// The score for the side to move if it lies in the window, else a bound on that side of
    /// it.
    fn alpha_beta(
        &mut self,
        here: &PlainNode<G>,
        depth: u16,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        self.worker.enter(here.ply)?;
        if let Some(ordering) = &mut self.ordering {
            ordering.begin_line(here.ply);
        }
        if let Some(score) = self.score_by_rules(here) {
            return Ok(score);
        }
        if depth == 0 {
            return self.leaf(here, window);
        }
        let mut moves = here.position.legal_moves();
        if moves.is_empty() {
            return Ok(stalled(here));
        }
        if let Some(ordering) = &mut self.ordering {
            ordering.sort(here, &mut moves, |&m| m);
        }
        for m in moves {
            let next = self.play(here, m);
            let theirs = window_of(window, here, &next);
            let score = self.alpha_beta(&next, depth - 1, theirs)?;
            let score = for_side(score, next.position.side(), here.position.side());
            if score > window.alpha {
                window.alpha = score;
                self.raise(here, m);
            }
            if window.alpha >= window.beta {
                if let Some(ordering) = &mut self.ordering {
                    ordering.cut_off(here, m, depth);
                }
                break;
            }
        }
        Ok(window.alpha)
    }

    fn raise(&mut self, here: &PlainNode<G>, m: G::Move) {
        if let Some(ordering) = &mut self.ordering {
            ordering.extend_line(here, m);
        }
    }

    fn leaf(&mut self, here: &PlainNode<G>, window: Window) -> Result<Score, Stopped> {
        if G::PARAMS.quiescence.is_on {
            self.quiesce(here, window)
        } else {
            Ok(self.evaluation(here))
        }
    }

    /// Quiescence, without the choice of moves that the fast search makes.
    fn quiesce(&mut self, here: &PlainNode<G>, mut window: Window) -> Result<Score, Stopped> {
        let mut moves = Vec::new();
        if here.position.glance() == Glance::Forced {
            here.position.moves(Which::All, |m| moves.push(m));
            if moves.is_empty() {
                return Ok(stalled(here));
            }
        } else {
            window.alpha = window.alpha.max(self.evaluation(here));
            here.position.moves(Which::Tactical, |m| moves.push(m));
        }
        sort_by_cached_key(&mut moves, |&m| Reverse(here.position.capture_value(m)));
        for m in moves {
            if window.alpha >= window.beta {
                break;
            }
            let next = self.play(here, m);
            self.worker.enter(next.ply)?;
            let theirs = window_of(window, here, &next);
            let score = match self.score_by_rules(&next) {
                Some(score) => score,
                None => self.quiesce(&next, theirs)?,
            };
            let score = for_side(score, next.position.side(), here.position.side());
            window.alpha = window.alpha.max(score);
        }
        Ok(window.alpha)
    }

    fn evaluation(&mut self, here: &PlainNode<G>) -> Score {
        evaluate(&here.position, &here.state, here.ply, self.worker.workspace)
    }

    fn score_by_rules(&self, here: &PlainNode<G>) -> Option<Score> {
        if let Some(outcome) = here.position.decided() {
            return Some(Score::from_outcome(outcome, here.ply));
        }
        let repetition = self.worker.path.repetition(&here.position, here.ply, here.reversible);
        if repetition.is_some() {
            return repetition;
        }
        here.position.glance().known().map(|exact| Score::from_exact(exact, here.ply))
    }

    fn play(&mut self, here: &PlainNode<G>, m: G::Move) -> PlainNode<G> {
        let mut position = here.position.clone();
        let mut state = here.state.clone();
        position.advance(m, &mut state);
        state.record(here.ply + 1, self.worker.workspace);
        position.play(m);
        let reversible = if here.position.irreversible(m) { 0 } else { here.reversible + 1 };
        self.worker.path.set(here.ply + 1, position.key());
        PlainNode { position, state, ply: here.ply + 1, reversible }
    }
}

fn stalled<G: Knowledge>(here: &PlainNode<G>) -> Score {
    Score::from_outcome(here.position.stalled(), here.ply)
}

fn from_first(score: Score, side: Side) -> Score {
    for_side(score, side, Side::First)
}

fn for_side(score: Score, from: Side, to: Side) -> Score {
    if from == to { score } else { -score }
}

fn window_of<G: Knowledge>(window: Window, here: &PlainNode<G>, next: &PlainNode<G>) -> Window {
    if here.position.side() == next.position.side() { window } else { -window }
}
