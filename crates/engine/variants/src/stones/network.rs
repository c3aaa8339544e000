//! The network of a game of stones sees the stones of both sides on their cells, and where rows or
//! captures win, how many threats each side has and how many windows it may still complete.

use super::StoneGame;
use super::cells::Cells;
use super::grid::{Grid, from_middle};
use super::position::StonePosition;
use super::threats::MAX_MISSING;
use crate::network::layout::{Images, bucket};
use crate::network::visit_levels;
use plyglot_core::game::Side;
use plyglot_core::game::network::{
    NO_PLACEMENT, NetworkShape, NetworkSource, Networked, Placements,
};

/// The numbers of placements of a side's counters: for open windows that lack one stone, two, three
/// and four; for cells that complete a row, make a four, or make two at once; for captured
/// stones. A counter has a placement for each of its first levels.
const LEVELS: [u8; MAX_MISSING + 4] = [10, 10, 10, 10, 2, 8, 4, 15];
const MAX_LEVELS: usize = 15;
/// The numbers that are reserved for the counters of one side; some stay unused.
const COUNTER_PLACEMENTS: usize = LEVELS.len() * MAX_LEVELS;

// Levels are compared word by word.
const _: () = assert!(LEVELS.len().is_multiple_of(8));

/// The stones of both sides, and the levels of their counters.
#[derive(Clone, Copy, Default)]
pub struct Stones {
    stones: [Cells; 2],
    levels: [[u8; LEVELS.len()]; 2],
}

impl Placements for Stones {
    type List = [u16; MAX_PLACEMENTS + 1];
    const NONE: Self::List = [NO_PLACEMENT; MAX_PLACEMENTS + 1];

    fn iter(&self) -> impl Iterator<Item = usize> {
        let mut placements = Vec::new();
        Stones::default().visit_difference(self, |placement, _| placements.push(placement));
        placements.into_iter()
    }

    #[inline(always)]
    fn visit_difference(&self, other: &Self, mut visit: impl FnMut(usize, bool)) {
        for side in 0..2 {
            let old = self.stones[side];
            let new = other.stones[side];
            let first = side * Cells::SIZE;
            (old & !new).iter().for_each(|cell| visit(first + usize::from(cell), false));
            (new & !old).iter().for_each(|cell| visit(first + usize::from(cell), true));
        }
        for side in 0..2 {
            let old = &self.levels[side];
            let new = &other.levels[side];
            visit_levels(old, new, |counter| first_of(side, counter), &mut visit);
        }
    }
}

const fn first_of(side: usize, counter: usize) -> usize {
    2 * Cells::SIZE + side * COUNTER_PLACEMENTS + counter * MAX_LEVELS
}

impl StonePosition {
    #[inline(always)]
    fn levels(&self) -> [[u8; LEVELS.len()]; 2] {
        self.threats(|threats| {
            [0, 1].map(|side| {
                let mut counts = [0; LEVELS.len()];
                for (more, &open) in threats.open_windows[side].iter().enumerate() {
                    // Windows with few stones are many.
                    let stones = self.grid.row.saturating_sub(1 + more) as u32;
                    counts[more] = u32::from(open) * stones / (stones + more as u32).max(1);
                }
                let cells = [threats.wins, threats.fours, threats.doubles];
                counts[MAX_MISSING..][..3].copy_from_slice(&cells.map(|it| it[side].count()));
                counts[MAX_MISSING + 3] = self.captured[side].into();
                std::array::from_fn(|i| counts[i].min(LEVELS[i].into()) as u8)
            })
        })
    }
}

impl Networked for StonePosition {
    type Placements = Stones;

    fn shape(game: &'static StoneGame) -> NetworkShape {
        game.inputs().shape
    }

    #[inline(always)]
    fn placements(&self) -> Stones {
        let levels = if self.grid.has_threats() { self.levels() } else { Default::default() };
        let occupied = self.stones[0].count() + self.stones[1].count();
        if occupied as usize <= MAX_STONES {
            return Stones { stones: self.stones, levels };
        }
        let seen: Cells = (self.stones[0] | self.stones[1]).iter().take(MAX_STONES).collect();
        Stones { stones: self.stones.map(|stones| stones & seen), levels }
    }

    #[inline(always)]
    fn input(game: &'static StoneGame, perspective: usize, placement: usize) -> usize {
        game.inputs().images.input(perspective, placement)
    }

    fn symmetries(game: &'static StoneGame) -> usize {
        game.inputs().images.symmetries()
    }

    fn symmetric(game: &'static StoneGame, symmetry: usize, placement: usize) -> usize {
        game.inputs().images.symmetric(symmetry, placement)
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let occupied = self.stones[0].count() + self.stones[1].count();
        let most = self.grid.board.count().min(MAX_STONES as u32);
        bucket(occupied as usize, most as usize)
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.by_rules())
    }

    fn default_network(game: &'static StoneGame) -> Option<NetworkSource> {
        game.network.source(|| Self::shape(game))
    }
}

/// The most stones that the network sees: few games have more, and the bound of weights falls with
/// it.
pub(super) const MAX_STONES: usize = 127;
const MAX_PLACEMENTS: usize = MAX_STONES + {
    let mut sum = 0;
    let mut counter = 0;
    while counter < LEVELS.len() {
        sum += 2 * LEVELS[counter] as usize;
        counter += 1;
    }
    sum
};

#[derive(Debug)]
pub(crate) struct StoneInputs {
    pub(super) shape: NetworkShape,
    pub(super) images: Images,
}

