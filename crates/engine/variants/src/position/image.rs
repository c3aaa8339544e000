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
        let Position {
            rules,
            walls,
            hands,
            side,
            castles_by_rook,
            gates,
            en_passant,
            en_passant_pawn,
            counters,
            quiet_plies,
            counting_limit,
            counted,
            number,
            last,
            shuttles,
            shak,
            chase,
            endings,
            // The pieces are put on their squares.
            board: _,
            kinds: _,
            sides: _,
            key: _,
            // The rights are granted.
            castling: _,
            castling_from: _,
            castling_ways: _,
            // The first move ends them.
            castling_of_chess960: _,
            // They are found again.
            checkers: _,
        } = *self;
        let mut image = Position {
            side: map.side(side),
            hands: map.both(hands),
            castles_by_rook,
            gates: map.set(gates),
            en_passant: map.set(en_passant),
            en_passant_pawn: map.square(en_passant_pawn),
            counters: counters.image(map),
            quiet_plies,
            counting_limit,
            counted,
            number,
            last: last.image(map),
            shuttles: map.both(shuttles.map(|shuttle| shuttle.image(map))),
            shak: map.both(shak),
            chase: chase.image(map),
            endings,
            ..Position::empty(rules)
        };
        for side in Side::BOTH {
            for square in self.own(side).squares() {
                image.put(map.square(square), map.side(side), self.kind_at(square));
            }
        }
        walls.squares().for_each(|square| image.put_wall(map.square(square)));
        image.grant_images(self, map)?;
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
        let Position {
            board,
            sides,
            walls,
            hands,
            side,
            castling,
            gates,
            en_passant,
            counters,
            // They follow from the others.
            rules: _,
            kinds: _,
            castling_from: _,
            castling_ways: _,
            en_passant_pawn: _,
            checkers: _,
            key: _,
            // Only for Chess960.
            castling_of_chess960: _,
            castles_by_rook: _,
            // What was played before, and what draws by counting.
            quiet_plies: _,
            counting_limit: _,
            counted: _,
            number: _,
            last: _,
            shuttles: _,
            shak: _,
            chase: _,
            // Nothing of the game.
            endings: _,
        } = *self;
        board == other.board
            && (sides, walls) == (other.sides, other.walls)
            && (hands, counters) == (other.hands, other.counters)
            && (side, castling) == (other.side, other.castling)
            && (gates, en_passant) == (other.gates, other.en_passant)
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
        let mut scattered = self.cleared(side).with_number(self.number);
        scattered.hands = self.hands;
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

impl Last {
    fn image(self, map: &BoardMap) -> Last {
        let dropped = self.dropped.checked_sub(1).map_or(0, |square| map.square(square) + 1);
        Last { dropped, ..self }
    }
}

impl Shuttle {
    fn image(self, map: &BoardMap) -> Shuttle {
        Shuttle { way: self.way.map(|square| map.square(square)), ..self }
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
