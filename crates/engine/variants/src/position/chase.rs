//! Perpetual chases in xiangqi, by the rules of the Asian Xiangqi Federation as Fairy-Stockfish
//! understands them.
//!
//! A move chases the pieces that it newly attacks if their loss would cost something: they are
//! unprotected, or worth more than the attacker. Kings and soldiers do not chase; kings, and
//! soldiers at home, are not chased. All this follows from the move and the positions before and
//! after it, so nothing is kept: when a position repeats, the moves of the cycle are found by its
//! keys and taken back.

use super::mv::Type;
use super::verdict::perpetual;
use super::{Move, NONE, Position};
use crate::rules::BoardMap;
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use plyglot_definition::Chasing;
use std::cell::LazyCell;
use std::hash::Hash;
use std::ops::Deref;

/// Checks of a side beyond this number do not count towards the draw by moves without progress.
const COUNTED_CHECKS: u16 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PastMove {
    /// Where it came from; [`NONE`] for a drop.
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) captured: Option<u8>,
}

/// What the rule on chasing has to know about the moves since the last irreversible one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chase {
    pub(super) entry: Option<PastMove>,
    /// By side: how often it was in check since.
    pub(super) checks: [u16; 2],
}

impl Chase {
    pub(super) fn image(self, map: &BoardMap) -> Chase {
        let entry = self.entry.map(|made| PastMove {
            from: map.square(made.from),
            to: map.square(made.to),
            ..made
        });
        Chase { entry, checks: map.both(self.checks) }
    }
}

/// A cycle of moves, taken back.
struct Cycle<S: Set> {
    start: Position<S>,
    /// By side: its pieces there that every move of the other side has chased.
    chased: [S; 2],
}

impl<S: Set> Cycle<S> {
    fn outcome(&self, side: Side) -> Option<Outcome> {
        perpetual(self.chases(side), self.chases(!side))
    }

    fn chases(&self, side: Side) -> bool {
        !self.chased[!side].is_empty()
    }
}

impl<S: Set + Hash> Position<S> {
    /// The result for the side to move if a chase goes on while a cycle is repeated. `cycle` are
    /// the keys from an earlier occurrence of this position on.
    pub(super) fn chase_in(&self, cycle: &[u64]) -> Option<Outcome> {
        self.take_back_cycle(cycle)?.outcome(self.side)
    }

    /// The result for the side to move if a chase goes on since `earlier[first]`, an occurrence of
    /// this position. The move that led there must be part of it.
    pub(super) fn chase_since(&self, earlier: &[u64], first: usize) -> Option<Outcome> {
        let cycle = &earlier[first..];
        let mut back = self.take_back_cycle(cycle)?;
        let before = first.checked_sub(1).map(|before| earlier[before]);
        let is_entered = usize::from(self.quiet_plies) == cycle.len();
        let entry = before
            .and_then(|before| back.start.move_between(before, cycle[0]))
            .or(self.chase.entry.filter(|_| is_entered));
        if let Some(made) = entry.filter(|made| back.start.own(!self.side).has(made.to)) {
            let mut chased = back.chased.map(Some);
            back.start.look_back(made, &mut chased);
            back.chased[self.side] &= chased[self.side].unwrap_or_default();
        }
        back.outcome(self.side)
    }

    /// Takes back the moves of a cycle; `None` if it has other moves than quiet ones, or no chase.
    fn take_back_cycle(&self, cycle: &[u64]) -> Option<Cycle<S>> {
        if self.rules.definition.repetition.chasing_rule == Chasing::None {
            return None;
        }
        let mut start = *self;
        let mut later = self.hash();
        let mut chased = [None; 2];
        for &key in cycle.iter().rev() {
            let made = start.move_between(key, later)?;
            start.look_back(made, &mut chased);
            if chased.iter().all(|pieces| pieces.is_some_and(S::is_empty)) {
                return None;
            }
            later = key;
        }
        Some(Cycle { start, chased: chased.map(Option::unwrap_or_default) })
    }

