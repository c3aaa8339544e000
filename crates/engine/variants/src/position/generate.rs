//! The legal moves.

use super::danger::Safety;
use super::mv::Type;
use super::{Last, Move, Position};
use crate::rules::Kind;
use crate::set::Set;
use plyglot_core::game::{Game, Side, Which};
use plyglot_definition::Walling;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Break, Continue};

/// A visitor of moves, which breaks off when it has seen enough.
pub(super) type Visit<'a> = &'a mut dyn FnMut(Move) -> ControlFlow<()>;

#[derive(Clone, Copy)]
pub(super) struct Part<S> {
    pub(super) which: Which,
    pub(super) only_captures: bool,
    pub(super) from: S,
    pub(super) to: S,
}

impl<S: Set> Part<S> {
    pub(super) fn all(which: Which) -> Part<S> {
        Part { which, only_captures: false, from: !S::EMPTY, to: !S::EMPTY }
    }

    /// Whether moves that capture nothing and promote no pawn are wanted.
    fn has_quiet(&self) -> bool {
        self.which != Which::Tactical && !self.only_captures
    }

    /// Whether all moves between its squares are wanted.
    fn is_whole(&self) -> bool {
        self.which == Which::All && !self.only_captures
    }
}

impl<S: Set + Hash> Position<S> {
    /// Visits the legal moves with this origin and target.
    pub(super) fn visit_between(&self, from: u8, to: u8, visit: impl FnMut(Move)) {
        let part = Part { from: S::bit(from), to: S::bit(to), ..Part::all(Which::All) };
        self.visit_part(part, visit);
    }

    pub(super) fn visit_part(&self, mut part: Part<S>, mut visit: impl FnMut(Move)) {
        let definition = &self.rules.definition;
        part.only_captures = self.must_capture();
        // Who must capture may not have to drop something that captures nothing.
        let rest = Part { only_captures: part.only_captures, ..Part::all(Which::All) };
        let must_drop =
            definition.drops.must_drop && self.any(&rest, &|m| self.is_obliging_drop(m));
        let _ = self.legal(&part, &mut |m| {
            let is_allowed =
                if must_drop { self.is_obliging_drop(m) } else { !self.is_idle_drop(m) };
            if is_allowed {
                visit(m);
            }
            Continue(())
        });
    }

    /// Whether there is a legal move: obligations leave one where there is one.
    pub(super) fn has_moves(&self) -> bool {
        self.any(&Part::all(Which::All), &|m| !self.is_idle_drop(m))
    }

    pub(super) fn can_capture(&self) -> bool {
        let captures = Part { only_captures: true, ..Part::all(Which::All) };
        !self.jumpers().is_empty() || self.any(&captures, &|_| true)
    }

    /// Whether there is a legal move of some kind, before obligations.
    fn any(&self, part: &Part<S>, wanted: &dyn Fn(Move) -> bool) -> bool {
        self.legal(part, &mut |m| if wanted(m) { Break(()) } else { Continue(()) }).is_break()
    }

    fn any_without_pass(&self, part: &Part<S>, wanted: &dyn Fn(Move) -> bool) -> bool {
        let visit = &mut |m| if wanted(m) { Break(()) } else { Continue(()) };
        self.legal_without_pass(part, visit).is_break()
    }

    pub(crate) fn is_capture(&self, m: Move) -> bool {
        match m.move_type() {
            Type::EnPassant | Type::Jump => true,
            _ => self.captured(m).is_some() || !self.flanked_by(m).is_empty(),
        }
    }

    /// Visits the legal moves of a part, before obligations.
    fn legal(&self, part: &Part<S>, visit: Visit<'_>) -> ControlFlow<()> {
        self.legal_without_pass(part, visit)?;
        if !part.has_quiet() {
            return Continue(());
        }
        self.pass(visit)?;
        let mut pieces = (self.sides[0] | self.sides[1]).squares();
        let swap = pieces.next().filter(|_| self.swapped().is_some()).map(Move::swap);
        swap.map_or(Continue(()), visit)
    }

    fn legal_without_pass(&self, part: &Part<S>, visit: Visit<'_>) -> ControlFlow<()> {
        self.legal_by(&self.safety(), part, visit)
    }

