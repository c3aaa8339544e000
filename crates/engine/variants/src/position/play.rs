//! Playing a move.

use super::mv::Type;
use super::{Last, Move, NONE, Position, Shuttle};
use crate::rules::Passing;
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_definition::{Chasing, Counting, Enclosing, How, PieceMask, Region, Walling};
use std::hash::Hash;

struct Before {
    kind: u8,
    is_reset: bool,
    may_end_castling: bool,
    /// The number of pieces of the other side, and whether there are pawns, where it matters.
    others: u32,
    has_pawns: bool,
    /// Whether a piece that may be captured as custom pieces are makes its first move, and no other
    /// of its moves leads there.
    is_custom_start: bool,
}

impl<S: Set + Hash> Position<S> {
    /// Moves the pieces, and does nothing else: enough to see who is attacked.
    pub(super) fn place(&mut self, m: Move) {
        let from = m.from();
        let to = m.to();
        let us = self.side;
        match m.move_type() {
            Type::Pass => {}
            Type::Drop => {
                let base = self.rules.kind(m.kind()).base;
                self.change_hand(us, base, -1);
                self.put(to, us, m.kind());
                self.flip(to, true);
            }
            Type::Castling => self.castle(from, to),
            Type::EnPassant => self.capture_and_move(m, self.en_passant_pawn),
            Type::Jump => self.jump(m),
            Type::Normal | Type::Promotion | Type::PiecePromotion | Type::PieceDemotion => {
                self.capture_and_move(m, to);
            }
        }
        if let Some(square) = m.extra() {
            self.place_extra(m, square);
        }
    }

    fn jump(&mut self, m: Move) {
        for square in self.jumped_over(m).squares() {
            self.capture(square);
        }
        let (us, _) = self.take(m.from());
        self.put(m.to(), us, m.kind());
        self.flip(m.to(), false);
    }

    /// The square on which a move ends; the king's for castling.
    pub(super) fn end_of(&self, m: Move) -> u8 {
        match m.move_type() {
            Type::Castling => self.castling_targets(m.from(), m.to()).0,
            _ => m.to(),
        }
    }

    fn capture_and_move(&mut self, m: Move, victim: u8) {
        let from = m.from();
        let to = m.to();
        let us = self.side;
        let is_capture = self.own(!us).has(victim);
        if is_capture {
            self.capture(victim);
        }
        let after = self.becomes(m);
        let (_, kind) = self.take(from);
        self.put(to, us, after);
        if is_capture {
            self.blast(to, kind);
        }
        self.flip(to, false);
    }

    #[inline(always)]
    pub(super) fn becomes(&self, m: Move) -> u8 {
        match m.move_type() {
            Type::Promotion | Type::Drop | Type::Jump => m.kind(),
            Type::PiecePromotion => {
                let kind = self.kind_at(m.from());
                self.rules.kind(kind).promoted.unwrap_or(kind)
            }
            Type::PieceDemotion => self.rules.kind(self.kind_at(m.from())).base,
            _ => self.kind_at(m.from()),
        }
    }

    /// The squares whose pieces a capture on a square destroys.
    pub(crate) fn blasted(&self, to: u8) -> S {
        let definition = &self.rules.definition;
        let near = self.rules.geometry.neighbours[usize::from(to)];
        let mut hit = near & (self.sides[0] | self.sides[1]) & !self.pawns() | S::bit(to);
        for immune in self.rules.kinds_of(definition.effects.blast_immune_pieces) {
            hit &= !self.kinds[usize::from(immune)];
        }
        hit
    }

    /// Captures a piece of the other side; it goes to the hand if the game has that rule.
    fn capture(&mut self, square: u8) {
        let (_, kind) = self.take(square);
        self.pocket(self.side, kind);
    }

    fn pocket(&mut self, side: Side, kind: u8) {
        let rules = self.rules;
        if rules.definition.drops.captures_to_hand && rules.character.has_hands {
            self.change_hand(side, rules.in_hand(kind), 1);
        }
    }

