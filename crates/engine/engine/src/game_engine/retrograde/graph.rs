//! Positions, the moves between them, and what follows from the ends of games.

use plyglot_core::game::{Exact, Game, Which};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The memory of a position in bytes, while its value is worked out.
pub(super) const NODE_BYTES: usize = 24;
/// The memory of a move in bytes, forwards and backwards.
pub(super) const MOVE_BYTES: usize = 8;

pub(super) const MAX_NODES: u64 = (u32::MAX >> 1) as u64;

/// Where a move leads.
pub(super) enum NodeRef {
    Node(u32),
    /// To a position of this value for its side to move.
    Known(Exact),
}

/// Positions by their numbers, and the moves between them.
#[derive(Default)]
pub(super) struct Graph {
    /// Whether a number stands for a position.
    are_there: Vec<bool>,
    /// The value of the end of the game, or the best value of the moves to known positions.
    known: Vec<Option<Exact>>,
    degrees: Vec<u32>,
    children: Vec<Edge>,
}

/// A move to or from a position, and whether the other side is to move after it. A number may be
/// that of the position with the sides exchanged, so it does not tell that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge(u32);

impl Edge {
    fn new(number: u32, opposes: bool) -> Edge {
        Edge(number << 1 | u32::from(opposes))
    }

    pub(super) fn number(self) -> u32 {
        self.0 >> 1
    }

    fn opposes(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same move to the position of at most this number.
    pub(super) fn at_most(self, number: u32) -> Edge {
        Edge::new(self.number().min(number), self.opposes())
    }
}

impl Graph {
    pub(super) fn len(&self) -> usize {
        self.are_there.len()
    }

    /// The memory that its values will take, in bytes, with this number of positions.
    pub(super) fn bytes(&self, positions: usize) -> usize {
        positions * NODE_BYTES + self.children.len() * MOVE_BYTES
    }

    pub(super) fn moves(&self) -> usize {
        self.children.len()
    }

    /// The moves of the last position, and what is known of it.
    pub(super) fn last(&self) -> (&[Edge], Option<Exact>) {
        let degree = self.degrees.last().map_or(0, |&degree| degree as usize);
        let known = self.known.last().copied().flatten();
        (&self.children[self.children.len() - degree..], known)
    }

    /// Adds a number that stands for no position.
    pub(super) fn skip(&mut self) {
        self.are_there.push(false);
        self.known.push(None);
        self.degrees.push(0);
    }

    /// Adds the position that is next in order. `find` says where each of its moves leads. Nothing
    /// is added if it does not know, which is then the error.
    pub(super) fn expand<G: Game, E>(
        &mut self,
        position: &G,
        mut find: impl FnMut(G) -> Result<NodeRef, E>,
    ) -> Result<(), E> {
        let first = self.children.len();
        let mut known = position.decided().map(Exact::from);
        let mut failed = None;
        if known.is_none() {
            let mut best: Option<Exact> = None;
            position.moves(Which::All, |m| {
                if failed.is_some() {
                    return;
                }
                let mut child = position.after(m);
                child.forget_path();
                let opposes = child.side() != position.side();
                match find(child) {
                    Ok(NodeRef::Node(number)) => self.children.push(Edge::new(number, opposes)),
                    Ok(NodeRef::Known(value)) => best = best.max(Some(value.before_move(opposes))),
                    Err(error) => failed = Some(error),
                }
            });
            let has_moves = self.children.len() > first || best.is_some();
            known = if has_moves { best } else { Some(Exact::from(position.stalled())) };
        }
        if let Some(error) = failed {
            self.children.truncate(first);
            return Err(error);
        }
        self.are_there.push(true);
        self.known.push(known);
        self.degrees.push((self.children.len() - first) as u32);
        Ok(())
    }

    /// `None` if interrupted.
    fn parents(&self, interrupt: &AtomicBool) -> Result<Option<Parents>, String> {
        let mut ends = vec![0; self.are_there.len() + 1];
        for child in &self.children {
            let number = child.number() as usize;
            if !self.are_there[number] {
                return Err("a game in which moves lead to positions that can be set up".to_owned());
            }
            ends[number + 1] += 1;
            if interrupt.load(Relaxed) {
                return Ok(None);
            }
        }
        for number in 1..ends.len() {
            ends[number] += ends[number - 1];
        }
        let starts = ends.clone();
        let mut edges = vec![Edge::default(); self.children.len()];
        let mut moves = self.children.iter();
        for (parent, &degree) in (0..).zip(&self.degrees) {
            for child in moves.by_ref().take(degree as usize) {
                let end = &mut ends[child.number() as usize];
                edges[*end as usize] = Edge::new(parent, child.opposes());
                *end += 1;
            }
            if interrupt.load(Relaxed) {
                return Ok(None);
            }
        }
        Ok(Some(Parents { starts, edges }))
    }

    /// The value of each position, or `None` where there is none. A game that goes on for ever is a
    /// draw, or an error if there is a rule about repetition. `None` if interrupted.
    pub(super) fn solve(
        mut self,
        repetition: Option<&str>,
        interrupt: &AtomicBool,
    ) -> Result<Option<Vec<Option<Exact>>>, String> {
        let Some(parents) = self.parents(interrupt)? else { return Ok(None) };
        self.children = Vec::new();
        if let Some(rule) = repetition {
            match self.has_cycle(&parents, interrupt) {
                None => return Ok(None),
                Some(true) => {
                    return Err(format!("a game without {rule}, as positions can repeat"));
                }
                Some(false) => {}
            }
        }
        Ok(self.values(&parents, interrupt))
    }

