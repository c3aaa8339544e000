//! The targets of pieces on a given board, found without tables: the tables are made from them.

use crate::set::Set;
use plyglot_definition::hexagons::{self, Parts, RING};
use plyglot_definition::{Board, How, Walk};

/// A direction in which a piece goes, on a board of a certain size and for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BoardWalk<S> {
    pub(super) files: i8,
    pub(super) ranks: i8,
    pub(super) how: How,
    pub(super) from: S,
    pub(super) to: S,
}

impl<S: Set> BoardWalk<S> {
    /// The walk as the side sees it: the second player's goes the other way.
    pub(super) fn new(walk: &Walk, is_second: bool, from: S, to: S) -> BoardWalk<S> {
        let sign = if is_second { -1 } else { 1 };
        let files = sign * walk.files;
        let ranks = sign * walk.ranks;
        let how = walk.how;
        BoardWalk { files, ranks, how, from, to }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Target<S> {
    pub(super) square: u8,
    /// The squares that decide whether the piece gets there.
    pub(super) between: S,
    /// How many of them must be occupied: 0 or 1.
    pub(super) hurdles: u32,
    /// The square on which the hurdle must be, if that matters.
    pub(super) hurdle: Option<u8>,
}

impl<S: Set> Target<S> {
    pub(super) fn is_reached(&self, occupied: S) -> bool {
        let found = self.between & occupied;
        found.count() == self.hurdles && self.hurdle.is_none_or(|hurdle| found.has(hurdle))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Size {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) is_hexagonal: bool,
}

/// The steps to the neighbours of a square: straight ones before diagonal ones.
const SQUARE_RING: [(i8, i8); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

impl From<&Board> for Size {
    fn from(board: &Board) -> Size {
        let Board { max_file: files, max_rank: ranks, is_hexagonal, .. } = *board;
        Size { files, ranks, is_hexagonal }
    }
}

impl Size {
    /// The steps to all neighbours of a square or a hexagon.
    pub(crate) fn around(self) -> &'static [(i8, i8)] {
        if self.is_hexagonal { &RING } else { &SQUARE_RING }
    }

    /// The steps to the neighbours with which it has a side in common.
    pub(crate) fn beside(self) -> &'static [(i8, i8)] {
        if self.is_hexagonal { &RING } else { &SQUARE_RING[..4] }
    }

    pub(crate) fn squares(self) -> u8 {
        self.files * self.ranks
    }

    pub(crate) fn place(self, square: u8) -> (u8, u8) {
        (square % self.files, square / self.files)
    }

    pub(crate) fn square(self, file: u8, rank: u8) -> u8 {
        rank * self.files + file
    }

    pub(crate) fn step(self, square: u8, files: i8, ranks: i8) -> Option<u8> {
        let (file, rank) = self.place(square);
        let file = u8::try_from(file as i8 + files).ok().filter(|&file| file < self.files)?;
        let rank = u8::try_from(rank as i8 + ranks).ok().filter(|&rank| rank < self.ranks)?;
        Some(self.square(file, rank))
    }

    /// The squares that so many files and ranks lead to, one after another.
    pub(crate) fn ray(self, from: u8, files: i8, ranks: i8) -> impl Iterator<Item = u8> {
        std::iter::successors(self.step(from, files, ranks), move |&at: &u8| {
            self.step(at, files, ranks)
        })
    }
}

/// Every target of a walk from a square, on an empty board or one with hurdles as needed.
pub(super) fn targets<S: Set>(walk: &BoardWalk<S>, size: Size, from: u8) -> Vec<Target<S>> {
    if !walk.from.has(from) {
        return Vec::new();
    }
    let mut targets = match walk.how {
        How::Leap => leap(walk, size, from, S::EMPTY).into_iter().collect(),
        How::Lame => leap(walk, size, from, legs(walk, size, from)).into_iter().collect(),
        How::Ride(most) => ride(walk, size, from, most, 0),
        How::Hop(most) => ride(walk, size, from, most, 1),
        How::Grasshop(most) => grasshop(walk, size, from, most),
    };
    targets.retain(|target| walk.to.has(target.square));
    targets
}

fn leap<S: Set>(walk: &BoardWalk<S>, size: Size, from: u8, between: S) -> Option<Target<S>> {
    let square = size.step(from, walk.files, walk.ranks)?;
    Some(Target { square, between, hurdles: 0, hurdle: None })
}

/// The squares that block a lame step: all but the last of its way, which goes straight as far as
/// needed and then diagonally. A horse has one of them, next to it.
fn legs<S: Set>(walk: &BoardWalk<S>, size: Size, from: u8) -> S {
    if size.is_hexagonal {
        return hexagonal_legs(hexagons::parts((walk.files, walk.ranks)), size, from);
    }
    let mut files = walk.files;
    let mut ranks = walk.ranks;
    let mut legs = S::EMPTY;
    let mut square = from;
    loop {
        // The longer coordinate first, until the rest is diagonal.
        let (step_files, step_ranks) = match files.abs().cmp(&ranks.abs()) {
            std::cmp::Ordering::Greater => (files.signum(), 0),
            std::cmp::Ordering::Less => (0, ranks.signum()),
            std::cmp::Ordering::Equal => (files.signum(), ranks.signum()),
        };
        (files, ranks) = (files - step_files, ranks - step_ranks);
        if files == 0 && ranks == 0 {
            return legs;
        }
        match size.step(square, step_files, step_ranks) {
            Some(next) => square = next,
            None => return legs,
        }
        legs |= S::bit(square);
    }
}

/// The same on hexagons, where two steps to neighbours that touch are a diagonal one.
fn hexagonal_legs<S: Set>(leap: Parts, size: Size, from: u8) -> S {
    let Parts { long, short, ahead, aside } = leap;
    S::from_squares(
        (1..long)
            .map(|step: i8| hexagons::leap(step, ahead, (step - (long - short)).max(0), aside))
            .filter_map(|(files, ranks)| size.step(from, files, ranks)),
    )
}

fn ride<S: Set>(
    walk: &BoardWalk<S>,
    size: Size,
    from: u8,
    most: u8,
    hurdles: u32,
) -> Vec<Target<S>> {
    let most = if most == 0 { usize::MAX } else { most.into() };
    let mut targets = Vec::new();
    let mut between = S::EMPTY;
    for square in size.ray(from, walk.files, walk.ranks).take(most) {
        if between.count() >= hurdles {
            targets.push(Target { square, between, hurdles, hurdle: None });
        }
        between |= S::bit(square);
    }
    targets
}

/// The squares behind one hurdle, which is at most so many steps away.
fn grasshop<S: Set>(walk: &BoardWalk<S>, size: Size, from: u8, most: u8) -> Vec<Target<S>> {
    let most = if most == 0 { usize::MAX } else { usize::from(most) + 1 };
    let mut targets = Vec::new();
    let mut between = S::EMPTY;
    let mut hurdle = None;
    for square in size.ray(from, walk.files, walk.ranks).take(most) {
        if hurdle.is_some() {
            targets.push(Target { square, between, hurdles: 1, hurdle });
        }
        between |= S::bit(square);
        hurdle = Some(square);
    }
    targets
}
