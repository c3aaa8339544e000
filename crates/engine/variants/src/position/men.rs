//! The men of a position, for tables of endings.

use super::{NONE, Position, Verdict};
use crate::rules::{BoardMap, Kind, Rules};
use crate::set::Set;
use plyglot_core::game::endings::{
    BoardMaps, EndgameTables, EndingRules, IN_HAND, Man, ManKind, Men,
};
use plyglot_core::game::{Exact, Game, Notation, Side};
use plyglot_definition::Definition;
use std::hash::Hash;

/// One more whenever the same keys come to mean other rules: older tables are refused then.
const RULES_VERSION: u32 = 1;

impl<S: Set + Hash> Position<S> {
    pub(crate) fn rules_of_endings(&self) -> Result<EndingRules, String> {
        let rules = self.rules;
        let definition = rules.definition;
        definition.check_endings()?;
        let path_rules = self.path_rules()?;
        if let Some(repetition) = path_rules.repetition {
            return Err(format!("a game without {repetition}"));
        }
        let maps = BoardMap::all(rules.size, rules.board, false);
        Ok(EndingRules {
            kinds: (0..).zip(&rules.kinds).map(|(at, kind)| man_kind(rules, at, kind)).collect(),
            maps: BoardMaps(maps.into_iter().map(|map| map.squares).collect()),
            checksum: checksum(definition),
            left_out: path_rules.max_plies.map(|plies| {
                format!("the draw after {} moves without progress (nMoveRule)", plies / 2)
            }),
        })
    }

    pub(crate) fn listed_men(&self) -> Option<Men> {
        let is_plain = self.castling == [[NONE; 2]; 2]
            && self.gates.is_empty()
            && self.en_passant.is_empty()
            && self.walls == self.start_walls()
            && self.state_of_last_move() == [0; 4];
        if !is_plain {
            return None;
        }
        let mut men = Men::new();
        for side in Side::BOTH {
            for cell in self.own(side).squares() {
                men.push(Man { side, kind: self.kind_at(cell), cell })?;
            }
            if self.rules.character.has_hands {
                for (kind, &count) in (0..).zip(&self.hands[side]) {
                    (0..count).try_for_each(|_| men.push(Man { side, kind, cell: IN_HAND }))?;
                }
            }
        }
        Some(men)
    }

    pub(crate) fn set_up(&self, side: Side, men: &[Man]) -> Option<Position<S>> {
        let mut position = self.cleared(side);
        self.start_walls().squares().for_each(|square| position.put_wall(square));
        for man in men {
            if man.cell == IN_HAND {
                position.change_hand(man.side, man.kind, 1);
            } else if position.occupied().has(man.cell) {
                return None;
            } else {
                position.put(man.cell, man.side, man.kind);
            }
        }
        position.checkers = position.checkers_of(side);
        // A game may have ended in spite of a check.
        let is_legal = position.checkers_with(!side, S::EMPTY).is_empty()
            || matches!(position.verdict(), Some(Verdict::Immediate(_)));
        if is_legal { Some(position) } else { None }
    }

    /// The walls of the start position, and the squares beside the board.
    fn start_walls(&self) -> S {
        let rules = self.rules;
        *rules.start_walls.get_or_init(|| Position::start(rules.variant).walls)
    }

    /// The value by the tables of endings. It is not known where the rule on moves without progress
    /// might change it.
    #[inline]
    pub(crate) fn ending_value(&self) -> Option<Exact> {
        let tables = self.endings?;
        if (self.sides[0] | self.sides[1]).count() as usize > tables.max_men() {
            return None;
        }
        let limit = u32::from(self.rules.definition.repetition.n_move_rule);
        let plies = if limit == 0 { u32::MAX } else { 2 * limit };
        tables.value_within(self, plies.saturating_sub(self.quiet_plies.into()))
    }

    /// Has the tables in memory that the next captures lead to.
    pub(crate) fn read_endings(&self) {
        if let Some(tables) = self.endings {
            tables.read_near(self);
        }
    }

    pub(super) fn find_endings(&self, folder: &str) -> Option<&'static EndgameTables> {
        let rules = self.rules;
        let address = std::ptr::from_ref(rules).addr();
        EndgameTables::find(folder, rules.variant.info.name, address, || {
            self.rules_of_endings().ok()
        })
    }
}

/// The sum by which tables are told apart: neither names nor looks are in it.
fn checksum(definition: &Definition) -> u32 {
    crc32fast::hash(&[RULES_VERSION, definition.sum].map(u32::to_le_bytes).concat())
}

fn man_kind<S: Set + Hash>(rules: &Rules<S>, number: u8, kind: &Kind<S>) -> ManKind {
    let promotion = &rules.definition.promotion;
    let cells = Side::BOTH.map(|side| {
        let leaves_last =
            kind.is_pawn[side] && promotion.mandatory_for_pawns && !promotion.sittuyin;
        let last = rules.promotion_region[side].only_if(leaves_last);
        (kind.region[side] & !last).squares().collect()
    });
    // Nobody captures a king.
    let is_royal = rules.is_royal(number.into());
    let in_hand = rules.character.has_hands && !is_royal && rules.in_hand(number) == number;
    ManKind { text: kind.text.clone(), cells, in_hand }
}