    fn blast(&mut self, to: u8, kind: u8) {
        let definition = &self.rules.definition;
        let piece = self.rules.kind(kind).piece;
        // A piece that no blast destroys does not turn to stone in one either.
        let becomes_stone = definition.effects.petrified_pieces.contains(piece)
            && (!definition.effects.blast_on_capture || self.blasted(to).has(to));
        if definition.effects.blast_on_capture {
            for square in self.blasted(to).squares() {
                let (side, kind) = self.take(square);
                self.pocket(!side, kind);
                // The piece that captures has rules of its own.
                if definition.effects.petrify_blast_pieces && square != to {
                    self.put_wall(square);
                }
            }
        }
        if becomes_stone {
            if (self.sides[0] | self.sides[1]).has(to) {
                let (side, kind) = self.take(to);
                self.pocket(!side, kind);
            }
            self.put_wall(to);
        }
    }

    fn place_extra(&mut self, m: Move, square: u8) {
        if self.rules.definition.walls.rule == Walling::None {
            self.change_hand(self.side, m.kind(), -1);
            self.put(square, self.side, m.kind());
        } else {
            if self.rules.definition.walls.rule == Walling::Duck {
                for wall in (self.walls & self.rules.board).squares() {
                    self.take_wall(wall);
                }
            }
            self.put_wall(square);
        }
    }

    fn flip(&mut self, to: u8, is_drop: bool) {
        let us = self.side;
        for square in self.flanked(to).squares() {
            self.capture(square);
        }
        let near = self.rules.geometry.neighbours[usize::from(to)];
        let flipped = match self.rules.definition.effects.flip_enclosed_pieces {
            Enclosing::Reversi => self.enclosed(to),
            Enclosing::Ataxx => near & self.own(!us),
            Enclosing::Quadwrangle if !is_drop || near.meets(self.own(us)) => near & self.own(!us),
            _ => S::EMPTY,
        };
        for square in flipped.squares() {
            let (_, kind) = self.take(square);
            self.put(square, us, kind);
        }
    }

    /// The stones of the other side that a stone of the side to move on `square` encloses.
    pub(super) fn enclosed(&self, square: u8) -> S {
        let size = self.rules.size;
        let mut enclosed = S::EMPTY;
        for &(files, ranks) in size.around() {
            let mut line = S::EMPTY;
            let mut at = square;
            while let Some(next) = size.step(at, files, ranks) {
                if self.own(self.side).has(next) {
                    enclosed |= line;
                    break;
                }
                if !self.own(!self.side).has(next) {
                    break;
                }
                line |= S::bit(next);
                at = next;
            }
        }
        enclosed
    }

    pub(crate) fn make(&mut self, m: Move) {
        if m.is_swap() {
            if let Some(after) = self.swapped() {
                *self = after;
            }
            return;
        }
        let us = self.side;
        let definition = &self.rules.definition;
        let before = self.before(m);
        let may_chase = definition.repetition.chasing_rule != Chasing::None;
        let may_shuttle = definition.repetition.move_repetition_loses;
        let captured = if may_chase || may_shuttle { self.captured(m) } else { None };
        self.place(m);
        self.last = match m.move_type() {
            Type::Pass if m.extra().is_none() => {
                Last { passes: self.last.passes.saturating_add(1), ..Last::default() }
            }
            Type::Castling => Last { castled: 1 + u8::from(m.to() < m.from()), ..Last::default() },
            _ => Last::default(),
        };
        self.update_rights(m, &before);
        self.set_en_passant(m, &before);
        self.quiet_plies = if before.is_reset { 0 } else { self.quiet_plies.saturating_add(1) };
        if may_shuttle {
            self.count_shuttle(m, captured.is_some());
        }
        self.count_towards_draw(m, &before);
        if us == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.side = !us;
        self.castling_of_chess960 = [[NONE; 2]; 2];
        self.checkers = self.checkers_of(self.side);
        if definition.ends.check_counting && !self.checkers.is_empty() {
            self.counters.count_check(us);
        }
        if definition.ends.shatar_mate_rule {
            self.count_shak();
        }
        if may_chase {
            self.remember(m, captured);
        }
        if let Type::Drop = m.move_type() {
            (self.last.dropped, self.last.kind) = (m.to() + 1, m.kind());
        }
    }

