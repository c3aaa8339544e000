//! What each style of boards looks like. A new style is a row here; classes are for themes of the
//! page.

use plyglot_core::game::{BoardShape, BoardStyle};

pub(super) const LINE: &str = "#5b4a2e";
const FRAME: &str = "#4c5a60";

#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLook {
    pub(super) grid: Grid,
    pub(super) frame: Frame,
    /// Those of neighbours in turn; none for points and holes.
    pub(super) cells: &'static [CellLook],
    /// The colour of the lines between cells.
    pub(super) line: &'static str,
    /// That of cells that are no hexagons.
    pub(super) outline: Outline,
    pub(super) labels: LabelPlace,
    pub(super) has_round_marks: bool,
    /// Whether stones stand behind a wall, into which they fall.
    pub(super) is_wall: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    Squares,
    /// Hexagons: each row lies half a cell further right than that above.
    HexagonRows,
    /// Hexagons: each file lies half a cell lower than that on its left.
    HexagonFiles,
}

/// What is below all cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) class: &'static str,
    pub(super) fill: &'static str,
    /// Of its corners.
    pub(super) radius: f64,
    /// The colour of labels on it.
    pub(super) label: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CellLook {
    pub(super) class: &'static str,
    pub(super) fill: &'static str,
    /// The colour of labels on it.
    pub(super) label: &'static str,
}

/// As the data of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    /// Where it begins, from the centre of the cell.
    pub(super) start: (f64, f64),
    pub(super) course: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabelPlace {
    Outside,
    /// In cells, unless pieces would cover them.
    Inside,
    /// In cells, unless pieces would cover them or cells are small.
    InsideLargeCells,
}

const LIGHT: CellLook = CellLook { class: "square light", fill: "#ece8dc", label: "#38454b" };
const DARK: CellLook = CellLook { class: "square dark", fill: "#8ba2ab", label: "#1d282d" };
const MIDDLE: CellLook = CellLook { class: "square middle", fill: "#bcc6c4", label: "#38454b" };
const GREEN: CellLook = CellLook { class: "square plain", fill: "#9ab69c", label: "#23402a" };
const OF_TILES: CellLook = CellLook { class: "square", fill: "#e2c88f", label: "#38454b" };
const PALE: CellLook = CellLook { class: "square", fill: "#f3e7cb", label: "#38454b" };

const WOOD: Frame = Frame { class: "wood", fill: "#e2cda2", radius: 16.0, label: "#4a3b22" };
const BACKING: Frame = Frame { class: "backing", fill: "#1b3350", radius: 28.0, label: "#ffffff" };

const SQUARE: Outline = Outline { start: (-50.0, -50.0), course: "h100v100h-100Z" };
/// A little smaller than the stone behind it.
const HOLE: Outline =
    Outline { start: (-40.0, 0.0), course: "a40 40 0 1 0 80 0a40 40 0 1 0 -80 0Z" };

impl BoardLook {
    /// `unit` is the size of what is to be as large on all boards.
    pub(super) fn new(shape: &BoardShape, unit: f64) -> BoardLook {
        let frame = Frame { class: "frame", fill: FRAME, radius: 12.0 * unit, label: "#ffffff" };
        let squares = BoardLook {
            grid: Grid::Squares,
            frame,
            cells: &[],
            line: "none",
            outline: SQUARE,
            labels: LabelPlace::Inside,
            has_round_marks: false,
            is_wall: false,
        };
        let round = BoardLook { has_round_marks: true, ..squares };
        match shape.style {
            BoardStyle::Chequered => {
                BoardLook { cells: &[LIGHT, DARK], labels: LabelPlace::InsideLargeCells, ..squares }
            }
            BoardStyle::Plain if shape.has_tiles => {
                BoardLook { cells: &[OF_TILES], line: "#7a6233", ..squares }
            }
            BoardStyle::Plain => BoardLook { cells: &[GREEN], line: "#55735a", ..squares },
            BoardStyle::Holes => BoardLook {
                frame: BACKING,
                outline: HOLE,
                labels: LabelPlace::Outside,
                is_wall: true,
                ..round
            },
            BoardStyle::Points { .. } => {
                BoardLook { frame: WOOD, labels: LabelPlace::Outside, ..round }
            }
            BoardStyle::Hexagons => BoardLook {
                grid: Grid::HexagonRows,
                frame: WOOD,
                cells: &[PALE],
                line: LINE,
                ..round
            },
            BoardStyle::HexagonFiles => BoardLook {
                grid: Grid::HexagonFiles,
                frame: Frame { radius: 16.0, ..frame },
                cells: &[DARK, MIDDLE, LIGHT],
                line: FRAME,
                ..round
            },
        }
    }
}
