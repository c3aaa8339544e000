//! The values of the positions of one material, or of several that lead to each other.

use super::men::{Material, Men};
use super::numbering::Numbering;
use crate::game::{Exact, Side};

/// The most plies of a win or a loss in a table.
pub const MAX_PLIES: u16 = (u16::MAX - FIRST) / 2;

/// How values are stored: a draw, a number without a position, and from here on losses and wins
/// in turn, each with a ply more.
const DRAW: u16 = 0;
const NO_POSITION: u16 = 1;
const FIRST: u16 = 2;

/// The values of all positions of some material.
#[derive(Clone, Debug)]
pub struct EndingTable {
    numberings: Vec<Numbering>,
    /// For each numbering, where its values begin.
    starts: Vec<u64>,
    values: Vec<u16>,
}

impl EndingTable {
    /// A table with these values, of each numbering in turn; `None` for a number without a
    /// position. `None` if there are too few or too many, or a value is by points or takes more
    /// than [`MAX_PLIES`].
    pub fn new(
        numberings: Vec<Numbering>,
        values: impl IntoIterator<Item = Option<Exact>>,
    ) -> Option<EndingTable> {
        let codes: Option<_> =
            values.into_iter().map(|value| value.map_or(Some(NO_POSITION), code)).collect();
        EndingTable::from_codes(numberings, codes?)
    }

    pub(super) fn from_codes(numberings: Vec<Numbering>, values: Vec<u16>) -> Option<EndingTable> {
        let starts = starts(&numberings);
        let size = numberings.iter().map(Numbering::size).sum::<u64>();
        if size != values.len() as u64 {
            return None;
        }
        Some(EndingTable { numberings, starts, values })
    }

    #[cfg(feature = "hash-file")]
    pub(super) fn codes(&self) -> &[u16] {
        &self.values
    }

    /// The numbers of its positions: of one material after another.
    pub fn numberings(&self) -> &[Numbering] {
        &self.numberings
    }

    /// The value of a position for its side to move; `None` if it is of other material.
    #[inline]
    pub fn value(&self, side: Side, men: &Men) -> Option<Exact> {
        for (numbering, start) in self.numberings.iter().zip(&self.starts) {
            if let Some(number) = numbering.number(side, men) {
                return value(*self.values.get((start + number) as usize)?);
            }
        }
        None
    }

    /// Visits the positions of a material, with their values: of those that are images of each
    /// other one, and how many they are.
    pub fn each(&self, material: Material, mut visit: impl FnMut(Side, &Men, Exact, u64)) {
        for (numbering, &start) in self.numberings.iter().zip(&self.starts) {
            if numbering.material() != material {
                continue;
            }
            for (number, &code) in (0..numbering.size()).zip(&self.values[start as usize..]) {
                if let Some(value) = value(code)
                    && let Some((side, men)) = numbering.position(number)
                {
                    visit(side, &men, value, numbering.images(&men));
                }
            }
        }
    }
}

/// Where the numbers of each material begin, if they follow each other.
fn starts(numberings: &[Numbering]) -> Vec<u64> {
    let mut starts = Vec::new();
    let mut next = 0;
    for numbering in numberings {
        starts.push(next);
        next += numbering.size();
    }
    starts
}

fn code(value: Exact) -> Option<u16> {
    match value {
        Exact::Draw => Some(DRAW),
        Exact::Loss(plies) if plies <= MAX_PLIES => Some(FIRST + 2 * plies),
        Exact::Win(plies) if plies < MAX_PLIES => Some(FIRST + 2 * plies + 1),
        _ => None,
    }
}

fn value(code: u16) -> Option<Exact> {
    match code {
        DRAW => Some(Exact::Draw),
        NO_POSITION => None,
        _ if code.is_multiple_of(2) => Some(Exact::Loss((code - FIRST) / 2)),
        _ => Some(Exact::Win((code - FIRST) / 2)),
    }
}
