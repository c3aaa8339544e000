//! A board without pieces. Themes of the page know its parts by their classes.

use super::look::{BoardLook, CellLook, Frame, Grid, LINE};
use super::view::{BoardView, CELL, HALF, Point};
use plyglot_core::game::{BoardShape, BoardStyle, HEXAGON_STEPS, Mark};
use plyglot_support::text::escape;

const RIVER: [&str; 2] = ["楚河", "漢界"];
/// Files to the right and rows down.
const SQUARE_STEPS: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The parts of a board, as elements of SVG.
#[derive(Clone, Debug)]
pub struct Ground {
    pub below: String,
    pub labels: String,
    /// What hides pieces: the wall with the holes.
    pub above: String,
}

impl BoardView {
    pub fn ground(&self) -> Ground {
        let mut below = self.frame() + &self.edges() + &self.squares();
        if let BoardStyle::Points { has_grid, lines, arcs, river } = self.shape.style {
            let grid = if has_grid { self.grid(river) } else { Vec::new() };
            below += &self.lines(lines.iter().copied().chain(grid.iter().map(|ends| &ends[..])));
            below += &self.loops(arcs);
            if !has_grid || !arcs.is_empty() {
                below.extend(self.cells().map(|cell| dot(self.centre(cell), 7.0)));
            }
            below.extend(river.map(|row| self.river_names(row)));
        }
        below.extend(self.shape.marks.iter().map(|&(cell, mark)| self.mark(cell, mark)));
        let labels = match self.labels.numbers {
            _ if self.is_hexagonal() => self.slanted_labels(),
            [] => self.square_labels(),
            numbers => self.numbers(numbers),
        };
        if self.look.is_wall {
            Ground { below, labels: String::new(), above: self.wall() + &labels }
        } else {
            Ground { below, labels, above: String::new() }
        }
    }

