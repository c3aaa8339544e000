//! Maps of a board onto itself: it is turned or mirrored.

use super::walks::Size;
use crate::definition::hexagons::{self, RING};
use crate::set::Set;
use plyglot_core::game::Side;

/// No square.
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
            let turns = (0..RING.len()).flat_map(|turn| [1, 5].map(|next| [turn, turn + next]));
            let maps = turns.filter_map(|[up, right]| {
                let squares = hexagonal_map(size, board, RING[up], RING[right % RING.len()])?;
                Some(BoardMap { squares, exchanges })
            });
            return maps.collect();
        }
        let is_square = size.files == size.ranks;
        let last_file = size.files - 1;
        let last_rank = size.ranks - 1;
        let maps = (0..if is_square { 8 } else { 4 }).map(|number: u8| BoardMap {
            squares: (0..size.squares())
                .map(|square| {
                    let (file, rank) = size.place(square);
                    let (file, rank) = if number & 4 == 0 { (file, rank) } else { (rank, file) };
                    let file = if number & 1 == 0 { file } else { last_file - file };
                    let rank = if number & 2 == 0 { rank } else { last_rank - rank };
                    size.square(file, rank)
                })
                .collect(),
            exchanges,
        });
        maps.collect()
    }

    /// The map that exchanges left and right.
    pub(crate) fn mirror(size: Size) -> BoardMap {
        BoardMap {
            squares: (0..size.squares())
                .map(|square| {
                    let (file, rank) = size.place(square);
                    size.square(size.files - 1 - file, rank)
                })
                .collect(),
            exchanges: false,
        }
    }

    /// The image of a square; [`NONE`] stays.
    pub(crate) fn square(&self, square: u8) -> u8 {
        self.squares.get(usize::from(square)).copied().unwrap_or(NONE)
    }

    pub(crate) fn side(&self, side: Side) -> Side {
        if self.exchanges { !side } else { side }
    }

    pub(crate) fn set<S: Set>(&self, set: S) -> S {
        S::of(set.squares().map(|square| self.square(square)))
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
    let turned = |square: u8| {
        let (file, rank) = size.place(square);
        let file = file as i8;
        let rank = rank as i8;
        hexagons::leap(file, up_right, rank - file, up)
    };
    let least = |of: fn((i8, i8)) -> i8| {
        let turned = board.squares().map(|square| of(turned(square))).min()?;
        let own =
            board.squares().map(|s| size.place(s)).map(|(f, r)| of((f as i8, r as i8))).min()?;
        Some(own - turned)
    };
    let right = least(|at| at.0)?;
    let higher = least(|at| at.1)?;
    (0..size.squares())
        .map(|square: u8| {
            if !board.has(square) {
                return Some(square);
            }
            let (file, rank) = turned(square);
            let to = size.step(0, file + right, rank + higher)?;
            board.has(to).then_some(to)
        })
        .collect()
}