    /// The quiet move that led from a position with the key `before` to this one, whose key is
    /// `after`.
    fn move_between(&self, before: u64, after: u64) -> Option<PastMove> {
        let change = before ^ after ^ self.rules.zobrist.state(1, 1);
        // Most pieces go back as they came.
        self.move_with_change(change, |to| {
            let kind = self.rules.kind(self.kind_at(to));
            self.rules.tables.reach(&kind.quiets[!self.side], to, S::EMPTY)
        })
        .or_else(|| self.move_with_change(change, |_| self.rules.board))
    }

    /// The quiet move that led here and changed the key by `change`. `origins` are the squares
    /// from which the piece on a square may have come.
    fn move_with_change(&self, change: u64, origins: impl Fn(u8) -> S) -> Option<PastMove> {
        let mover = !self.side;
        let zobrist = &self.rules.zobrist;
        let empty = self.free();
        self.own(mover).squares().find_map(|to| {
            let kind = self.kind_at(to);
            let wanted = zobrist.piece(kind, mover, to) ^ change;
            // The last bit of a key says who is in check.
            let from = (origins(to) & empty)
                .squares()
                .find(|&from| (zobrist.piece(kind, mover, from) ^ wanted) & !1 == 0)?;
            Some(PastMove { from, to, captured: None })
        })
    }

    /// Takes back the last move. The pieces in `chased` that the side chased
    /// stay, on the squares where they were before.
    fn look_back(&mut self, made: PastMove, chased: &mut [Option<S>; 2]) {
        let after = *self;
        let mover = !self.side;
        let (_, kind) = self.take(made.to);
        if made.from != NONE {
            self.put(made.from, mover, kind);
        }
        if let Some(captured) = made.captured {
            self.put(made.to, after.side, captured);
        }
        self.side = mover;
        let prey = &mut chased[after.side];
        if prey.is_none_or(|prey| !prey.is_empty()) {
            let now = after.chased_by(made, self.screens(after.side));
            *prey = Some(prey.map_or(now, |prey| prey & now));
        }
        if let Some(own) = &mut chased[mover]
            && own.has(made.to)
            && made.from != NONE
        {
            *own = *own & !S::bit(made.to) | S::bit(made.from);
        }
    }

    /// The pieces of the side to move that the last move chases. `screens` were those of its king
    /// before.
    fn chased_by(&self, made: PastMove, screens: S) -> S {
        let us = self.side;
        let pinned = LazyCell::new(|| self.pinned());
        let mut chased = S::EMPTY;
        let mut add = |by: u8, attacked: S| {
            chased |=
                S::from_squares(attacked.squares().filter(|&at| self.is_chased(by, at, &pinned)));
        };
        let name = self.name_at(made.to);
        if name != "king" && name != "soldier" {
            // Along the line of the move, nothing is attacked that was not before.
            let line = if matches!(name, "rook" | "cannon") { self.line(made) } else { S::EMPTY };
            add(made.to, self.attacked_from(made.to, self.occupied()) & self.own(us) & !line);
        }
        let before = self.occupied_before(made);
        for by in self.discoverers(made).squares() {
            let attacked =
                self.attacked_from(by, self.occupied()) & !self.attacked_from(by, before);
            add(by, attacked & self.own(us));
        }
        chased | self.chased_at_screens(self.screens(us) & !screens)
    }

    /// The occupied squares before a move. That of a captured piece counts.
    fn occupied_before(&self, made: PastMove) -> S {
        let left = if made.from == NONE { S::EMPTY } else { S::bit(made.from) };
        let gone = S::bit(made.to).only_if(made.captured.is_none());
        self.occupied() & !gone | left
    }

