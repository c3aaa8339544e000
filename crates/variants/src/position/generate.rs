//! The legal moves.

use super::danger::Safety;
use super::mv::Type;
use super::{Move, NONE, Position};
use crate::definition::{Enclosing, Walling};
use crate::rules::Kind;
use crate::set::Set;
use plyglot_core::game::{Side, Which};
use std::hash::Hash;
use std::ops::ControlFlow::{self, Break, Continue};

/// Visits moves until it has seen enough.
type Visit<'a> = &'a mut dyn FnMut(Move) -> ControlFlow<()>;

/// The moves that are asked for.
#[derive(Clone, Copy)]
pub(super) struct Part<S> {
    which: Which,
    /// Whether other moves than captures are left out.
    only_captures: bool,
    /// Their origins and targets.
    from: S,
    to: S,
}

impl<S: Set> Part<S> {
    pub(super) fn all(which: Which) -> Part<S> {
        Part { which, only_captures: false, from: !S::EMPTY, to: !S::EMPTY }
    }

    /// Whether moves are wanted that capture nothing and promote no pawn.
    fn has_quiet(&self) -> bool {
        self.which != Which::Tactical && !self.only_captures
    }
}

impl<S: Set + Hash> Position<S> {
    /// Visits the legal moves.
    pub(crate) fn visit_moves(&self, which: Which, visit: impl FnMut(Move)) {
        self.visit_part(Part::all(which), visit);
    }

    /// The legal move with this packed number, if there is one.
    pub(crate) fn find_move(&self, packed: u32) -> Option<Move> {
        let m = Move::unpack(packed)?;
        let mut part = Part::all(Which::All);
        let is_there = |square: u8| square < self.rules.size.squares();
        if m.kind_of_move() != Type::Pass {
            if !is_there(m.from()) || !is_there(m.to()) {
                return None;
            }
            (part.from, part.to) = (S::bit(m.from()), S::bit(m.to()));
        }
        let mut found = None;
        self.visit_part(part, |other| {
            if other == m {
                found = Some(m);
            }
        });
        found
    }

    fn visit_part(&self, mut part: Part<S>, mut visit: impl FnMut(Move)) {
        let says = &self.rules.says;
        let captures = Part { only_captures: true, ..Part::all(Which::All) };
        part.only_captures = says.must_capture && self.any(&captures, &|_| true);
        let must_drop =
            says.must_drop && self.any(&Part::all(Which::Quiet), &|m| self.is_obliging_drop(m));
        let _ = self.legal(&part, &mut |m| {
            if !must_drop || self.is_obliging_drop(m) {
                visit(m);
            }
            Continue(())
        });
    }

    /// Whether there is a legal move of some kind, before obligations.
    fn any(&self, part: &Part<S>, wanted: &dyn Fn(Move) -> bool) -> bool {
        self.legal(part, &mut |m| if wanted(m) { Break(()) } else { Continue(()) }).is_break()
    }

    /// Whether a move captures.
    pub(crate) fn is_capture(&self, m: Move) -> bool {
        match m.kind_of_move() {
            Type::EnPassant => true,
            Type::Castling | Type::Drop | Type::Pass => false,
            _ => self.own(!self.side).has(m.to()),
        }
    }

    /// Whether a move changes the balance at once.
    pub(crate) fn is_tactical(&self, m: Move) -> bool {
        self.is_capture(m) || m.kind_of_move() == Type::Promotion
    }

    /// Whether no earlier position counts as repeated after a move. What is captured comes
    /// back in games with hands.
    pub(crate) fn is_irreversible(&self, m: Move) -> bool {
        !self.rules.says.captures_to_hand && self.resets_count(m)
    }

    pub(super) fn is_obliging_drop(&self, m: Move) -> bool {
        let piece = self.rules.kinds[usize::from(m.kind())].piece;
        m.kind_of_move() == Type::Drop
            && self.rules.says.must_drop_type.is_none_or(|must| must == piece)
    }

