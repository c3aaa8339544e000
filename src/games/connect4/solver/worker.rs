//! One thread's search for a bound of a position's score.
//!
//! Negamax with windows of no width (Pascal Pons, "Solving Connect 4", 2015):
//! it is only asked whether a score is greater than `alpha`. The answer lies
//! beyond `alpha` on its side of the score (fail-soft). Scores are those of
//! the literature: 22 less the stones that the winner has played in the end,
//! negative for the side that loses, 0 for a draw.

use super::bounds::{even_threat, odd_threat, odd_threats, second_holds};
use super::busy::Busy;
use super::lanes::{Children, Lanes, Node, any, lanes};
use super::memory::{LAST, LATE, Range, Shared, Small, key};
use super::trail::Trail;
use crate::games::NodeCounter;
use crate::games::connect4::board::{landings, rows, safe_moves, winning_cells};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Cells of the board.
pub(super) const CELLS: u32 = 42;
/// The score of the side to move if it wins with its next stone.
pub(super) const fn win_at_once(stones: u32) -> i32 {
    21 - stones as i32 / 2
}

/// The score of the side to move if the other side wins with its next stone.
pub(super) const fn loss_at_once(stones: u32) -> i32 {
    (stones as i32 + 1) / 2 - 21
}

/// What makes a move promising. Found by trial on Pascal Pons's sets of the
/// opening and the middle game, one weight at a time: docs/connect4.md has the
/// nodes that each saves.
mod weight {
    /// For each cell with which the side would win.
    pub(super) const THREAT: i32 = 320;
    /// If there is one that can be played at once: little where the question
    /// is about a win far off, for which threats are kept, much where it is near.
    pub(super) const FORCING_FAR: i32 = -160;
    pub(super) const FORCING_NEAR: i32 = 80;
    /// For each row that the side can fill and holds two stones of already.
    pub(super) const PAIR: i32 = 14;
    /// For each row that the other side can fill.
    pub(super) const LEFT: i32 = -5;
    /// For each reply that does not lose at once.
    pub(super) const REPLY: i32 = -28;
    /// For each step towards the centre.
    pub(super) const CENTRE: i32 = 4;
    /// Makes all sums positive.
    pub(super) const BASE: i32 = 1 << 12;
}
/// Plies from the position that they are asked about in which threads look out
/// for each other: the trees beyond are too small, ...
const LOOKOUT: u32 = 8;
/// ... unless there are fewer stones than this.
const ALONE: u32 = 18;
/// Stones from which threads spread out over all moves of a node that is asked
/// for more than a draw: three in four of such nodes need all their moves, of
/// the others one in twenty. There they go into the first move together.
const SPREAD: u32 = 12;
/// Scores beyond this are of wins near.
const NEAR: i32 = 4;

/// How near each file is to the centre, no two alike.
const FROM_EDGE: [i32; 8] = [1, 3, 5, 7, 6, 4, 2, 0];

/// A thread at work.
pub(super) struct Worker<'a> {
    pub(super) shared: Shared<'a>,
    pub(super) small: Small<'a>,
    pub(super) tally: NodeCounter<'a>,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    /// The number of the question that it answers.
    pub(super) question: u64,
    /// That of the last question which some thread has answered.
    pub(super) settled: &'a AtomicU64,
    /// What the other threads are at, if there are any.
    pub(super) busy: Option<&'a Busy>,
    /// The nodes that this one is at, as far as others may be at them too.
    pub(super) trail: Trail,
    /// Stones from which the threads do not look out for each other.
    pub(super) alone_from: u32,
}