    fn line(&self, made: PastMove) -> S {
        let rules = self.rules;
        if made.from == NONE {
            return S::EMPTY;
        }
        let [(file, rank), (to_file, to_rank)] =
            [made.from, made.to].map(|at| rules.size.place(at));
        match (file == to_file, rank == to_rank) {
            (true, _) => rules.geometry.file_sets[usize::from(file)],
            (_, true) => rules.geometry.rank_sets[usize::from(rank)],
            _ => S::EMPTY,
        }
    }

    /// The squares of the file and the rank of a square, without it.
    fn cross(&self, square: u8) -> S {
        let (file, rank) = self.rules.size.place(square);
        let lines = self.rules.geometry.file_sets[usize::from(file)]
            | self.rules.geometry.rank_sets[usize::from(rank)];
        lines & !S::bit(square)
    }

    /// The pieces of the side that has moved that may newly attack because a square was left or, for
    /// a cannon, entered.
    fn discoverers(&self, made: PastMove) -> S {
        let [beside, near] = [&self.rules.geometry.beside, &self.rules.geometry.neighbours]
            .map(|sets| sets.get(usize::from(made.from)).copied().unwrap_or_default());
        let left = if made.from == NONE { S::EMPTY } else { self.cross(made.from) };
        let entered = self.cross(made.to);
        let candidates = self.own(!self.side) & (near | left | entered);
        S::from_squares(candidates.squares().filter(|&square| {
            let squares = match self.name_at(square) {
                "horse" => beside,
                "elephant" => near & !beside,
                "rook" => left,
                "cannon" => left | entered,
                _ => S::EMPTY,
            };
            squares.has(square)
        }))
    }

    /// Whether a piece of the side to move that is newly attacked is chased.
    fn is_chased(&self, by: u8, at: u8, pinned: &impl Deref<Target = S>) -> bool {
        let hunter = self.name_at(by);
        let prey = self.name_at(at);
        if !self.may_be_chased(at) {
            return false;
        }
        let is_worth_more = match hunter {
            "horse" | "cannon" => prey == "rook",
            "elephant" | "fers" => matches!(prey, "rook" | "cannon" | "horse"),
            _ => false,
        };
        if is_worth_more {
            return true;
        }
        // A piece of the same kind could capture as well: unless it is pinned, or a horse that
        // is blocked where the other one is not.
        let diagonal = self.rules.geometry.neighbours[usize::from(by)]
            & !self.rules.geometry.beside[usize::from(by)];
        let is_exchange = self.piece_at(by) == self.piece_at(at)
            && if hunter == "horse" && diagonal.meets(self.occupied()) {
                self.attacked_from(at, self.occupied()).has(by)
            } else {
                !pinned.has(at)
            };
        !is_exchange && !self.is_protected(at, by, **pinned)
    }

    fn may_be_chased(&self, at: u8) -> bool {
        match self.name_at(at) {
            "king" => false,
            "soldier" => {
                let (_, rank) = self.rules.size.place(at);
                let last = self.rules.size.ranks - 1;
                let own_rank = if self.side == Side::First { rank } else { last - rank };
                own_rank >= self.rules.definition.turns.soldier_promotion_rank
            }
            _ => true,
        }
    }

    /// Whether a capture of a piece of the side to move by the one on `by` could be answered by
    /// another. Pinned pieces do not protect, nor does a king that would face the other one.
    fn is_protected(&self, at: u8, by: u8, pinned: S) -> bool {
        let us = self.side;
        let occupied = self.occupied() & !S::bit(by);
        let protectors = self.capturers(us, at, occupied) & !pinned;
        let is_facing = || {
            self.rules.definition.turns.flying_general
                && protectors == self.kings(us)
                && self.attackers(!us, at, occupied).meets(self.kings(!us))
        };
        !protectors.is_empty() && !is_facing()
    }