    /// Visits the legal moves of a part, before obligations.
    fn legal(&self, part: &Part<S>, visit: Visit<'_>) -> ControlFlow<()> {
        self.legal_without_pass(part, visit)?;
        if part.has_quiet() { self.pass(visit) } else { Continue(()) }
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
        let us = self.side;
        for from in (self.own(us) & part.from).squares() {
            self.moves_of(from, part, safety, visit)?;
        }
        let mut judge = |m: Move| match part.from.has(m.from()) && part.to.has(m.to()) {
            true => self.judge(m, safety, visit),
            false => Continue(()),
        };
        if !part.has_quiet() {
            return Continue(());
        }
        self.castlings(&mut judge)?;
        self.walls_alone(visit)?;
        // A drop comes from its target.
        let there = part.from & part.to;
        if there.is_empty() {
            return Continue(());
        }
        self.each_drop_set(&mut |kind, squares: S| {
            let (safe, doubtful) = safety.split_drops(kind, squares & there);
            for to in safe.squares() {
                self.accept(Move::new(to, to, Type::Drop).with_kind(kind), visit)?;
            }
            for to in doubtful.squares() {
                self.judge(Move::new(to, to, Type::Drop).with_kind(kind), safety, visit)?;
            }
            Continue(())
        })
    }

    pub(super) fn pass(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let (says, us) = (&self.rules.says, self.side.index());
        let all = Part::all(Which::All);
        let is_stalemate = || {
            says.pass_on_stalemate[us]
                && self.legal_without_pass(&all, &mut |_| Break(())).is_continue()
        };
        // A pass accepts bikjang, in check or not.
        let is_bikjang = says.bikjang_rule && self.is_bikjang();
        if !(says.pass[us] && (self.checkers.is_empty() || is_bikjang) || is_stalemate()) {
            return Continue(());
        }
        let Some(square) = self.pass_square() else { return Continue(()) };
        let pass = Move::new(square, square, Type::Pass);
        if is_bikjang || self.is_legal(pass) { visit(pass) } else { Continue(()) }
    }

    /// Walls in place of a move, where a turn is one or the other.
    fn walls_alone(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let own = self.own(self.side);
        if !self.rules.says.wall_or_move || own.is_empty() || !self.checkers.is_empty() {
            return Continue(());
        }
        let pass = Move::new(own.first(), own.first(), Type::Pass);
        for square in self.wall_squares(pass).squares() {
            let m = pass.with_extra(square);
            if self.is_legal(m) {
                visit(m)?;
            }
        }
        Continue(())
    }

    /// Visits a move that is known to be legal, with the walls or gates that go with it.
    fn accept(&self, m: Move, visit: Visit<'_>) -> ControlFlow<()> {
        let says = &self.rules.says;
        if says.walling_rule == Walling::None || says.wall_or_move {
            visit(m)?;
            return if says.seirawan_gating { self.gatings(m, visit) } else { Continue(()) };
        }
        // A drop leaves no square behind that could become a wall.
        if says.walling_rule == Walling::Past && m.kind_of_move() == Type::Drop {
            return visit(m);
        }
        for square in self.wall_squares(m).squares() {
            visit(m.with_extra(square))?;
        }
        Continue(())
    }

    /// The same for a move that may not be legal.
    fn judge(&self, m: Move, safety: &Safety<S>, visit: Visit<'_>) -> ControlFlow<()> {
        let is_walling = self.rules.says.walling_rule != Walling::None;
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
        (!set.is_empty()).then(|| set.first())
    }

    /// Where pieces of a kind may go at all: empty squares, and those of the other side.
    #[inline(always)]
    pub(super) fn open_squares(&self, kind: u8) -> (S, S) {
        let (rules, us) = (self.rules, self.side);
        let Kind { region, piece, .. } = &rules.kinds[usize::from(kind)];
        let region = region[us.index()];
        let mut others = self.own(!us) & region;
        if rules.has_immune && rules.says.mutually_immune_types.contains(*piece) {
            others &= !self.pieces_of_one(!us, *piece);
        }
        (region & !self.occupied(), others)
    }

