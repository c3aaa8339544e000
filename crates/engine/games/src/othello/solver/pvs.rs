//! The search of the solver: principal variation search for the difference of discs.

use super::super::board::Discs;
use super::last::{SHALLOW, final_score, last_one, shallow};
use super::memory::{KnownValue, OwnTable, SolverTable, hash};
use super::order::{DEFERRED, MoveList, OrderedMove, guess};
use super::stability::stable;
use crate::team::{InProgress, Team, first_answer};
use plyglot_core::game::{NodeCounter, SolverContext};

const NO_SQUARE: u8 = 64;
/// The first window reaches this far on both sides of the guess. Scores are even, so three
/// are possible in it.
const FIRST_WINDOW: i32 = 3;
/// The empty squares from which the first window is narrow. The search of fewer is too
/// short.
const GUESSED: u32 = 12;
/// The empty squares from which positions are stored in the table that threads share, and
/// from which threads mark what they are searching. Fetching an entry of that table takes
/// as long as searching the tree of fewer.
const SHARED: u32 = 12;
/// The empty squares from which the entries after all moves are looked up first
/// ("enhanced transposition cutoff").
const LOOKED_UP: u32 = 9;

pub(super) struct SolverSearch<'a> {
    table: SolverTable<'a>,
    own_table: OwnTable,
    counter: NodeCounter<'a>,
    /// `None` for a thread that is alone.
    team: Option<&'a Team>,
}

