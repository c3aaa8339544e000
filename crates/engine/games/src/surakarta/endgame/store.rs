//! The tables in the executable, and their look-up.
//!
//! The file is compressed by zlib. The first byte is the greatest number of plies in which a side
//! can force something in counted positions. Then come the plain tables, one byte for each number:
//! 0 for a draw, else the plies to the end plus one, where those of a win are odd. The counted ones
//! have four numbers a byte. Both are in the order of [`Class::up_to`]. Numbers without a position
//! repeat what is before them.

use super::{Class, MAX_COUNTED_STONES, MAX_PLAIN_STONES};
use flate2::read::ZlibDecoder;
use plyglot_core::game::{Exact, Outcome};
use std::io::{self, Read};
use std::sync::OnceLock;

/// Made by `tools/surakarta_tables`.
static FILE: &[u8] = include_bytes!("tables.bin");

/// Counted results per byte: two bits each, the first in the lowest bits.
const IN_BYTE: usize = 4;

pub(super) struct ShippedTables {
    /// The most plies to a capture or an end that can be forced.
    pub(super) longest: u8,
    plain: Vec<u8>,
    counted: Vec<u8>,
    /// By class: where its numbers begin, in either kind of table.
    begins: Vec<usize>,
}

/// The tables. The first call unpacks them, which takes some hundredths of a second.
pub(super) fn tables() -> &'static ShippedTables {
    static TABLES: OnceLock<ShippedTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        unpack(FILE).unwrap_or_else(|error| {
            // The file is part of the executable, so no input can cause this.
            panic!("the tables in the program are damaged: {error}")
        })
    })
}

impl ShippedTables {
    /// The plain value of a number of a class; `None` if that has more than [`MAX_PLAIN_STONES`].
    #[inline]
    pub(super) fn plain(&self, class: Class, number: u64) -> Option<Exact> {
        let byte = *self.plain.get(self.place(class, number)?)?;
        Some(match byte.checked_sub(1).map(u16::from) {
            Some(plies) if plies % 2 == 1 => Exact::Win(plies),
            Some(plies) => Exact::Loss(plies),
            None => Exact::Draw,
        })
    }

    #[inline]
    pub(super) fn counted(&self, class: Class, number: u64) -> Option<Outcome> {
        let place = self.place(class, number)?;
        outcome(self.counted.get(place / IN_BYTE)? >> (2 * (place % IN_BYTE)) & 3)
    }

    fn place(&self, class: Class, number: u64) -> Option<usize> {
        Some(self.begins.get(class.place())? + number as usize)
    }
}

/// Where the numbers of each class of at most so many stones begin, and the end of the last.
fn lay_out(most: usize) -> (Vec<usize>, usize) {
    let mut begins = Vec::new();
    let mut end = 0;
    for class in Class::up_to(most) {
        begins.push(end);
        end += class.numbering().size() as usize;
    }
    (begins, end)
}

