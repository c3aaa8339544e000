//! The order of moves in alpha-beta, as the textbooks have it: the better the first move,
//! the more the others are cut off.
//!
//! First comes the move of the last iteration's line (the principal variation), then
//! tactical moves by what they gain, then the two killers of the ply, then all other moves by
//! their history. Equal moves stay in the order in which they are generated.

use super::PlainNode;
use crate::game::Knowledge;
use crate::search::sorting::sort_by_cached_key;
use std::cmp::Reverse;

pub(super) struct MoveOrdering<G: Knowledge> {
    /// By ply: the last two quiet moves that cut off there, the newer first.
    killers: Vec<[Option<G::Move>; 2]>,
    /// By side and by the game's index of a move: the squares of the depths at which it cut
    /// off, summed.
    history: Vec<u64>,
    /// By ply: the best line from there.
    lines: Vec<Vec<LineMove<G::Move>>>,
    last: Vec<LineMove<G::Move>>,
}

#[derive(Clone, Copy)]
struct LineMove<M> {
    key: u64,
    m: M,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// By its history.
    Quiet(u64),
    /// By its age among the two: the newer is tried before the older.
    Killer(Reverse<usize>),
    /// By what it gains, in centi-units.
    Tactical(i32),
    /// The move of the last iteration.
    Last,
}

impl<G: Knowledge> MoveOrdering<G> {
    pub(super) fn new() -> Self {
        MoveOrdering {
            killers: Vec::new(),
            history: vec![0; 2 * G::HISTORY_SIZE],
            lines: Vec::new(),
            last: Vec::new(),
        }
    }

    pub(super) fn sort<T>(&self, here: &PlainNode<G>, moves: &mut [T], of: impl Fn(&T) -> G::Move) {
        let killers = self.killers.get(here.ply).copied().unwrap_or_default();
        let key = here.position.key();
        let last = self.last.get(here.ply).filter(|last| last.key == key).map(|last| last.m);
        sort_by_cached_key(moves, |item| {
            let m = of(item);
            Reverse(if last == Some(m) {
                Rank::Last
            } else if here.position.tactical(m) {
                Rank::Tactical(here.position.capture_value(m))
            } else if let Some(age) = killers.iter().position(|&killer| killer == Some(m)) {
                Rank::Killer(Reverse(age))
            } else {
                Rank::Quiet(self.history[history_index(here, m)])
            })
        });
    }

    /// A move was so good that the other side avoids the position, found `depth` plies deep.
    pub(super) fn cut_off(&mut self, here: &PlainNode<G>, m: G::Move, depth: u16) {
        if here.position.tactical(m) {
            return;
        }
        if self.killers.len() <= here.ply {
            self.killers.resize(here.ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[here.ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        self.history[history_index(here, m)] += u64::from(depth).pow(2);
    }

    pub(super) fn begin_line(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        self.lines[ply].clear();
    }

    pub(super) fn extend_line(&mut self, here: &PlainNode<G>, m: G::Move) {
        self.begin_line(here.ply);
        let (before, after) = self.lines.split_at_mut(here.ply + 1);
        let line = &mut before[here.ply];
        line.push(LineMove { key: here.position.key(), m });
        if let Some(after) = after.first() {
            line.extend_from_slice(after);
        }
    }

    pub(super) fn pv_after_root(&self) -> Vec<G::Move> {
        self.lines.get(1).map(|line| line.iter().map(|at| at.m).collect()).unwrap_or_default()
    }

    pub(super) fn end_iteration(&mut self) {
        self.last = self.lines.first().cloned().unwrap_or_default();
    }
}

fn history_index<G: Knowledge>(here: &PlainNode<G>, m: G::Move) -> usize {
    here.position.side().index() * G::HISTORY_SIZE + here.position.history_index(m)
}
