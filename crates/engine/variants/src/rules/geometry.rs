//! The squares of a board by rank, file and neighbours.

use super::walks::Size;
use super::ways::Way;
use crate::set::Set;

#[derive(Debug)]
pub(crate) struct Geometry<S: 'static> {
    /// To the right, and up.
    pub(crate) axes: [Way<S>; 2],
    /// The squares of the colour of a1.
    pub(crate) dark: S,
    pub(super) rank_of: Vec<u8>,
    pub(crate) rank_sets: Vec<S>,
    pub(crate) file_sets: Vec<S>,
    /// For each square, its neighbours in eight directions; for a hexagon, in six.
    pub(crate) neighbours: Vec<S>,
    /// For each square, its neighbours in four directions; for a hexagon, in six.
    pub(crate) beside: Vec<S>,
    /// The squares with at most three neighbours.
    pub(crate) corners: S,
}

impl<S: Set> Geometry<S> {
    pub(super) fn new(board: S, size: Size) -> Geometry<S> {
        let neighbours: Vec<S> = around(size, size.around());
        Geometry {
            axes: [(1, 0), (0, 1)].map(|(f, r)| Way::new(size, f, r)),
            dark: dark_squares(size),
            rank_of: (0..size.squares()).map(|square| size.place(square).1).collect(),
            rank_sets: rank_sets(size),
            file_sets: file_sets(size),
            corners: corners(board, &neighbours),
            neighbours,
            beside: around(size, size.beside()),
        }
    }
}

fn rank_sets<S: Set>(size: Size) -> Vec<S> {
    (0..size.ranks)
        .map(|rank| S::from_squares((0..size.files).map(|file| size.square(file, rank))))
        .collect()
}

fn file_sets<S: Set>(size: Size) -> Vec<S> {
    (0..size.files)
        .map(|file| S::from_squares((0..size.ranks).map(|rank| size.square(file, rank))))
        .collect()
}

/// By square, the squares that are such steps away.
fn around<S: Set>(size: Size, steps: &[(i8, i8)]) -> Vec<S> {
    (0..size.squares())
        .map(|square| S::from_squares(steps.iter().filter_map(|&(f, r)| size.step(square, f, r))))
        .collect()
}

fn corners<S: Set>(board: S, neighbours: &[S]) -> S {
    S::from_squares(
        board.squares().filter(|&at| (neighbours[usize::from(at)] & board).count() <= 3),
    )
}

pub(super) fn dark_squares<S: Set>(size: Size) -> S {
    S::from_squares((0..size.squares()).filter(|&square| {
        let (file, rank) = size.place(square);
        (file + rank) % 2 == 0
    }))
}