fn unpack(file: &[u8]) -> io::Result<ShippedTables> {
    let mut decoder = ZlibDecoder::new(file);
    let (_, plain_end) = lay_out(MAX_PLAIN_STONES);
    let (begins, counted_end) = lay_out(MAX_COUNTED_STONES);
    let mut longest = [0];
    let mut plain = vec![0; plain_end];
    let mut counted = vec![0; counted_end.div_ceil(IN_BYTE)];
    decoder.read_exact(&mut longest)?;
    decoder.read_exact(&mut plain)?;
    decoder.read_exact(&mut counted)?;
    Ok(ShippedTables { longest: longest[0], plain, counted, begins })
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
    use super::super::StoneSets;
    use super::*;

    /// Results for the side to move.
    const LOSS: u8 = 0;
    const DRAW: u8 = 1;
    const WIN: u8 = 2;

    /// Brute force solves classes up to this size in a moment.
    const STONES: usize = 4;

    /// The place of positions in which the side to move has no stones.
    const LOST: usize = 0;

    /// A position, and the places to which its moves lead.
    struct Node {
        class: Class,
        number: u64,
        by_count: u8,
        captures: Vec<usize>,
        steps: Vec<usize>,
    }

    impl Node {
        fn new(class: Class, number: u64, begins: &[usize]) -> Option<Node> {
            let stones = StoneSets::at(class, number)?;
            let place = |stones: StoneSets| {
                let begin = || 1 + begins[Class::from(stones).place()];
                stones.number().map_or(LOST, |number| begin() + number as usize)
            };
            let [own, other] = stones.counts();
            let by_count = match own.cmp(&other) {
                std::cmp::Ordering::Less => LOSS,
                std::cmp::Ordering::Equal => DRAW,
                std::cmp::Ordering::Greater => WIN,
            };
            let mut captures = Vec::new();
            stones.each_capture(|after| captures.push(place(after)));
            let steps = stones.steps().map(place).collect();
            Some(Node { class, number, by_count, captures, steps })
        }

        /// The best result of its moves, by those of positions after captures and after steps.
        fn best(&self, after_captures: &[u8], after_steps: &[u8]) -> u8 {
            let captures = self.captures.iter().map(|&place| WIN - after_captures[place]);
            let steps = self.steps.iter().map(|&place| WIN - after_steps[place]);
            captures.chain(steps).max().unwrap_or(LOSS)
        }
    }

    /// The positions, each at its place: behind [`LOST`] one number after another.
    fn nodes() -> Vec<Option<Node>> {
        let (begins, _) = lay_out(STONES);
        let mut nodes = vec![None];
        for class in Class::up_to(STONES) {
            let numbers = 0..class.numbering().size();
            nodes.extend(numbers.map(|number| Node::new(class, number, &begins)));
        }
        nodes
    }

    /// Compares with a brute-force search of all positions, one ply deeper each time.
    #[test]
    fn plain_values_agree_with_brute_force() {
        let nodes = nodes();
        let all = |value: &dyn Fn(&Node) -> u8| -> Vec<u8> {
            nodes.iter().map(|node| node.as_ref().map_or(LOSS, value)).collect()
        };
        let is_over = |node: &Node| node.captures.is_empty() && node.steps.is_empty();
        let mut values = all(&|node| if is_over(node) { LOSS } else { DRAW });
        for plies in 0..=14 {
            let known =
                |node: &Node| match tables().plain(node.class, node.number).expect("few stones") {
                    Exact::Win(n) if n <= plies => WIN,
                    Exact::Loss(n) if n <= plies => LOSS,
                    _ => DRAW,
                };
            assert!(values == all(&known), "{plies} plies");
            values = all(&|node| node.best(&values, &values));
        }
    }

    /// Counts the plies without a capture backwards from the last one. Each known value
    /// must agree at any of them.
    #[test]
    fn counted_values_agree_with_counting_plies() {
        const LIMIT: usize = 20;
        let nodes = nodes();
        let mut fresh = vec![LOSS; nodes.len()];
        for stones in 2..=STONES {
            let places: Vec<(usize, &Node)> = (0..)
                .zip(&nodes)
                .filter_map(|(place, node)| Some((place, node.as_ref()?)))
                .filter(|(_, node)| node.class.stones() == stones)
                .collect();
            let mut values = fresh.clone();
            places.iter().for_each(|&(place, node)| values[place] = node.by_count);
            for left in 1..=LIMIT {
                let mut next = values.clone();
                for &(place, node) in &places {
                    let value = node.best(&fresh, &values);
                    next[place] = value;
                    let Some(known) = tables().counted(node.class, node.number) else { continue };
                    if left == LIMIT || Some(known) == outcome(node.by_count) {
                        let stones = StoneSets::at(node.class, node.number);
                        assert_eq!(outcome(value), Some(known), "{stones:?}, {left} left");
                    }
                }
                values = next;
            }
            fresh = values;
        }
    }
}