    /// Shatar: keeps track of whether the checks in a row against the side to move include one by a
    /// piece that may mate.
    pub(super) fn count_shak(&mut self) {
        let strong = self.pieces_named(!self.side, &["rook", "bers", "knight"]);
        let shak = &mut self.shak[self.side];
        *shak = (*shak || self.checkers.meets(strong)) && !self.checkers.is_empty();
    }

    pub(super) fn pieces_named(&self, side: Side, names: &[&str]) -> S {
        let mut named = S::EMPTY;
        for (number, piece) in self.rules.definition.pieces.iter().enumerate() {
            if names.contains(&piece.name) {
                named |= self.pieces_of_one(side, number);
            }
        }
        named
    }

    fn before(&self, m: Move) -> Before {
        let is_on_board = !matches!(m.move_type(), Type::Drop | Type::Pass);
        let [first, second] = self.rules.castling_ranks;
        let touched = S::bit(m.from()) | S::bit(m.to());
        let is_local = !self.rules.character.has_effects && m.move_type() != Type::EnPassant;
        let may_end_castling =
            self.castling != [[NONE; 2]; 2] && (!is_local || (first | second).meets(touched));
        let counts = self.rules.definition.ends.counting_rule != Counting::None;
        let kind = if is_on_board { self.kind_at(m.from()) } else { 0 };
        let is_custom = self.rules.kind(kind).passing == Passing::Custom;
        Before {
            kind,
            is_custom_start: is_custom
                && is_on_board
                && !self.is_capture(m)
                && self.is_start(self.side, kind, m.from(), m.to()),
            is_reset: self.resets_count(m),
            may_end_castling,
            others: if counts { self.own(!self.side).count() } else { 0 },
            has_pawns: counts && !self.pawns().is_empty(),
        }
    }

    /// Whether only a first move (`i`) of a kind leads there.
    fn is_start(&self, side: Side, kind: u8, from: u8, to: u8) -> bool {
        let (file, rank) = self.rules.size.place(from);
        let (to_file, to_rank) = self.rules.size.place(to);
        let sign = if side == Side::First { 1 } else { -1 };
        let by = (sign * (to_file as i8 - file as i8), sign * (to_rank as i8 - rank as i8));
        let walks = self.rules.piece_of(kind).walks.iter();
        let mut ways = walks
            .filter(|walk| {
                let most = match walk.how {
                    How::Leap | How::Lame => 1,
                    How::Ride(most) if most > 0 => most as i8,
                    _ => by.0.abs().max(by.1.abs()),
                };
                walk.moves && (1..=most).any(|n: i8| (n * walk.files, n * walk.ranks) == by)
            })
            .peekable();
        ways.peek().is_some() && ways.all(|walk| walk.initial)
    }

    /// Ends castling rights and gates whose pieces have gone.
    fn update_rights(&mut self, m: Move, before: &Before) {
        let definition = &self.rules.definition;
        if before.may_end_castling && m.move_type() != Type::Pass {
            if definition.castling.opposite_castling && m.move_type() == Type::Castling {
                let wing = usize::from(m.to() < m.from());
                self.castling[!self.side][wing] = NONE;
            }
            for side in Side::BOTH {
                let has_moved = self.castling_king(side) != Some(self.castling_from[side])
                    || side == self.side && m.move_type() == Type::Castling;
                for wing in 0..2 {
                    let rook = self.castling[side][wing];
                    let is_there =
                        |rook| self.own(side).has(rook) && rook != m.to() && rook != m.from();
                    if rook != NONE && (has_moved || !is_there(rook)) {
                        self.castling[side][wing] = NONE;
                    }
                }
            }
        }
        if definition.castling.allows_dropped_pieces && m.move_type() == Type::Drop {
            self.gain_rights(m.to());
        }
        if !self.gates.is_empty() {
            // A gate closes when its piece moves, is captured, or castles.
            let moved = S::bit(m.from()) | S::bit(m.to());
            self.gates &= !moved;
            if self.rules.jumps.is_some() || self.rules.custodial.is_some() {
                self.gates &= self.sides[0] | self.sides[1];
            }
            self.close_gates();
            // A king of Cambodia does not leap once a rook has aimed at it. An explosion may have taken
            // the piece that moved.
            if definition.turns.has_cambodian_moves
                && self.own(self.side).has(m.to())
                && self.piece_at(m.to()) == self.rules.rook
            {
                let king = self.kings(!self.side);
                let kind = self.rules.kind(self.kind_at(m.to()));
                let mover = &kind.captures[self.side];
                self.gates &= !(king & self.rules.tables.reach(mover, m.to(), S::EMPTY));
            }
        }
    }

