//! Stones that connect two regions.

use super::cells::Cells;
use super::grid::Grid;
use plyglot_core::game::{EndWay, Side};

/// What an empty cell that a side needs to connect its regions is worth, in centi-units.
const CELL: i32 = 100;
/// What a cell on a shortest connection is worth, and one on a connection that is a cell longer.
const ON_SHORTEST: i32 = 5;
/// From here on, a side is cut off.
const MAX_DISTANCE: usize = 30;

/// The most corners or sides that are looked at.
const MAX_PARTS: usize = 16;

/// The most parts of the board that a connection has to have for its length to be looked at.
const MAX_NEEDED: usize = 8;
/// The value of a side that is cut off, in centi-units.
const CUT_OFF: i32 = -(MAX_DISTANCE as i32) * CELL;

/// The cells within each distance: how many empty cells have to be filled for a connection.
type Reach = [Cells; MAX_DISTANCE];

/// Counts cells by the sum of their distances less those `saved`. `within` has, by the rank of a
/// distance, the cells for which it is that or less.
fn count_by_length(
    within: &[Reach],
    cells: Cells,
    (length, saved): (usize, usize),
    counts: &mut [i32; MAX_DISTANCE],
) {
    let Some((nearest, others)) = within.split_first() else {
        counts[length - saved] += cells.count() as i32;
        return;
    };
    let mut rest = cells;
    for (distance, &reached) in nearest[..MAX_DISTANCE - length].iter().enumerate() {
        let at = reached & rest;
        if !at.is_empty() {
            count_by_length(others, at, (length + distance, saved), counts);
            rest &= !at;
            if rest.is_empty() {
                break;
            }
        }
    }
}

/// Whether a chain meets at least so many of these parts of the board; not if 0 are asked for.
fn touches(chain: Cells, parts: &[Cells], least: u8) -> bool {
    least > 0 && parts.iter().filter(|part| chain.meets(**part)).count() >= least.into()
}

impl Grid {
    /// The stones of `own` that are connected with one of `start`.
    pub(super) fn chain(&self, start: Cells, own: Cells) -> Cells {
        let mut reached = Cells::EMPTY;
        let mut new = start & own;
        while !new.is_empty() {
            reached |= new;
            new = self.beside(new) & own & !reached;
        }
        reached
    }

    pub(super) fn connection(&self, side: Side, chain: Cells) -> Option<EndWay> {
        let rules = &self.definition.stones;
        if self.regions[side].iter().all(|region| chain.meets(*region)) {
            Some(EndWay::EdgesConnected)
        } else if touches(chain, &self.corners, rules.connect_corners) {
            Some(EndWay::CornersConnected)
        } else if touches(chain, &self.sides, rules.connect_sides) {
            Some(EndWay::SidesConnected)
        } else if rules.connect_ring && self.is_ring(chain) {
            Some(EndWay::RingClosed)
        } else {
            None
        }
    }

    /// Whether a chain goes round a cell, of whatever content.
    fn is_ring(&self, chain: Cells) -> bool {
        // A cell of the chain is inside if the chain has all cells around it.
        let mut surrounded = chain;
        for &step in &self.steps {
            surrounded &= chain.up(step) & chain.down(step);
        }
        if !surrounded.is_empty() {
            return true;
        }
        // Any other cell is inside if no way leads from it to the edge of the board.
        let outside = self.board & !chain;
        let mut edge = Cells::EMPTY;
        for &part in self.sides.iter().chain(&self.corners) {
            edge |= part;
        }
        self.chain(edge, outside) != outside
    }

    pub(super) fn chains(&self, own: Cells) -> impl Iterator<Item = Cells> {
        let mut rest = own;
        std::iter::from_fn(move || {
            let chain = self.chain(Cells::bit(rest.iter().next()?), own);
            rest &= !chain;
            Some(chain)
        })
    }

