//! The rules on jumps and on captures between enemies, and the numbers of squares in games with
//! jumps.

use super::on_board;
use super::pieces::Kind;
use super::walks::Size;
use super::ways::{JumpWay, Way};
use crate::set::Set;
use plyglot_definition::{Definition, JumpPromotion, PieceMask, SquareNumbers};

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
        if !definition.jumps() {
            return None;
        }
        let mut jumps = Jumps {
            ways: Vec::new(),
            are_alone: true,
            promotes_silently: definition.promotion.mandatory_for_pawns,
            most: definition.captures.most_captures,
            promotion: definition.captures.jump_promotion,
        };
        for kind in kinds {
            let piece = &definition.pieces[kind.piece];
            jumps.ways.push(JumpWay::all(&piece.rules.jump_captures, size));
            if piece.walks.iter().any(|walk| walk.captures) {
                jumps.are_alone = false;
            }
            if kind.pawn_promotions.iter().any(|into| into.len() > 1) {
                jumps.promotes_silently = false;
            }
        }
        Some(Box::new(jumps))
    }
}

/// The number of each square, from 1; 0 for those without. Empty where squares have none. Squares
/// of the colours on which pieces begin are counted. Only a game with jumps is written by them.
pub(super) fn square_numbers<S: Set>(definition: &Definition, size: Size) -> Vec<u8> {
    if !definition.jumps() {
        return Vec::new();
    }
    let begins = super::start_squares::<S>(definition, size);
    let board = S::from_squares(0..size.squares());
    let dark = super::geometry::dark_squares::<S>(size);
    let mut numbered = S::EMPTY;
    for colour in [dark, board & !dark] {
        if begins.meets(colour) {
            numbered |= colour;
        }
    }
    let mut order = Vec::new();
    for rank in (0..size.ranks).rev() {
        order.extend((0..size.files).map(|file| size.square(file, rank)));
    }
    if definition.shown.square_numbers == SquareNumbers::Near {
        order.reverse();
    }
    order.retain(|&square| numbered.has(square));
    let mut numbers = vec![0; usize::from(size.squares())];
    for (number, square) in (1..).zip(order) {
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
        let ways: Vec<Way<S>> = size.beside().iter().map(|&(f, r)| Way::new(size, f, r)).collect();
        let throne = on_board::<S>(own.throne_region, size);
        let mut near_throne = throne;
        for way in &ways {
            near_throne |= way.step(throne);
        }
        let mut has_king = [false; 2];
        if let Some(king) = own.custodial_king {
            let letter = definition.pieces[king].letter;
            for (.., cell) in definition.board.start_cells() {
                has_king[0] |= cell == letter.to_ascii_uppercase();
                has_king[1] |= cell == letter;
            }
        }
        Some(Box::new(Custodial {
            ways,
            pair_kinds: kinds_of(kinds, own.custodial_pieces),
            four_kinds: kinds_of(kinds, own.surround_pieces),
            king: own.custodial_king,
            has_king,
            near_throne,
        }))
    }
}

fn kinds_of<S>(kinds: &[Kind<S>], pieces: PieceMask) -> Vec<u8> {
    let all = 0..kinds.len() as u8;
    all.filter(|&kind| pieces.contains(kinds[usize::from(kind)].piece)).collect()
}
