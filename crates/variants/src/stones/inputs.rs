//! The inputs of the network of a game of stones, derived from its board and its rules: a stone of
//! each side on each cell.

use super::cells::Cells;
use super::grid::Grid;
use crate::network::images::Images;
use plyglot_core::game::network::NetworkShape;

/// The most stones that the network sees: few games have more, and the bound of weights falls with
/// it.
pub(super) const MOST: usize = 127;

/// The inputs of a game.
#[derive(Debug)]
pub(crate) struct StoneInputs {
    pub(super) shape: NetworkShape,
    pub(super) images: Images,
}

impl StoneInputs {
    pub(super) fn new(grid: &Grid) -> StoneInputs {
        let maps = Map::all(grid);
        let image = |map: &Map, exchanges: bool| -> Vec<u16> {
            let side = |side: usize| if exchanges { 1 - side } else { side };
            let sides = (0..2).map(|of| side(of) * Cells::SIZE);
            sides.flat_map(|first| map.0.iter().map(move |&cell| first as u16 + cell)).collect()
        };
        let exchanging = maps.iter().find(|map| map.keeps(grid, true));
        let kept = maps.iter().filter(|map| map.keeps(grid, false));
        let symmetric = kept.map(|map| image(map, false)).collect();
        let most = (grid.board.count() as usize).clamp(NetworkShape::USUAL_MOST_PLACEMENTS, MOST);
        let exchanged = exchanging.map(|map| image(map, true));
        let images = Images::new(2 * Cells::SIZE, exchanged, symmetric);
        StoneInputs { shape: images.shape(most, grid.definition.sum), images }
    }
}

/// A map of the cells onto cells; those off the board stay where they are.
struct Map(Vec<u16>);

impl Map {
    /// The maps of the board that keep its lines, the identity first.
    fn all(grid: &Grid) -> Vec<Map> {
        let entries = [1, 0, -1];
        let pairs = entries.iter().flat_map(|&a| entries.map(|b| [a, b]));
        let pairs: Vec<[i32; 2]> = pairs.collect();
        let all = pairs.iter().flat_map(|&file| pairs.iter().map(move |&rank| [file, rank]));
        let keeps_lines = |map: &[[i32; 2]; 2]| {
            let stride = i32::from(grid.files) + 1;
            let step = |file: i32, rank: i32| (stride * rank + file).unsigned_abs();
            let image = |file: i32, rank: i32| {
                let at = |[a, b]: [i32; 2]| a * file + b * rank;
                (at(map[0]), at(map[1]))
            };
            let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
            let is_line = |(file, rank): (i32, i32)| {
                (file, rank) != (0, 0)
                    && file.abs() <= 1
                    && rank.abs() <= 1
                    && grid.steps.contains(&step(file, rank))
            };
            let [[a, b], [c, d]] = *map;
            (a * d - b * c).abs() == 1
                && lines.iter().all(|&(f, r)| !is_line((f, r)) || is_line(image(f, r)))
        };
        let mut maps: Vec<Map> =
            all.filter(keeps_lines).filter_map(|map| Map::of(grid, map)).collect();
        let is_identity = |map: &Map| (0..).zip(&map.0).all(|(cell, &image)| cell == image);
        maps.sort_by_key(|map| !is_identity(map));
        maps
    }

    /// The linear map about the centre, if it keeps the board.
    fn of(grid: &Grid, map: [[i32; 2]; 2]) -> Option<Map> {
        let (files, ranks) = (i32::from(grid.files), i32::from(grid.ranks));
        let mut images: Vec<u16> = (0..Cells::SIZE as u16).collect();
        for cell in grid.board.iter() {
            let (file, rank) = grid.place(cell);
            // Twice the distance from the centre.
            let (x, y) = (2 * i32::from(file) + 1 - files, 2 * i32::from(rank) + 1 - ranks);
            let at = |[a, b]: [i32; 2], size: i32| {
                let twice = a * x + b * y + size - 1;
                (twice % 2 == 0 && (0..2 * size).contains(&twice)).then_some((twice / 2) as u16)
            };
            let image = grid.cell(at(map[0], files)?, at(map[1], ranks)?);
            images[usize::from(cell)] = grid.board.has(image).then_some(image)?;
        }
        Some(Map(images))
    }

    /// Whether the regions that are to be connected are mapped onto those of the same side, or of
    /// the other one.
    fn keeps(&self, grid: &Grid, exchanges: bool) -> bool {
        if exchanges && grid.has_bans {
            return false;
        }
        let image =
            |set: Cells| -> Cells { set.iter().map(|cell| self.0[usize::from(cell)]).collect() };
        (0..2).all(|side| {
            let own = grid.regions[if exchanges { 1 - side } else { side }];
            let [one, other] = grid.regions[side].map(image);
            own == [one, other] || own == [other, one]
        })
    }
}