impl StoneInputs {
    pub(super) fn new(grid: &Grid) -> StoneInputs {
        let maps = Map::all(grid);
        let has_counters = grid.has_threats();
        let counters = if has_counters { COUNTER_PLACEMENTS } else { 0 };
        let exchanging = maps.iter().find(|map| map.keeps(grid, true));
        let kept = maps.iter().filter(|map| map.keeps(grid, false));
        let symmetric = kept.map(|map| map.placements(false, counters)).collect();
        let stones = (grid.board.count() as usize).min(MAX_STONES);
        let most = stones + if has_counters { MAX_PLACEMENTS - MAX_STONES } else { 0 };
        let most = most.max(NetworkShape::USUAL_MAX_PLACEMENTS);
        let exchanged = exchanging.map(|map| map.placements(true, counters));
        let images = Images::new(2 * (Cells::SIZE + counters), exchanged, symmetric, None);
        StoneInputs { shape: images.shape(most, grid.definition.sum), images }
    }
}

/// The cells onto which those of one side are mapped for the other, if possible each onto itself, or
/// mirrored on the diagonal from the top left, which is the long one of hex.
pub(super) fn exchanging_cells(grid: &Grid) -> Option<Vec<u16>> {
    let mut maps = Map::all(grid);
    maps.retain(|map| map.keeps(grid, true));
    if maps.is_empty() {
        return None;
    }
    let corner = grid.cell(0, grid.ranks - 1);
    let wanted = maps.iter().position(|map| map.0[usize::from(corner)] == corner);
    Some(maps.swap_remove(wanted.unwrap_or(0)).0)
}

/// Whether a linear map leads the lines of a board to lines.
fn keeps_lines(grid: &Grid, [[a, b], [c, d]]: [[i32; 2]; 2]) -> bool {
    if (a * d - b * c).abs() != 1 {
        return false;
    }
    for (file, rank) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        let image = (a * file + b * rank, c * file + d * rank);
        if is_line(grid, (file, rank)) && !is_line(grid, image) {
            return false;
        }
    }
    true
}

fn is_line(grid: &Grid, (file, rank): (i32, i32)) -> bool {
    let step = ((i32::from(grid.files) + 1) * rank + file).unsigned_abs();
    file.abs().max(rank.abs()) == 1 && grid.steps.contains(&step)
}

/// A map of the cells onto cells; those off the board stay where they are.
struct Map(Vec<u16>);

impl Map {
    /// The maps of the board that keep its lines, the identity first.
    fn all(grid: &Grid) -> Vec<Map> {
        let entries = [1, 0, -1];
        let pairs: Vec<[i32; 2]> = entries.map(|a| entries.map(|b| [a, b])).concat();
        let mut maps: Vec<Map> = Vec::new();
        for &file in &pairs {
            for &rank in &pairs {
                if keeps_lines(grid, [file, rank])
                    && let Some(map) = Map::linear(grid, [file, rank])
                {
                    maps.push(map);
                }
            }
        }
        maps.sort_by_key(|map| (0..).zip(&map.0).any(|(cell, &image)| cell != image));
        maps
    }

    /// The images of all placements, with so many for the counters of each side.
    fn placements(&self, exchanges: bool, counters: usize) -> Vec<u16> {
        let sides = if exchanges { [1, 0] } else { [0, 1] };
        let mut placements = Vec::new();
        for side in sides {
            let first = (side * Cells::SIZE) as u16;
            placements.extend(self.0.iter().map(|&cell| first + cell));
        }
        for side in sides {
            let first = first_of(side, 0) as u16;
            placements.extend(first..first + counters as u16);
        }
        placements
    }

    /// The linear map about the centre, if it keeps the board.
    fn linear(grid: &Grid, [[a, b], [c, d]]: [[i32; 2]; 2]) -> Option<Map> {
        let mut images: Vec<u16> = (0..Cells::SIZE as u16).collect();
        for cell in grid.board.iter() {
            let (file, rank) = grid.place(cell);
            let x = from_middle(file, grid.files);
            let y = from_middle(rank, grid.ranks);
            let file = at_distance(a * x + b * y, grid.files)?;
            let rank = at_distance(c * x + d * y, grid.ranks)?;
            let image = grid.cell(file, rank);
            if !grid.board.has(image) {
                return None;
            }
            images[usize::from(cell)] = image;
        }
        Some(Map(images))
    }

    fn image(&self, cells: Cells) -> Cells {
        cells.iter().map(|cell| self.0[usize::from(cell)]).collect()
    }

    /// Whether the regions that are to be connected are mapped onto those of the same side, or of
    /// the other one.
    fn keeps(&self, grid: &Grid, exchanges: bool) -> bool {
        if exchanges && grid.has_bans {
            return false;
        }
        Side::BOTH.into_iter().all(|side| {
            let own = grid.regions[if exchanges { !side } else { side }];
            let [one, other] = grid.regions[side].map(|region| self.image(region));
            own == [one, other] || own == [other, one]
        })
    }
}

/// The file or the rank of so many at a distance as of [`from_middle`]; `None` between two of them,
/// and off the board.
fn at_distance(distance: i32, size: u16) -> Option<u16> {
    let twice = distance + i32::from(size) - 1;
    let is_inside = twice % 2 == 0 && (0..2 * i32::from(size)).contains(&twice);
    if is_inside { Some((twice / 2) as u16) } else { None }
}