    /// Closes the gates of a side that has no piece to gate in.
    pub(super) fn close_gates(&mut self) {
        let definition = &self.rules.definition;
        for side in Side::BOTH {
            let is_empty = self.hands[side].iter().all(|&count| count == 0);
            if definition.drops.seirawan_gating && !definition.drops.captures_to_hand && is_empty {
                self.gates &= !self.own(side);
            }
        }
    }

    /// Lets a pawn that has made more than one step be captured on squares that it passed.
    fn set_en_passant(&mut self, m: Move, before: &Before) {
        self.en_passant = S::EMPTY;
        self.en_passant_pawn = NONE;
        let rules = self.rules;
        let us = self.side;
        let is_custom = rules.kind(before.kind).passing == Passing::Custom;
        if m.move_type() != Type::Normal || is_custom && !before.is_custom_start {
            return;
        }
        let mut passed = self.passed_squares(us, before.kind, m.from(), m.to());
        let by = rules.definition.pawns.en_passant_pieces[!us];
        let is_by_pawns = || rules.pieces_in(by).all(|piece| rules.pawn == Some(piece as u8));
        // Only of plain pawns is it checked that any could capture.
        if !passed.is_empty() && !is_custom && is_by_pawns() {
            let capturers = self.pieces_of(!us, by);
            let occupied = self.occupied();
            for square in passed.squares() {
                if !self.attackers(!us, square, occupied).meets(capturers) {
                    passed &= !S::bit(square);
                }
            }
        }
        if !passed.is_empty() {
            self.en_passant = passed;
            self.en_passant_pawn = m.to();
        }
    }

    /// The squares that a piece of a side passes on its way, if it can be captured there, whoever
    /// could.
    fn passed_squares(&self, side: Side, kind: u8, from: u8, to: u8) -> S {
        let rules = self.rules;
        let kind = rules.kind(kind);
        let is_long = from.abs_diff(to) > rules.size.files + 1;
        let hops =
            !kind.hops[side].is_empty() && !kind.quiet_targets[side][usize::from(from)].has(to);
        if kind.passing == Passing::Never || hops || kind.passing == Passing::Pawn && !is_long {
            return S::EMPTY;
        }
        let (from_file, from_rank) = rules.size.place(from);
        let (to_file, to_rank) = rules.size.place(to);
        let files = from_file.abs_diff(to_file);
        let ranks = from_rank.abs_diff(to_rank);
        let is_straight = files == 0 || ranks == 0 || files == ranks;
        if files.max(ranks) < 2 || !is_straight {
            return S::EMPTY;
        }
        let files = direction(from_file, to_file);
        let ranks = direction(from_rank, to_rank);
        let way = rules.size.ray(from, files, ranks).take_while(|&at| at != to);
        let mut passed = S::from_squares(way);
        // The target is included for custom pawns.
        if kind.passing == Passing::Custom {
            passed |= S::bit(to);
        }
        passed & rules.en_passant_region[!side] & !self.walls
    }

    /// The piece of the side that has just moved that may have passed all these squares with that
    /// move.
    pub(super) fn piece_that_passed(&self, squares: S) -> Option<u8> {
        let all = self.rules.size.squares();
        let mut pieces = self.own(!self.side).squares();
        pieces.find(|&piece| (0..all).any(|from| self.may_have_passed(from, piece, squares)))
    }

    fn may_have_passed(&self, from: u8, to: u8, squares: S) -> bool {
        let them = !self.side;
        let kind = self.kind_at(to);
        let passed = self.passed_squares(them, kind, from, to);
        let is_custom = self.rules.kind(kind).passing == Passing::Custom;
        !passed.is_empty()
            && (squares & !passed).is_empty()
            && (!is_custom || self.is_start(them, kind, from, to))
            && self.may_have_come(from, to)
    }