    /// Where a piece goes, by its walks alone.
    #[inline(always)]
    pub(super) fn targets(&self, from: u8, kind: u8, (empty, others): (S, S)) -> S {
        let (rules, us) = (self.rules, self.side);
        let Kind { quiets, captures, is_uniform, is_shy, .. } = &rules.kinds[usize::from(kind)];
        let occupied = self.occupied();
        let reach = |mover| rules.tables.reach(mover, from, occupied);
        let captured = reach(&captures[us.index()]);
        let reached = if is_uniform[us.index()] { captured } else { reach(&quiets[us.index()]) };
        if *is_shy {
            let captured = self.shy_reach(&captures[us.index()], from, captured, occupied);
            let reached = self.shy_reach(&quiets[us.index()], from, reached, occupied);
            return reached & empty | captured & others & !self.shy_pieces();
        }
        reached & empty | captured & others
    }

    /// Visits the legal moves of a piece.
    fn moves_of(
        &self,
        from: u8,
        part: &Part<S>,
        safety: &Safety<S>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let (says, kind) = (&self.rules.says, self.kind_at(from));
        let others = self.own(!self.side);
        let special = self.special_squares(from, kind);
        let wanted = match part.which {
            Which::All => part.to,
            Which::Tactical => (others | special) & part.to,
            Which::Quiet => (!others | special) & part.to,
        };
        let wanted = if part.only_captures { wanted & others } else { wanted };
        let targets = self.targets(from, kind, self.open_squares(kind));
        let (safe, doubtful) = safety.split(from, kind, targets & wanted);
        for to in (safe & !special).squares() {
            self.accept(Move::new(from, to, Type::Normal), visit)?;
        }
        for to in (doubtful & !special).squares() {
            self.judge(Move::new(from, to, Type::Normal), safety, visit)?;
        }
        let is_wanted = |m: Move| match part.which {
            Which::All => true,
            Which::Tactical => self.is_tactical(m),
            Which::Quiet => !self.is_tactical(m),
        };
        for to in (safe & special).squares() {
            let accept = &mut |m| if is_wanted(m) { self.accept(m, visit) } else { Continue(()) };
            self.with_promotions(kind, from, to, accept)?;
        }
        let mut judge = |m: Move| match is_wanted(m) && part.to.has(m.to()) {
            true => self.judge(m, safety, visit),
            false => Continue(()),
        };
        for to in (doubtful & special).squares() {
            self.with_promotions(kind, from, to, &mut judge)?;
        }
        if says.sittuyin_promotion && !part.only_captures {
            self.promotions_nearby(kind, from, &mut judge)?;
        }
        if says.cambodian_moves && self.gates.has(from) && !part.only_captures {
            self.first_leaps(from, &mut judge)?;
        }
        self.en_passant_captures(from, kind, &mut judge)
    }

    /// The captures of pawns that went past.
    pub(super) fn en_passant_captures(
        &self,
        from: u8,
        kind: u8,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if self.en_passant.is_empty() {
            return Continue(());
        }
        let (rules, us) = (self.rules, self.side.index());
        let of = &rules.kinds[usize::from(kind)];
        if rules.says.en_passant_types[us].contains(of.piece) {
            let occupied = self.occupied();
            let captured = rules.tables.reach(&of.captures[us], from, occupied);
            // Where it goes anyway, it captures nothing.
            let reached = rules.tables.reach(&of.quiets[us], from, occupied);
            for to in (self.en_passant & captured & !reached & !occupied).squares() {
                visit(Move::new(from, to, Type::EnPassant))?;
            }
        }
        Continue(())
    }

