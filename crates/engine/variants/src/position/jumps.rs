//! Jumps over pieces, several in a row. Those that are captured so stay on the board until the move
//! has ended, and none of them is jumped twice.

use super::generate::{Part, Visit};
use super::{Move, Position};
use crate::rules::{JumpWay, Jumps};
use crate::set::Set;
use plyglot_core::game::{Side, Which};
use plyglot_definition::{JumpOver, JumpPromotion};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

/// Jumps of a piece that are looked at, one after another. Random games of the library lead to 13
/// at most; a position that was set up may have millions.
const MAX_PIECE_JUMPS: u32 = 512;
/// Jumps of all pieces of a position that are looked at.
const MAX_POSITION_JUMPS: u32 = 4096;
/// Jumps of a piece that are looked at without keeping any record.
const MAX_QUICK_JUMPS: u32 = 32;
/// Pieces whose captures are kept, at some ten kilobytes each.
const MAX_KEPT: usize = 256;

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
    pub(super) fn squares(&self) -> Vec<u8> {
        let all = std::iter::successors(Some(self), |trail| trail.before);
        let mut squares: Vec<u8> = all.map(|trail| trail.square).collect();
        squares.reverse();
        squares
    }
}

type VisitJump<'a, S> = &'a mut dyn FnMut(Jump<S>, &Trail<'_>) -> ControlFlow<()>;

/// The captures of a piece, each once: those that take the same pieces and end alike are one.
#[derive(Debug)]
struct Captures<S> {
    jumps: Vec<Jump<S>>,
    tried: u32,
}

impl<S: Set> Captures<S> {
    fn moves(&self, from: u8) -> impl Iterator<Item = (Move, Jump<S>)> {
        self.jumps.iter().enumerate().filter_map(move |(index, &jump)| {
            let number = self.jumps[..index]
                .iter()
                .filter(|other| (other.to, other.kind) == (jump.to, jump.kind))
                .count();
            let m = || Move::jump(from, jump.to, jump.kind, number as u8);
            (number < Move::MAX_JUMPS).then(|| (m(), jump))
        })
    }

    fn find(&self, m: Move) -> Option<Jump<S>> {
        self.jumps
            .iter()
            .filter(|jump| (jump.to, jump.kind) == (m.to(), m.kind()))
            .nth(m.number().into())
            .copied()
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Jumper<S> {
    rules: usize,
    from: u8,
    kind: u8,
    side: Side,
    free: S,
    others: S,
}

/// Captures that took long to find, by piece. They are asked for whenever one of them is played or
/// valued, which in positions with hundreds of them would take seconds.
type CaptureCache<S> = HashMap<Jumper<S>, Captures<S>>;

thread_local! {
    static HAS_CACHE: Cell<bool> = const { Cell::new(false) };
    /// A [`CaptureCache`] of one of the sizes of sets.
    static CACHE: RefCell<Box<dyn Any>> = RefCell::new(Box::new(()));
}

struct Search<'a, S> {
    jumps: &'a Jumps<S>,
    /// The empty squares, that of the piece among them.
    free: S,
    others: S,
    tried: Cell<u32>,
    /// Where the piece has been with the same captures: it goes on from there in the same way.
    /// `None` if each way counts.
    seen: Option<RefCell<Vec<Jump<S>>>>,
}

impl<S: Set> Search<'_, S> {
    /// Whether a piece need not go on from here: it has been here before, or was looked at for long
    /// enough.
    fn is_over(&self, so_far: Jump<S>) -> bool {
        let tried = self.tried.get();
        if tried >= MAX_PIECE_JUMPS {
            return true;
        }
        self.tried.set(tried + 1);
        match &self.seen {
            Some(seen) if tried > MAX_QUICK_JUMPS => {
                let mut seen = seen.borrow_mut();
                if seen.contains(&so_far) {
                    return true;
                }
                seen.push(so_far);
                false
            }
            _ => false,
        }
    }
}

impl<S: Set + Hash> Position<S> {
    #[inline(always)]
    pub(crate) fn jumpers(&self) -> S {
        match &self.rules.jumps {
            Some(jumps) => self.jumpers_by(jumps),
            None => S::EMPTY,
        }
    }

    fn jumpers_by(&self, jumps: &Jumps<S>) -> S {
        let us = self.side;
        let others = self.own(!self.side);
        let free = self.free();
        let mut jumpers = S::EMPTY;
        for (kind, ways) in jumps.ways.iter().enumerate() {
            let pieces = self.kinds[kind] & self.own(us);
            if pieces.is_empty() {
                continue;
            }
            let mut those = S::EMPTY;
            for JumpWay { way, is_ride } in &ways[us] {
                let mut before = way.back(way.back(free) & others);
                while !before.is_empty() {
                    those |= before & pieces;
                    before = way.back(before & free).only_if(*is_ride);
                }
            }
            if self.rules.kinds[kind].region[us] != self.rules.board {
                those = S::from_squares(those.squares().filter(|&from| self.can_jump_from(from)));
            }
            jumpers |= those;
        }
        jumpers
    }

    /// Whether a piece can capture, where not every square is open to it.
    fn can_jump_from(&self, from: u8) -> bool {
        self.jumps_of(from, true).is_some_and(|search| {
            self.each_jump(from, &search, &mut |_, _| ControlFlow::Break(())).is_break()
        })
    }

    /// Where a piece gets by jumps that capture nothing.
    pub(super) fn hops(&self, from: u8, kind: u8) -> S {
        let start = S::bit(from);
        let mut reached = start;
        let mut new = start;
        while !new.is_empty() {
            new = self.hop(new, from, kind) & !reached;
            reached |= new;
            new = new.only_if(!self.rules.definition.captures.jump_moves_once);
        }
        reached & !start
    }

    /// Where a piece that stands on `from` gets by one such jump from other squares.
    fn hop(&self, at: S, from: u8, kind: u8) -> S {
        let own = self.own(self.side);
        let others = self.own(!self.side);
        let hurdles = match self.rules.definition.captures.jump_moves_over {
            JumpOver::Any => own | others,
            JumpOver::Own => own,
            JumpOver::Enemy => others,
        };
        let hurdles = hurdles & !S::bit(from);
        let free = self.free() | S::bit(from);
        let of = self.rules.kind(kind);
        let ways = of.hops[self.side].iter();
        let all = ways.fold(S::EMPTY, |all, way| all | way.jump(at, free, hurdles).1);
        all & of.region[self.side]
    }

    /// Whether a piece gets over these squares by jumps that capture nothing.
    pub(super) fn hops_along(&self, squares: &[u8]) -> bool {
        let from = squares[0];
        let once = self.rules.definition.captures.jump_moves_once;
        let kind = self.kind_at(from);
        (squares.len() == 2 || !once)
            && squares.windows(2).all(|at| self.hop(S::bit(at[0]), from, kind).has(at[1]))
    }

    pub(super) fn legal_jumps(&self, part: &Part<S>, visit: Visit<'_>) -> ControlFlow<()> {
        let Some(jumps) = &self.rules.jumps else { return Continue(()) };
        if part.which == Which::Quiet {
            return Continue(());
        }
        let jumpers = self.jumpers();
        let mut moves: Vec<(u32, Move)> = Vec::new();
        let asked = if jumps.most { jumpers } else { jumpers & part.from };
        let mut tried = 0;
        for from in asked.squares() {
            self.with_captures(from, |captures| {
                tried += captures.tried;
                moves.extend(captures.moves(from).map(|(m, jump)| (jump.captured.count(), m)));
            });
            if tried > MAX_POSITION_JUMPS {
                break;
            }
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

    /// Looks at the captures of a piece. `look` must not ask for captures itself.
    fn with_captures<T>(&self, from: u8, look: impl FnOnce(&Captures<S>) -> T) -> T {
        if !HAS_CACHE.get() {
            let captures = self.captures_from(from);
            HAS_CACHE.set(captures.tried > MAX_QUICK_JUMPS);
            return look(&captures);
        }
        CACHE.with_borrow_mut(|kept| {
            if !kept.is::<CaptureCache<S>>() {
                *kept = Box::new(CaptureCache::<S>::new());
            }
            let kept = kept.downcast_mut::<CaptureCache<S>>().expect("it was made of this type");
            let jumper = Jumper {
                rules: std::ptr::from_ref(self.rules).addr(),
                from,
                kind: self.kind_at(from),
                side: self.side,
                free: self.free(),
                others: self.own(!self.side),
            };
            if let Some(captures) = kept.get(&jumper) {
                return look(captures);
            }
            let captures = self.captures_from(from);
            let result = look(&captures);
            if captures.tried > MAX_QUICK_JUMPS {
                if kept.len() >= MAX_KEPT {
                    kept.clear();
                }
                kept.insert(jumper, captures);
            }
            result
        })
    }

    fn captures_from(&self, from: u8) -> Captures<S> {
        let mut jumps: Vec<Jump<S>> = Vec::new();
        let mut tried = 0;
        if let Some(search) = self.jumps_of(from, true) {
            let _ = self.each_jump(from, &search, &mut |jump, _| {
                if !jumps.contains(&jump) {
                    jumps.push(jump);
                }
                Continue(())
            });
            tried = search.tried.get();
        }
        Captures { jumps, tried }
    }

    pub(super) fn jump_of(&self, m: Move) -> Option<Jump<S>> {
        self.with_captures(m.from(), |captures| captures.find(m))
    }

    pub(super) fn jumped_over(&self, m: Move) -> S {
        self.jump_of(m).map_or(S::EMPTY, |jump| jump.captured)
    }

    pub(super) fn trail_of(&self, m: Move) -> Vec<u8> {
        let mut trail = self.trails(m, true, 1);
        trail.pop().unwrap_or_else(|| vec![m.from(), m.to()])
    }

    /// The ways that lead to a capture by jumping, the first one found first.
    pub(super) fn trails_of(&self, m: Move) -> Vec<Vec<u8>> {
        let first = self.trail_of(m);
        let mut trails = self.trails(m, false, usize::MAX);
        if trails.first() != Some(&first) {
            trails.insert(0, first);
        }
        trails
    }

    fn trails(&self, m: Move, once: bool, most: usize) -> Vec<Vec<u8>> {
        let wanted = self.jump_of(m);
        let mut trails = Vec::new();
        if let Some(search) = self.jumps_of(m.from(), once) {
            let _ = self.each_jump(m.from(), &search, &mut |jump, trail| {
                if Some(jump) == wanted {
                    trails.push(trail.squares());
                }
                if trails.len() < most { Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        trails
    }

    /// The search for the jumps of a piece. With `once`, it goes on from each place once.
    fn jumps_of(&self, from: u8, once: bool) -> Option<Search<'_, S>> {
        Some(Search {
            jumps: self.rules.jumps.as_ref()?,
            free: self.free() | S::bit(from),
            others: self.own(!self.side),
            tried: Cell::new(0),
            seen: once.then(RefCell::default),
        })
    }

    /// Visits the ways in which a piece can capture, each to its end.
    fn each_jump(
        &self,
        from: u8,
        search: &Search<'_, S>,
        visit: VisitJump<'_, S>,
    ) -> ControlFlow<()> {
        let start = Jump { to: from, kind: self.kind_at(from), captured: S::EMPTY };
        let trail = Trail { square: from, before: None };
        self.jump_on(start, &trail, search, visit)
    }

    fn jump_on(
        &self,
        so_far: Jump<S>,
        trail: &Trail<'_>,
        search: &Search<'_, S>,
        visit: VisitJump<'_, S>,
    ) -> ControlFlow<()> {
        if search.is_over(so_far) {
            return Continue(());
        }
        let mut is_last = true;
        if !self.ends_by_promotion(so_far, search) {
            let ways = &search.jumps.ways[usize::from(so_far.kind)][self.side];
            for way in ways {
                let (victim, mut landings) = self.landings(so_far, way, search);
                if landings.is_empty() {
                    continue;
                }
                is_last = false;
                let captured = so_far.captured | victim;
                let after = |to| self.promoted_on_way(Jump { to, captured, ..so_far }, search);
                // Who can capture on must not stop where that is impossible.
                let goes_on = S::from_squares(
                    landings.squares().filter(|&to| self.can_go_on(after(to), search)),
                );
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
        let hurdles = search.others & !at.captured;
        let (victim, landings) = way.jump(S::bit(at.to), search.free, hurdles);
        (victim, landings & self.rules.kind(at.kind).region[self.side])
    }

    fn can_go_on(&self, at: Jump<S>, search: &Search<'_, S>) -> bool {
        let ways = &search.jumps.ways[usize::from(at.kind)][self.side];
        !self.ends_by_promotion(at, search)
            && ways.iter().any(|way| !self.landings(at, way, search).1.is_empty())
    }

    fn ends_by_promotion(&self, at: Jump<S>, search: &Search<'_, S>) -> bool {
        search.jumps.promotion == JumpPromotion::Ends
            && !at.captured.is_empty()
            && self.promoted_at(at.to, at.kind).is_some()
    }

    fn promoted_on_way(&self, at: Jump<S>, search: &Search<'_, S>) -> Jump<S> {
        if search.jumps.promotion != JumpPromotion::Continues {
            return at;
        }
        let kind = self.promoted_at(at.to, at.kind).unwrap_or(at.kind);
        Jump { kind, ..at }
    }

    fn promoted_at(&self, square: u8, kind: u8) -> Option<u8> {
        let of = self.rules.kind(kind);
        let is_there = self.rules.promotion_region[self.side].has(square);
        if is_there { self.promotions_of(of).next() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SizedVariant;
    use crate::test_games::library;
    use plyglot_core::game::random::Random;
    use plyglot_core::game::{Game, Notation};

    /// The jumps of a piece that are looked at: the most in random games, and the most after its
    /// pieces were scattered over the board and crowned. No two ways lead to the same capture, and
    /// none is left out.
    fn most_jumps<S: Set + Hash>(start: Position<S>, random: &mut Random) -> [u32; 2] {
        let [mut played, mut scattered] = [0; 2];
        let look = |position: &Position<S>| {
            let squares = position.jumpers().squares();
            let looked_at = squares.map(|from| {
                let captures = position.captures_from(from);
                let all = position.jumps_of(from, false).expect("it jumps");
                let mut found = Vec::new();
                let _ = position.each_jump(from, &all, &mut |jump, _| {
                    if !found.contains(&jump) {
                        found.push(jump);
                    }
                    Continue(())
                });
                if all.tried.get() < MAX_PIECE_JUMPS {
                    assert_eq!(captures.jumps, found, "{} {from}", position.print());
                }
                captures.tried
            });
            looked_at.max().unwrap_or_default()
        };
        for _ in 0..60 {
            let mut position = start;
            while position.status().is_none() {
                played = played.max(look(&position));
                let moves = position.legal_moves();
                position.play(moves[random.below(moves.len())]);
            }
            let kinds = start.rules.kinds.len() as u8;
            scattered = scattered.max(look(&start.scattered(
                start.side,
                random,
                |_, random: &mut Random| random.below(kinds.into()) as u8,
            )));
        }
        [played, scattered]
    }

    #[test]
    fn games_stay_far_below_the_bound_on_jumps() {
        let mut random = Random::new(1);
        let most = library().into_iter().filter(|game| game.jumps()).map(|game| {
            match SizedVariant::new(game) {
                SizedVariant::Small(game) => most_jumps(Position::start(game), &mut random),
                SizedVariant::Large(game) => most_jumps(Position::start(game), &mut random),
                SizedVariant::Stones(_) => [0; 2],
            }
        });
        let most: Vec<[u32; 2]> = most.collect();
        assert!(most.len() >= 4);
        assert!(most.iter().flatten().all(|&jumps| jumps < MAX_PIECE_JUMPS / 4), "{most:?}");
    }
}