    /// Whether the piece on a square may have come from another by a move without a capture. What
    /// the same move put on the board, a wall or a piece gated in, was not in its way.
    fn may_have_come(&self, from: u8, to: u8) -> bool {
        let rules = self.rules;
        let definition = &rules.definition;
        let them = !self.side;
        let walls = self.walls.only_if(definition.walls.rule == Walling::None);
        let gated = (S::bit(from) & self.own(them)).only_if(definition.drops.gating);
        let occupied = (self.sides[0] | self.sides[1] | walls) & !S::bit(to) & !gated;
        let mover = &rules.kind(self.kind_at(to)).quiets[them];
        !occupied.has(from) && rules.tables.reach(mover, from, occupied | S::bit(from)).has(to)
    }

    /// Whether a piece could go back to where it came from, whatever stands around.
    fn can_return(&self, kind: u8, from: u8, to: u8) -> bool {
        let kind = self.rules.kind(kind);
        let us = self.side;
        // By jumps, it may get anywhere.
        !kind.hops[us].is_empty() || kind.quiet_targets[us][usize::from(to)].has(from)
    }

    /// Starts or continues the count of moves in which a side must mate the other: makruk's rule
    /// and similar ones.
    fn count_towards_draw(&mut self, m: Move, before: &Before) {
        let rule = self.rules.definition.ends.counting_rule;
        if rule == Counting::None {
            return;
        }
        if rule == Counting::Draughts {
            let limit = self.limit_in_draughts();
            let is_new = limit != self.counting_limit;
            // The next ply is also counted.
            self.counted = if is_new { 1 } else { self.counted.saturating_add(1) };
            self.counting_limit = limit;
            return;
        }
        let is_promotion = m.move_type() == Type::Promotion;
        for weak in [!self.side, self.side] {
            let is_own = weak == self.side;
            let is_bare = self.own(weak).count() == 1;
            // The count against a bare king begins when it is bare or takes the last pawn, and
            // again with each promotion.
            let may_begin = if is_own {
                is_bare && before.has_pawns && !is_promotion && rule != Counting::Asean
            } else {
                is_bare && (is_promotion || before.others > 1) || self.counting_limit == 0
            };
            let limit = self.counting_limit_of(weak);
            if may_begin && limit > 0 {
                self.counting_limit = limit;
                let is_from_pieces = is_bare && rule != Counting::Asean;
                let pieces = (self.sides[0] | self.sides[1]).count() as u16;
                let counted = 2 * pieces - u16::from(is_own);
                self.counted = if is_from_pieces { counted } else { 0 };
                return;
            }
        }
        if self.counting_limit > 0 {
            self.counted = self.counted.saturating_add(1);
        }
    }

    /// The plies that are left where a king is alone against few pieces; 0 for no limit.
    fn limit_in_draughts(&self) -> u16 {
        let weak = Side::BOTH.into_iter().filter(|&side| self.is_lone_king(side));
        match weak.map(|side| self.own(!side).count()).max() {
            Some(1 | 2) => 2 * 5,
            Some(3) => 2 * 16,
            _ => 0,
        }
    }

    /// Whether a side of draughts has one king alone, and the other side kings, too.
    fn is_lone_king(&self, side: Side) -> bool {
        let [kings, others] = [side, !side].map(|side| {
            self.pieces_of(side, self.rules.definition.promotion.new_pieces[side]).count()
        });
        self.own(side).count() == 1 && kings == 1 && others > 0
    }

    fn pawns(&self) -> S {
        let Some(pawn) = self.rules.pawn else { return S::EMPTY };
        self.rules
            .kinds_of_one(pawn.into())
            .fold(S::EMPTY, |all, kind| all | self.kinds[usize::from(kind)])
    }