    /// Sittuyin: a pawn in its region, or the last one, becomes another piece where it stands or
    /// diagonally next to it, if that piece attacks nothing.
    fn promotions_nearby(&self, kind: u8, from: u8, visit: Visit<'_>) -> ControlFlow<()> {
        let (rules, us) = (self.rules, self.side.index());
        let own = &rules.kinds[usize::from(kind)];
        let is_there =
            rules.promotion_region[us].has(from) || !self.pieces(self.side, kind).is_many();
        if own.pawn_promotions[us].is_empty() || !is_there {
            return Continue(());
        }
        let near = rules.neighbours[usize::from(from)] & !rules.beside[usize::from(from)];
        for into in self.promotions_of(own) {
            let captures = &rules.kinds[usize::from(into)].captures[us];
            for to in (near & !self.occupied() | S::bit(from)).squares() {
                let occupied = self.occupied() & !S::bit(from) | S::bit(to);
                let attacked = rules.tables.reach(captures, to, occupied);
                if !attacked.meets(self.own(!self.side)) {
                    visit(Move::new(from, to, Type::Promotion).with_kind(into))?;
                }
            }
        }
        Continue(())
    }

    /// Cambodian chess: a king and a met that have not moved may leap ahead.
    fn first_leaps(&self, from: u8, visit: Visit<'_>) -> ControlFlow<()> {
        let up = if self.side == Side::First { 1 } else { -1 };
        let is_king = self.kings(self.side).has(from);
        if is_king && !self.checkers.is_empty() {
            return Continue(());
        }
        let leaps: &[(i8, i8)] = if is_king { &[(-2, 1), (2, 1)] } else { &[(0, 2)] };
        for &(files, ranks) in leaps {
            let to = self.rules.size.step(from, files, ranks * up);
            if let Some(to) = to.filter(|&to| !self.occupied().has(to)) {
                visit(Move::new(from, to, Type::Normal))?;
            }
        }
        Continue(())
    }

    /// A step of a piece, with the promotions that go with it.
    pub(super) fn with_promotions(
        &self,
        kind: u8,
        from: u8,
        to: u8,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let (rules, us) = (self.rules, self.side.index());
        let says = &rules.says;
        let own = &rules.kinds[usize::from(kind)];
        let region = rules.promotion_region[us];
        let mut may_stay = true;
        if own.is_pawn[us] && region.has(to) && !says.sittuyin_promotion {
            for into in self.promotions_of(own) {
                visit(Move::new(from, to, Type::Promotion).with_kind(into))?;
            }
            // A pawn that must become something and has no choice stays where it is.
            may_stay = !says.mandatory_pawn_promotion;
        }
        let captures = self.own(!self.side).has(to);
        let is_promoting = own.promoted.is_some_and(|into| self.is_within_limit(into))
            && (region.has(from) || region.has(to));
        if is_promoting && (captures || !says.piece_promotion_on_capture) {
            visit(Move::new(from, to, Type::PiecePromotion))?;
            may_stay &= !says.mandatory_piece_promotion;
        }
        if says.piece_demotion
            && own.is_promoted(kind)
            && (captures || !says.piece_promotion_on_capture)
        {
            visit(Move::new(from, to, Type::PieceDemotion))?;
            may_stay &= !says.mandatory_piece_promotion;
        }
        if may_stay && !(says.immobility_illegal && own.immobile[us].has(to)) {
            visit(Move::new(from, to, Type::Normal))?;
        }
        Continue(())
    }

    /// What a pawn of the side to move may become.
    pub(super) fn promotions_of(&self, pawn: &'static Kind<S>) -> impl Iterator<Item = u8> {
        let all = pawn.pawn_promotions[self.side.index()].iter().copied();
        all.filter(|&into| self.is_within_limit(into))
    }

    /// The squares to which a piece cannot simply go: it may be promoted there, or would be
    /// unable to move.
    #[inline(always)]
    pub(super) fn special_squares(&self, from: u8, kind: u8) -> S {
        let (rules, us) = (self.rules, self.side.index());
        let of = &rules.kinds[usize::from(kind)];
        let region = rules.promotion_region[us];
        let mut special = S::EMPTY;
        if of.is_pawn[us] || of.promoted.is_some() {
            special |= region;
        }
        if of.promoted.is_some() && region.has(from) || rules.says.piece_demotion {
            return rules.board;
        }
        if rules.says.immobility_illegal {
            special |= of.immobile[us];
        }
        special
    }

