//! The tables in the executable, and their look-up.
//!
//! The file is compressed by zlib. The first byte is the greatest number of plies in
//! which a side can force something in counted positions. Then come the plain tables, one
//! byte per place, and the counted ones, four places per byte, both in the order of
//! [`Class::up_to`].

use super::index::{Class, MAX_STONES, StoneSets};
use super::{MAX_COUNTED_STONES, MAX_PLAIN_STONES};
use flate2::read::ZlibDecoder;
use plyglot_core::game::Outcome;
use std::io::{self, Read};
use std::sync::OnceLock;

/// Made by `tools/surakarta_tables`.
static FILE: &[u8] = include_bytes!("tables.bin");

/// Counted results per byte: two bits each, the first in the lowest bits.
const IN_BYTE: usize = 4;

/// The start of the table of each class: `[own - 1][other - 1]`.
type Begins = [[usize; MAX_STONES]; MAX_STONES];

/// A forced result for the side to move. 0: nothing is forced. Otherwise the plies to the
/// end plus one; the plies are odd for a win and even for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedResult(pub u8);

impl ForcedResult {
    /// Nothing is forced.
    pub const NONE: ForcedResult = ForcedResult(0);
    /// Lost in 0 plies: the game is over.
    pub const LOST: ForcedResult = ForcedResult(1);
    /// The shortest win, in 1 ply, as 0 plies is always a loss.
    pub const WON: ForcedResult = ForcedResult(2);

    /// The side to move loses in this even number of plies, or wins in this odd one.
    pub fn after(plies: u8) -> ForcedResult {
        ForcedResult(plies + 1)
    }

    /// The plies to the end; `None` if nothing is forced.
    pub fn plies(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    /// Whether the side to move wins.
    pub fn is_win(self) -> bool {
        self.plies().is_some_and(|plies| plies % 2 == 1)
    }

    /// Whether the side to move loses.
    pub fn is_loss(self) -> bool {
        self.plies().is_some_and(|plies| plies % 2 == 0)
    }
}

pub(super) struct EndgameTables {
    /// The most plies to a capture or an end that can be forced.
    pub(super) longest: u8,
    plain: Vec<u8>,
    counted: Vec<u8>,
    begins: [Begins; 2],
}

/// The tables. The first call unpacks them, which takes some hundredths of a second.
pub(super) fn tables() -> &'static EndgameTables {
    static TABLES: OnceLock<EndgameTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        unpack(FILE).unwrap_or_else(|error| {
            // The file is part of the executable, so no input can cause this.
            panic!("the tables in the program are damaged: {error}")
        })
    })
}

impl EndgameTables {
    #[inline]
    pub(super) fn plain(&self, stones: StoneSets) -> ForcedResult {
        ForcedResult(self.plain[self.begin(0, stones) + stones.place()])
    }

    /// The counted result of a position of at most [`MAX_COUNTED_STONES`] stones, if
    /// it is known.
    #[inline]
    pub(super) fn counted(&self, stones: StoneSets) -> Option<Outcome> {
        let place = self.begin(1, stones) + stones.place();
        outcome(self.counted[place / IN_BYTE] >> (2 * (place % IN_BYTE)) & 3)
    }

    fn begin(&self, kind: usize, stones: StoneSets) -> usize {
        let Class { own, other } = Class::of(stones);
        self.begins[kind][own - 1][other - 1]
    }
}

/// The start of the table of each class of at most `most` stones, and the end of the
/// last.
fn lay_out(most: usize) -> (Begins, usize) {
    let mut begins = [[0; MAX_STONES]; MAX_STONES];
    let mut end = 0;
    for class in Class::up_to(most) {
        begins[class.own - 1][class.other - 1] = end;
        end += class.size();
    }
    (begins, end)
}

