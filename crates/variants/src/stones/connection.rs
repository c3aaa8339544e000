//! Stones that connect two regions.

use super::cells::Cells;
use super::grid::Grid;
use plyglot_core::game::Side;

/// What an empty cell that a side needs to connect its regions is worth, in centi-units.
const CELL: i32 = 100;
/// What a cell on a shortest connection is worth, and one on a connection that is a cell longer.
const ON_SHORTEST: i32 = 5;
/// From here on, a side is cut off.
const FARTHEST: usize = 30;

/// The most corners or sides that are looked at.
const MOST_PARTS: usize = 16;

/// The cells that can be reached from a region, by how many empty cells have to be filled.
struct Reach {
    by_distance: [Cells; FARTHEST],
    /// How many distances there are.
    count: usize,
}

impl Reach {
    /// The distance of each cell.
    fn distances(&self) -> [u8; Cells::SIZE] {
        let mut distances = [FARTHEST as u8; Cells::SIZE];
        for (distance, cells) in self.by_distance[..self.count].iter().enumerate() {
            cells.iter().for_each(|cell| distances[usize::from(cell)] = distance as u8);
        }
        distances
    }
}

impl Grid {
    /// The stones of `own` that are connected with one of `start`.
    pub(super) fn chain(&self, start: Cells, own: Cells) -> Cells {
        let (mut reached, mut new) = (Cells::EMPTY, start & own);
        while !new.is_empty() {
            reached |= new;
            new = self.beside(new) & own & !reached;
        }
        reached
    }

    /// Why a side's chain of stones wins, if it does.
    pub(super) fn connection(&self, side: Side, chain: Cells) -> Option<&'static str> {
        let rules = &self.definition.stones;
        let touches = |parts: &[Cells], least: u8| {
            least > 0 && parts.iter().filter(|part| chain.meets(**part)).count() >= least.into()
        };
        if self.regions[side.index()].iter().all(|region| chain.meets(*region)) {
            Some("edges connected")
        } else if touches(&self.corners, rules.connect_corners) {
            Some("corners connected")
        } else if touches(&self.sides, rules.connect_sides) {
            Some("sides connected")
        } else {
            (rules.connect_ring && self.is_ring(chain)).then_some("ring closed")
        }
    }

    /// Whether a chain goes round a cell, of whatever content.
    fn is_ring(&self, chain: Cells) -> bool {
        // A cell of the chain is inside if the chain has all cells around it.
        let directions = self.steps.iter().map(|&step| chain.up(step) & chain.down(step));
        let surrounded = directions.fold(chain, |cells, both| cells & both);
        if !surrounded.is_empty() {
            return true;
        }
        // Any other cell is inside if no way leads from it to the edge of the board.
        let outside = self.board & !chain;
        let edges = self.sides.iter().chain(&self.corners);
        let edge = edges.fold(Cells::EMPTY, |all, &part| all | part);
        self.chain(edge, outside) != outside
    }

    /// The chains of a side's stones.
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
        let [first, second] = [Side::First, Side::Second].map(|side| {
            let own = stones[side.index()];
            let empty = self.board & !(stones[0] | stones[1]);
            let rules = &self.definition.stones;
            [
                self.nearness(&self.regions[side.index()], 2, own, empty),
                self.nearness(&self.corners, rules.connect_corners.into(), own, empty),
                self.nearness(&self.sides, rules.connect_sides.into(), own, empty),
            ]
            .into_iter()
            .max()
            .unwrap_or(0)
        });
        first - second
    }

    /// How near a side is to connecting so many of these parts of the board: the more, the fewer
    /// cells it needs, in centi-units.
    fn nearness(&self, parts: &[Cells], least: usize, own: Cells, empty: Cells) -> i32 {
        const CUT_OFF: i32 = -(FARTHEST as i32) * CELL;
        let parts = parts.iter().filter(|part| !part.is_empty()).take(MOST_PARTS);
        let reaches: Vec<Reach> = parts.map(|&part| self.reach(part, own, empty)).collect();
        if least == 0 || reaches.len() < least {
            return CUT_OFF;
        }
        // How many cells have to be filled for a connection by each cell.
        let mut counts = [0; 2];
        let mut shortest = FARTHEST;
        let distances: Vec<[u8; Cells::SIZE]> = reaches.iter().map(Reach::distances).collect();
        for cell in (own | empty).iter() {
            let mut far = [FARTHEST; MOST_PARTS];
            for (far, distances) in far.iter_mut().zip(&distances) {
                *far = distances[usize::from(cell)].into();
            }
            far[..distances.len()].sort_unstable();
            // An empty cell is counted from each part.
            let again = if empty.has(cell) { least - 1 } else { 0 };
            let length = far[..least].iter().sum::<usize>().saturating_sub(again);
            match length as i32 - shortest as i32 {
                ..0 => {
                    counts = [1, if length + 1 == shortest { counts[0] } else { 0 }];
                    shortest = length;
                }
                0 => counts[0] += 1,
                1 => counts[1] += 1,
                _ => {}
            }
        }
        let width = (2 * counts[0] + counts[1]) * ON_SHORTEST / (shortest as i32 + 1);
        (width - shortest as i32 * CELL).max(CUT_OFF)
    }

    /// The cells by their distance from a region, through a side's own stones and over bridges:
    /// two stones with two common neighbours that are empty.
    fn reach(&self, region: Cells, own: Cells, empty: Cells) -> Reach {
        let mut reach = Reach { by_distance: [Cells::EMPTY; FARTHEST], count: 1 };
        let mut reached = self.closed(region & own, own, empty);
        reach.by_distance[0] = reached;
        let mut next = region & empty;
        while reach.count < FARTHEST {
            next |= self.near(reach.by_distance[reach.count - 1], empty) & empty;
            let new = next & !reached;
            if new.is_empty() {
                break;
            }
            let at = self.closed(new, own & !reached, empty);
            reached |= at;
            reach.by_distance[reach.count] = at;
            reach.count += 1;
            next = Cells::EMPTY;
        }
        reach
    }

    /// A set with the stones that are connected with it.
    fn closed(&self, start: Cells, own: Cells, empty: Cells) -> Cells {
        let (mut reached, mut new) = (start, start);
        while !new.is_empty() {
            new = self.near(new, empty) & own & !reached;
            reached |= new;
        }
        reached
    }

    /// The cells next to a set, and those over a bridge from it.
    fn near(&self, set: Cells, empty: Cells) -> Cells {
        let mut near = self.beside(set);
        if !self.definition.stones.hexagonal {
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
