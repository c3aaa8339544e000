//! One thread's search for a bound of a position's score.
//!
//! Negamax with null windows (Pascal Pons, "Solving Connect 4", 2015): each search only
//! decides whether a score is greater than `alpha`. It returns a bound on that side of
//! `alpha` (fail-soft). Scores are those of the literature: 22 less the stones of the
//! winner at the end, negative for the loser, 0 for a draw.

use super::bounds::{even_threat, odd_threat, odd_threats, second_holds};
use super::lanes::{Children, Lanes, SolverNode, any, lanes};
use super::memory::{
    FIRST_LOCAL_STONES, FIRST_UNSTORED_STONES, LocalTable, Range, SharedTable, key,
};
use super::path::SolverPath;
use crate::connect4::board::{landings, rows, safe_moves, winning_cells};
use crate::team::Team;
use plyglot_core::game::NodeCounter;

pub(super) const CELLS: u32 = 42;
pub(super) const fn win_at_once(stones: u32) -> i32 {
    21 - stones as i32 / 2
}

/// The score of the side to move if the other side wins with its next stone.
pub(super) const fn loss_at_once(stones: u32) -> i32 {
    (stones as i32 + 1) / 2 - 21
}

/// The weights of the move ordering. They were found by trial on Pascal Pons's sets of
/// the opening and the middle game, one weight at a time. docs/log/measurements.csv has the
/// nodes that each saves.
mod weight {
    /// For each cell with which the side would win.
    pub(super) const THREAT: i32 = 320;
    /// For a threat that can be played at once: low if `alpha` is about a distant win,
    /// for which threats are kept, high if about a near one.
    pub(super) const FORCING_FAR: i32 = -160;
    pub(super) const FORCING_NEAR: i32 = 80;
    /// For each row that the side can fill and that already holds two of its stones.
    pub(super) const PAIR: i32 = 14;
    /// For each row that the other side can fill.
    pub(super) const LEFT: i32 = -5;
    /// For each reply that does not lose at once.
    pub(super) const REPLY: i32 = -28;
    pub(super) const CENTRE: i32 = 4;
    /// Makes all scores positive.
    pub(super) const BASE: i32 = 1 << 12;
}
/// Number of plies from the root of a query in which threads avoid each other's nodes:
/// deeper trees are too local, ...
const SHARED_PLIES: u32 = 8;
/// ... unless there are fewer stones than this.
const MIN_UNSHARED_STONES: u32 = 18;
/// The least number of stones at which threads may defer even the first move of a node
/// that searches for more than a draw. Three in four of such nodes need all their moves,
/// of the others one in twenty; there, all threads search the first move together.
const DEFER_STONES: u32 = 12;
const NEAR_WIN_SCORE: i32 = 4;

/// The closeness of each file to the centre, all different.
const FROM_EDGE: [i32; 8] = [1, 3, 5, 7, 6, 4, 2, 0];

pub(super) struct SolverWorker<'a> {
    pub(super) shared: SharedTable<'a>,
    pub(super) local: LocalTable<'a>,
    pub(super) counter: NodeCounter<'a>,
    pub(super) nodes: u64,
    /// `None` for a thread that is alone.
    pub(super) team: Option<&'a Team>,
    /// The path of this thread, as far as other threads may also search it.
    pub(super) path: SolverPath,
    /// Stones from which the threads do not avoid each other.
    pub(super) unshared_stones: u32,
}