    /// How much nearer the first player is to a connection, in centi-units.
    pub(super) fn connection_value(&self, stones: [Cells; 2]) -> i32 {
        self.greatest_nearness(Side::First, stones) - self.greatest_nearness(Side::Second, stones)
    }

    /// How near a side is to the connection to which it is nearest, in centi-units.
    fn greatest_nearness(&self, side: Side, stones: [Cells; 2]) -> i32 {
        let own = stones[side];
        let empty = self.board & !(stones[0] | stones[1]);
        let rules = &self.definition.stones;
        let regions = self.nearness(&self.regions[side], 2, own, empty);
        let corners = self.nearness(&self.corners, rules.connect_corners.into(), own, empty);
        let sides = self.nearness(&self.sides, rules.connect_sides.into(), own, empty);
        regions.max(corners).max(sides)
    }

    /// How near a side is to connecting this many of these parts of the board: the more, the fewer
    /// cells it needs, in centi-units.
    fn nearness(&self, parts: &[Cells], needed: usize, own: Cells, empty: Cells) -> i32 {
        let parts = || parts.iter().filter(|part| !part.is_empty()).take(MAX_PARTS);
        if !(1..=MAX_NEEDED).contains(&needed) || parts().count() < needed {
            return CUT_OFF;
        }
        // By number: the cells that have this many parts within a distance.
        let mut within = [[Cells::EMPTY; MAX_DISTANCE]; MAX_NEEDED];
        for &part in parts() {
            for (distance, &reached) in self.reach(part, own, empty).iter().enumerate() {
                for number in (1..needed).rev() {
                    let fewer = within[number - 1][distance];
                    within[number][distance] |= fewer & reached;
                }
                within[0][distance] |= reached;
            }
        }
        let mut counts = [0; MAX_DISTANCE];
        count_by_length(&within[..needed], own, (0, 0), &mut counts);
        // An empty cell is filled once, and counted from each part.
        count_by_length(&within[..needed], empty, (0, needed - 1), &mut counts);
        let Some(shortest) = counts.iter().position(|&count| count > 0) else { return CUT_OFF };
        let longer = counts.get(shortest + 1).copied().unwrap_or(0);
        let width = (2 * counts[shortest] + longer) * ON_SHORTEST / (shortest as i32 + 1);
        (width - shortest as i32 * CELL).max(CUT_OFF)
    }

    /// The cells within each distance of a region, through a side's own stones and over bridges:
    /// two stones with two common neighbours that are empty.
    fn reach(&self, region: Cells, own: Cells, empty: Cells) -> Reach {
        let mut within = [Cells::EMPTY; MAX_DISTANCE];
        let (mut reached, mut new, mut next) = (Cells::EMPTY, region & own, region & empty);
        for distance in 0..MAX_DISTANCE {
            while !new.is_empty() {
                reached |= new;
                let near = self.near(new, empty);
                next |= near & empty;
                new = near & own & !reached;
            }
            within[distance] = reached;
            new = next & !reached;
            if new.is_empty() {
                within[distance..].fill(reached);
                break;
            }
            next = Cells::EMPTY;
        }
        within
    }

    /// The cells next to a set, and those over a bridge from it.
    fn near(&self, set: Cells, empty: Cells) -> Cells {
        let mut near = self.beside(set);
        if !self.definition.board.is_hexagonal {
            return near;
        }
        // The three lines of a hexagonal board, so that two steps aside lie round a bridge.
        let &[file, rank, both] = &self.steps[..] else { return near };
        let bridges = [(file, both), (both, rank)];
        for (a, b) in bridges {
            near |= (set.up(a) & empty).up(b) & (set.up(b) & empty).up(a);
            near |= (set.down(a) & empty).down(b) & (set.down(b) & empty).down(a);
        }
        near |= (set.up(rank) & empty).down(file) & (set.down(file) & empty).up(rank);
        near |= (set.down(rank) & empty).up(file) & (set.up(file) & empty).down(rank);
        near & self.board
    }
}