impl Worker<'_> {
    /// A bound on the score of a node, above `alpha` or not as the score is.
    /// `None` if it was ended.
    pub(super) fn search(&mut self, node: &Node, alpha: i32) -> Option<i32> {
        // Of late positions the others learn nothing.
        self.alone_from = (node.stones + LOOKOUT).clamp(ALONE, LATE);
        match self.busy {
            Some(_) => self.descend::<true>(node, alpha),
            None => self.descend::<false>(node, alpha),
        }
    }

    /// The same. `TOGETHER`: other threads may be at this node or those below it.
    fn descend<const TOGETHER: bool>(&mut self, node: &Node, alpha: i32) -> Option<i32> {
        let mut node = *node;
        let (mut alpha, mut sign) = (alpha, 1);
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
            node = Node { mover: own ^ occupied, occupied, safe, threats, stones };
            (alpha, sign) = (-alpha - 1, -sign);
        }
        if node.stones >= CELLS - 2 {
            return Some(0);
        }
        if TOGETHER && node.stones >= self.alone_from {
            return Some(sign * self.descend::<false>(&node, alpha)?);
        }
        Some(sign * self.branch::<TOGETHER>(&node, alpha)?)
    }

    /// The same for a node with several moves.
    #[inline(always)]
    fn branch<const TOGETHER: bool>(&mut self, node: &Node, alpha: i32) -> Option<i32> {
        self.tally.count()?;
        self.nodes += 1;
        // Nobody wins with the next stone; then neither does the other side
        // with the one after the next.
        let range =
            Range { lower: loss_at_once(node.stones) + 1, upper: win_at_once(node.stones) - 2 };
        if range.lower > alpha {
            return Some(range.lower);
        }
        let children = Children::of(node);
        if children.has_win() {
            return Some(range.upper + 1);
        }
        if range.upper <= alpha {
            return Some(range.upper);
        }
        let sure = sure_score(node, &children, alpha);
        if sure > alpha {
            return Some(sure);
        }
        let is_late = node.stones >= LATE;
        let key = key(node.mover, node.occupied, node.stones);
        if !is_late {
            if self.settled.load(Relaxed) >= self.question || TOGETHER && self.is_called_back() {
                return None;
            }
            if let Some(bound) = decides(self.shared.probe(key), alpha) {
                return Some(bound);
            }
        }
        let before = self.nodes;
        let floor = sure.max(range.lower);
        if TOGETHER {
            self.trail.enter(key, alpha);
        }
        let mut best = self.try_moves::<TOGETHER>(node, &children, alpha, floor);
        if TOGETHER && self.trail.leave() {
            best = self.ask_others(node, alpha, key);
        }
        let best = best?;
        let range = match best > alpha {
            true => Range { lower: best, ..range },
            false => Range { upper: best, ..range },
        };
        if !is_late {
            self.shared.store(key, range, self.nodes - before);
        } else if node.stones < LAST {
            self.small.store(key, range);
        }
        Some(best)
    }

    /// Whether another thread has settled a node that this one is still below.
    #[inline(always)]
    fn is_called_back(&mut self) -> bool {
        let shared = &self.shared;
        self.trail.is_due(self.nodes)
            && self.trail.is_in_vain(|key, alpha| decides(shared.probe(key), alpha).is_some())
    }

    /// What others found about a node that this thread was called back to.
    #[cold]
    fn ask_others(&mut self, node: &Node, alpha: i32, key: u64) -> Option<i32> {
        // If that has given way to other entries already, it is sought once more.
        decides(self.shared.probe(key), alpha).or_else(|| self.descend::<true>(node, alpha))
    }

    /// The best score of the moves, or of the first above `alpha`; at least `floor`.
    #[inline(always)]
    fn try_moves<const TOGETHER: bool>(
        &mut self,
        node: &Node,
        children: &Children,
        alpha: i32,
        floor: i32,
    ) -> Option<i32> {
        let keys = self.foresee(node.stones + 1, children);
        let mut marks = Self::marks(node, children, alpha);
        let mut best = self.look_up(node.stones + 1, &keys, alpha, floor, &mut marks);
        let busy = self.busy.filter(|_| TOGETHER);
        let mut deferred = [0; 8];
        let mut may_put_off = alpha >= 0 && node.stones >= SPREAD;
        loop {
            let top = marks.iter().copied().max().unwrap_or(0);
            if best > alpha || top == 0 && deferred == [0; 8] {
                return Some(best);
            }
            if top == 0 {
                // The others were at these a while ago.
                marks = std::mem::take(&mut deferred);
                may_put_off = false;
                continue;
            }
            let lane = (top & 7) as usize;
            marks[lane] = 0;
            let child = children.node(lane, node.stones + 1);
            let Some(busy) = busy else {
                best = best.max(-self.descend::<TOGETHER>(&child, -alpha - 1)?);
                continue;
            };
            if may_put_off && busy.has(&child) {
                deferred[lane] = top;
                continue;
            }
            may_put_off = true;
            busy.enter(&child);
            let score = self.descend::<TOGETHER>(&child, -alpha - 1);
            busy.leave(&child);
            best = best.max(-score?);
        }
    }

    /// What each move promises, the lane in the lowest three bits; 0 for none.
    #[inline(always)]
    fn marks(node: &Node, children: &Children, alpha: i32) -> Lanes {
        use weight::*;
        let forcing = if alpha.max(-alpha - 1) <= NEAR { FORCING_FAR } else { FORCING_NEAR };
        let other = node.mover ^ node.occupied;
        let Children { moves, own, landings, threats, safe, .. } = children;
        lanes!(i => {
            // A threat above a cell that the other side will take is worth nothing.
            let useful = threats[i] & !(node.threats << 1);
            let is_forcing = i32::from(threats[i] & landings[i] != 0);
            let mark = BASE
                + THREAT * useful.count_ones() as i32
                + forcing * is_forcing
                + PAIR * rows(own[i], other)[1]
                + LEFT * rows(other, own[i])[0]
                + REPLY * safe[i].count_ones() as i32
                + CENTRE * FROM_EDGE[i];
            if moves[i] == 0 { 0 } else { (mark as u64) << 3 | i as u64 }
        })
    }

    /// The keys of the positions after the moves, which have so many stones, as
    /// far as they are kept; the shared table is told to have them at hand.
    #[inline(always)]
    fn foresee(&self, stones: u32, children: &Children) -> Lanes {
        if stones >= LAST {
            return [0; 8];
        }
        let keys = children.keys(stones);
        if stones < LATE && self.busy.is_some() {
            for key in keys {
                if key != 0 {
                    self.shared.prefetch(key);
                }
            }
        }
        keys
    }

    /// The best score that the tables know of the positions after the moves:
    /// one above `alpha` ends the search, moves known to be no better are not
    /// tried (enhanced transposition cutoffs, Schaeffer and Plaat, 1996).
    #[inline(always)]
    fn look_up(&self, stones: u32, keys: &Lanes, alpha: i32, floor: i32, marks: &mut Lanes) -> i32 {
        let mut best = floor;
        for (lane, mark) in marks.iter_mut().enumerate() {
            let key = keys[lane];
            if key == 0 {
                continue;
            }
            let known = if stones < LATE { self.shared.probe(key) } else { self.small.probe(key) };
            let Some(known) = known else { continue };
            if -known.upper > alpha {
                return -known.upper;
            }
            if -known.lower <= alpha {
                best = best.max(-known.lower);
                *mark = 0;
            }
        }
        best
    }
}

/// The bound of what is known of a score that says whether that exceeds `alpha`.
#[inline(always)]
fn decides(known: Option<Range>, alpha: i32) -> Option<i32> {
    let Range { lower, upper } = known?;
    if lower > alpha { Some(lower) } else { (upper <= alpha).then_some(upper) }
}

/// The greatest score that the bounds by parity promise for a move, as far as
/// it matters for `alpha`.
#[inline(always)]
fn sure_score(node: &Node, children: &Children, alpha: i32) -> i32 {
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
            let held = (0..7).filter(|&i| holds[i] != 0);
            sure = held.map(|i| even_threat(threats[i], landings[i])).max().unwrap_or(0);
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
