//! A position as it looks on a board that was turned or mirrored.

use super::mv::Type;
use super::{Last, Move, NONE, Position, Shuttle};
use crate::rules::BoardMap;
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_core::game::random::Random;
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    /// The image of the position; `None` if a right to castle has none.
    pub(crate) fn image(&self, map: &BoardMap) -> Option<Position<S>> {
        let mut image = Position { side: map.side(self.side), ..Position::empty(self.rules) };
        for side in Side::BOTH {
            for square in self.own(side).squares() {
                image.put(map.square(square), map.side(side), self.kind_at(square));
            }
        }
        self.walls.squares().for_each(|square| image.put_wall(map.square(square)));
        image.hands = map.both(self.hands);
        image.grant_images(self, map)?;
        image.gates = map.set(self.gates);
        image.en_passant = map.set(self.en_passant);
        image.en_passant_pawn = map.square(self.en_passant_pawn);
        image.checks_left = map.both(self.checks_left);
        (image.quiet_plies, image.number) = (self.quiet_plies, self.number);
        (image.counting_limit, image.counted) = (self.counting_limit, self.counted);
        let dropped = self.last.dropped.checked_sub(1).map_or(0, |square| map.square(square) + 1);
        image.last = Last { dropped, ..self.last };
        let shuttles = self.shuttles.map(|shuttle| Shuttle {
            way: shuttle.way.map(|square| map.square(square)),
            ..shuttle
        });
        (image.shuttles, image.shak) = (map.both(shuttles), map.both(self.shak));
        image.chase = self.chase.image(map);
        image.checkers = image.checkers_of(image.side);
        Some(image)
    }

    fn grant_images(&mut self, before: &Position<S>, map: &BoardMap) -> Option<()> {
        for side in Side::BOTH {
            let king = before.castling_from[side];
            for rook in before.castling[side] {
                if rook == NONE {
                    continue;
                }
                let own_king = map.square(king);
                let own_rook = map.square(rook);
                let (king_to, rook_to) = before.castling_targets(king, rook);
                let images = (map.square(king_to), map.square(rook_to));
                if self.castling_targets(own_king, own_rook) != images {
                    return None;
                }
                self.grant_castling(map.side(side), own_king, own_rook);
            }
        }
        Some(())
    }

    /// Whether everything that can be seen is the same: the pieces on their squares and in hand,
    /// the walls, the rights, and whose turn it is.
    pub(crate) fn looks_like(&self, other: &Position<S>) -> bool {
        self.board == other.board
            && (self.sides, self.walls) == (other.sides, other.walls)
            && (self.hands, self.checks_left) == (other.hands, other.checks_left)
            && (self.side, self.castling) == (other.side, other.castling)
            && (self.gates, self.en_passant) == (other.gates, other.en_passant)
    }

    /// The pieces and walls of the position on other squares, each as another kind may be, with
    /// this side to move.
    pub(crate) fn scattered(
        &self,
        side: Side,
        random: &mut Random,
        kind_of: impl Fn(u8, &mut Random) -> u8,
    ) -> Position<S> {
        let mut free: Vec<u8> = self.rules.board.squares().collect();
        let mut square = |random: &mut Random| free.swap_remove(random.below(free.len()));
        let hands = self.hands;
        let checks_left = self.checks_left;
        let empty = Position::empty(self.rules).with_number(self.number);
        let mut scattered = Position { side, hands, checks_left, ..empty };
        for wall in self.walls.squares() {
            let is_fixed = self.rules.size.is_hexagonal;
            scattered.put_wall(if is_fixed { wall } else { square(random) });
        }
        for owner in Side::BOTH {
            for from in self.own(owner).squares() {
                let kind = kind_of(self.kind_at(from), random);
                scattered.put(square(random), owner, kind);
            }
        }
        scattered
    }

    pub(crate) fn without_castling(&self) -> Position<S> {
        Position { castling: [[NONE; 2]; 2], castling_from: [NONE; 2], ..*self }
    }

    pub(crate) fn with_number(&self, number: u16) -> Position<S> {
        Position { number, ..*self }
    }

    /// The same position with this side to move, only for comparisons.
    pub(crate) fn with_side(&self, side: Side) -> Position<S> {
        Position { side, ..*self }
    }
}

impl Move {
    pub(crate) fn image(self, map: &BoardMap) -> Move {
        let from = map.square(self.from());
        let to = map.square(self.to());
        let image = Move::new(from, to, self.move_type()).with_kind(self.kind());
        self.extra().map_or(image, |wall| image.with_extra(map.square(wall)))
    }

    /// The move, but that all passes are one, whatever piece they are written with, and so are all
    /// jumps between two squares.
    pub(crate) fn anywhere(self) -> Move {
        match (self.move_type(), self.extra()) {
            (Type::Pass, Some(wall)) => Move::new(0, 0, Type::Pass).with_extra(wall),
            (Type::Pass, None) => Move::new(0, 0, Type::Pass),
            // The numbers of jumps follow from the order in which they are found.
            (Type::Jump, _) => Move::jump(self.from(), self.to(), self.kind(), 0),
            _ => self,
        }
    }
}