fn unpack(file: &[u8]) -> io::Result<EndgameTables> {
    let mut decoder = ZlibDecoder::new(file);
    let [(plain_begins, plain_end), (counted_begins, counted_end)] =
        [MAX_PLAIN_STONES, MAX_COUNTED_STONES].map(lay_out);
    let mut longest = [0];
    let mut plain = vec![0; plain_end];
    let mut counted = vec![0; counted_end.div_ceil(IN_BYTE)];
    decoder.read_exact(&mut longest)?;
    decoder.read_exact(&mut plain)?;
    decoder.read_exact(&mut counted)?;
    Ok(EndgameTables {
        longest: longest[0],
        plain,
        counted,
        begins: [plain_begins, counted_begins],
    })
}

/// The outcome that two bits of a counted table stand for: 3 is for a result that is unknown,
/// or a win that must be forced.
fn outcome(code: u8) -> Option<Outcome> {
    match code {
        0 => Some(Outcome::Lost),
        1 => Some(Outcome::Drawn),
        2 => Some(Outcome::Won),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Results for the side to move.
    const LOSS: u8 = 0;
    const DRAW: u8 = 1;
    const WIN: u8 = 2;

    /// Brute force solves classes up to this size in a moment.
    const STONES: usize = 4;

    type Values = HashMap<Class, Vec<u8>>;

    fn all(value: impl Fn(StoneSets) -> u8) -> Values {
        let table = |class: Class| {
            (0..class.size()).map(|place| value(StoneSets::at(class, place))).collect()
        };
        Class::up_to(STONES).map(|class| (class, table(class))).collect()
    }

    fn look_up(values: &Values, stones: StoneSets) -> u8 {
        if stones.own == 0 { LOSS } else { values[&Class::of(stones)][stones.place()] }
    }

    fn by_count(class: Class) -> u8 {
        match class.own.cmp(&class.other) {
            std::cmp::Ordering::Less => LOSS,
            std::cmp::Ordering::Equal => DRAW,
            std::cmp::Ordering::Greater => WIN,
        }
    }

    fn after(stones: StoneSets) -> Vec<StoneSets> {
        let mut after: Vec<StoneSets> = stones.steps().collect();
        stones.each_capture(|stones| after.push(stones));
        after
    }

    /// Compares with a brute-force search of all positions, one ply deeper each time.
    #[test]
    fn plain_values_agree_with_brute_force() {
        let mut values = all(|stones| if after(stones).is_empty() { LOSS } else { DRAW });
        for plies in 0..=14 {
            let known = |stones| match tables().plain(stones) {
                value if value.plies().is_none_or(|n| n > plies) => DRAW,
                value if value.is_win() => WIN,
                _ => LOSS,
            };
            assert!(values == all(known), "{plies} plies");
            let best = |stones| {
                let worth = |after| WIN - look_up(&values, after);
                after(stones).into_iter().map(worth).max().unwrap_or(LOSS)
            };
            values = all(best);
        }
    }

    /// Counts the plies without a capture backwards from the last one. Each known value
    /// must agree at any of them.
    #[test]
    fn counted_values_agree_with_counting_plies() {
        const LIMIT: usize = 20;
        let mut fresh = Values::new();
        for stones in 2..=STONES {
            let classes: Vec<Class> = Class::with(stones).collect();
            let mut values: Values =
                classes.iter().map(|&class| (class, vec![by_count(class); class.size()])).collect();
            for left in 1..=LIMIT {
                let value = |stones: StoneSets| {
                    let mut best = LOSS;
                    stones.each_capture(|after| best = best.max(WIN - look_up(&fresh, after)));
                    let steps = stones.steps().map(|after| WIN - look_up(&values, after));
                    steps.fold(best, u8::max)
                };
                let table = |class: Class| -> Vec<u8> {
                    (0..class.size()).map(|place| value(StoneSets::at(class, place))).collect()
                };
                values = classes.iter().map(|&class| (class, table(class))).collect();
                for (&class, table) in &values {
                    for (place, &value) in table.iter().enumerate() {
                        let stones = StoneSets::at(class, place);
                        let Some(known) = tables().counted(stones) else { continue };
                        if left == LIMIT || Some(known) == outcome(by_count(class)) {
                            assert_eq!(outcome(value), Some(known), "{stones:?}, {left} left");
                        }
                    }
                }
            }
            fresh.extend(values);
        }
    }
}