    /// `None` if interrupted.
    fn values(self, parents: &Parents, interrupt: &AtomicBool) -> Option<Vec<Option<Exact>>> {
        let Graph { are_there, known, degrees: mut open, .. } = self;
        let mut values: Vec<Option<Exact>> = vec![None; are_there.len()];
        let mut due = Due::new(&known, &open);
        while let Some((plies, numbers)) = due.next() {
            for number in numbers {
                if interrupt.load(Relaxed) {
                    return None;
                }
                let value = values[number as usize].or(known[number as usize]);
                // A better value may have come before.
                let Some(value) = value.filter(|&value| plies_of(value) == Some(plies)) else {
                    continue;
                };
                values[number as usize] = Some(value);
                for &parent in parents.edges_to(number) {
                    let index = parent.number() as usize;
                    let before = value.before_move(parent.opposes());
                    open[index] -= u32::from(matches!(before, Exact::Loss(_)));
                    if values[index].is_none()
                        && let Some(found) = by_move(known[index], before, open[index])
                    {
                        values[index] = Some(found);
                        due.add(found, parent.number());
                    }
                }
            }
        }
        // Nobody can force an end.
        let mut all = Vec::with_capacity(values.len());
        for (is_there, value) in are_there.into_iter().zip(values) {
            all.push(if is_there { Some(value.unwrap_or(Exact::Draw)) } else { None });
        }
        Some(all)
    }

    /// Whether a game can go on for ever. It cannot if all positions can be removed one after
    /// another, each once the targets of all its moves are gone. `None` if interrupted.
    fn has_cycle(&self, parents: &Parents, interrupt: &AtomicBool) -> Option<bool> {
        let mut open = self.degrees.clone();
        let mut gone: Vec<u32> =
            (0..).zip(&open).filter(|&(_, &open)| open == 0).map(|(number, _)| number).collect();
        let mut next = 0;
        while let Some(&number) = gone.get(next) {
            next += 1;
            for parent in parents.edges_to(number) {
                let parent = parent.number();
                open[parent as usize] -= 1;
                if open[parent as usize] == 0 {
                    gone.push(parent);
                }
            }
            if interrupt.load(Relaxed) {
                return None;
            }
        }
        Some(gone.len() < self.are_there.len())
    }
}

/// The moves that lead to each position, from others.
struct Parents {
    /// Where those to a position begin.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Parents {
    fn edges_to(&self, number: u32) -> &[Edge] {
        let [start, end] = [number, number + 1].map(|number| self.starts[number as usize] as usize);
        &self.edges[start..end]
    }
}

/// The value of a position by a move of this value, if that decides it: by a win, or by the last of
/// all moves if all lose. `known` is the best value of the moves to known positions, and `open` the
/// number of the other moves of which nothing is known.
fn by_move(known: Option<Exact>, before: Exact, open: u32) -> Option<Exact> {
    match (known, before) {
        // It is due at its own time.
        (Some(Exact::Win(plies)), Exact::Win(later)) if plies <= later => None,
        (_, Exact::Win(_)) => Some(before),
        // The longest loss.
        (None | Some(Exact::Loss(_)), Exact::Loss(_)) if open == 0 => known.max(Some(before)),
        _ => None,
    }
}

fn plies_of(value: Exact) -> Option<usize> {
    match value {
        Exact::Win(plies) | Exact::Loss(plies) => Some(plies.into()),
        _ => None,
    }
}

/// Positions whose values are known, by their plies to the end.
struct Due {
    of_plies: Vec<Vec<u32>>,
    next: usize,
}

impl Due {
    /// The positions that are won by a move to a known position, or have no other moves.
    fn new(known: &[Option<Exact>], open: &[u32]) -> Due {
        let mut due = Due { of_plies: Vec::new(), next: 0 };
        for (number, (known, &open)) in (0..).zip(known.iter().zip(open)) {
            match *known {
                Some(value @ Exact::Win(_)) => due.add(value, number),
                Some(value) if open == 0 => due.add(value, number),
                _ => {}
            }
        }
        due
    }

    fn add(&mut self, value: Exact, number: u32) {
        let Some(plies) = plies_of(value) else { return };
        if self.of_plies.len() <= plies {
            self.of_plies.resize_with(plies + 1, Vec::new);
        }
        self.of_plies[plies].push(number);
    }

    /// The positions of the fewest plies. More of as many plies may be added meanwhile, but come
    /// next.
    fn next(&mut self) -> Option<(usize, Vec<u32>)> {
        while self.next < self.of_plies.len() {
            let numbers = std::mem::take(&mut self.of_plies[self.next]);
            if !numbers.is_empty() {
                return Some((self.next, numbers));
            }
            self.next += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position, and that after its only move, which is lost.
    fn graph() -> Graph {
        Graph {
            are_there: vec![true; 2],
            known: vec![None, Some(Exact::Loss(0))],
            degrees: vec![1, 0],
            children: vec![Edge::new(1, true)],
        }
    }

    #[test]
    fn an_interrupt_ends_each_part_of_the_work() {
        let stop = &AtomicBool::new(true);
        let go_on = &AtomicBool::new(false);
        let values = vec![Some(Exact::Win(1)), Some(Exact::Loss(0))];
        assert_eq!(graph().solve(Some("a rule"), go_on), Ok(Some(values)));
        assert_eq!(graph().solve(Some("a rule"), stop), Ok(None));
        let parents = graph().parents(go_on).expect("all are there").expect("nobody interrupts");
        assert_eq!(graph().has_cycle(&parents, stop), None);
        assert_eq!(graph().values(&parents, stop), None);
    }
}
