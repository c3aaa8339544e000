//! The rules on captures between enemies.

use super::walks::Size;
use super::ways::Way;
use super::{Kind, on_board};
use crate::definition::{Definition, PieceKinds};
use crate::set::Set;

/// Captures by enemies on two opposite sides, or on all four.
#[derive(Clone, Debug)]
pub(crate) struct Custodial<S> {
    /// Right, up, left, down.
    pub(crate) ways: [Way<S>; 4],
    /// The kinds that are captured between two enemies.
    pub(crate) pair_kinds: Vec<u8>,
    /// The kinds that are captured from all four sides.
    pub(crate) four_kinds: Vec<u8>,
    /// The piece of the definition that a side must not lose, and the sides that have it.
    pub(crate) king: Option<usize>,
    pub(crate) has_king: [bool; 2],
    /// On these squares, a king is captured from all four sides only.
    pub(crate) near_throne: S,
}

impl<S: Set> Custodial<S> {
    /// The rules, if anything is captured in this way or must not be lost.
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
        let ways = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(f, r)| Way::new(size, f, r));
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