    /// The signs of Chinese script on the board.
    pub fn signs(&self) -> &'static [&'static str] {
        match self.shape.style {
            BoardStyle::Points { river: Some(_), .. } if self.shape.files >= 9 => &RIVER,
            _ => &[],
        }
    }

    fn frame(&self) -> String {
        let Frame { class, fill, radius, .. } = self.look.frame;
        let BoardView { width, height, .. } = self;
        format!(
            "<rect class='{class}' width='{width:.1}' height='{height:.1}' rx='{radius}' fill='{fill}'/>\n"
        )
    }

    /// Edges that players connect, below the cells, so that half of their width is seen.
    fn edges(&self) -> String {
        let mut out = String::new();
        for edge in self.shape.edges() {
            let colour = self.shape.colours[edge.owner];
            let look = "class='edge' stroke-width='30' stroke-linecap='round'";
            let side = self.side(edge.cell, edge.direction);
            out += &path(&side, &format!("{look} stroke='{colour}'"));
        }
        out
    }

    fn squares(&self) -> String {
        let BoardLook { cells: looks, line, .. } = self.look;
        let mut out = String::new();
        for (number, CellLook { class, fill, .. }) in looks.iter().enumerate() {
            let mut outlines = String::new();
            for cell in self.cells().filter(|&cell| self.colour(cell) % looks.len() == number) {
                outlines += &self.outline(cell);
            }
            let look = format!("class='{class}' fill='{fill}' stroke='{line}' stroke-width='2'");
            out += &path(&outlines, &look);
        }
        out
    }

    /// A number that tells the colours of neighbours apart.
    fn colour(&self, cell: usize) -> usize {
        match self.look.grid {
            // The same along diagonals.
            Grid::HexagonFiles => self.file(cell) + self.shape.ranks - 1 - self.row(cell),
            _ => self.file(cell) + self.row(cell),
        }
    }

    /// The lines along all files and ranks.
    fn grid(&self, river: Option<usize>) -> Vec<[usize; 2]> {
        let BoardShape { files, ranks, .. } = *self.shape;
        let mut ends = Vec::new();
        for file in 0..files {
            let mut start = file;
            if let Some(row) = river.filter(|_| file > 0 && file + 1 < files) {
                ends.push([file, (row - 1) * files + file]);
                start = row * files + file;
            }
            ends.push([start, (ranks - 1) * files + file]);
        }
        ends.extend((0..ranks).map(|row| [row * files, (row + 1) * files - 1]));
        ends
    }

    fn lines<'a>(&self, lines: impl Iterator<Item = &'a [usize]>) -> String {
        let mut course = String::new();
        for line in lines {
            let points: Vec<String> = line.iter().map(|&cell| self.point(cell)).collect();
            course += &format!("M{}", points.join("L"));
        }
        let look = format!("class='line' fill='none' stroke='{LINE}' stroke-width='3'");
        path(&course, &look)
    }

    fn point(&self, cell: usize) -> String {
        let (x, y) = self.centre(cell);
        format!("{x} {y}")
    }

    /// Arcs that join lines outside the corners. They differ by their dashes, so that the eye can
    /// follow each.
    fn loops(&self, arcs: &[usize]) -> String {
        const LOOKS: [(&str, &str); 2] = [("#7d3c1f", "none"), ("#2f5560", "14 5")];
        let BoardShape { files, ranks, .. } = *self.shape;
        let mut out = String::new();
        for (&arc, (stroke, dashes)) in arcs.iter().zip(LOOKS.iter().cycle()) {
            // From a file round the corner to a row; clockwise or not.
            let corners = [
                (arc, arc * files, 0),
                (files - 1 - arc, (arc + 1) * files - 1, 1),
                ((ranks - 1) * files + arc, (ranks - 1 - arc) * files, 1),
                (ranks * files - 1 - arc, (ranks - arc) * files - 1, 0),
            ];
            let radius = CELL * arc as f64;
            let course = corners.map(|(from, to, sweep)| {
                let arc = format!("A{radius} {radius} 0 1 {sweep}");
                format!("M{}{arc} {}", self.point(from), self.point(to))
            });
            let look = format!("stroke='{stroke}' stroke-width='4' stroke-dasharray='{dashes}'");
            out += &path(&course.concat(), &format!("class='loop' fill='none' {look}"));
        }
        out
    }

    fn river_names(&self, row: usize) -> String {
        let files = self.shape.files;
        let y = (self.centre(row * files).1 + self.centre((row - 1) * files).1) / 2.0 + 20.0;
        let look = "class='river sign' font-size='50' opacity='0.75' text-anchor='middle'";
        let mut out = String::new();
        for (name, part) in self.signs().iter().zip([0.25, 0.75]) {
            let x = part * self.width;
            out += &format!("<text {look} x='{x}' y='{y}' fill='{LINE}'>{name}</text>\n");
        }
        out
    }

    fn mark(&self, cell: usize, mark: Mark) -> String {
        let (x, y) = self.centre(cell);
        match mark {
            Mark::Hole | Mark::Edge(_) => String::new(),
            Mark::Star if self.has_signs() => self.corners_of_point(cell),
            Mark::Star => dot((x, y), 9.0),
            Mark::Dot if self.is_flipped => dot((x - HALF, y - HALF), 8.0),
            Mark::Dot => dot((x + HALF, y + HALF), 8.0),
            Mark::Throne => path(
                &format!("M{} {}l100 100m-100 0l100 -100", x - HALF, y - HALF),
                "stroke='#2f4a38' stroke-width='3' opacity='0.6'",
            ),
            Mark::Goal(_) => path(&self.outline(cell), "fill='#0b6b3a' opacity='0.28'"),
            Mark::Promotion(_) | Mark::Palace(_) => self.zone_border(cell, mark),
        }
    }

    fn has_signs(&self) -> bool {
        self.shape.kinds.iter().flat_map(|kind| kind.symbols).flatten().any(|c| c > '\u{2fff}')
    }

    /// What boards of xiangqi have where cannons and soldiers begin.
    fn corners_of_point(&self, cell: usize) -> String {
        let (x, y) = self.centre(cell);
        let mut corners = String::new();
        for other in [(1, 0), (-1, 0)].into_iter().filter_map(|step| self.shape.beside(cell, step))
        {
            let side = (self.centre(other).0 - x).signum();
            for down in [-1.0, 1.0] {
                let start = format!("M{} {}", x + 9.0 * side, y + 26.0 * down);
                corners += &format!("{start}v{}h{}", -17.0 * down, 17.0 * side);
            }
        }
        let look = format!("class='star' fill='none' stroke='{LINE}' stroke-width='3'");
        path(&corners, &look)
    }

    /// Lines along the diagonals of the board, as in sittuyin, or else the sides of a cell of a zone
    /// that face cells outside.
    fn zone_border(&self, cell: usize, mark: Mark) -> String {
        let (x, y) = self.centre(cell);
        let marks = self.shape.marks;
        let is_straight = marks.iter().any(|&(at, m)| m == mark && self.diagonal(at) == 0.0);
        if !self.is_hexagonal() && !is_straight {
            let down = self.diagonal(cell);
            let course = format!("M{} {}l100 {}", x - HALF, y - HALF * down, CELL * down);
            return path(&course, "stroke='#3d4f57' stroke-width='3'");
        }
        let steps = if self.is_hexagonal() { &HEXAGON_STEPS[..] } else { &SQUARE_STEPS[..] };
        let mut sides = String::new();
        for (way, &step) in steps.iter().enumerate() {
            let Some(other) = self.shape.beside(cell, step) else { continue };
            if !self.is_cell(other) || self.shape.has(other, mark) {
                continue;
            }
            if self.is_hexagonal() {
                sides += &self.side(cell, way);
                continue;
            }
            let (to_x, to_y) = self.centre(other);
            let right = (to_x - x) / 2.0;
            let down = (to_y - y) / 2.0;
            let start = format!("M{} {}", x + right - down, y + down - right);
            sides += &format!("{start}l{} {}", 2.0 * down, 2.0 * right);
        }
        let look = "class='zone' stroke='#3d4f57' stroke-width='5' stroke-dasharray='14 9'";
        path(&sides, look)
    }

    /// 1 on the diagonal of the board that goes down to the right, -1 on the other, 0 elsewhere.
    fn diagonal(&self, cell: usize) -> f64 {
        let across = 2.0 * self.file(cell) as f64 - self.shape.files as f64 + 1.0;
        let down = 2.0 * self.row(cell) as f64 - self.shape.ranks as f64 + 1.0;
        if across.abs() == down.abs() { (across * down).signum() } else { 0.0 }
    }

    fn wall(&self) -> String {
        let mut outline = format!(
            "M28 0H{}a28 28 0 0 1 28 28V{}a28 28 0 0 1 -28 28H28a28 28 0 0 1 -28 -28V28a28 28 0 0 1 28 -28Z",
            self.width - 28.0,
            self.height - 28.0
        );
        outline.extend(self.cells().map(|cell| self.outline(cell)));
        let look = "fill='#3d76b4' stroke='#24507f' stroke-width='3' fill-rule='evenodd'";
        path(&outline, &format!("class='wall' {look}"))
    }
}