    pub(super) fn legal_by(
        &self,
        safety: &Safety<S>,
        part: &Part<S>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if let Some(jumps) = &self.rules.jumps {
            self.legal_jumps(part, visit)?;
            if part.only_captures && jumps.are_alone {
                return Continue(());
            }
        }
        let us = self.side;
        for from in (self.own(us) & part.from).squares() {
            self.moves_of(from, part, safety, visit)?;
        }
        if part.has_quiet() {
            self.castlings(&mut |m: Move| {
                if part.from.has(m.from()) && part.to.has(m.to()) {
                    self.judge(m, safety, visit)
                } else {
                    Continue(())
                }
            })?;
            self.walls_alone(visit)?;
        }
        self.drops(safety, part, visit)
    }

    fn drops(&self, safety: &Safety<S>, part: &Part<S>, visit: Visit<'_>) -> ControlFlow<()> {
        let flanking = self.flanking_squares_of(part);
        // The origin of a drop is its target.
        let mut there = part.from & part.to;
        if !part.has_quiet() {
            there &= flanking;
        }
        if there.is_empty() {
            return Continue(());
        }
        self.each_drop_set(&mut |kind, squares: S| {
            let drop = |to| Move::new(to, to, Type::Drop).with_kind(kind);
            let is_wanted = |m: Move| !flanking.has(m.to()) || self.is_in_part(m, part);
            let (safe, to_try) = safety.split_drops(kind, squares & there);
            for m in safe.squares().map(drop).filter(|&m| is_wanted(m)) {
                self.accept(m, visit)?;
            }
            for m in to_try.squares().map(drop).filter(|&m| is_wanted(m)) {
                self.judge(m, safety, visit)?;
            }
            Continue(())
        })
    }

    /// Where moves of a part may enclose something, so that each has to be looked at.
    fn flanking_squares_of(&self, part: &Part<S>) -> S {
        if part.is_whole() { S::EMPTY } else { self.flanking_squares() }
    }

    /// Whether a move between the squares of a part is of its kind.
    fn is_in_part(&self, m: Move, part: &Part<S>) -> bool {
        match part.which {
            _ if part.only_captures && !self.is_capture(m) => false,
            Which::All => true,
            Which::Tactical => self.tactical(m),
            Which::Quiet => !self.tactical(m),
        }
    }

    /// The position after a swap, if the side to move may.
    pub(super) fn swapped(&self) -> Option<Position<S>> {
        if !self.is_before_swap() || self.side == Side::First {
            return None;
        }
        let image = self.image(self.rules.swap_map()?)?;
        Some(Position { number: 2, last: Last::default(), ..image })
    }

    pub(super) fn pass(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let definition = &self.rules.definition;
        let us = self.side;
        let all = Part::all(Which::All);
        let is_stalemate = || {
            definition.turns.pass_on_stalemate[us]
                && !self.any_without_pass(&all, &|m| !self.is_idle_drop(m))
        };
        // A pass accepts bikjang, in check or not.
        let is_bikjang = definition.turns.bikjang_rule && self.is_bikjang();
        if !(definition.turns.may_pass[us] && (self.checkers.is_empty() || is_bikjang)
            || is_stalemate())
        {
            return Continue(());
        }
        let Some(square) = self.pass_square() else { return Continue(()) };
        let pass = Move::new(square, square, Type::Pass);
        if is_bikjang || self.is_legal(pass) { visit(pass) } else { Continue(()) }
    }

    /// Visits a move with its walls or gates, if it is legal.
    fn judge(&self, m: Move, safety: &Safety<S>, visit: Visit<'_>) -> ControlFlow<()> {
        let is_walling = self.rules.definition.walls.rule != Walling::None;
        if is_walling && !matches!(safety, Safety::Free) {
            return self.accept(m, &mut |m| if self.is_legal(m) { visit(m) } else { Continue(()) });
        }
        if self.is_legal_by(m, safety) { self.accept(m, visit) } else { Continue(()) }
    }

    /// The square by which a pass is written.
    fn pass_square(&self) -> Option<u8> {
        let own = self.own(self.side);
        let kings = self.kings(self.side);
        let set = if kings.is_empty() { own } else { kings };
        if set.is_empty() { None } else { Some(set.first()) }
    }

    /// The squares that pieces of a kind may enter at all: empty ones, and those of the other side.
    #[inline(always)]
    pub(super) fn open_squares(&self, kind: u8) -> (S, S) {
        let rules = self.rules;
        let us = self.side;
        let Kind { region, piece, .. } = rules.kind(kind);
        let region = region[us];
        let mut others = self.own(!us) & region;
        if rules.has_immune && rules.definition.effects.mutually_immune_pieces.contains(*piece) {
            others &= !self.pieces_of_one(!us, *piece);
        }
        (region & !self.occupied(), others)
    }

