//! Captures by jumping over pieces, several in a row. Captured pieces stay on the board until the
//! move has ended, and none is jumped twice.

use super::generate::{Part, Visit};
use super::{Move, Position};
use crate::definition::JumpPromotion;
use crate::rules::{JumpWay, Jumps};
use crate::set::Set;
use plyglot_core::game::Which;
use std::cell::Cell;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

/// How many jumps of a piece are looked at, one after another: more than any game has. A position
/// that no game leads to may have millions.
const MOST_TRIED: u32 = 4096;

/// A capture by jumping, as far as it changes the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump<S> {
    pub(super) to: u8,
    /// The kind of the piece afterwards.
    pub(super) kind: u8,
    pub(super) captured: S,
}

/// The squares that a piece has come to, the last one first.
pub(super) struct Trail<'a> {
    square: u8,
    before: Option<&'a Trail<'a>>,
}

impl Trail<'_> {
    /// All squares, the origin first.
    pub(super) fn squares(&self) -> Vec<u8> {
        let all = std::iter::successors(Some(self), |trail| trail.before);
        let mut squares: Vec<u8> = all.map(|trail| trail.square).collect();
        squares.reverse();
        squares
    }
}

/// A visitor of jumps with the ways that they take.
type VisitJump<'a, S> = &'a mut dyn FnMut(Jump<S>, &Trail<'_>) -> ControlFlow<()>;

/// What stays the same while a piece jumps on.
struct Search<'a, S> {
    jumps: &'a Jumps<S>,
    /// The empty squares, that of the piece among them.
    free: S,
    others: S,
    tried: Cell<u32>,
}

impl<S: Set + Hash> Position<S> {
    /// The pieces of the side to move that can capture by jumping.
    #[inline(always)]
    pub(crate) fn jumpers(&self) -> S {
        match &self.rules.jumps {
            Some(jumps) => self.jumpers_by(jumps),
            None => S::EMPTY,
        }
    }

    fn jumpers_by(&self, jumps: &Jumps<S>) -> S {
        let (us, others) = (self.side, self.own(!self.side));
        let free = self.rules.board & !self.occupied();
        let mut jumpers = S::EMPTY;
        for (kind, ways) in jumps.ways.iter().enumerate() {
            let pieces = self.kinds[kind] & self.own(us);
            if pieces.is_empty() {
                continue;
            }
            let mut those = S::EMPTY;
            for JumpWay { way, is_ride } in &ways[us.index()] {
                let mut before = way.back(way.back(free) & others);
                while !before.is_empty() {
                    those |= before & pieces;
                    before = way.back(before & free).only_if(*is_ride);
                }
            }
            if self.rules.kinds[kind].region[us.index()] != self.rules.board {
                those = S::of(those.squares().filter(|&from| self.can_jump_from(from)));
            }
            jumpers |= those;
        }
        jumpers
    }

    /// Whether a piece can capture, where not every square is open to it.
    fn can_jump_from(&self, from: u8) -> bool {
        self.each_jump(from, &mut |_, _| ControlFlow::Break(())).is_break()
    }

    /// Visits the captures by jumping of a part.
    pub(super) fn legal_jumps(&self, part: &Part<S>, visit: Visit<'_>) -> ControlFlow<()> {
        let Some(jumps) = &self.rules.jumps else { return Continue(()) };
        if part.which == Which::Quiet {
            return Continue(());
        }
        let jumpers = self.jumpers();
        let mut moves: Vec<(u32, Move)> = Vec::new();
        let asked = if jumps.most { jumpers } else { jumpers & part.from };
        for from in asked.squares() {
            self.jumps_from(from, |m, jump| moves.push((jump.captured.count(), m)));
        }
        let most = moves.iter().map(|&(count, _)| count).max().filter(|_| jumps.most);
        for (count, m) in moves {
            let is_long = most.is_none_or(|most| count == most);
            if is_long && part.from.has(m.from()) && part.to.has(m.to()) {
                visit(m)?;
            }
        }
        Continue(())
    }

    /// Visits the captures of a piece, each once: those that take the same pieces and end alike
    /// are one.
    fn jumps_from(&self, from: u8, mut visit: impl FnMut(Move, Jump<S>)) {
        let mut found: Vec<Jump<S>> = Vec::new();
        let _ = self.each_jump(from, &mut |jump, _| {
            if !found.contains(&jump) {
                let is_like = |other: &&Jump<S>| (other.to, other.kind) == (jump.to, jump.kind);
                let number = found.iter().filter(is_like).count();
                if number < Move::MOST_JUMPS {
                    visit(Move::jump(from, jump.to, jump.kind, number as u8), jump);
                }
                found.push(jump);
            }
            Continue(())
        });
    }

    /// What a capture by jumping does.
    pub(super) fn jump_of(&self, m: Move) -> Option<Jump<S>> {
        let mut found: Option<Jump<S>> = None;
        if m.number() > 0 {
            self.jumps_from(m.from(), |other, jump| {
                if other == m {
                    found = Some(jump);
                }
            });
            return found;
        }
        let _ = self.each_jump(m.from(), &mut |jump, _| {
            if (jump.to, jump.kind) == (m.to(), m.kind()) {
                found = Some(jump);
                return ControlFlow::Break(());
            }
            Continue(())
        });
        found
    }