impl BoardView {
    /// The numbers of squares, in their corners.
    fn numbers(&self, numbers: &[u8]) -> String {
        let mut out = String::new();
        for (cell, number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            let (x, y) = self.centre(cell);
            let at = (x - 48.0, y + 11.0 * self.unit - 48.5);
            let look = self.small("coordinate square-number", cell, 14.0);
            out += &label(at, &look, &number.to_string());
        }
        out
    }

    /// In the corners of the squares at the edge, where no piece covers them, or outside.
    fn square_labels(&self) -> String {
        let BoardShape { files, ranks, .. } = *self.shape;
        let is_inside = !self.has_outer_labels;
        let mut out = String::new();
        for cell in (0..files).map(|column| self.cell_of(column, ranks - 1)) {
            let (x, y) = self.centre(cell);
            let far = self.labels.far_files.get(self.file(cell)).map_or("", String::as_str);
            // Each player reads the names on the own side.
            let mut names = [self.file_name(cell), far];
            if self.is_flipped && !far.is_empty() {
                names.reverse();
            }
            if is_inside {
                let look = self.small("coordinate", cell, 21.0) + " text-anchor='end'";
                out += &label((x + 44.0, y + 45.0), &look, names[0]);
                continue;
            }
            let near = if self.shape.has_files_above() { 34.0 } else { self.height - 14.0 };
            out += &label((x, near), &self.large(), names[0]);
            out += &label((x, 34.0), &self.large(), names[1]);
        }
        // Nobody needs the names of ranks to drop a stone into a column.
        let rows = if self.look.is_wall { 0 } else { ranks };
        for cell in (0..rows).map(|row| self.cell_of(0, row)) {
            let (x, y) = self.centre(cell);
            let aside = if self.shape.has_tiles { self.width - 23.0 } else { 25.0 };
            let (at, look) = match is_inside {
                true => {
                    let at = (x - 45.0, y + 17.0 * self.unit - 46.0);
                    (at, self.small("coordinate", cell, 21.0))
                }
                false => ((aside, y + 8.0), self.large()),
            };
            out += &label(at, &look, self.rank_name(cell));
        }
        out
    }

