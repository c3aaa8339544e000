//! Lookup tables for the targets of pieces. Everything that depends on occupied squares is in one
//! kind of table.
//!
//! The squares that matter to a piece on a square are a mask. The occupied ones among them,
//! put together as a number (PEXT), are an index into a list of all answers. Riders, hoppers
//! and lame leapers differ only in what the list says. Walks that together have too large a
//! mask have tables of their own, and their answers are united.

use super::walks::{BoardWalk, Size, Target, targets};
use crate::definition::How;
use crate::set::Set;
use std::collections::HashMap;
use std::ops::Range;

/// The most bits of a mask: a rook on 64 squares has as many.
const MASK_BITS: u32 = 12;

/// Where a piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mover {
    /// Where its leaps begin in [`Tables::leaps`].
    leaps: usize,
    /// Its parts that depend on occupied squares: numbers in [`Tables::parts`].
    parts: Range<usize>,
}

impl Mover {
    /// Whether nothing is ever in its way.
    pub(crate) fn is_leaper(&self) -> bool {
        self.parts.is_empty()
    }
}

/// A square's part of a list of answers.
#[derive(Clone, Copy, Debug)]
struct Lookup<S> {
    mask: S,
    offset: u32,
}

/// The tables of all pieces of a game.
#[derive(Clone, Debug)]
pub(crate) struct Tables<S> {
    size: Size,
    squares: usize,
    leaps: Vec<S>,
    /// For each part, where its lookups begin.
    parts: Vec<u32>,
    lookups: Vec<Lookup<S>>,
    answers: Vec<S>,
    /// The movers that exist, so that no table is made twice.
    leaps_of: HashMap<Vec<S>, usize>,
    lookups_of: HashMap<Answers<S>, u32>,
}

/// Whether a table tells where a piece goes, or where one comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    To,
    From,
}

/// Where a piece goes from any square.
pub(crate) struct Reach<'a, S> {
    leaps: &'a [S],
    parts: &'a [u32],
    tables: &'a Tables<S>,
}

impl<S: Set> Reach<'_, S> {
    #[inline(always)]
    pub(crate) fn at(&self, square: u8, occupied: S) -> S {
        let mut reached = self.leaps[usize::from(square)];
        for &part in self.parts {
            let lookup = &self.tables.lookups[part as usize + usize::from(square)];
            let subset = occupied.extract(lookup.mask);
            reached |= self.tables.answers[lookup.offset as usize + subset];
        }
        reached
    }
}

impl<S: Set + std::hash::Hash> Tables<S> {
    pub(super) fn new(size: Size) -> Tables<S> {
        Tables {
            size,
            squares: usize::from(size.squares()),
            leaps: Vec::new(),
            parts: Vec::new(),
            lookups: Vec::new(),
            answers: Vec::new(),
            leaps_of: HashMap::new(),
            lookups_of: HashMap::new(),
        }
    }

    /// The squares that a piece reaches from a square.
    #[inline(always)]
    pub(crate) fn reach(&self, mover: &Mover, square: u8, occupied: S) -> S {
        self.of(mover).at(square, occupied)
    }

