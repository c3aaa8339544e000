//! All moves that games from the start position may have: for each kind and side, the squares on
//! which it may come to stand, and where it may go from there whatever else is on the board.

use super::{NONE, Position};
use crate::rules::{Kind, Rules};
use crate::set::Set;
use plyglot_core::game::{MoveSpace, Side};
use plyglot_definition::{Enclosing, JumpPromotion, Walling};
use std::hash::Hash;

/// What may come about, as far as it is known. It only grows.
#[derive(Clone, PartialEq, Eq)]
struct Reachability<S> {
    /// By side and kind: the squares on which it may stand.
    stands: [Vec<S>; 2],
    /// By side and kind: whether it may be in hand.
    hands: [Vec<bool>; 2],
}

struct Explorer<'a, S: Set> {
    start: &'a Position<S>,
    /// By side, kind and origin: where it may go.
    reach: [Vec<Vec<S>>; 2],
    reached: Reachability<S>,
    space: MoveSpace,
}

impl<S: Set + Hash> Position<S> {
    pub(super) fn explored(&self) -> MoveSpace {
        let count = self.rules.kinds.len();
        let stands =
            Side::BOTH.map(|side| (0..count).map(|kind| self.pieces(side, kind as u8)).collect());
        let hands =
            Side::BOTH.map(|side| (0..count).map(|kind| self.hands[side][kind] > 0).collect());
        let reached = Reachability { stands, hands };
        let space = MoveSpace::new(self.rules.size.files.into());
        let reach = Side::BOTH
            .map(|side| (0..count).map(|kind| self.rules.reach(kind as u8, side)).collect());
        let mut explorer = Explorer { start: self, reach, reached, space };
        loop {
            let before = explorer.reached.clone();
            explorer.explore();
            if explorer.reached == before {
                return explorer.space;
            }
        }
    }
}

