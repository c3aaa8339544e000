//! The rules on jumps and on captures between enemies, and the numbers of squares in games with
//! jumps.

use super::on_board;
use super::pieces::Kind;
use super::walks::Size;
use super::ways::{JumpWay, Way};
use crate::definition::{Definition, JumpPromotion, PieceKinds, SquareNumbers};
use crate::set::Set;

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
        let jumps = Jumps {
            ways: kinds.iter().map(ways).collect(),
            are_alone: !kinds
                .iter()
                .any(|kind| definition.pieces[kind.piece].walks.iter().any(|walk| walk.captures)),
            promotes_silently: definition.promotion.mandatory_for_pawns
                && !kinds.iter().any(|kind| kind.pawn_promotions.iter().any(|into| into.len() > 1)),
            most: definition.captures.most_captures,
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
    let board = S::of(0..size.squares());
    let dark = super::geometry::dark_squares::<S>(size);
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
            (0..kinds.len() as u8)
                .filter(|kind| types.contains(kinds[usize::from(*kind)].piece))
                .collect()
        };
        let ways: Vec<Way<S>> = size.beside().iter().map(|&(f, r)| Way::new(size, f, r)).collect();
        let throne = on_board::<S>(definition.captures.throne_region, size);
        let near_throne = ways.iter().fold(throne, |all, way| all | way.step(throne));
        let letter = own.custodial_king.map(|king| definition.pieces[king].letter);
        Some(Box::new(Custodial {
            ways,
            pair_kinds: of(own.custodial_kinds),
            four_kinds: of(own.surround_kinds),
            king: own.custodial_king,
            has_king: [letter.map(|letter| letter.to_ascii_uppercase()), letter].map(|letter| {
                letter.is_some_and(|one| definition.board.start_cells().any(|(_, _, c)| c == one))
            }),
            near_throne,
        }))
    }
}
