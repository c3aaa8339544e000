//! Where the cells of a board lie in its drawing, in units of which a cell is 100 wide.

use super::look::{BoardLook, Grid, LabelPlace, Outline};
use plyglot_core::game::{BoardShape, BoardStyle, Labels};

pub(super) const CELL: f64 = 100.0;
pub(super) const HALF: f64 = CELL / 2.0;
/// From the centre of a hexagon to its corners.
pub(super) const RADIUS: f64 = 0.57735 * CELL;
const LABEL_ROOM: f64 = 46.0;
const FRAME_ROOM: f64 = 14.0;

pub(super) type Point = (f64, f64);

/// A board as one of the sides sees it.
#[derive(Clone, Debug)]
pub struct BoardView {
    pub shape: &'static BoardShape,
    pub labels: Labels,
    /// The names of the sides: where they are X and O, so are their stones.
    pub sides: [&'static str; 2],
    pub is_flipped: bool,
    pub(super) look: BoardLook,
    /// Whether a rhombus of hexagons stands on a corner.
    is_upright: bool,
    pub width: f64,
    pub height: f64,
    /// Small boards are shown larger: the size of what is to be as large on all, such as labels.
    pub unit: f64,
    /// Whether the names of files and ranks stand outside the cells.
    pub(super) has_outer_labels: bool,
    is_cell: Vec<bool>,
    /// The centre of the first cell, before the board is turned.
    origin: Point,
    /// The sums of the coordinates of a cell before and after the board is turned.
    mirror: Point,
}

/// Where a cell lies beside the first one.
fn place(grid: Grid, is_upright: bool, file: f64, row: f64) -> Point {
    match grid {
        Grid::HexagonRows if is_upright => (HALF * (file - row), 1.5 * RADIUS * (file + row)),
        Grid::HexagonRows => (CELL * (file + row / 2.0), 1.5 * RADIUS * row),
        Grid::HexagonFiles => (1.5 * RADIUS * file, CELL * (row + file / 2.0)),
        Grid::Squares => (CELL * file, CELL * row),
    }
}

/// Pieces cover names in their cells where they fill them, or where cells are small.
fn has_outer_labels(shape: &BoardShape, look: &BoardLook, labels: &Labels, unit: f64) -> bool {
    match look.labels {
        LabelPlace::Outside => true,
        LabelPlace::InsideLargeCells if unit > 1.0 && labels.numbers.is_empty() => true,
        _ => shape.has_files_above() || shape.kinds.iter().any(|kind| !kind.steps.is_empty()),
    }
}

/// The room on the left of the cells, above, on the right and below.
fn margins(shape: &BoardShape, look: &BoardLook, unit: f64, has_outer_labels: bool) -> [f64; 4] {
    match shape.style {
        BoardStyle::Hexagons | BoardStyle::HexagonFiles => return [75.0, 50.0, 75.0, 50.0],
        BoardStyle::Points { arcs, .. } => {
            let arcs = arcs.iter().copied().max().unwrap_or(0) as f64;
            return [((arcs - 0.5) * CELL).max(0.0) + LABEL_ROOM + 10.0; 4];
        }
        BoardStyle::Chequered | BoardStyle::Plain | BoardStyle::Holes => {}
    }
    let mut margins = [FRAME_ROOM * unit; 4];
    if !has_outer_labels {
        return margins;
    }
    if !look.is_wall {
        // As in diagrams of shogi.
        margins[if shape.has_tiles { 2 } else { 0 }] = LABEL_ROOM;
    }
    margins[if shape.has_files_above() { 1 } else { 3 }] = LABEL_ROOM;
    margins
}

impl BoardView {
    pub fn new(
        shape: &'static BoardShape,
        labels: Labels,
        sides: [&'static str; 2],
        is_flipped: bool,
    ) -> BoardView {
        BoardView::placed(shape, labels, sides, [is_flipped, false])
    }

    /// This view turned by 60 degrees, where that is narrower: a rhombus of hexagons on a corner.
    pub fn upright(&self) -> Option<BoardView> {
        let turns = [self.is_flipped, true];
        let upright = BoardView::placed(self.shape, self.labels.clone(), self.sides, turns);
        if upright.width < self.width { Some(upright) } else { None }
    }

    fn placed(
        shape: &'static BoardShape,
        labels: Labels,
        sides: [&'static str; 2],
        [is_flipped, is_upright]: [bool; 2],
    ) -> BoardView {
        let is_cell: Vec<bool> =
            (0..shape.files * shape.ranks).map(|cell| !shape.is_hole(cell)).collect();
        let unit = (shape.files.max(shape.ranks) as f64 / 8.0).clamp(0.45, 1.4);
        let look = BoardLook::new(shape, unit);
        let has_outer_labels = has_outer_labels(shape, &look, &labels, unit);
        let [left, top, right, bottom] = margins(shape, &look, unit, has_outer_labels);
        let mut min = (f64::INFINITY, f64::INFINITY);
        let mut max = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (cell, &is_cell) in is_cell.iter().enumerate() {
            if is_cell || look.grid == Grid::Squares {
                let column = (cell % shape.files) as f64;
                let row = (cell / shape.files) as f64;
                let (x, y) = place(look.grid, is_upright, column, row);
                min = (x.min(min.0), y.min(min.1));
                max = (x.max(max.0), y.max(max.1));
            }
        }
        let half = match look.grid {
            Grid::HexagonRows => (HALF, RADIUS),
            Grid::HexagonFiles => (RADIUS, HALF),
            Grid::Squares => (HALF, HALF),
        };
        let cells_width = max.0 - min.0 + 2.0 * half.0;
        let cells_height = max.1 - min.1 + 2.0 * half.1;
        BoardView {
            shape,
            labels,
            sides,
            // Stones fall down on both sides of the table.
            is_flipped: is_flipped && !look.is_wall,
            look,
            is_upright,
            width: cells_width + left + right,
            height: cells_height + top + bottom,
            unit,
            has_outer_labels,
            origin: (left + half.0 - min.0, top + half.1 - min.1),
            mirror: (2.0 * left + cells_width, 2.0 * top + cells_height),
            is_cell,
        }
    }

    pub fn is_hexagonal(&self) -> bool {
        self.look.grid != Grid::Squares
    }

    /// Whether marks on cells are rings.
    pub fn has_round_marks(&self) -> bool {
        self.look.has_round_marks
    }

    /// Whether stones fall into columns behind a wall.
    pub fn is_wall(&self) -> bool {
        self.look.is_wall
    }

    /// The cells that are no holes.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> {
        (0..self.is_cell.len()).filter(move |&cell| self.is_cell[cell])
    }

    pub(super) fn is_cell(&self, cell: usize) -> bool {
        self.is_cell[cell]
    }

    pub(super) fn file(&self, cell: usize) -> usize {
        cell % self.shape.files
    }

    pub(super) fn row(&self, cell: usize) -> usize {
        cell / self.shape.files
    }

    /// The cell in a column and row as they are seen.
    pub(super) fn cell_of(&self, column: usize, row: usize) -> usize {
        let cell = row * self.shape.files + column;
        if self.is_flipped { self.is_cell.len() - 1 - cell } else { cell }
    }

    /// The centre of a cell, or of a place beside the board.
    pub(super) fn at(&self, file: f64, row: f64) -> Point {
        let beside = place(self.look.grid, self.is_upright, file, row);
        let x = self.origin.0 + beside.0;
        let y = self.origin.1 + beside.1;
        if self.is_flipped { (self.mirror.0 - x, self.mirror.1 - y) } else { (x, y) }
    }

    /// The centre of a cell, which is counted row by row from the top left of the first side.
    pub fn centre(&self, cell: usize) -> Point {
        self.at(self.file(cell) as f64, self.row(cell) as f64)
    }

    /// A corner of a hexagon, counted clockwise from the upper right, or the right.
    fn corner(&self, cell: usize, number: usize) -> String {
        let first = match self.look.grid {
            Grid::HexagonFiles => 0.0,
            _ if self.is_upright => 30.0,
            _ => -30.0,
        };
        let turned = if self.is_flipped { 180.0 } else { 0.0 };
        let angle = (60.0 * number as f64 + first + turned).to_radians();
        let (x, y) = self.centre(cell);
        format!("{:.1} {:.1}", x + RADIUS * angle.cos(), y + RADIUS * angle.sin())
    }

    /// A side of a hexagon as the data of a path.
    pub(super) fn side(&self, cell: usize, way: usize) -> String {
        format!("M{}L{}", self.corner(cell, way), self.corner(cell, way + 1))
    }

    /// A cell as the data of a path.
    pub(super) fn outline(&self, cell: usize) -> String {
        if self.is_hexagonal() {
            let corners: Vec<String> = (0..6).map(|number| self.corner(cell, number)).collect();
            return format!("M{}Z", corners.join("L"));
        }
        let Outline { start, course } = self.look.outline;
        let (x, y) = self.centre(cell);
        format!("M{} {}{course}", x + start.0, y + start.1)
    }

    /// A cell as players call it.
    pub fn name(&self, cell: usize) -> String {
        let labels = &self.labels;
        if let Some(number) = labels.numbers.get(cell).filter(|number| **number > 0) {
            return number.to_string();
        }
        let file = labels.files.get(self.file(cell)).map_or("", String::as_str);
        let rank = labels.rank(self.file(cell), self.row(cell));
        match (file, rank) {
            ("", _) | (_, "") => self.shape.name(cell),
            _ if labels.is_rank_first => format!("{rank}{file}"),
            _ => format!("{file}{rank}"),
        }
    }
}
