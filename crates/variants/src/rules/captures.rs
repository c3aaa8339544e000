//! The rules on jumps and on captures between enemies, and the numbers of squares in games with
//! jumps.

use super::walks::Size;
use super::{Kind, on_board};
use crate::definition::{Definition, How, JumpPromotion, PieceKinds, SquareNumbers, Walk};
use crate::set::Set;

/// A direction from squares to their neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<S> {
    /// The neighbour's square number minus the origin's.
    by: i8,
    /// The squares that have a neighbour there, and the neighbours.
    from: S,
    to: S,
}

impl<S: Set> Way<S> {
    pub(super) fn new(size: Size, files: i8, ranks: i8) -> Way<S> {
        let step = |square: u8| Some((square, size.step(square, files, ranks)?));
        let steps = || (0..size.squares()).filter_map(step);
        Way {
            by: ranks * size.files as i8 + files,
            from: S::of(steps().map(|(from, _)| from)),
            to: S::of(steps().map(|(_, to)| to)),
        }
    }

    #[inline(always)]
    pub(crate) fn step(&self, squares: S) -> S {
        (squares & self.from).shifted(self.by)
    }

    /// The squares whose neighbours these are.
    #[inline(always)]
    pub(crate) fn back(&self, squares: S) -> S {
        (squares & self.to).shifted(-self.by)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpWay<S> {
    pub(crate) way: Way<S>,
    /// Whether it jumps from any distance, and as far as it likes.
    pub(crate) is_ride: bool,
}

impl<S: Set> JumpWay<S> {
    /// The ways of some walks, by side.
    pub(super) fn all(walks: &[Walk], size: Size) -> [Vec<JumpWay<S>>; 2] {
        [1, -1].map(|sign| {
            let way = |walk: &Walk| JumpWay {
                way: Way::new(size, sign * walk.files, sign * walk.ranks),
                is_ride: walk.how == How::Ride(0),
            };
            walks.iter().map(way).collect()
        })
    }

    /// Those of the `hurdles` that are jumped over from some squares, and where that leads.
    #[inline]
    pub(crate) fn jump(&self, from: S, free: S, hurdles: S) -> (S, S) {
        let (mut over, mut next) = (S::EMPTY, self.way.step(from));
        while !next.is_empty() {
            over |= next & hurdles;
            next = self.way.step(next & free).only_if(self.is_ride);
        }
        let (mut landings, mut next) = (S::EMPTY, self.way.step(over) & free);
        while !next.is_empty() {
            landings |= next;
            next = (self.way.step(next) & free).only_if(self.is_ride);
        }
        (over, landings)
    }
}

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
    pub(super) fn new(
        definition: &Definition,
        kinds: &[Kind<S>],
        size: Size,
    ) -> Option<Box<Jumps<S>>> {
        let ways =
            |kind: &Kind<S>| JumpWay::all(&definition.pieces[kind.piece].rules.jump_captures, size);
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
    let ranks = (0..size.ranks).rev();
    let mut order: Vec<u8> =
        ranks.flat_map(|rank| (0..size.files).map(move |file| size.square(file, rank))).collect();
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

/// Captures by enemies on two opposite sides, or on all of them.
#[derive(Clone, Debug)]
pub(crate) struct Custodial<S> {
    /// To the neighbours that have a side in common.
    pub(crate) ways: Vec<Way<S>>,
    pub(crate) pair_kinds: Vec<u8>,
    pub(crate) four_kinds: Vec<u8>,
    /// The piece of the definition that a side must not lose, and the sides that have it.
    pub(crate) king: Option<usize>,
    pub(crate) has_king: [bool; 2],
    /// On these squares, a king is captured from all sides only.
    pub(crate) near_throne: S,
}

impl<S: Set> Custodial<S> {
    pub(super) fn new(
        definition: &Definition,
        kinds: &[Kind<S>],
        size: Size,
    ) -> Option<Box<Custodial<S>>> {
        let own = &definition.captures;
        if !definition.encloses() {
            return None;
        }
        let of = |types: PieceKinds| {
            let is_one = |kind: &u8| types.contains(kinds[usize::from(*kind)].piece);
            (0..kinds.len() as u8).filter(is_one).collect()
        };
        let ways: Vec<Way<S>> = size.beside().iter().map(|&(f, r)| Way::new(size, f, r)).collect();
        let throne = on_board::<S>(definition.captures.throne_region, size);
        let near_throne = ways.iter().fold(throne, |all, way| all | way.step(throne));
        let letter = own.custodial_king.map(|king| definition.pieces[king].letter);
        let starts_with = |letter: Option<char>| {
            letter.is_some_and(|one| definition.board.start_cells().any(|(_, _, c)| c == one))
        };
        Some(Box::new(Custodial {
            ways,
            pair_kinds: of(own.custodial_kinds),
            four_kinds: of(own.surround_kinds),
            king: own.custodial_king,
            has_king: [
                starts_with(letter.map(|letter| letter.to_ascii_uppercase())),
                starts_with(letter),
            ],
            near_throne,
        }))
    }
}