    /// The pieces of a side that could capture on a square. Unlike [`Position::attackers`], kings
    /// do not do so from afar.
    fn capturers(&self, by: Side, square: u8, occupied: S) -> S {
        let kings = self.kings(by);
        self.attackers(by, square, occupied)
            & !S::from_squares(
                kings.squares().filter(|&king| !self.attacked_from(king, occupied).has(square)),
            )
    }

    fn attacked_from(&self, from: u8, occupied: S) -> S {
        let side = usize::from(!self.sides[0].has(from));
        let kind = self.rules.kind(self.kind_at(from));
        let cannons = if kind.is_cannon { self.cannons() } else { S::EMPTY };
        self.reach(&kind.captures[side], kind.is_cannon, from, occupied, cannons) & !cannons
    }

    /// The pieces of the side to move that protect nothing, as they are bound to their king.
    fn pinned(&self) -> S {
        let us = self.side;
        let mut pinned = self.screens(us);
        let other = self.kings(!us);
        if self.rules.definition.turns.flying_general && !other.is_empty() {
            // The only piece on the file of both kings.
            let (file, _) = self.rules.size.place(other.first());
            let there = self.rules.geometry.file_sets[usize::from(file)] & self.own(us);
            let between = there & !self.kings(us);
            if there.meets(self.kings(us)) && !between.is_many() {
                pinned |= between;
            }
        }
        pinned
    }

    /// The pieces of both sides that alone, or as one of two before a cannon, keep a side's king
    /// from being attacked.
    fn screens(&self, side: Side) -> S {
        let kings = self.kings(side);
        let occupied = self.occupied();
        if kings.is_empty() {
            return S::EMPTY;
        }
        let king = kings.first();
        let mut screens = S::EMPTY;
        for threat in &self.rules.threats[!side] {
            let Some(lines) = &threat.lines else { continue };
            let all = self.threatening(!side, threat) & lines.sources(king);
            for at in (all & !self.kings(!side)).squares() {
                let found = lines.between(king, at) & occupied;
                if found.count() == lines.hurdles + 1 {
                    screens |= found;
                }
            }
        }
        screens
    }

    /// The pieces of the side to move that are chased because of new screens of its king: its own
    /// screens protect no more, and others give check when they capture.
    fn chased_at_screens(&self, screens: S) -> S {
        let us = self.side;
        let occupied = self.occupied();
        let mut chased = S::EMPTY;
        for screen in screens.squares() {
            let attacked = self.attacked_from(screen, occupied) & self.own(us);
            if self.own(us).has(screen) {
                let free = !self.screens(!us);
                chased |= S::from_squares(attacked.squares().filter(|&at| {
                    self.may_be_chased(at) && self.capturers(!us, at, occupied).meets(free)
                }));
            } else {
                let king = self.kings(us).first();
                let near = self.attacked_from(king, occupied);
                let without = occupied & !S::bit(screen) & !S::bit(king);
                chased |= S::from_squares(attacked.squares().filter(|&at| {
                    !near.has(at)
                        || !(self.capturers(!us, at, without) & !S::bit(screen)).is_empty()
                }));
            }
        }
        chased
    }

    fn name_at(&self, square: u8) -> &'static str {
        self.rules.definition.pieces[self.piece_at(square)].name
    }

    pub(super) fn remember(&mut self, m: Move, captured: Option<u8>) {
        if self.quiet_plies == 0 {
            let is_drop = m.move_type() == Type::Drop;
            let from = if is_drop { NONE } else { m.from() };
            let made = PastMove { from, to: m.to(), captured };
            self.chase = Chase { entry: Some(made), ..Chase::default() };
        } else if !self.checkers.is_empty() {
            let checks = &mut self.chase.checks[self.side];
            *checks = checks.saturating_add(1);
        }
    }

    /// How many plies without progress are played more because of checks.
    pub(super) fn uncounted_plies(&self) -> u32 {
        let checks = self.chase.checks[0].max(self.chase.checks[1]);
        2 * u32::from(checks.saturating_sub(COUNTED_CHECKS))
    }
}