    /// Whether a side may have one more of a kind.
    pub(super) fn is_within_limit(&self, kind: u8) -> bool {
        let piece = self.rules.kinds[usize::from(kind)].piece;
        match self.rules.says.promotion_limit[piece] {
            0 => true,
            limit => {
                let there = self.pieces_of_one(self.side, piece);
                there.count() < u32::from(limit)
            }
        }
    }

    /// A move with the gates that go with it: a piece that is gated in does not count for what
    /// is legal.
    fn gatings(&self, m: Move, visit: Visit<'_>) -> ControlFlow<()> {
        if m.kind_of_move() == Type::Drop {
            return Continue(());
        }
        let rook = (m.kind_of_move() == Type::Castling).then_some(m.to());
        for square in [Some(m.from()), rook].into_iter().flatten() {
            if !self.gates.has(square) {
                continue;
            }
            for kind in self.kinds_in_hand() {
                if !self.drop_squares(kind, S::bit(square)).is_empty() {
                    visit(m.with_kind(kind).with_extra(square))?;
                }
            }
        }
        Continue(())
    }

    /// The kinds that the side to move has in its hand.
    fn kinds_in_hand(&self) -> impl Iterator<Item = u8> + use<'_, S> {
        let hand = &self.hands[self.side.index()];
        (0..self.rules.kinds.len()).filter(|&kind| hand[kind] > 0).map(|kind| kind as u8)
    }

    /// Where a wall may be put with a move.
    fn wall_squares(&self, m: Move) -> S {
        let (rules, us) = (self.rules, self.side.index());
        let mut after = *self;
        after.place(m);
        let occupied = after.sides[0] | after.sides[1] | after.walls;
        // The duck must move, and exploded pieces still take their places.
        let before = match m.kind_of_move() {
            Type::Castling => self.walls,
            Type::EnPassant => {
                self.occupied() & !S::bit(m.from()) & !S::bit(self.passed) | S::bit(m.to())
            }
            _ => self.occupied() & !S::bit(m.from()) | S::bit(m.to()),
        };
        let empty = rules.board & !occupied & !before;
        let squares = match rules.says.walling_rule {
            Walling::Arrow => {
                let end = self.end_of(m);
                // What has exploded does not shoot.
                if !after.own(self.side).has(end) {
                    return S::EMPTY;
                }
                let mover = &rules.kinds[usize::from(after.kind_at(end))].quiets[us];
                rules.tables.reach(mover, end, occupied) & empty
            }
            Walling::Past => S::bit(m.from()) & empty,
            Walling::Edge => {
                let inner = |square: u8| {
                    let near = rules.beside[usize::from(square)] & !after.walls;
                    near.count() == 4
                };
                S::of(empty.squares().filter(|&square| !inner(square)))
            }
            Walling::Duck | Walling::Static => empty,
            Walling::None => S::EMPTY,
        };
        squares & rules.walling_region[us]
    }

    pub(super) fn castlings(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let us = self.side;
        if self.castling[us.index()] == [NONE; 2] || !self.checkers.is_empty() {
            return Continue(());
        }
        let king = self.castling_from[us.index()];
        let (occupied, ways) = (self.occupied(), self.castling_ways[us.index()]);
        for (rook, way) in self.castling[us.index()].into_iter().zip(ways) {
            if rook == NONE || way.meets(occupied) {
                continue;
            }
            let (king_to, _) = self.castling_targets(king, rook);
            // A wall may come between; that is seen later.
            let has_walls = self.rules.says.walling_rule != Walling::None;
            if has_walls || self.is_safe_way(king, king_to, occupied) {
                visit(Move::new(king, rook, Type::Castling))?;
            }
        }
        Continue(())
    }

    /// Whether a king, if it is royal, is not attacked where it passes when it castles.
    fn is_safe_way(&self, king: u8, to: u8, occupied: S) -> bool {
        let us = self.side;
        let is_royal = (self.kings(us) | self.pseudo_royals(us)).has(king);
        let is_safe = |square| !self.is_attacked(!us, square, occupied, S::EMPTY);
        !is_royal || S::range(king.min(to), king.max(to)).squares().all(is_safe)
    }

    /// Visits the kinds that may be dropped, with the squares for each.
    pub(super) fn each_drop_set(
        &self,
        visit: &mut dyn FnMut(u8, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (rules, us) = (self.rules, self.side);
        let says = rules.says;
        if !says.piece_drops {
            return Continue(());
        }
        let empty = rules.board & !self.occupied() & rules.drop_region[us.index()];
        if empty.is_empty() {
            return Continue(());
        }
        let free = (0..says.pieces.len() as u8).filter(|_| says.free_drops);
        for kind in free.chain(self.kinds_in_hand().filter(|_| !says.free_drops)) {
            let promoted = rules.kinds[usize::from(kind)].promoted;
            let promoted = promoted.filter(|_| says.drop_promoted);
            for into in [Some(kind), promoted].into_iter().flatten() {
                visit(into, self.drop_squares(into, empty))?;
            }
        }
        Continue(())
    }

    /// Where a piece may be dropped, out of these empty squares.
    fn drop_squares(&self, kind: u8, empty: S) -> S {
        let (rules, us) = (self.rules, self.side);
        let says = &rules.says;
        let own = &rules.kinds[usize::from(kind)];
        let mut squares = empty & own.region[us.index()];
        let ranks = rules.rank_sets.len();
        let first = if us == Side::First { 0 } else { ranks - 1 };
        if rules.pawn == Some(kind) {
            if !says.first_rank_pawn_drops {
                squares &= !rules.rank_sets[first];
            }
            if !says.promotion_zone_pawn_drops {
                squares &= !rules.promotion_region[us.index()];
            }
        }
        if says.immobility_illegal {
            squares &= !own.immobile[us.index()];
        }
        if says.drop_no_doubled == Some(own.piece) {
            let there = self.pieces(us, kind);
            for file in &rules.file_sets {
                let count = (there & *file).count();
                squares &= !file.only_if(count >= u32::from(says.drop_no_doubled_count));
            }
        }
        if says.sittuyin_rook_drop && says.pieces[own.piece].name == "rook" {
            squares &= rules.rank_sets[first];
        }
        if says.drop_opposite_colored_bishop {
            squares &= self.bishop_colours(kind, empty);
        }
        if says.enclosing_drop != Enclosing::None {
            squares &= self.enclosing_squares(squares);
        }
        squares
    }

    /// Where a piece may be dropped so that a side's bishops come on different colours: the
    /// last square for a bishop is kept for it.
    fn bishop_colours(&self, kind: u8, empty: S) -> S {
        let (rules, us) = (self.rules, self.side);
        let Some(bishop) = rules.says.pieces.iter().position(|piece| piece.name == "bishop") else {
            return rules.board;
        };
        let there = self.pieces(us, bishop as u8);
        let in_hand = self.hands[us.index()][bishop];
        let mut squares = rules.board;
        for colour in [rules.dark, rules.board & !rules.dark] {
            let is_needed = in_hand > 0 && !there.meets(colour);
            let is_last = !(empty & colour).is_many();
            if if usize::from(kind) == bishop { !is_needed } else { is_needed && is_last } {
                squares &= !colour;
            }
        }
        squares
    }

    /// The squares on which a drop follows the rule on enclosing.
    fn enclosing_squares(&self, squares: S) -> S {
        let (rules, us) = (self.rules, self.side);
        let size = rules.size;
        let start = rules.enclosing_drop_start;
        let own = self.own(us);
        let other = self.own(!us);
        let around = |square: u8| rules.neighbours[usize::from(square)];
        let beside = |square: u8| rules.beside[usize::from(square)];
        // A stone slides in from an edge as far as it can.
        let slides_in = |square: u8, files: i8, ranks: i8| {
            let mut at = square;
            while let Some(next) = size.step(at, -files, -ranks) {
                if self.occupied().has(next) {
                    return false;
                }
                at = next;
            }
            size.step(square, files, ranks).is_none_or(|next| self.occupied().has(next))
        };
        let fits = |square: u8| match rules.says.enclosing_drop {
            Enclosing::None => true,
            Enclosing::Reversi => !self.enclosed(square).is_empty(),
            Enclosing::Ataxx => around(square).meets(own),
            Enclosing::Quadwrangle => around(square).meets(own),
            Enclosing::Snort => !beside(square).meets(other),
            Enclosing::Anyside => {
                [(0, 1), (1, 0), (0, -1), (-1, 0)].iter().any(|&(f, r)| slides_in(square, f, r))
            }
            Enclosing::Top => size.step(square, 0, -1).is_none_or(|b| self.occupied().has(b)),
        };
        // In the starting phase, only the region counts.
        if !start.is_empty() && !(start & !self.occupied()).is_empty() {
            return squares & start;
        }
        S::of(squares.squares().filter(|&square| fits(square)))
    }

    /// Whether the side to move may make a move that follows all other rules.
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let (says, us) = (&self.rules.says, self.side);
        let mut after = *self;
        after.place(m);
        if says.blast_on_capture {
            // What turns to stone in a blast does not protect from a check at once.
            after.walls &= self.walls | m.extra().map_or(S::EMPTY, S::bit);
        }
        if !after.is_safe(us, m, self) {
            return false;
        }
        if m.kind_of_move() == Type::Castling && says.walling_rule != Walling::None {
            let occupied = self.sides[0] | self.sides[1] | after.walls;
            if !self.is_safe_way(m.from(), self.end_of(m), occupied) {
                return false;
            }
        }
        let moves_king = self.kings(us).has(m.from()) && m.kind_of_move() != Type::Drop;
        let takes_checker = self.checkers.has(m.to());
        if says.makpong_rule && moves_king && !self.checkers.is_empty() && !takes_checker {
            return false;
        }
        if says.bikjang_rule
            && m.kind_of_move() != Type::Pass
            && self.is_bikjang()
            && after.is_bikjang()
        {
            return false;
        }
        if says.checking && says.drop_checks {
            return true;
        }
        let gives_check = !after.checkers_with(!us, S::EMPTY).is_empty();
        let is_drop = m.kind_of_move() == Type::Drop;
        !(gives_check && (!says.checking || is_drop && !says.drop_checks))
    }

    /// Whether a side leaves no royal piece to be captured after this move from `before`.
    fn is_safe(&self, us: Side, m: Move, before: &Position<S>) -> bool {
        let says = &self.rules.says;
        let mut royals = before.pseudo_royals(us);
        if says.extinction_pseudo_royal {
            let others = before.pseudo_royals(!us);
            // A royal piece may be what moved, and a promoted piece may be another one.
            let to = before.end_of(m);
            let becomes_royal = m.kind_of_move() != Type::Drop
                && self.own(us).has(to)
                && says.extinction_piece_types.contains(self.piece_at(to))
                && self.pseudo_royals(us).has(to)
                && !says.extinction_piece_types.contains(before.piece_at(m.from()));
            if royals.has(m.from()) || becomes_royal {
                royals = royals & !S::bit(m.from()) | S::bit(to);
            }
            if !(royals & !self.own(us)).is_empty() && self.lacks_royals(us) {
                return false;
            }
            if !(others & !self.own(!us)).is_empty() && self.lacks_royals(!us) {
                return true;
            }
            royals &= self.own(us);
        }
        if says.blast_on_capture && !before.kings(us).is_empty() && self.kings(us).is_empty() {
            return false;
        }
        self.checkers_with(us, royals).is_empty()
    }

    /// The piece of the definition on a square that has one.
    pub(super) fn piece_at(&self, square: u8) -> usize {
        self.rules.kinds[usize::from(self.kind_at(square))].piece
    }

    /// Whether a side has too few of a kind that it must not lose.
    fn lacks_royals(&self, side: Side) -> bool {
        let says = &self.rules.says;
        self.rules.pieces_in(says.extinction_piece_types).any(|piece| {
            self.pieces_of_one(side, piece).count() <= u32::from(says.extinction_piece_count)
        })
    }
}
