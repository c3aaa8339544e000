//! In which order moves are tried: the better the first, the less the rest costs.
//!
//! First the hash move, then tactical moves that do not lose their exchange, then quiet
//! moves by killers and history, then tactical moves that lose (chessprogramming.org
//! "Move Ordering").

use super::history::History;
use super::stack::Stack;
use super::types::{Node, packed};
use crate::game::{Knowledge, SearchParams, Which};
use crate::search::table::PackedMove;

#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove<M> {
    pub(super) m: M,
    /// The greater is tried the sooner. Its band says what kind of move it is.
    rank: i32,
}

const HASH: i32 = i32::MAX;
/// Tactical moves whose exchange is not known to lose, by what they capture.
const GOOD_CAPTURE: i32 = 1 << 28;
/// The newer killer; the older one ranks one less.
const KILLER: i32 = 1 << 20;
/// Tactical moves that lose their exchange. Quiet moves lie between, by history.
const BAD_CAPTURE: i32 = -(1 << 28);
const BAND: i32 = 1 << 26;
const PRUNED: i32 = i32::MIN;

impl<M> ScoredMove<M> {
    /// A move of a root, without a known history.
    pub(super) fn unranked(m: M) -> Self {
        ScoredMove { m, rank: KILLER }
    }

    fn needs_see(&self) -> bool {
        self.rank > GOOD_CAPTURE - BAND && self.rank != HASH
    }

    pub(super) fn is_bad_capture(&self) -> bool {
        self.rank < BAD_CAPTURE + BAND
    }

    /// Notes that this move is not searched, so that no cutoff counts against it.
    pub(super) fn set_pruned(&mut self) {
        self.rank = PRUNED;
    }

    pub(super) fn is_pruned(&self) -> bool {
        self.rank == PRUNED
    }
}

impl<M: Copy> ScoredMove<M> {
    pub(super) fn quiet_history<G: Knowledge<Move = M>>(
        &self,
        node: &Node<'_, G>,
        history: &History<G>,
        stack: &Stack<M>,
    ) -> i32 {
        let is_ranked_by_history = self.rank.unsigned_abs() < KILLER as u32 - 1;
        if is_ranked_by_history && !const { History::<G>::has_order_bonus() } {
            return self.rank;
        }
        let context = stack.context::<G>(node.ply);
        if is_ranked_by_history {
            self.rank - history.order_bonus(node.position, self.m, &context)
        } else {
            history.quiet(node.position, self.m, &context)
        }
    }
}

pub(super) type MoveStack<M> = Vec<ScoredMove<M>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Tactical,
    Quiet,
    Done,
}

/// The moves of one node in the order in which they are tried. It owns the end of a
/// [`MoveStack`], from [`MovePicker::start`] on.
pub(super) struct MovePicker {
    pub(super) start: usize,
    hash: Option<PackedMove>,
    late: usize,
    stage: Stage,
    capture_points: i32,
}

/// The move of the table's entry and, if moves are generated in stages, the move it is here.
pub(super) struct HashMove<M> {
    pub(super) packed: Option<PackedMove>,
    pub(super) m: Option<M>,
}

impl MovePicker {
    /// The moves of a node; from the `late`th on they may come in any order.
    pub(super) fn new<G: Knowledge>(
        node: &Node<'_, G>,
        moves: &mut MoveStack<G::Move>,
        history: &History<G>,
        stack: &Stack<G::Move>,
        params: &SearchParams,
        HashMove { packed: hash, m: hash_move }: HashMove<G::Move>,
        late: usize,
    ) -> MovePicker {
        let start = moves.len();
        let capture_points = params.capture_history.points;
        let mut picker = MovePicker { start, hash, late, stage: Stage::Tactical, capture_points };
        if !G::PARAMS.staged_generation {
            picker.generate(node, Which::All, moves, history, stack);
            picker.stage = Stage::Done;
            return picker;
        }
        match hash_move {
            Some(m) => moves.push(ScoredMove { m, rank: HASH }),
            None => picker.hash = None,
        }
        picker
    }