impl SolverWorker<'_> {
    /// A bound of the score of a node (fail-soft): greater than `alpha` if and only if
    /// the score is. `None` if the search was stopped.
    pub(super) fn search(&mut self, node: &SolverNode, alpha: i32) -> Option<i32> {
        // Late positions give the other threads no information.
        self.unshared_stones =
            (node.stones + SHARED_PLIES).clamp(MIN_UNSHARED_STONES, FIRST_LOCAL_STONES);
        match self.team {
            Some(_) => self.search_node::<true>(node, alpha),
            None => self.search_node::<false>(node, alpha),
        }
    }

    /// Like [`Self::search`]. `SHARED`: other threads may search this node or those below
    /// it.
    fn search_node<const SHARED: bool>(
        &mut self,
        node: &SolverNode,
        mut alpha: i32,
    ) -> Option<i32> {
        let mut node = *node;
        let mut sign = 1;
        // Forced replies, one after the other.
        while node.safe & (node.safe - 1) == 0 {
            if node.stones >= CELLS - 2 {
                return Some(0);
            }
            let occupied = node.occupied | node.safe;
            let own = node.mover | node.safe;
            let threats = winning_cells(own, occupied);
            let safe = safe_moves(landings(occupied), threats);
            if safe == 0 {
                return Some(sign * (win_at_once(node.stones) - 1));
            }
            let stones = node.stones + 1;
            node = SolverNode { mover: own ^ occupied, occupied, safe, threats, stones };
            (alpha, sign) = (-alpha - 1, -sign);
        }
        if node.stones >= CELLS - 2 {
            return Some(0);
        }
        if SHARED && node.stones >= self.unshared_stones {
            return Some(sign * self.search_node::<false>(&node, alpha)?);
        }
        Some(sign * self.search_branching::<SHARED>(&node, alpha)?)
    }

    #[inline(always)]
    fn search_branching<const SHARED: bool>(
        &mut self,
        node: &SolverNode,
        alpha: i32,
    ) -> Option<i32> {
        self.counter.count()?;
        self.nodes += 1;
        // Neither side wins with the next stone, so the other side does not win with its second
        // next stone either.
        let range =
            Range { lower: loss_at_once(node.stones) + 1, upper: win_at_once(node.stones) - 2 };
        if range.lower > alpha {
            return Some(range.lower);
        }
        let children = Children::new(node);
        if children.has_win() {
            return Some(range.upper + 1);
        }
        if range.upper <= alpha {
            return Some(range.upper);
        }
        let sure = parity_bound(node, &children, alpha);
        if sure > alpha {
            return Some(sure);
        }
        let is_late = node.stones >= FIRST_LOCAL_STONES;
        let key = key(node.mover, node.occupied, node.stones);
        if !is_late {
            if self.team.is_some_and(Team::is_answered) || SHARED && self.is_called_back() {
                return None;
            }
            if let Some(bound) = decides(self.shared.probe(key), alpha) {
                return Some(bound);
            }
        }
        let before = self.nodes;
        let floor = sure.max(range.lower);
        if SHARED {
            self.path.enter(key, alpha);
        }
        let mut best = self.try_moves::<SHARED>(node, &children, alpha, floor);
        if SHARED && self.path.leave() {
            best = self.resume_at(node, alpha, key);
        }
        let best = best?;
        let range = if best > alpha {
            Range { lower: best, ..range }
        } else {
            Range { upper: best, ..range }
        };
        if !is_late {
            self.shared.store(key, range, self.nodes - before);
        } else if node.stones < FIRST_UNSTORED_STONES {
            self.local.store(key, range);
        }
        Some(best)
    }

    /// Whether another thread has finished a node on this thread's path.
    #[inline(always)]
    fn is_called_back(&mut self) -> bool {
        let shared = &self.shared;
        self.path.is_check_due(self.nodes)
            && self.path.is_cut_off(|key, alpha| decides(shared.probe(key), alpha).is_some())
    }

    /// The result of another thread for the node that this thread returned to.
    #[cold]
    fn resume_at(&mut self, node: &SolverNode, alpha: i32, key: u64) -> Option<i32> {
        // If its entry has already been replaced, it is searched again.
        decides(self.shared.probe(key), alpha).or_else(|| self.search_node::<true>(node, alpha))
    }

    /// The best score of the moves, or of the first above `alpha`; at least `floor`.
    #[inline(always)]
    fn try_moves<const SHARED: bool>(
        &mut self,
        node: &SolverNode,
        children: &Children,
        alpha: i32,
        floor: i32,
    ) -> Option<i32> {
        let keys = self.prefetch_children(node.stones + 1, children);
        let mut move_scores = Self::move_scores(node, children, alpha);
        let mut best = self.probe_children(node.stones + 1, &keys, alpha, floor, &mut move_scores);
        let in_progress = if SHARED { self.team.map(|team| &team.in_progress) } else { None };
        let mut deferred = [0; 8];
        let mut may_defer = alpha >= 0 && node.stones >= DEFER_STONES;
        loop {
            let top = move_scores.iter().copied().max().unwrap_or(0);
            if best > alpha || top == 0 && deferred == [0; 8] {
                return Some(best);
            }
            if top == 0 {
                // Other threads were searching these moves before.
                move_scores = std::mem::take(&mut deferred);
                may_defer = false;
                continue;
            }
            let lane = (top & 7) as usize;
            move_scores[lane] = 0;
            let child = children.node(lane, node.stones + 1);
            let Some(in_progress) = in_progress else {
                best = best.max(-self.search_node::<SHARED>(&child, -alpha - 1)?);
                continue;
            };
            let key = child.in_progress_key();
            if may_defer && in_progress.contains(key) {
                deferred[lane] = top;
                continue;
            }
            may_defer = true;
            in_progress.insert(key);
            let score = self.search_node::<SHARED>(&child, -alpha - 1);
            in_progress.remove(key);
            best = best.max(-score?);
        }
    }

    /// The ordering score of each move, with its lane in the lowest three bits; 0 for
    /// no move.
    #[inline(always)]
    fn move_scores(node: &SolverNode, children: &Children, alpha: i32) -> Lanes {
        use weight::*;
        let forcing =
            if alpha.max(-alpha - 1) <= NEAR_WIN_SCORE { FORCING_FAR } else { FORCING_NEAR };
        let other = node.mover ^ node.occupied;
        let Children { moves, own, landings, threats, safe, .. } = children;
        lanes!(i => {
            // A threat above a cell that the other side will take is worth nothing.
            let useful = threats[i] & !(node.threats << 1);
            let is_forcing = i32::from(threats[i] & landings[i] != 0);
            let move_score = BASE
                + THREAT * useful.count_ones() as i32
                + forcing * is_forcing
                + PAIR * rows(own[i], other)[1]
                + LEFT * rows(other, own[i])[0]
                + REPLY * safe[i].count_ones() as i32
                + CENTRE * FROM_EDGE[i];
            if moves[i] == 0 { 0 } else { (move_score as u64) << 3 | i as u64 }
        })
    }

    /// The keys of the positions after the moves, if such are stored. Prefetches their
    /// buckets of the shared table. `stones`: after the move.
    #[inline(always)]
    fn prefetch_children(&self, stones: u32, children: &Children) -> Lanes {
        if stones >= FIRST_UNSTORED_STONES {
            return [0; 8];
        }
        let keys = children.keys(stones);
        if stones < FIRST_LOCAL_STONES && self.team.is_some() {
            for key in keys {
                if key != 0 {
                    self.shared.prefetch(key);
                }
            }
        }
        keys
    }

    /// The best score that the tables have for the positions after the moves. One above
    /// `alpha` ends the search; moves that are known to be no better are not tried
    /// (enhanced transposition cutoffs, Schaeffer and Plaat, 1996).
    #[inline(always)]
    fn probe_children(
        &self,
        stones: u32,
        keys: &Lanes,
        alpha: i32,
        floor: i32,
        move_scores: &mut Lanes,
    ) -> i32 {
        let mut best = floor;
        for (lane, move_score) in move_scores.iter_mut().enumerate() {
            let key = keys[lane];
            if key == 0 {
                continue;
            }
            let known = if stones < FIRST_LOCAL_STONES {
                self.shared.probe(key)
            } else {
                self.local.probe(key)
            };
            let Some(known) = known else { continue };
            if -known.upper > alpha {
                return -known.upper;
            }
            if -known.lower <= alpha {
                best = best.max(-known.lower);
                *move_score = 0;
            }
        }
        best
    }
}