    /// The plies within which the other side must mate this one; 0 if there is no limit.
    fn counting_limit_of(&self, weak: Side) -> u16 {
        let rules = self.rules;
        let strong = !weak;
        let definition = &rules.definition;
        let is_cambodian = definition.ends.counting_rule == Counting::Cambodian;
        let pieces = self.own(weak).count();
        if self.own(strong).count() == 1 && definition.ends.counting_rule != Counting::Asean {
            return 0;
        }
        if is_cambodian && pieces > 1 {
            // One move less than in other games, once a side has no more than three pieces.
            return if pieces <= 3 { 2 * 63 } else { 0 };
        }
        if !self.pawns().is_empty() {
            return 0;
        }
        let [rooks, silvers, knights] = ["rook", "silver", "knight"].map(|name| {
            let piece = definition.pieces.iter().position(|piece| piece.name == name);
            piece.map_or(0, |piece| self.pieces_of(strong, PieceMask::single(piece)).count())
        });
        let is_bare = pieces < 2;
        if definition.ends.counting_rule == Counting::Asean {
            return match (rooks, silvers, knights) {
                _ if !is_bare => 0,
                (1.., ..) => 2 * 16,
                (_, 1.., _) => 2 * 44,
                (.., 1..) => 2 * 64,
                _ => 0,
            };
        }
        let moves = match (rooks, silvers, knights) {
            _ if !is_bare => 64,
            (2.., ..) => 8,
            (1, ..) => 16,
            (_, 2.., _) => 22,
            (.., 2..) => 32,
            (_, 1, _) => 44,
            _ => 64,
        };
        // Cambodia counts one move less.
        2 * (moves - u16::from(is_cambodian))
    }

    pub(super) fn resets_count(&self, m: Move) -> bool {
        let counts = &self.rules.definition.repetition.n_move_rule_pieces[self.side];
        let is_counted = |kind: u8| counts.contains(self.rules.kind(kind).piece);
        match m.move_type() {
            Type::Castling => {
                let king = self.kind_at(m.from());
                is_counted(king) && !self.can_return(king, m.from(), self.end_of(m))
            }
            Type::Pass => is_counted(self.kind_at(m.from())),
            Type::Drop | Type::EnPassant | Type::Promotion | Type::Jump => true,
            Type::PiecePromotion if !self.rules.definition.promotion.has_demotion => true,
            Type::Normal | Type::PiecePromotion | Type::PieceDemotion => {
                let kind = self.kind_at(m.from());
                self.own(!self.side).has(m.to())
                    || !self.flanked_by(m).is_empty()
                    || is_counted(kind) && !self.can_return(kind, m.from(), m.to())
            }
        }
    }

    /// Whether a piece is bound to the king's squares, and those are not the whole board.
    fn is_bound_to_palace(&self, square: u8) -> bool {
        let pieces = &self.rules.definition.pieces;
        let squares = |piece: usize| pieces[piece].mobility[self.side];
        let own = squares(self.piece_at(square));
        own != Region::ALL && self.rules.king.is_some_and(|king| squares(usize::from(king)) == own)
    }

    /// Counts how often in a row a side has moved the same piece between two squares. The move that
    /// brings it there, or drops it, counts if it captures nothing; none counts that answers a
    /// check, or puts a wall.
    fn count_shuttle(&mut self, m: Move, captures: bool) {
        // If captures go to the hand, they are like other moves.
        if self.quiet_plies == 0 && !self.rules.definition.drops.captures_to_hand {
            self.shuttles = [Shuttle::default(); 2];
        }
        let is_evasion = !self.checkers.is_empty();
        let is_drop = m.move_type() == Type::Drop;
        let is_plain = is_drop || m.to() != m.from() && m.move_type() != Type::Castling;
        // A piece may have exploded, or turned to stone.
        let is_there = self.own(self.side).has(m.to());
        let counts = is_plain && !is_evasion && is_there && !self.is_bound_to_palace(m.to());
        let own = &mut self.shuttles[self.side];
        if !counts {
            *own = Shuttle::default();
            return;
        }
        let from = if is_drop { NONE } else { m.from() };
        own.times = if m.extra().is_some() {
            0
        } else if own.times > 0 && own.way == [m.to(), from] {
            own.times.saturating_add(1)
        } else {
            u8::from(own.may_lead && own.way[1] == from)
        };
        own.way = [from, m.to()];
        own.may_lead = !captures;
    }
}

fn direction(from: u8, to: u8) -> i8 {
    (to as i8 - from as i8).signum()
}