    pub(super) fn quiescence<G: Knowledge>(
        node: &Node<'_, G>,
        moves: &mut MoveStack<G::Move>,
        history: &History<G>,
        stack: &Stack<G::Move>,
        params: &SearchParams,
        hash: Option<PackedMove>,
        which: Which,
    ) -> MovePicker {
        let picker = MovePicker {
            start: moves.len(),
            hash,
            late: usize::MAX,
            stage: Stage::Done,
            capture_points: params.capture_history.points,
        };
        picker.generate(node, which, moves, history, stack);
        picker
    }

    /// The best of a node's moves but the first `number`, which were taken before.
    /// Moves are generated when those before them have all been tried: a move
    /// that cuts off saves the rest. Late ones, which are mostly pruned, are not
    /// sorted.
    pub(super) fn next<G: Knowledge>(
        &mut self,
        node: &Node<'_, G>,
        moves: &mut MoveStack<G::Move>,
        history: &History<G>,
        stack: &Stack<G::Move>,
        number: usize,
    ) -> Option<ScoredMove<G::Move>> {
        if number >= self.late && self.stage == Stage::Done {
            let rest = moves.get(self.start + number);
            if rest.is_none_or(|scored| !scored.needs_see()) {
                return rest.copied();
            }
        }
        loop {
            let best = pick_best(node, &mut moves[self.start + number..]);
            let which = match self.stage {
                Stage::Done => return best,
                _ if best.is_some_and(|scored| !scored.is_bad_capture()) => return best,
                Stage::Tactical => Which::Tactical,
                Stage::Quiet => Which::Quiet,
            };
            self.stage = if which == Which::Tactical { Stage::Quiet } else { Stage::Done };
            let from = moves.len();
            self.generate(node, which, moves, history, stack);
            self.remove_hash_move::<G>(moves, from);
        }
    }

    fn remove_hash_move<G: Knowledge>(&self, moves: &mut MoveStack<G::Move>, from: usize) {
        if self.hash.is_some()
            && let Some(at) =
                moves[from..].iter().position(|scored| packed::<G>(scored.m) == self.hash)
        {
            moves.swap_remove(from + at);
        }
    }

    fn generate<G: Knowledge>(
        &self,
        node: &Node<'_, G>,
        which: Which,
        moves: &mut MoveStack<G::Move>,
        history: &History<G>,
        stack: &Stack<G::Move>,
    ) {
        let context = stack.context::<G>(node.ply);
        let position = node.position;
        let killers = history.killers(node.ply);
        position.moves(which, |m| {
            let key = packed::<G>(m);
            let is_tactical = || match which {
                Which::All => position.tactical(m),
                _ => which == Which::Tactical,
            };
            let rank = if key == self.hash {
                HASH
            } else if is_tactical() {
                let history = history.capture(position, m) / self.capture_points;
                GOOD_CAPTURE + position.capture_value(m) + history
            } else if let Some(age) = killers.iter().position(|&killer| killer == key) {
                KILLER - age as i32
            } else {
                history.quiet(position, m, &context) + history.order_bonus(position, m, &context)
            };
            moves.push(ScoredMove { m, rank });
        });
    }
}

/// The rank of a move among all others, those that lose their exchange among the last.
pub(super) fn rank<G: Knowledge>(
    node: &Node<'_, G>,
    m: G::Move,
    history: &History<G>,
    stack: &Stack<G::Move>,
    capture_points: i32,
) -> i32 {
    let position = node.position;
    if !position.tactical(m) {
        let context = stack.context::<G>(node.ply);
        return history.quiet(position, m, &context) + history.order_bonus(position, m, &context);
    }
    let band = if position.see_at_least(m, 0) { GOOD_CAPTURE } else { BAD_CAPTURE };
    band + position.capture_value(m) + history.capture(position, m) / capture_points
}

/// The exchange of a tactical move is looked at only when its turn comes.
fn pick_best<G: Knowledge>(
    node: &Node<'_, G>,
    rest: &mut [ScoredMove<G::Move>],
) -> Option<ScoredMove<G::Move>> {
    loop {
        let mut best = 0;
        let mut highest = rest.first()?.rank;
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.rank > highest {
                (best, highest) = (i, scored.rank);
            }
        }
        rest.swap(0, best);
        let scored = &mut rest[0];
        if scored.needs_see() && !node.position.see_at_least(scored.m, 0) {
            scored.rank += BAD_CAPTURE - GOOD_CAPTURE;
            continue;
        }
        return Some(*scored);
    }
}
