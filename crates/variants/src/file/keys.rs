//! What the key of a line stands for.

use crate::definition::keys::{Field, Group};
use crate::definition::kinds::{KINDS, kind_named};
use crate::definition::{Definition, PieceRules};
use std::sync::LazyLock;

/// A rule as a file names it.
pub(super) struct Rule {
    pub(super) name: String,
    /// The sides that it is for; the first where it is for the game.
    pub(super) sides: &'static [usize],
    /// The group of its key among those of a definition; `None` if it is one of [`PieceRules`].
    pub(super) group: Option<usize>,
    /// The place of its key in the group.
    pub(super) index: usize,
}

impl Rule {
    /// Its field in a group of its type, for a side.
    pub(super) fn field<'a>(&self, group: &'a mut dyn Group, side: usize) -> Field<'a> {
        group.fields(side).swap_remove(self.index)
    }

    /// Its field in a definition; `None` if it is one of [`PieceRules`].
    pub(super) fn field_of<'a>(&self, rules: &'a mut Definition, side: usize) -> Option<Field<'a>> {
        let group = rules.groups().swap_remove(self.group?);
        Some(self.field(group, side))
    }
}

/// All rules, in the order in which they are applied: one for both sides before those for one.
pub(super) static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut definition = Definition::default();
    let groups = definition.groups().into_iter().enumerate();
    let groups = groups.map(|(group, keys)| (Some(group), keys.keys()));
    let rules = [(None, PieceRules::default().keys())].into_iter().chain(groups);
    let rules = rules.flat_map(|(group, keys)| {
        keys.iter().enumerate().flat_map(move |(index, key)| {
            let rule = move |(name, sides)| Rule { name, sides, group, index };
            key.names().into_iter().map(rule)
        })
    });
    rules.collect()
});

/// The key for all of [`PAWN_TYPES`].
const PAWNS: &str = "pawnTypes";
/// The keys that say which pieces are pawns in some respect.
pub(super) const PAWN_TYPES: [&str; 3] = ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"];

/// The meaning of a key in a section.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// The letter of a kind.
    Letter(usize),
    /// The squares of a kind, for a side.
    Mobility(usize, usize),
    /// All of [`PAWN_TYPES`].
    PawnTypes,
    /// A rule, by its index in [`RULES`].
    Rule(usize),
}

const MOBILITY: [&str; 2] = ["mobilityRegionWhite", "mobilityRegionBlack"];

/// The meaning of a key; `None` if there is no such key.
pub(super) fn meaning(key: &str) -> Option<Meaning> {
    if let Some(rule) = RULES.iter().position(|known| known.name == key) {
        return Some(Meaning::Rule(rule));
    }
    if key == PAWNS {
        return Some(Meaning::PawnTypes);
    }
    for (side, prefix) in MOBILITY.into_iter().enumerate() {
        if let Some(name) = key.strip_prefix(prefix)
            && let Some(kind) = (0..KINDS.len()).find(|&kind| capital(KINDS[kind].name) == name)
        {
            return Some(Meaning::Mobility(kind, side));
        }
    }
    kind_named(key).map(Meaning::Letter)
}

/// The name with a capital letter.
fn capital(name: &str) -> String {
    name[..1].to_ascii_uppercase() + &name[1..]
}

/// The names of all keys.
pub(super) fn key_names() -> Vec<String> {
    let mobility = |kind: &'static str| MOBILITY.map(|prefix| prefix.to_owned() + &capital(kind));
    let rules = RULES.iter().map(|rule| rule.name.clone()).chain([PAWNS.to_owned()]);
    let letters = KINDS.iter().map(|kind| kind.name.to_owned());
    rules.chain(letters).chain(KINDS.iter().flat_map(|kind| mobility(kind.name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_keys_are_unique() {
        let mut names = key_names();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn every_name_is_a_key() {
        for name in key_names() {
            assert!(meaning(&name).is_some(), "{name}");
        }
    }
}