    /// Where a piece goes, by its walks and jumps alone.
    #[inline(always)]
    pub(super) fn targets(&self, from: u8, kind: u8, (empty, others): (S, S)) -> S {
        let rules = self.rules;
        let us = self.side;
        let Kind { quiets, captures, hops, is_uniform, is_cannon, .. } = rules.kind(kind);
        let occupied = self.occupied();
        let cannons = if *is_cannon { self.cannons() } else { S::EMPTY };
        let reach = |mover| self.reach(mover, *is_cannon, from, occupied, cannons);
        let captured = reach(&captures[us]);
        let reached = if is_uniform[us] { captured } else { reach(&quiets[us]) };
        let hopped = if hops[us].is_empty() { S::EMPTY } else { self.hops(from, kind) & empty };
        hopped | reached & empty | captured & others & !cannons
    }

    fn moves_of(
        &self,
        from: u8,
        part: &Part<S>,
        safety: &Safety<S>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let definition = &self.rules.definition;
        let kind = self.kind_at(from);
        let others = self.own(!self.side);
        let flanking = self.flanking_squares_of(part);
        let special = self.special_squares(from, kind) | flanking;
        let wanted = match part.which {
            Which::All => part.to,
            Which::Tactical => (others | special) & part.to,
            Which::Quiet => (!others | special) & part.to,
        };
        let wanted = if part.only_captures { wanted & (others | flanking) } else { wanted };
        let targets = self.targets(from, kind, self.open_squares(kind));
        let (safe, to_try) = safety.split(from, kind, targets & wanted);
        for to in (safe & !special).squares() {
            self.accept(Move::new(from, to, Type::Normal), visit)?;
        }
        for to in (to_try & !special).squares() {
            self.judge(Move::new(from, to, Type::Normal), safety, visit)?;
        }
        let is_wanted = |m: Move| self.is_in_part(m, part);
        for to in (safe & special).squares() {
            let accept = &mut |m| if is_wanted(m) { self.accept(m, visit) } else { Continue(()) };
            self.with_promotions(kind, from, to, accept)?;
        }
        let mut judge = |m: Move| {
            if is_wanted(m) && part.to.has(m.to()) {
                self.judge(m, safety, visit)
            } else {
                Continue(())
            }
        };
        for to in (to_try & special).squares() {
            self.with_promotions(kind, from, to, &mut judge)?;
        }
        if definition.promotion.sittuyin && !part.only_captures {
            self.promotions_nearby(kind, from, &mut judge)?;
        }
        if definition.turns.has_cambodian_moves && self.gates.has(from) && !part.only_captures {
            self.first_leaps(from, &mut judge)?;
        }
        self.en_passant_captures(from, kind, &mut judge)
    }

    pub(super) fn en_passant_captures(
        &self,
        from: u8,
        kind: u8,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if self.en_passant.is_empty() {
            return Continue(());
        }
        let rules = self.rules;
        let us = self.side;
        let of = rules.kind(kind);
        if rules.definition.pawns.en_passant_pieces[us].contains(of.piece) {
            let occupied = self.occupied();
            let captured = rules.tables.reach(&of.captures[us], from, occupied);
            // A square that it reaches by an ordinary move is no capture.
            let reached = rules.tables.reach(&of.quiets[us], from, occupied);
            for to in (self.en_passant & captured & !reached & !occupied).squares() {
                visit(Move::new(from, to, Type::EnPassant))?;
            }
        }
        Continue(())
    }

    /// Cambodian chess: a king and a met, which is a fers, may leap ahead before they have moved.
    fn first_leaps(&self, from: u8, visit: Visit<'_>) -> ControlFlow<()> {
        let up = if self.side == Side::First { 1 } else { -1 };
        let leaps: &[(i8, i8)] = if self.kings(self.side).has(from) {
            if self.checkers.is_empty() { &[(-2, 1), (2, 1)] } else { &[] }
        } else if self.rules.definition.pieces[self.piece_at(from)].name == "fers" {
            &[(0, 2)]
        } else {
            &[]
        };
        for &(files, ranks) in leaps {
            let to = self.rules.size.step(from, files, ranks * up);
            if let Some(to) = to.filter(|&to| !self.occupied().has(to)) {
                visit(Move::new(from, to, Type::Normal))?;
            }
        }
        Continue(())
    }
}