/// The bound that decides whether a score exceeds `alpha`, if one does.
#[inline(always)]
fn decides(known: Option<Range>, alpha: i32) -> Option<i32> {
    let Range { lower, upper } = known?;
    if lower > alpha {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

/// The greatest score that parity guarantees for a move, as far as it matters for
/// `alpha`.
#[inline(always)]
fn parity_bound(node: &SolverNode, children: &Children, alpha: i32) -> i32 {
    let Children { moves, occupied, landings, threats, .. } = children;
    let other = node.mover ^ node.occupied;
    let mut sure = -21;
    if node.stones % 2 == 1 {
        let holds = lanes!(i => {
            u64::from(moves[i] != 0 && second_holds(other, occupied[i], landings[i]))
        });
        if any(holds) {
            sure = 0;
        }
        if sure == 0 && alpha >= 0 {
            for i in (0..7).filter(|&i| holds[i] != 0) {
                sure = sure.max(even_threat(threats[i], landings[i]));
            }
        }
    } else if alpha < 2 {
        let mut left = lanes!(i => match moves[i] {
            0 => 0,
            _ => odd_threats(threats[i], landings[i]),
        });
        while sure <= alpha && any(left) {
            let scores = lanes!(i => odd_threat(other, occupied[i], landings[i], left[i]) as u64);
            let best = scores.iter().copied().max().unwrap_or(0) as i32;
            if best > 0 {
                sure = sure.max(best);
            }
            left = lanes!(i => left[i] & left[i].wrapping_sub(1));
        }
    }
    sure
}