impl<'a> SolverSearch<'a> {
    /// A search of positions with at most this many empty squares.
    pub(super) fn new(
        context: &SolverContext<'a>,
        empties: u32,
        team: Option<&'a Team>,
    ) -> SolverSearch<'a> {
        SolverSearch {
            table: SolverTable::new(context.memory),
            own_table: OwnTable::new(empties),
            counter: NodeCounter::new(context),
            team,
        }
    }

    /// The score as by [`SolverSearch::search`]. The first window is narrow, round a guess
    /// (chessprogramming.org "Aspiration Windows").
    pub(super) fn aspire(&mut self, board: Discs, alpha: i32, beta: i32) -> Option<i32> {
        if board.empty().count_ones() < GUESSED {
            return self.search(board, alpha, beta);
        }
        let guess = guess(board).clamp(alpha, beta);
        let mut width = FIRST_WINDOW;
        let mut low = alpha.max(guess - width);
        let mut high = beta.min(guess + width);
        loop {
            let score = self.search(board, low, high)?;
            width *= 2;
            if score <= low && low > alpha {
                (low, high) = (alpha.max(score - width), score + 1);
            } else if score >= high && high < beta {
                (low, high) = (score - 1, beta.min(score + width));
            } else {
                return Some(score);
            }
        }
    }

    /// The score for the side to move: exact between `alpha` and `beta`, otherwise a bound
    /// beyond that one. `None` if the meter ended the work or another thread has the answer.
    pub(super) fn search(&mut self, board: Discs, alpha: i32, beta: i32) -> Option<i32> {
        let empties = board.empty().count_ones();
        match empties {
            0 => Some(board.difference()),
            1 => Some(last_one(board, board.empty().trailing_zeros() as u8)),
            _ if empties < SHALLOW => shallow(&mut self.counter, board, alpha, beta),
            _ => self.interior(board, alpha, beta, empties),
        }
    }

    fn interior(
        &mut self,
        board: Discs,
        mut alpha: i32,
        mut beta: i32,
        empties: u32,
    ) -> Option<i32> {
        self.counter.count()?;
        if self.team.is_some_and(Team::is_answered) {
            return None;
        }

        // Step 1. Stable stones of the other side bound the score.
        if alpha >= least_alpha(empties) {
            let most = 64 - 2 * stable(board.passed()).count_ones() as i32;
            if most <= alpha {
                return Some(most);
            }
            beta = beta.min(most);
        }

        // Step 2. The transposition table.
        let known = self.probe(board, empties).unwrap_or(KnownValue {
            lower: -64,
            upper: 64,
            best: NO_SQUARE,
        });
        let lower = i32::from(known.lower);
        let upper = i32::from(known.upper);
        if lower >= beta || lower == upper {
            return Some(lower);
        }
        if upper <= alpha {
            return Some(upper);
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));

        // Step 3. A pass.
        let mobility = board.mobility();
        if mobility == 0 {
            let passed = board.passed();
            return match passed.mobility() {
                0 => Some(final_score(board)),
                _ => Some(-self.search(passed, -beta, -alpha)?),
            };
        }

        // Step 4. The moves, not yet in order.
        let mut moves = MoveList::EMPTY;
        moves.fill(board, mobility, known.best);

        // Step 5. The table may know of a move that is good enough.
        if empties >= LOOKED_UP {
            for m in moves.get() {
                let least = self.probe(m.child, empties - 1).map(|known| -i32::from(known.upper));
                if least >= Some(beta) {
                    return least;
                }
            }
        }

        // Step 6. The search.
        let start = alpha;
        let (best, best_move) = self.best_of(&mut moves, alpha, beta)?;

        // Step 7. The table.
        let lower = if best > start { best as i8 } else { known.lower };
        let upper = if best < beta { best as i8 } else { known.upper };
        let known = KnownValue { lower, upper, best: best_move };
        match empties {
            SHARED.. => self.table.store(board, known, empties),
            _ => self.own_table.store(board, known, empties),
        }
        Some(best)
    }

    #[inline(always)]
    fn probe(&self, board: Discs, empties: u32) -> Option<KnownValue> {
        if empties >= SHARED { self.table.probe(board) } else { self.own_table.probe(board) }
    }

    /// The best score of some moves, and its move, or the first that reaches `beta`. The
    /// first move is searched with the whole window, the others with none at first. Those
    /// that other threads are searching come last.
    fn best_of(&mut self, moves: &mut MoveList, mut alpha: i32, beta: i32) -> Option<(i32, u8)> {
        let mut best = i32::MIN;
        let mut best_move = NO_SQUARE;
        let mut i = 0;
        while let Some(m) = moves.next(i) {
            if i > 0 && m.order != DEFERRED && self.is_in_progress(m.child) {
                m.order = DEFERRED;
                continue;
            }
            let OrderedMove { square, child, .. } = *m;
            let score = self.score_of(child, i == 0, alpha, beta)?;
            if score > best {
                (best, best_move) = (score, square);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
            i += 1;
        }
        Some((best, best_move))
    }

    fn score_of(&mut self, child: Discs, is_first: bool, alpha: i32, beta: i32) -> Option<i32> {
        let mark = self.mark(child);
        if let Some((in_progress, key)) = mark {
            in_progress.insert(key);
        }
        let score = if is_first {
            self.search(child, -beta, -alpha)
        } else {
            self.search(child, -alpha - 1, -alpha)
        };
        let score = match score.map(|score| -score) {
            Some(score) if !is_first && score > alpha && score < beta => {
                self.search(child, -beta, -score).map(|score| -score)
            }
            score => score,
        };
        if let Some((in_progress, key)) = mark {
            in_progress.remove(key);
        }
        score
    }

    fn is_in_progress(&self, board: Discs) -> bool {
        self.mark(board).is_some_and(|(in_progress, key)| in_progress.contains(key))
    }

    /// Where threads mark the boards that they search, and the key of this one; `None` for
    /// one that is searched in less time than the others take to look.
    #[inline(always)]
    fn mark(&self, board: Discs) -> Option<(&'a InProgress, u64)> {
        if board.empty().count_ones() < SHARED {
            return None;
        }
        Some((&self.team?.in_progress, hash(board)))
    }
}

/// The least alpha with which stable stones are counted: they rarely bound lower scores.
fn least_alpha(empties: u32) -> i32 {
    match empties {
        0..8 => 20,
        8..20 => 10 + empties as i32,
        _ => 40,
    }
}

/// The least empty squares of positions that several threads solve. Waking the threads
/// takes longer than solving the others.
const BY_TEAM: u32 = 15;

/// The score of a position with a move, as [`SolverSearch::search`] gives it, by all threads.
pub(super) fn solve_together(
    context: &SolverContext<'_>,
    board: Discs,
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    let empties = board.empty().count_ones();
    match context.helpers {
        Some(pool) if !pool.is_empty() && empties >= BY_TEAM => first_answer(pool, |_, team| {
            SolverSearch::new(context, empties, Some(team)).aspire(board, alpha, beta)
        }),
        _ => SolverSearch::new(context, empties, None).aspire(board, alpha, beta),
    }
}