    /// The pieces that a capture by jumping takes.
    pub(super) fn jumped_over(&self, m: Move) -> S {
        self.jump_of(m).map_or(S::EMPTY, |jump| jump.captured)
    }

    /// The ways that lead to a capture by jumping, the first one found first.
    pub(super) fn trails_of(&self, m: Move) -> Vec<Vec<u8>> {
        let wanted = self.jump_of(m);
        let mut trails = Vec::new();
        let _ = self.each_jump(m.from(), &mut |jump, trail| {
            if Some(jump) == wanted {
                trails.push(trail.squares());
            }
            Continue(())
        });
        trails
    }

    /// Visits the ways in which a piece can capture, each to its end.
    fn each_jump(&self, from: u8, visit: VisitJump<'_, S>) -> ControlFlow<()> {
        let Some(jumps) = &self.rules.jumps else { return Continue(()) };
        let kind = self.kind_at(from);
        let search = Search {
            jumps,
            free: self.rules.board & !self.occupied() | S::bit(from),
            others: self.own(!self.side),
            tried: Cell::new(0),
        };
        let start = Jump { to: from, kind, captured: S::EMPTY };
        let trail = Trail { square: from, before: None };
        self.jump_on(start, &trail, &search, visit)
    }

    /// Visits the captures that go on from a square.
    fn jump_on(
        &self,
        so_far: Jump<S>,
        trail: &Trail<'_>,
        search: &Search<'_, S>,
        visit: VisitJump<'_, S>,
    ) -> ControlFlow<()> {
        if search.tried.replace(search.tried.get() + 1) >= MOST_TRIED {
            return Continue(());
        }
        let mut is_last = true;
        if !self.ends_by_promotion(so_far, search) {
            let ways = &search.jumps.ways[usize::from(so_far.kind)][self.side.index()];
            for way in ways {
                let (victim, mut landings) = self.landings(so_far, way, search);
                if landings.is_empty() {
                    continue;
                }
                is_last = false;
                let captured = so_far.captured | victim;
                let after = |to| self.promoted_on_way(Jump { to, captured, ..so_far }, search);
                // Who can capture on must not stop where that is impossible.
                let goes_on =
                    S::of(landings.squares().filter(|&to| self.can_go_on(after(to), search)));
                if !goes_on.is_empty() {
                    landings = goes_on;
                }
                for to in landings.squares() {
                    let next = after(to);
                    let trail = Trail { square: to, before: Some(trail) };
                    self.jump_on(next, &trail, search, visit)?;
                }
            }
        }
        if !is_last || so_far.captured.is_empty() {
            return Continue(());
        }
        let kind = self.promoted_at(so_far.to, so_far.kind).unwrap_or(so_far.kind);
        visit(Jump { kind, ..so_far }, trail)
    }

    /// The piece that is jumped over in a direction, and the squares to which that leads.
    #[inline]
    fn landings(&self, at: Jump<S>, way: &JumpWay<S>, search: &Search<'_, S>) -> (S, S) {
        let JumpWay { way, is_ride } = way;
        let mut victim = way.step(S::bit(at.to));
        while *is_ride && victim.meets(search.free) {
            victim = way.step(victim);
        }
        if !victim.meets(search.others & !at.captured) {
            return (S::EMPTY, S::EMPTY);
        }
        let (mut landings, mut next) = (S::EMPTY, way.step(victim) & search.free);
        while !next.is_empty() {
            landings |= next;
            next = (way.step(next) & search.free).only_if(*is_ride);
        }
        (victim, landings & self.rules.kinds[usize::from(at.kind)].region[self.side.index()])
    }

    fn can_go_on(&self, at: Jump<S>, search: &Search<'_, S>) -> bool {
        let ways = &search.jumps.ways[usize::from(at.kind)][self.side.index()];
        !self.ends_by_promotion(at, search)
            && ways.iter().any(|way| !self.landings(at, way, search).1.is_empty())
    }

    /// Whether a pawn has jumped to its promotion, where its move ends.
    fn ends_by_promotion(&self, at: Jump<S>, search: &Search<'_, S>) -> bool {
        search.jumps.promotion == JumpPromotion::Ends
            && !at.captured.is_empty()
            && self.promoted_at(at.to, at.kind).is_some()
    }

    /// A jump on its way, with the kind that the piece goes on as.
    fn promoted_on_way(&self, at: Jump<S>, search: &Search<'_, S>) -> Jump<S> {
        if search.jumps.promotion != JumpPromotion::Continues {
            return at;
        }
        let kind = self.promoted_at(at.to, at.kind).unwrap_or(at.kind);
        Jump { kind, ..at }
    }

    /// What a pawn that jumps to this square becomes, if anything.
    fn promoted_at(&self, square: u8, kind: u8) -> Option<u8> {
        let of = &self.rules.kinds[usize::from(kind)];
        let is_there = self.rules.promotion_region[self.side.index()].has(square);
        if is_there { self.promotions_of(of).next() } else { None }
    }
}