impl<S: Set + Hash> Explorer<'_, S> {
    fn rules(&self) -> &'static Rules<S> {
        self.start.rules
    }

    fn explore(&mut self) {
        for side in Side::BOTH {
            for kind in 0..self.rules().kinds.len() as u8 {
                for from in self.stands(side, kind).squares() {
                    self.steps(side, kind, from);
                    self.jumps(side, kind, from);
                }
                self.drops(side, kind);
            }
            self.castlings(side);
        }
        self.exchange();
        self.extras();
    }

    fn stands(&self, side: Side, kind: u8) -> S {
        self.reached.stands[side][usize::from(kind)]
    }

    fn stand(&mut self, side: Side, kind: u8, squares: S) {
        self.reached.stands[side][usize::from(kind)] |= squares;
    }

    fn letter(&self, kind: u8) -> String {
        self.rules().piece_of(kind).letter.to_string()
    }

    fn steps(&mut self, side: Side, kind: u8, from: u8) {
        let rules = self.rules();
        let definition = rules.definition;
        let own = rules.kind(kind);
        let mut targets = self.reach[side][usize::from(kind)][usize::from(from)];
        if definition.turns.has_cambodian_moves && self.start.gates.has(from) {
            let up = if side == Side::First { 1 } else { -1 };
            let leaps = [(-2, up), (2, up), (0, 2 * up)];
            let leaps = leaps.iter().filter_map(|&(f, r)| rules.size.step(from, f, r));
            targets |= S::from_squares(leaps);
        }
        for to in (targets & own.region[side]).squares() {
            self.arrive(side, kind, from, to);
        }
        if definition.promotion.sittuyin {
            let near = rules.geometry.neighbours[usize::from(from)] | S::bit(from);
            for &into in &own.pawn_promotions[side] {
                near.squares().for_each(|to| self.walk(side, (from, to), self.letter(into), into));
            }
        }
    }

    fn arrive(&mut self, side: Side, kind: u8, from: u8, to: u8) {
        let rules = self.rules();
        let promotion = &rules.definition.promotion;
        let own: &Kind<S> = rules.kind(kind);
        let region = rules.promotion_region[side];
        let mut may_stay = true;
        if own.is_pawn[side] && region.has(to) && !promotion.sittuyin {
            let is_silent = self.start.promotes_silently();
            for &into in &own.pawn_promotions[side] {
                let ending = if is_silent { String::new() } else { self.letter(into) };
                self.walk(side, (from, to), ending, into);
            }
            may_stay = !promotion.mandatory_for_pawns;
        }
        if let Some(into) = own.promoted.filter(|_| region.has(from) || region.has(to)) {
            self.walk(side, (from, to), "+".to_owned(), into);
            let limit = rules.piece_of(into).rules.promotion_limit;
            may_stay &=
                !promotion.mandatory_for_pieces || promotion.pieces_only_on_capture || limit > 0;
        }
        if promotion.has_demotion && own.is_promoted(kind) {
            self.walk(side, (from, to), "-".to_owned(), own.base);
        }
        if may_stay && !(rules.definition.drops.immobility_illegal && own.immobile[side].has(to)) {
            self.walk(side, (from, to), String::new(), kind);
        }
    }

    /// A move from square to square, after which the piece is of a kind, with the gates that go
    /// with it.
    fn walk(&mut self, side: Side, (from, to): (u8, u8), ending: String, becomes: u8) {
        self.space.walk(from.into(), to.into(), ending.clone());
        self.stand(side, becomes, S::bit(to));
        self.gate(side, from, (from, to), &ending);
    }

    /// The pieces that may be gated in on a square, with a move that is written in this way.
    fn gate(&mut self, side: Side, square: u8, (from, to): (u8, u8), ending: &str) {
        let rules = self.rules();
        if !rules.definition.drops.seirawan_gating || !self.start.gates.has(square) {
            return;
        }
        for kind in 0..rules.kinds.len() as u8 {
            let is_in_hand = self.reached.hands[side][usize::from(kind)];
            if is_in_hand && rules.drop_board(kind, side).has(square) {
                let ending = ending.to_owned() + &self.letter(kind);
                self.space.walk(from.into(), to.into(), ending);
                self.stand(side, kind, S::bit(square));
            }
        }
    }

    fn jumps(&mut self, side: Side, kind: u8, from: u8) {
        let Some(jumps) = &self.rules().jumps else { return };
        let mut seen = vec![(kind, from)];
        let mut open = vec![(kind, from)];
        while let Some((kind, at)) = open.pop() {
            let own = self.rules().kind(kind);
            for way in &jumps.ways[usize::from(kind)][side] {
                let mut over = way.way.step(S::bit(at));
                let mut landings = S::EMPTY;
                loop {
                    over = way.way.step(over);
                    landings |= over;
                    if over.is_empty() || !way.is_ride {
                        break;
                    }
                }
                for to in (landings & own.region[side]).squares() {
                    self.space.walk(from.into(), to.into(), "");
                    self.stand(side, kind, S::bit(to));
                    let is_there = self.rules().promotion_region[side].has(to);
                    for &into in own.pawn_promotions[side].iter().filter(|_| is_there) {
                        self.stand(side, into, S::bit(to));
                        if jumps.promotion == JumpPromotion::Continues
                            && !seen.contains(&(into, to))
                        {
                            seen.push((into, to));
                            open.push((into, to));
                        }
                    }
                    if !seen.contains(&(kind, to)) {
                        seen.push((kind, to));
                        open.push((kind, to));
                    }
                }
            }
        }
    }

    fn drops(&mut self, side: Side, kind: u8) {
        let rules = self.rules();
        let drops = &rules.definition.drops;
        let is_in_hand = |kind: u8| {
            let is_plain = usize::from(kind) < rules.definition.pieces.len();
            self.reached.hands[side][usize::from(kind)] || drops.free_drops && is_plain
        };
        let base = rules.kind(kind).base;
        let is_dropped = is_in_hand(kind)
            || drops.may_be_promoted && rules.kind(base).promoted == Some(kind) && is_in_hand(base);
        if !drops.allowed || !is_dropped {
            return;
        }
        let region = rules.kind(base).drop_region[side];
        let squares = region & rules.drop_board(kind, side);
        let text = &rules.kind(kind).text;
        for square in squares.squares() {
            if drops.enclosing == Enclosing::Top {
                self.space.fall(text, rules.size.place(square).0.into());
            } else {
                self.space.drop(text, square.into());
            }
        }
        self.stand(side, kind, squares);
    }

    /// The castling moves of a side, by the rights of the start and those of dropped pieces.
    fn castlings(&mut self, side: Side) {
        let rules = self.rules();
        let start = self.start;
        let castling = &rules.definition.castling;
        let mut pairs: Vec<(u8, u8)> = start.castling[side]
            .into_iter()
            .filter(|&rook| rook != NONE)
            .map(|rook| (start.castling_from[side], rook))
            .collect();
        if castling.allowed && castling.allows_dropped_pieces {
            let (king, rooks) = rules.castling_home(side);
            pairs.extend(rooks.map(|rook| (king, rook)));
        }
        for (king, rook) in pairs {
            let Some((king_to, rook_to)) = rules.castling_targets(king, rook) else { continue };
            for kind in castling.king_piece.into_iter().flat_map(|piece| rules.kinds_of_one(piece))
            {
                self.stand(side, kind, S::bit(king_to));
            }
            for kind in rules.kinds_of(castling.rook_pieces) {
                self.stand(side, kind, S::bit(rook_to));
            }
            for to in [king_to, rook] {
                self.space.walk(king.into(), to.into(), "");
                self.gate(side, king, (king, to), "");
            }
            self.gate(side, rook, (rook, king), "");
        }
    }

    /// Pieces that change sides, by captures into the hand or as they are turned over.
    fn exchange(&mut self) {
        let rules = self.rules();
        let drops = &rules.definition.drops;
        for kind in 0..rules.kinds.len() {
            let both = self.reached.stands[0][kind] | self.reached.stands[1][kind];
            if rules.definition.effects.flip_enclosed_pieces != Enclosing::None {
                self.reached.stands.iter_mut().for_each(|stands| stands[kind] = both);
            }
            if drops.captures_to_hand && rules.character.has_hands {
                let in_hand = usize::from(rules.in_hand(kind as u8));
                for side in Side::BOTH {
                    self.reached.hands[!side][in_hand] |=
                        !self.reached.stands[side][kind].is_empty();
                }
            }
        }
    }

    fn extras(&mut self) {
        let rules = self.rules();
        let turns = &rules.definition.turns;
        let walls = &rules.definition.walls;
        if turns.has_passes() || walls.wall_or_move {
            self.space.pass();
        }
        if turns.swap_rule {
            self.space.swap();
        }
        if walls.rule != Walling::None {
            let [first, second] = rules.walling_region;
            (first | second).squares().for_each(|square| self.space.wall(square.into()));
        }
        // A move without a wall is written with one there.
        if walls.rule != Walling::None && walls.wall_or_move {
            self.space.wall(0);
        }
    }
}