    /// Files above or below and ranks left of the first cell of each, along the slant.
    fn slanted_labels(&self) -> String {
        let is_above = self.shape.has_files_above();
        let (aside, look) = match self.look.grid {
            Grid::HexagonFiles => (0.7, self.large()),
            _ => (0.85, self.small("coordinate", 0, 21.0) + " text-anchor='middle'"),
        };
        let beyond = if is_above { -aside } else { aside };
        let mut out = String::new();
        for file in 0..self.shape.files {
            let cells: Vec<usize> = self.cells().filter(|&cell| self.file(cell) == file).collect();
            let end = if is_above { cells.first() } else { cells.last() };
            let Some(&cell) = end else { continue };
            let (x, y) = self.at(file as f64, self.row(cell) as f64 + beyond);
            out += &label((x, y + 8.0), &look, self.file_name(cell));
        }
        for row in 0..self.shape.ranks {
            let Some(cell) = self.cells().find(|&cell| self.row(cell) == row) else { continue };
            let (x, y) = self.at(self.file(cell) as f64 - aside, row as f64);
            out += &label((x, y + 8.0), &look, self.rank_name(cell));
        }
        out
    }

    fn file_name(&self, cell: usize) -> &str {
        self.labels.files.get(self.file(cell)).map_or("", String::as_str)
    }

    fn rank_name(&self, cell: usize) -> &str {
        self.labels.rank(self.file(cell), self.row(cell))
    }

    /// The look of a label on a cell.
    fn small(&self, class: &str, cell: usize, size: f64) -> String {
        let looks = self.look.cells;
        let fill = match looks.get(self.colour(cell) % looks.len().max(1)) {
            _ if !self.is_cell(cell) && !self.is_hexagonal() => "#ffffff",
            Some(look) => look.label,
            None => "#38454b",
        };
        format!("class='{class}' font-size='{:.1}' fill='{fill}'", size * self.unit)
    }

    /// The look of a label beside the cells.
    fn large(&self) -> String {
        let fill = self.look.frame.label;
        format!("class='coordinate' font-size='26' fill='{fill}' text-anchor='middle'")
    }
}

fn label((x, y): Point, look: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let text = escape(text);
    format!("<text {look} font-weight='650' x='{x:.1}' y='{y:.1}'>{text}</text>\n")
}

fn path(course: &str, look: &str) -> String {
    format!("<path {look} d='{course}'/>\n")
}

fn dot((x, y): Point, radius: f64) -> String {
    format!("<circle class='star' cx='{x}' cy='{y}' r='{radius}' fill='{LINE}'/>\n")
}