    /// The targets of a piece, for lookups from several squares.
    #[inline(always)]
    pub(crate) fn of(&self, mover: &Mover) -> Reach<'_, S> {
        let squares = self.squares;
        Reach {
            leaps: &self.leaps[mover.leaps..mover.leaps + squares],
            parts: &self.parts[mover.parts.clone()],
            tables: self,
        }
    }

    /// Makes the tables of a piece.
    pub(super) fn add(&mut self, walks: &[BoardWalk<S>], direction: Direction) -> Mover {
        let is_leap = |walk: &&BoardWalk<S>| walk.how == How::Leap;
        let leaps: Vec<BoardWalk<S>> = walks.iter().filter(is_leap).copied().collect();
        let mut others: Vec<_> = walks.iter().filter(|walk| !is_leap(walk)).copied().collect();
        // Walks that other pieces are likely to have, too, stay together.
        others.sort_by_key(|walk| (kind(walk), line(walk), walk.ranks, walk.files));
        let leaps = self.add_leaps(&leaps, direction);
        let mut groups: Vec<(Vec<BoardWalk<S>>, Answers<S>)> = Vec::new();
        for walk in others {
            if let Some((group, answers)) = groups
                .last_mut()
                .filter(|(group, _)| group.first().is_some_and(|first| kind(first) == kind(&walk)))
            {
                let mut both = group.clone();
                both.push(walk);
                let of_both = Answers::new(&both, self.size, direction);
                if of_both.masks().all(|mask| mask.count() <= MASK_BITS) {
                    (*group, *answers) = (both, of_both);
                    continue;
                }
            }
            groups.push((vec![walk], Answers::new(&[walk], self.size, direction)));
        }
        let parts: Vec<u32> =
            groups.into_iter().map(|(_, answers)| self.add_lookups(answers)).collect();
        // Equal lists are stored once.
        let known = self.parts.windows(parts.len().max(1)).position(|known| known == parts);
        let first = match known {
            _ if parts.is_empty() => 0,
            Some(first) => first,
            None => {
                self.parts.extend(&parts);
                self.parts.len() - parts.len()
            }
        };
        Mover { leaps, parts: first..first + parts.len() }
    }

    fn add_leaps(&mut self, walks: &[BoardWalk<S>], direction: Direction) -> usize {
        let answers = Answers::new(walks, self.size, direction);
        let row: Vec<S> = answers.0.iter().map(|square| answer(square, S::EMPTY)).collect();
        let leaps = &mut self.leaps;
        *self.leaps_of.entry(row).or_insert_with_key(|row| {
            leaps.extend(row);
            leaps.len() - row.len()
        })
    }

    fn add_lookups(&mut self, mut answers: Answers<S>) -> u32 {
        // The same answers in another order are the same.
        let order = |(other, target): &(u8, Target<S>)| {
            (*other, target.hurdles, target.hurdle, Set::hash(target.between))
        };
        answers.0.iter_mut().for_each(|square| square.sort_unstable_by_key(order));
        if let Some(&known) = self.lookups_of.get(&answers) {
            return known;
        }
        let first = self.lookups.len() as u32;
        for (square, mask) in answers.0.iter().zip(answers.masks()) {
            self.lookups.push(Lookup { mask, offset: self.answers.len() as u32 });
            self.answers.extend(subsets(mask).into_iter().map(|occupied| answer(square, occupied)));
        }
        self.lookups_of.insert(answers, first);
        first
    }
}

/// The class of a walk: 0 for straight, 1 for diagonal, 2 for oblique ones.
fn kind<S>(walk: &BoardWalk<S>) -> u8 {
    match (walk.files.abs(), walk.ranks.abs()) {
        (0, _) | (_, 0) => 0,
        (files, ranks) if files == ranks => 1,
        _ => 2,
    }
}

/// The line of a walk: the same for the opposite one.
fn line<S>(walk: &BoardWalk<S>) -> (i8, i8) {
    (walk.files, walk.ranks).max((-walk.files, -walk.ranks))
}

/// For each square, the squares that pieces go to or come from, and what that depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Answers<S>(Vec<Vec<(u8, Target<S>)>>);

impl<S: Set> Answers<S> {
    fn new(walks: &[BoardWalk<S>], size: Size, direction: Direction) -> Answers<S> {
        let mut answers: Vec<Vec<(u8, Target<S>)>> =
            (0..size.squares()).map(|_| Vec::new()).collect();
        for from in 0..size.squares() {
            for target in walks.iter().flat_map(|walk| targets(walk, size, from)) {
                let to = target.square;
                match direction {
                    Direction::To => answers[usize::from(from)].push((to, target)),
                    Direction::From => {
                        answers[usize::from(to)].push((from, Target { square: from, ..target }));
                    }
                }
            }
        }
        Answers(answers)
    }

    /// For each square, the squares that the answer depends on.
    fn masks(&self) -> impl Iterator<Item = S> {
        self.0
            .iter()
            .map(|square| square.iter().fold(S::EMPTY, |mask, (_, target)| mask | target.between))
    }
}

fn answer<S: Set>(square: &[(u8, Target<S>)], occupied: S) -> S {
    S::of(square.iter().filter(|(_, target)| target.is_reached(occupied)).map(|&(other, _)| other))
}

/// The subsets of a set, in the order of [`Set::extract`].
fn subsets<S: Set>(mask: S) -> Vec<S> {
    let mut subsets = vec![S::EMPTY];
    for square in mask.squares() {
        for number in 0..subsets.len() {
            subsets.push(subsets[number] | S::bit(square));
        }
    }
    subsets
}
