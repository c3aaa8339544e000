//! What is counted for each side towards the end of a game, and goes on from position to position.
//!
//! A rule that counts something new adds a field. All functions name the fields, so that the
//! compiler asks for the field of FEN, the hash, the exchange of sides and the inputs of networks.

use crate::rules::{BoardMap, Zobrist};
use crate::set::Set;
use plyglot_core::game::{Side, TextError, squares, text_error};
use plyglot_definition::Definition;
use std::iter::Peekable;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    /// By side: the checks that it still has to give.
    pub(crate) checks_left: [u8; 2],
}

impl Counters {
    /// How many of them each side has.
    pub(crate) const PER_SIDE: usize = 1;

    /// Those with which a game begins.
    pub(crate) fn at_start(definition: &Definition) -> Counters {
        let mut words = definition.board.start_fen.split_whitespace();
        let checks = words.find_map(squares::parse_pair).map_or(1, |[first, _]| first);
        Counters { checks_left: [checks; 2] }
    }

    /// Whether a field of FEN is one of counters, right or wrong.
    pub(crate) fn is_field(word: &str) -> bool {
        word.contains('+')
    }

    /// Reads the next field of a FEN, if it is one of counters. It says nothing in games that count
    /// nothing.
    ///
    /// # Errors
    /// If it is wrong.
    pub(crate) fn read<'a>(
        &mut self,
        definition: &Definition,
        text: &str,
        fields: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
    ) -> Result<(), TextError> {
        let Counters { checks_left } = self;
        let Some((at, word)) = fields.next_if(|(_, word)| Counters::is_field(word)) else {
            return Ok(());
        };
        let left = squares::parse_pair(word)
            .ok_or_else(|| text_error(text, at, "the checks that are left, such as '3+3'"))?;
        if definition.ends.check_counting {
            *checks_left = left;
        }
        Ok(())
    }

    /// The fields of FEN for those that a game counts, each with a blank before it.
    pub(crate) fn write(self, definition: &Definition) -> String {
        let Counters { checks_left: [first, second] } = self;
        if definition.ends.check_counting { format!(" {first}+{second}") } else { String::new() }
    }

    /// Their part in the hash of a position.
    #[inline(always)]
    pub(crate) fn hash<S: Set>(self, zobrist: &Zobrist<S>) -> u64 {
        let Counters { checks_left: [first, second] } = self;
        zobrist.state(6, u64::from(first) << 8 | u64::from(second))
    }

    /// Those of the image of a position.
    pub(crate) fn image(self, map: &BoardMap) -> Counters {
        let Counters { checks_left } = self;
        Counters { checks_left: map.both(checks_left) }
    }

    /// Each counter of a side, for networks.
    #[inline(always)]
    pub(crate) fn levels(self, side: Side) -> [u8; Counters::PER_SIDE] {
        let Counters { checks_left } = self;
        [checks_left[side]]
    }

    /// The highest level of each counter of a side in games that begin with these; 0 if it is not
    /// counted.
    pub(crate) fn max_levels(
        self,
        side: Side,
        definition: &Definition,
    ) -> [u8; Counters::PER_SIDE] {
        let Counters { checks_left } = self;
        [if definition.ends.check_counting { checks_left[side] } else { 0 }]
    }

    /// A side has given check.
    pub(crate) fn count_check(&mut self, side: Side) {
        let left = &mut self.checks_left[side];
        *left = left.saturating_sub(1);
    }
}
