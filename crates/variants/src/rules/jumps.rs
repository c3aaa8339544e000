//! The rules on captures by jumping, and the numbers of squares that go with them.

use super::Kind;
use super::walks::Size;
use super::ways::Way;
use crate::definition::{Definition, How, JumpPromotion, SquareNumbers};
use crate::set::Set;

/// A direction in which a kind jumps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpWay<S> {
    pub(crate) way: Way<S>,
    /// Whether it jumps from any distance, and as far as it likes.
    pub(crate) is_ride: bool,
}

/// Captures by jumping.
#[derive(Clone, Debug)]
pub(crate) struct Jumps<S> {
    /// By kind and side.
    pub(crate) ways: Vec<[Vec<JumpWay<S>>; 2]>,
    /// Whether nothing is captured in another way.
    pub(crate) are_alone: bool,
    /// Whether a promotion goes without saying: there is one kind, and it must be.
    pub(crate) promotes_silently: bool,
    pub(crate) most: bool,
    pub(crate) promotion: JumpPromotion,
}

impl<S: Set> Jumps<S> {
    /// The rules, if any piece jumps.
    pub(super) fn new(
        definition: &Definition,
        kinds: &[Kind<S>],
        size: Size,
    ) -> Option<Box<Jumps<S>>> {
        let walks = |kind: &Kind<S>| &definition.pieces[kind.piece].rules.jump_captures;
        let ways = |kind: &Kind<S>| {
            [1, -1].map(|sign| {
                let way = |walk: &crate::definition::Walk| JumpWay {
                    way: Way::new(size, sign * walk.files, sign * walk.ranks),
                    is_ride: walk.how == How::Ride(0),
                };
                walks(kind).iter().map(way).collect()
            })
        };
        let captures =
            |kind: &Kind<S>| definition.pieces[kind.piece].walks.iter().any(|walk| walk.captures);
        let has_choice = |kind: &Kind<S>| kind.pawn_promotions.iter().any(|into| into.len() > 1);
        let jumps = Jumps {
            ways: kinds.iter().map(ways).collect(),
            are_alone: !kinds.iter().any(captures),
            promotes_silently: definition.promotion.mandatory_for_pawns
                && !kinds.iter().any(has_choice),
            most: definition.captures.only_longest,
            promotion: definition.captures.jump_promotion,
        };
        definition.jumps().then(|| Box::new(jumps))
    }
}

/// The number of each square, from 1; 0 for those without. Empty where squares have none. Squares
/// of the colours on which pieces begin are counted. Only a game with jumps is written by them.
pub(super) fn square_numbers<S: Set>(definition: &Definition, size: Size) -> Vec<u8> {
    if !definition.jumps() {
        return Vec::new();
    }
    let mut order: Vec<u8> = match definition.shown.square_numbers {
        SquareNumbers::None => return Vec::new(),
        SquareNumbers::Near | SquareNumbers::Far => (0..size.ranks)
            .rev()
            .flat_map(|rank| (0..size.files).map(move |file| size.square(file, rank)))
            .collect(),
    };
    if definition.shown.square_numbers == SquareNumbers::Near {
        order.reverse();
    }
    let begins = super::start_squares::<S>(definition, size);
    let (board, dark) = (S::of(0..size.squares()), super::dark_squares::<S>(size));
    let colours = [dark, board & !dark].into_iter().filter(|colour| begins.meets(*colour));
    let numbered = colours.fold(S::EMPTY, |all, colour| all | colour);
    let mut numbers = vec![0; usize::from(size.squares())];
    for (square, number) in order.into_iter().filter(|&square| numbered.has(square)).zip(1..) {
        numbers[usize::from(square)] = number;
    }
    numbers
}
