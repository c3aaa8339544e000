//! Lookup tables for the targets of pieces. Everything that depends on occupied squares is in one
//! kind of table.
//!
//! The squares that matter to a piece on a square are a mask. The occupied ones among them,
//! put together as a number (PEXT), are an index into a list of all answers. Riders, hoppers
//! and lame leapers differ only in what the list says. Walks that together have too large a
//! mask have tables of their own, and their answers are united.

use super::walks::{BoardWalk, Size, Target, targets};
use crate::set::Set;
use plyglot_definition::How;
use plyglot_definition::hexagons::lengths;

/// The most bits of a mask: a rook on 64 squares has as many.
const MASK_BITS: u32 = 12;

#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<S: 'static> {
    pub(super) mask: S,
    pub(super) answers: &'static [S],
}

/// Whether a table tells where a piece goes, or where one comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    To,
    From,
}

#[derive(Clone, Debug)]
pub(super) struct Parts<S: 'static> {
    /// By square, all that it ever goes to or comes from.
    pub(super) all: &'static [S],
    /// By square, what its leaps go to or come from.
    pub(super) leaps: &'static [S],
    /// By square, what depends on occupied squares.
    pub(super) lookups: Vec<&'static [Lookup<S>]>,
}

impl<S> Default for Parts<S> {
    fn default() -> Parts<S> {
        Parts { all: &[], leaps: &[], lookups: Vec::new() }
    }
}

/// What becomes the tables of a piece: the answers for its leaps, and for groups of other walks.
pub(super) fn answers<S: Set>(
    walks: &[BoardWalk<S>],
    size: Size,
    direction: Direction,
) -> (Answers<S>, Vec<Answers<S>>) {
    let is_leap = |walk: &&BoardWalk<S>| walk.how == How::Leap;
    let leaps: Vec<BoardWalk<S>> = walks.iter().filter(is_leap).copied().collect();
    let mut others: Vec<_> = walks.iter().filter(|walk| !is_leap(walk)).copied().collect();
    // Walks that other pieces are also likely to have stay together.
    others.sort_by_key(|walk| (kind(walk, size), line(walk), walk.ranks, walk.files));
    let mut groups: Vec<(u8, Answers<S>)> = Vec::new();
    for walk in others {
        let answers = Answers::new(&[walk], size, direction);
        match groups.last_mut() {
            Some((class, group)) if *class == kind(&walk, size) && group.fits(&answers) => {
                group.add(answers);
            }
            _ => groups.push((kind(&walk, size), answers)),
        }
    }
    let groups = groups.into_iter().map(|(_, answers)| answers.sorted()).collect();
    (Answers::new(&leaps, size, direction), groups)
}

/// The class of a walk: 0 for straight, 1 for diagonal, 2 for oblique ones.
fn kind<S>(walk: &BoardWalk<S>, size: Size) -> u8 {
    match lengths((walk.files, walk.ranks), size.is_hexagonal) {
        [_, 0] => 0,
        [long, short] if long == short => 1,
        _ => 2,
    }
}

/// The line of a walk: the same for the opposite one.
fn line<S>(walk: &BoardWalk<S>) -> (i8, i8) {
    (walk.files, walk.ranks).max((-walk.files, -walk.ranks))
}

/// For each square, the squares that pieces go to or come from, and what that depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Answers<S>(Vec<Vec<(u8, Target<S>)>>);

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

    /// Whether the masks are small enough with those of others.
    fn fits(&self, others: &Answers<S>) -> bool {
        self.masks().zip(others.masks()).all(|(own, other)| (own | other).count() <= MASK_BITS)
    }

    fn add(&mut self, others: Answers<S>) {
        self.0.iter_mut().zip(others.0).for_each(|(own, others)| own.extend(others));
    }

    /// The same, as the same answers in another order are.
    fn sorted(mut self) -> Answers<S> {
        self.0.iter_mut().for_each(|square| {
            square.sort_unstable_by_key(|(other, target)| {
                (*other, target.hurdles, target.hurdle, Set::hash(target.between))
            })
        });
        self
    }

    pub(super) fn all(&self) -> Vec<S> {
        self.0
            .iter()
            .map(|square| S::from_squares(square.iter().map(|&(other, _)| other)))
            .collect()
    }

    /// For each square, its mask and the answers for all subsets of it.
    pub(super) fn rows(&self) -> impl Iterator<Item = (S, Vec<S>)> {
        self.masks().zip(&self.0).map(|(mask, square)| {
            (mask, subsets(mask).into_iter().map(|occupied| answer(square, occupied)).collect())
        })
    }

    /// The bytes of the lookups, without their answers, and of this key to them.
    pub(super) fn bytes(&self) -> usize {
        let targets: usize = self.0.iter().map(Vec::len).sum();
        self.0.len() * size_of::<Lookup<S>>() + targets * size_of::<(u8, Target<S>)>()
    }
}

fn answer<S: Set>(square: &[(u8, Target<S>)], occupied: S) -> S {
    S::from_squares(
        square.iter().filter(|(_, target)| target.is_reached(occupied)).map(|&(other, _)| other),
    )
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

/// The squares between each attacked square and its attackers, for one way of attacking.
#[derive(Clone, Debug)]
pub(crate) struct Lines<S: 'static> {
    /// For each attacked square, the squares from which it can be attacked.
    sources: &'static [S],
    /// For each attacked square and each source, the squares that decide.
    between: &'static [S],
    /// How many of them are occupied in a real attack: 0 or 1.
    pub(crate) hurdles: u32,
}

/// The lines of some walks: their sources, what is between, and the hurdles. `None` if two of them
/// share a target, if they differ in hurdles, or if it matters which of the squares is occupied.
pub(super) fn lines<S: Set>(walks: &[BoardWalk<S>], size: Size) -> Option<(Vec<S>, Vec<S>, u32)> {
    let squares = usize::from(size.squares());
    let mut all_sources = vec![S::EMPTY; squares];
    let mut between = vec![S::EMPTY; squares * squares];
    let mut hurdles = None;
    for from in 0..size.squares() {
        for target in walks.iter().flat_map(|walk| targets(walk, size, from)) {
            let sources = &mut all_sources[usize::from(target.square)];
            let is_odd = sources.has(from)
                || target.hurdle.is_some()
                || *hurdles.get_or_insert(target.hurdles) != target.hurdles;
            if is_odd {
                return None;
            }
            *sources |= S::bit(from);
            between[usize::from(target.square) * squares + usize::from(from)] = target.between;
        }
    }
    Some((all_sources, between, hurdles.unwrap_or(0)))
}

impl<S: Set> Lines<S> {
    pub(super) fn new(sources: &'static [S], between: &'static [S], hurdles: u32) -> Lines<S> {
        Lines { sources, between, hurdles }
    }

    #[inline(always)]
    pub(crate) fn sources(&self, attacked: u8) -> S {
        self.sources[usize::from(attacked)]
    }

    #[inline(always)]
    pub(crate) fn between(&self, attacked: u8, source: u8) -> S {
        self.between[usize::from(attacked) * self.sources.len() + usize::from(source)]
    }
}
