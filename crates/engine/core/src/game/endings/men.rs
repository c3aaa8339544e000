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

    pub(super) fn each(mut self, change: impl Fn(Man) -> Man) -> Men {
        for man in &mut self.list[..self.len] {
            *man = change(*man);
        }
        self
    }

    /// Whether they are the same men, whatever their order.
    pub(super) fn are(&self, other: &Men) -> bool {
        self.sorted() == other.sorted()
    }

    fn sorted(&self) -> Vec<Man> {
        let mut all = self.list[..self.len].to_vec();
        all.sort_unstable_by_key(|man| (man.side.index(), man.kind, man.cell));
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
    pub fn for_squares(files: u8, ranks: u8) -> BoardMaps {
        let count = if files == ranks { 8 } else { 4 };
        let mut maps = vec![Vec::new(); count];
        for (number, map) in maps.iter_mut().enumerate() {
            for cell in 0..files * ranks {
                let mut to = [cell % files, cell / files];
                if number & 4 != 0 {
                    to.reverse();
                }
                if number & 1 != 0 {
                    to[0] = files - 1 - to[0];
                }
                if number & 2 != 0 {
                    to[1] = ranks - 1 - to[1];
                }
                map.push(to[1] * files + to[0]);
            }
        }
        BoardMaps(maps)
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
    pub fn new(men: &[Man]) -> Material {
        let mut material = Material::default();
        for man in men {
            material.add(man.side, man.kind);
        }
        material
    }

    fn add(&mut self, side: Side, kind: u8) {
        self.counts[side] += 1 << (usize::from(kind) % MAX_KINDS * COUNT_BITS);
    }

    /// The number of men of a side and kind.
    pub fn count(self, side: Side, kind: usize) -> usize {
        (self.counts[side] >> (kind * COUNT_BITS)) as usize & ((1 << COUNT_BITS) - 1)
    }

    /// Whether captures alone lead to it from another material.
    pub(super) fn is_within(self, other: Material) -> bool {
        Side::BOTH.into_iter().all(|side| {
            (0..MAX_KINDS).all(|kind| self.count(side, kind) <= other.count(side, kind))
        })
    }

    /// The number of all men.
    pub fn men(self) -> usize {
        let mut men = 0;
        for side in Side::BOTH {
            men += (0..MAX_KINDS).map(|kind| self.count(side, kind)).sum::<usize>();
        }
        men
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
        let (first, second) = text.split_once(':').ok_or_else(|| expected(rules))?;
        let mut material = Material::default();
        let mut men = 0;
        for (side, mut rest) in [(Side::First, first), (Side::Second, second)] {
            while !rest.is_empty() {
                let kind = kind_at_start(rules, rest).ok_or_else(|| expected(rules))?;
                if men == MAX_MEN {
                    return Err(expected(rules));
                }
                material.add(side, kind as u8);
                men += 1;
                rest = &rest[rules.kinds[kind].text.len()..];
            }
        }
        if men == 0 { Err(expected(rules)) } else { Ok(material) }
    }

    /// The material as [`Material::parse`] reads it.
    pub fn print(self, rules: &EndingRules) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            for (kind, of) in rules.kinds.iter().enumerate().rev() {
                text += &of.text.repeat(self.count(side, kind));
            }
            if side == Side::First {
                text.push(':');
            }
        }
        text
    }
}

/// The kind of the first man of a text. The longest name counts: a promoted piece before the plain
/// one.
fn kind_at_start(rules: &EndingRules, text: &str) -> Option<usize> {
    (0..rules.kinds.len())
        .filter(|&kind| starts_with(text, &rules.kinds[kind].text))
        .max_by_key(|&kind| rules.kinds[kind].text.len())
}

fn expected(rules: &EndingRules) -> String {
    let all: Vec<&str> = rules.kinds.iter().rev().map(|kind| kind.text.as_str()).collect();
    format!(
        "pieces of both sides, at most {MAX_MEN}, with a colon between them, such as {}; the \
         pieces are {}",
        example(rules),
        all.join(" ")
    )
}

fn starts_with(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

fn example(rules: &EndingRules) -> String {
    match rules.kinds.as_slice() {
        [] => ":".to_owned(),
        [only] => format!("{0}{0}:{0}", only.text),
        [.., second, first] => format!("{0}{1}:{0}", first.text, second.text),
    }
}
