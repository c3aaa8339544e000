//! Maps of a board onto itself: it is turned or mirrored.

use super::walks::Size;
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_core::game::endings::BoardMaps;
use plyglot_definition::hexagons::{self, RING};

pub(crate) const NONE: u8 = u8::MAX;

/// A map of the squares of a board onto each other; the sides may also be exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardMap {
    pub(crate) squares: Vec<u8>,
    /// Whether each side's pieces become the other's.
    pub(crate) exchanges: bool,
}

impl BoardMap {
    /// All maps of a board: the mirror images and the turns by 180 degrees; on a square board
    /// also those by 90 degrees, and on hexagons by 60. The first one changes nothing but the sides.
    pub(crate) fn all<S: Set>(size: Size, board: S, exchanges: bool) -> Vec<BoardMap> {
        if size.is_hexagonal {
            let mut maps = Vec::new();
            for turn in 0..RING.len() {
                for next in [1, 5] {
                    let up_right = RING[(turn + next) % RING.len()];
                    if let Some(squares) = hexagonal_map(size, board, RING[turn], up_right) {
                        maps.push(BoardMap { squares, exchanges });
                    }
                }
            }
            return maps;
        }
        let BoardMaps(maps) = BoardMaps::for_squares(size.files, size.ranks);
        maps.into_iter().map(|squares| BoardMap { squares, exchanges }).collect()
    }

    /// The map that exchanges left and right.
    pub(crate) fn mirror(size: Size) -> BoardMap {
        let mut squares = Vec::new();
        for square in 0..size.squares() {
            let (file, rank) = size.place(square);
            squares.push(size.square(size.files - 1 - file, rank));
        }
        BoardMap { squares, exchanges: false }
    }

    /// The image of a square; [`NONE`] stays.
    pub(crate) fn square(&self, square: u8) -> u8 {
        self.squares.get(usize::from(square)).copied().unwrap_or(NONE)
    }

    pub(crate) fn side(&self, side: Side) -> Side {
        if self.exchanges { !side } else { side }
    }

    pub(crate) fn set<S: Set>(&self, set: S) -> S {
        S::from_squares(set.squares().map(|square| self.square(square)))
    }

    /// A value of each side, for the images of the sides.
    pub(crate) fn both<T>(&self, mut both: [T; 2]) -> [T; 2] {
        if self.exchanges {
            both.reverse();
        }
        both
    }
}

/// The map of a board of hexagons that turns a step straight up and the next one clockwise into
/// these. Walls stay. `None` if it does not map the board onto itself.
fn hexagonal_map<S: Set>(
    size: Size,
    board: S,
    up: (i8, i8),
    up_right: (i8, i8),
) -> Option<Vec<u8>> {
    let own: Vec<(u8, u8)> = board.squares().map(|square| size.place(square)).collect();
    let turned: Vec<(i8, i8)> = own.iter().map(|&place| turn(place, up, up_right)).collect();
    let file = own.iter().map(|place| place.0 as i8).min()?;
    let rank = own.iter().map(|place| place.1 as i8).min()?;
    let right = file - turned.iter().map(|place| place.0).min()?;
    let higher = rank - turned.iter().map(|place| place.1).min()?;
    let mut map: Vec<u8> = (0..size.squares()).collect();
    for (square, (file, rank)) in board.squares().zip(turned) {
        let to = size.step(0, file + right, rank + higher)?;
        if !board.has(to) {
            return None;
        }
        map[usize::from(square)] = to;
    }
    Some(map)
}

fn turn((file, rank): (u8, u8), up: (i8, i8), up_right: (i8, i8)) -> (i8, i8) {
    hexagons::leap(file as i8, up_right, rank as i8 - file as i8, up)
}
