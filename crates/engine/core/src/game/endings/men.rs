//! The men of a position, and the material that they are.

use crate::game::Side;
use std::ops::Deref;

/// The most men of a position in a table.
pub const MAX_MEN: usize = 8;
/// The cell of a man in hand.
pub const IN_HAND: u8 = u8::MAX;
/// The kinds that a [`Material`] tells apart, and the bits that count the men of each.
const MAX_KINDS: usize = 32;
const COUNT_BITS: usize = 4;

/// A piece on its cell, or in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Its owner.
    pub side: Side,
    /// Its kind: an index of [`EndingRules::kinds`].
    pub kind: u8,
    /// Its cell, or [`IN_HAND`].
    pub cell: u8,
}

/// All men of a position, at most [`MAX_MEN`].
#[derive(Clone, Copy, Debug)]
pub struct Men {
    list: [Man; MAX_MEN],
    len: usize,
}

impl Men {
    /// No men.
    pub fn new() -> Men {
        Men { list: [Man { side: Side::First, kind: 0, cell: 0 }; MAX_MEN], len: 0 }
    }

    /// Adds a man; `None` if there are too many.
    pub fn push(&mut self, man: Man) -> Option<()> {
        *self.list.get_mut(self.len)? = man;
        self.len += 1;
        Some(())
    }

    /// The men after an operation on each.
    pub(super) fn each(mut self, change: impl Fn(Man) -> Man) -> Men {
        self.list[..self.len].iter_mut().for_each(|man| *man = change(*man));
        self
    }

    /// Whether they are the same men, whatever their order.
    pub(super) fn are(&self, other: &Men) -> bool {
        self.sorted() == other.sorted()
    }

    fn sorted(&self) -> Vec<(usize, u8, u8)> {
        let mut all: Vec<_> =
            self.iter().map(|man| (man.side.index(), man.kind, man.cell)).collect();
        all.sort_unstable();
        all
    }
}

impl Default for Men {
    fn default() -> Men {
        Men::new()
    }
}

impl Deref for Men {
    type Target = [Man];

    fn deref(&self) -> &[Man] {
        &self.list[..self.len]
    }
}

/// A kind of men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManKind {
    /// Its letters, as the first side's: `R` or `+P`.
    pub text: String,
    /// By side: the cells on which it may stand.
    pub cells: [Vec<u8>; 2],
    /// Whether it may be in hand.
    pub in_hand: bool,
}

/// What tables of endings have to know of the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingRules {
    /// The kinds of men, at most 32; the text of a material has the last one first.
    pub kinds: Vec<ManKind>,
    /// Maps of the cells onto each other that may keep the rules, with or without an exchange of
    /// the sides. Who makes a table finds out which of them do.
    pub maps: BoardMaps,
    /// A hash of the rules: a table of other rules is refused.
    pub checksum: u32,
    /// The rule on earlier moves that the tables leave out, if there is one: `the fifty-move rule`.
    pub left_out: Option<String>,
}

/// For each map of a board onto itself, the image of each cell. The first one changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMaps(pub Vec<Vec<u8>>);

impl BoardMaps {
    /// The mirror images and turns of a board of squares, at most 250 of them, that are counted
    /// rank by rank: four of a rectangle, eight of a square.
    pub fn of_squares(files: u8, ranks: u8) -> BoardMaps {
        let image = |number: usize, file: u8, rank: u8| {
            let (file, rank) = if number & 4 == 0 { (file, rank) } else { (rank, file) };
            let file = if number & 1 == 0 { file } else { files - 1 - file };
            let rank = if number & 2 == 0 { rank } else { ranks - 1 - rank };
            rank * files + file
        };
        let map = |number| {
            let places = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
            places.map(|(file, rank)| image(number, file, rank)).collect()
        };
        BoardMaps((0..if files == ranks { 8 } else { 4 }).map(map).collect())
    }
}

/// How many men of each kind both sides have, on the board and in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// By side: four bits for each kind.
    counts: [u128; 2],
}

impl Material {
    /// The material of these men.
    #[inline]
    pub fn of(men: &[Man]) -> Material {
        let mut material = Material::default();
        men.iter().for_each(|man| material.add(man.side, man.kind));
        material
    }

    fn add(&mut self, side: Side, kind: u8) {
        self.counts[side.index()] += 1 << (usize::from(kind) % MAX_KINDS * COUNT_BITS);
    }

    /// The number of men of a side and kind.
    pub fn count(self, side: Side, kind: usize) -> usize {
        (self.counts[side.index()] >> (kind * COUNT_BITS)) as usize & ((1 << COUNT_BITS) - 1)
    }

    /// Whether captures alone lead to it from another material.
    pub(super) fn is_within(self, other: Material) -> bool {
        let sides = [Side::First, Side::Second].into_iter();
        sides
            .flat_map(|side| (0..MAX_KINDS).map(move |kind| (side, kind)))
            .all(|(side, kind)| self.count(side, kind) <= other.count(side, kind))
    }

    /// The number of all men.
    pub fn men(self) -> usize {
        let sides = [Side::First, Side::Second].into_iter();
        sides.map(|side| (0..MAX_KINDS).map(|kind| self.count(side, kind)).sum::<usize>()).sum()
    }

    /// The same men, each of the other side.
    #[must_use]
    pub fn exchanged(self) -> Material {
        let [first, second] = self.counts;
        Material { counts: [second, first] }
    }

    /// Reads a text such as `KR:K`: the men of the first side, a colon, those of the other.
    ///
    /// # Errors
    /// A description of what was expected.
    pub fn parse(rules: &EndingRules, text: &str) -> Result<Material, String> {
        let expected = || {
            let all: Vec<&str> = rules.kinds.iter().rev().map(|kind| kind.text.as_str()).collect();
            format!(
                "pieces of both sides, at most {MAX_MEN}, with a colon between them, such as {}; \
                 the pieces are {}",
                example(rules),
                all.join(" ")
            )
        };
        let (first, second) = text.split_once(':').ok_or_else(expected)?;
        let mut material = Material::default();
        let mut men = 0;
        for (side, mut rest) in [(Side::First, first), (Side::Second, second)] {
            while !rest.is_empty() {
                let fits = |&kind: &usize| starts_with(rest, &rules.kinds[kind].text);
                let kinds = (0..rules.kinds.len()).filter(fits);
                // The longest text counts: a promoted piece before the plain one.
                let kind = kinds.max_by_key(|&kind| rules.kinds[kind].text.len());
                let kind = kind.filter(|_| men < MAX_MEN).ok_or_else(expected)?;
                material.add(side, kind as u8);
                men += 1;
                rest = &rest[rules.kinds[kind].text.len()..];
            }
        }
        if men == 0 { Err(expected()) } else { Ok(material) }
    }

    /// The material as [`Material::parse`] reads it.
    pub fn print(self, rules: &EndingRules) -> String {
        let mut text = String::new();
        for side in [Side::First, Side::Second] {
            for (kind, of) in rules.kinds.iter().enumerate().rev() {
                (0..self.count(side, kind)).for_each(|_| text.push_str(&of.text));
            }
            if side == Side::First {
                text.push(':');
            }
        }
        text
    }
}

fn starts_with(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

fn example(rules: &EndingRules) -> String {
    let mut kinds = rules.kinds.iter().rev().map(|kind| kind.text.as_str());
    let first = kinds.next().unwrap_or_default();
    let second = kinds.next().unwrap_or(first);
    format!("{first}{second}:{first}")
}
