//! A position as an image: the board, its pieces, and moves with their scores.

use crate::shared::score;
use plyglot_core::game::{
    BoardShape, BoardStyle, DARK, HEXAGON_STEPS, LIGHT, Labels, Mark, MoveCells, Picture, Piece,
    Side, Step,
};
use plyglot_engine::Value;
use plyglot_support::text::escape;
use std::fmt::Write;

const CELL: f64 = 60.0;
const MARGIN: f64 = 30.0;
const STONE: f64 = 0.38 * CELL;
const MAX_DRAWN_MOVES: usize = 8;
const FIGURES: [char; 6] = ['♚', '♛', '♜', '♝', '♞', '♟'];
const DUCK: &str = "M-20 6Q-20 -2 -8 -1Q-2 -1 -1 -5A9 9 0 1 1 16 -9L22 -6L15 -3Q20 4 17 12Q14 19 2 \
    19H-7Q-18 18 -20 6Z";
/// From the centre of a hexagon to its corners.
const RADIUS: f64 = 0.577 * CELL;

const STYLE: &str = "\
text{font:15px 'DejaVu Sans',Arial,sans-serif;fill:#57606a;text-anchor:middle}\
.symbol{font-size:46px;stroke:#2f2b28;stroke-width:3;stroke-linejoin:round;paint-order:stroke}\
.score{font-size:13px;font-weight:600;fill:#fff}\
.line{stroke:#5b4a2e;stroke-width:1.5;fill:none}\
.number{font-size:11px}.star{stroke:#5b4a2e;stroke-width:8;stroke-linecap:round}.edge{stroke-width:7;stroke-linecap:round}\
.goal{fill:#1a7f37;opacity:.2}.zone{stroke:#5b4a2e;stroke-width:4;stroke-dasharray:9 5}\
.sign{font-size:28px;font-weight:600}.small{font-size:17px;font-weight:600}\
.move{stroke:#1f6feb;fill:none;stroke-width:6;stroke-linecap:round}\
.best .move{stroke:#1a7f37}.tag{fill:#1f6feb}.best .tag{fill:#1a7f37}";

/// A board as an SVG document, called `title`, with the first of these moves and their scores
/// for the side to move; the best comes first.
pub fn svg(title: &str, picture: &Picture, moves: &[(MoveCells, Value)]) -> String {
    let board = Drawing::new(picture.shape);
    let [width, height] = board.size();
    let mut out = format!(
        "<svg data-by=\"plyglot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escape(title)
    );
    board.ground(&mut out);
    board.pieces(&mut out, picture);
    // The best move comes last, on top of the others, and scores lie on all arrows: one for a cell.
    let drawn = || moves.iter().enumerate().take(MAX_DRAWN_MOVES).rev();
    drawn().for_each(|(rank, &(cells, _))| board.drawn_move(&mut out, rank, cells));
    for (rank, &(cells, value)) in drawn() {
        let is_best = |to| moves[..rank].iter().all(|(better, _)| better.to != Some(to));
        if let Some(to) = cells.to.filter(|&to| is_best(to)) {
            board.score(&mut out, rank, to, value);
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The room round the cells: arcs at the corners need more.
fn margin(shape: &BoardShape) -> f64 {
    let arcs = match shape.style {
        BoardStyle::Points { arcs, .. } => arcs.iter().copied().max().unwrap_or(0),
        _ => 0,
    };
    MARGIN + CELL * arcs as f64
}

struct Drawing {
    shape: &'static BoardShape,
    margin: f64,
    /// Whether each cell is one, and no hole.
    is_cell: Vec<bool>,
    /// The least and the greatest coordinates of centres.
    ends: [(f64, f64); 2],
}

// Writing to a string does not fail.

impl Drawing {
    fn new(shape: &'static BoardShape) -> Drawing {
        let mut is_cell = vec![true; shape.files * shape.ranks];
        let holes = shape.marks.iter().filter(|(_, mark)| *mark == Mark::Hole);
        holes.for_each(|&(cell, _)| is_cell[cell] = false);
        let mut board = Drawing { shape, margin: margin(shape), is_cell, ends: [(0.0, 0.0); 2] };
        let at = (0..board.is_cell.len()).filter(|&cell| board.is_cell[cell]);
        let at: Vec<(f64, f64)> = at.map(|cell| board.place(cell)).collect();
        let end = |choose: fn(f64, f64) -> f64| {
            at.iter().copied().reduce(|a, b| (choose(a.0, b.0), choose(a.1, b.1)))
        };
        board.ends = [end(f64::min), end(f64::max)].map(Option::unwrap_or_default);
        board
    }

    fn is_hexagonal(&self) -> bool {
        matches!(self.shape.style, BoardStyle::Hexagons | BoardStyle::HexagonFiles)
    }

    /// Where the centre of a cell lies beside others.
    fn place(&self, cell: usize) -> (f64, f64) {
        let (file, row) = ((cell % self.shape.files) as f64, (cell / self.shape.files) as f64);
        match self.shape.style {
            BoardStyle::Hexagons => (CELL * (file + row / 2.0), 1.5 * RADIUS * row),
            BoardStyle::HexagonFiles => (1.5 * RADIUS * file, CELL * (row + file / 2.0)),
            _ => (CELL * file, CELL * row),
        }
    }

    /// Half of the width and of the height of a cell.
    fn half(&self) -> (f64, f64) {
        match self.shape.style {
            BoardStyle::Hexagons => (CELL / 2.0, RADIUS),
            BoardStyle::HexagonFiles => (RADIUS, CELL / 2.0),
            _ => (CELL / 2.0, CELL / 2.0),
        }
    }

    fn size(&self) -> [f64; 2] {
        let ([least, greatest], half) = (self.ends, self.half());
        [greatest.0 - least.0 + 2.0 * half.0, greatest.1 - least.1 + 2.0 * half.1]
            .map(|length| (length + 2.0 * self.margin).round())
    }

    /// The centre of a cell, which is counted row by row from the top left.
    fn centre(&self, cell: usize) -> (f64, f64) {
        let ((x, y), half, [least, _]) = (self.place(cell), self.half(), self.ends);
        (x - least.0 + half.0 + self.margin, y - least.1 + half.1 + self.margin)
    }

    fn ground(&self, out: &mut String) {
        let cells = || (0..self.is_cell.len()).filter(|&cell| self.is_cell[cell]);
        match self.shape.style {
            BoardStyle::Points { arcs, diagonals, river } => {
                let [width, height] = self.size();
                let wood = "fill=\"#e2cda2\" rx=\"8\"";
                let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" {wood}/>");
                self.points(out, arcs, river);
                for [from, to] in diagonals {
                    let ((x, y), (to_x, to_y)) = (self.centre(*from), self.centre(*to));
                    let _ = writeln!(out, "<path class=\"line\" d=\"M{x} {y}L{to_x} {to_y}\"/>");
                }
            }
            _ if self.is_hexagonal() => cells().for_each(|cell| self.hexagon(out, cell)),
            _ => cells().for_each(|cell| self.square(out, cell)),
        }
        self.shape.marks.iter().for_each(|&(cell, mark)| self.mark(out, cell, mark));
        for (cell, way, side) in self.shape.edges() {
            let (course, colour) = (self.side(cell, way), self.shape.colours[side.index()]);
            let _ = writeln!(out, "<path class=\"edge\" d=\"{course}\" stroke=\"{colour}\"/>");
        }
        self.labels(out);
    }

    /// The names of files and ranks: along the slant of a hexagonal board, for tiles where players
    /// of shogi have them.
    fn labels(&self, out: &mut String) {
        let BoardShape { files, ranks, notation, has_tiles, .. } = *self.shape;
        let is_above = self.shape.has_files_above();
        let labels = Labels::new(self.shape, notation);
        let mut text = |(x, y): (f64, f64), class: &str, text: &str| {
            let _ = writeln!(out, "<text{class} x=\"{x:.1}\" y=\"{:.1}\">{text}</text>", y + 5.0);
        };
        let [width, height] = self.size();
        for file in 0..files {
            let mut column = (0..ranks).map(|row| row * files + file);
            let is_cell = |cell: &usize| self.is_cell[*cell];
            let end = if is_above { column.find(is_cell) } else { column.rfind(is_cell) };
            let Some(end) = end else { continue };
            let (x, y) = self.centre(end);
            let [top, bottom] = [14.0, height - 14.0];
            let near = match (self.shape.style, is_above) {
                (BoardStyle::Hexagons, true) => (x - 0.4 * CELL, y - 1.2 * RADIUS),
                (BoardStyle::Hexagons, false) => (x + 0.4 * CELL, y + 1.2 * RADIUS),
                (BoardStyle::HexagonFiles, _) => (x, y + 0.75 * CELL),
                _ => (x, if is_above { top } else { bottom }),
            };
            labels.files.get(file).iter().for_each(|name| text(near, "", name));
            labels.far_files.get(file).iter().for_each(|name| text((x, top), "", name));
        }
        for row in 0..ranks {
            let mut cells = row * files..(row + 1) * files;
            let Some(first) = cells.find(|&cell| self.is_cell[cell]) else { continue };
            let (x, y) = self.centre(first);
            let at = match self.shape.style {
                BoardStyle::Hexagons => (x - 0.75 * CELL, y),
                BoardStyle::HexagonFiles => (x - 0.75 * CELL, y - 0.3 * CELL),
                _ => (if has_tiles { width - 14.0 } else { 14.0 }, y),
            };
            labels.ranks.get(row).iter().for_each(|name| text(at, "", name));
        }
        for (cell, number) in labels.numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            let (x, y) = self.centre(cell);
            text((x - 20.0, y - 22.0), " class=\"number\"", &number.to_string());
        }
    }

    /// A corner of a hexagon, counted clockwise from the upper right, or the right.
    fn corner(&self, cell: usize, number: usize) -> (f64, f64) {
        let first = if self.shape.style == BoardStyle::HexagonFiles { 0.0 } else { -30.0 };
        let angle = (60.0 * number as f64 + first).to_radians();
        let (x, y) = self.centre(cell);
        (x + RADIUS * angle.cos(), y + RADIUS * angle.sin())
    }

    fn side(&self, cell: usize, way: usize) -> String {
        let [(x, y), (to_x, to_y)] = [way, way + 1].map(|number| self.corner(cell, number));
        format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}")
    }

    fn corners(&self, cell: usize) -> String {
        let corner = |number| {
            let (x, y) = self.corner(cell, number);
            format!("{x:.1},{y:.1}")
        };
        (0..6).map(corner).collect::<Vec<_>>().join(" ")
    }

    fn hexagon(&self, out: &mut String, cell: usize) {
        // The sum of file and rank tells the colours of neighbours apart, and is the same along
        // diagonals.
        let colour = cell % self.shape.files + self.shape.ranks - 1 - cell / self.shape.files;
        let fill = match self.shape.style {
            BoardStyle::HexagonFiles => ["#8ba2ab", "#bcc6c4", "#ece8dc"][colour % 3],
            _ => "#f3e7cb",
        };
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#5b4a2e\"/>",
            self.corners(cell)
        );
    }

    fn mark(&self, out: &mut String, cell: usize, mark: Mark) {
        let (x, y) = self.centre(cell);
        let half = CELL / 2.0;
        let (left, top) = (x - half, y - half);
        let dot = |x: f64, y: f64| ("star", format!("M{x} {y}h0"));
        let (class, course) = match mark {
            Mark::Hole | Mark::Edge(_) => return,
            Mark::Star => dot(x, y),
            Mark::Dot => dot(x + half, y + half),
            Mark::Throne => {
                ("line", format!("M{left} {top}l{CELL} {CELL}m-{CELL} 0l{CELL} -{CELL}"))
            }
            Mark::Goal(_) if self.is_hexagonal() => ("goal", format!("M{}Z", self.corners(cell))),
            Mark::Goal(_) => ("goal", format!("M{left} {top}h{CELL}v{CELL}h-{CELL}Z")),
            Mark::Promotion(_) | Mark::Palace(_) => ("zone", self.zone_border(cell, mark)),
        };
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{course}\"/>");
    }

    /// The sides of a cell of a zone that face cells outside.
    fn zone_border(&self, cell: usize, mark: Mark) -> String {
        let BoardShape { files, ranks, .. } = *self.shape;
        let (file, row, half) = (cell % files, cell / files, CELL / 2.0);
        let beside = [
            (file + 1 < files).then(|| (cell + 1, half, 0.0)),
            (file > 0).then(|| (cell - 1, -half, 0.0)),
            (row + 1 < ranks).then(|| (cell + files, 0.0, half)),
            (row > 0).then(|| (cell - files, 0.0, -half)),
        ];
        let is_outer = |other: usize| self.is_cell[other] && !self.shape.has(other, mark);
        if self.is_hexagonal() {
            let beside = |step| self.shape.beside(cell, step).is_some_and(is_outer);
            let ways = HEXAGON_STEPS.into_iter().enumerate().filter(|&(_, step)| beside(step));
            return ways.map(|(way, _)| self.side(cell, way)).collect();
        }
        let is_outside = |&(other, ..): &(usize, f64, f64)| is_outer(other);
        let side = |(_, right, down): (usize, f64, f64)| {
            let (x, y) = self.centre(cell);
            format!("M{} {}l{} {}", x + right - down, y + down - right, 2.0 * down, 2.0 * right)
        };
        beside.into_iter().flatten().filter(is_outside).map(side).collect()
    }

    fn square(&self, out: &mut String, cell: usize) {
        let (x, y) = self.centre(cell);
        let is_dark = (cell % self.shape.files + cell / self.shape.files) % 2 == 1;
        let (fill, line) = match self.shape.style {
            BoardStyle::Chequered if is_dark => ("#8ba2ab", "none"),
            BoardStyle::Chequered => ("#ece8dc", "none"),
            BoardStyle::Holes => ("#3d76b4", "none"),
            _ if self.shape.has_tiles => ("#e2c88f", "#7a6233"),
            _ => ("#9ab69c", "#55735a"),
        };
        let (left, top) = (x - CELL / 2.0, y - CELL / 2.0);
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" \
             stroke=\"{line}\"/>"
        );
        if self.shape.style == BoardStyle::Holes {
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"#fff\"/>");
        }
    }

    /// Lines from edge to edge, and arcs outside the corners.
    fn points(&self, out: &mut String, arcs: &[usize], river: Option<usize>) {
        let BoardShape { files, ranks, .. } = *self.shape;
        let (left, top) = self.centre(0);
        let (right, bottom) = self.centre(files * ranks - 1);
        for file in 0..files {
            let x = self.centre(file).0;
            let inner = river.filter(|_| file > 0 && file + 1 < files);
            let banks = inner.map_or(String::new(), |row| {
                format!("V{}M{x} {}", self.centre((row - 1) * files).1, self.centre(row * files).1)
            });
            let _ = writeln!(out, "<path class=\"line\" d=\"M{x} {top}{banks}V{bottom}\"/>");
        }
        for row in 0..ranks {
            let y = self.centre(row * files).1;
            let _ = writeln!(out, "<path class=\"line\" d=\"M{left} {y}H{right}\"/>");
        }
        // Each arc goes from a file round the corner to a row; clockwise or not.
        let corners = [
            (left, top, 1.0, 1.0, 0),
            (right, top, -1.0, 1.0, 1),
            (left, bottom, 1.0, -1.0, 1),
            (right, bottom, -1.0, -1.0, 0),
        ];
        for (x, y, inwards, down, sweep) in corners {
            for radius in arcs.iter().map(|&arc| arc as f64 * CELL) {
                let (start, end) = (x + inwards * radius, y + down * radius);
                let _ = writeln!(
                    out,
                    "<path class=\"line\" d=\"M{start} {y}A{radius} {radius} 0 1 {sweep} {x} {end}\"/>"
                );
            }
        }
    }

    fn pieces(&self, out: &mut String, picture: &Picture) {
        let pieces = picture.cells.iter().enumerate();
        for (cell, piece) in pieces.filter(|&(cell, _)| self.is_cell[cell]) {
            if let Some(piece) = piece {
                self.piece(out, cell, piece);
            }
        }
    }

    fn piece(&self, out: &mut String, cell: usize, piece: &Piece) {
        let (x, y) = self.centre(cell);
        let Some(side) = piece.side else {
            let look = match piece.symbol {
                Some(_) => format!("d=\"{DUCK}\" fill=\"#f2c14e\" stroke=\"{DARK}\""),
                None => "d=\"M-18 -18H18V18H-18Z\" fill=\"#6e6a66\"".to_owned(),
            };
            let _ = writeln!(out, "<path transform=\"translate({x} {y})\" {look}/>");
            return;
        };
        let fill = self.shape.colours[side.index()];
        let edge = if fill == LIGHT { DARK } else { LIGHT };
        if let Some(figure @ '\u{2654}'..='\u{265f}') = piece.symbol {
            // Both sides have the figures that are filled: those of White are hollow.
            let filled = FIGURES[(figure as usize - 0x2654) % FIGURES.len()];
            let _ = writeln!(
                out,
                "<text class=\"symbol\" x=\"{x}\" y=\"{}\" style=\"fill:{fill}\">{filled}</text>",
                y + 17.0
            );
            return;
        }
        let steps = self.shape.kind_of(piece).map_or(&[][..], |kind| kind.steps);
        let is_sign = piece.symbol.is_some_and(|symbol| symbol > '\u{2fff}');
        let turn = if side == Side::Second { -1 } else { 1 };
        // Signs of xiangqi have the colours of their sides; tiles have one colour.
        let (body, ink) = match (self.shape.has_tiles, is_sign) {
            (true, _) => (fill, if piece.is_promoted { "#a3170d" } else { DARK }),
            (false, true) => ("#f4e4bf", fill),
            (false, false) => (fill, edge),
        };
        let _ = writeln!(out, "<g transform=\"translate({x:.1} {y:.1}) scale({turn})\">");
        let outline = match (self.shape.has_tiles, steps.is_empty()) {
            (true, _) => "path d=\"M0 -27L16 -19L22 25H-22L-16 -19Z\"".to_owned(),
            (_, true) => format!("circle r=\"{STONE}\""),
            _ => "path d=\"M-18 -25H18L25 -18V18L18 25H-18L-25 18V-18Z\"".to_owned(),
        };
        let line = if self.shape.has_tiles { DARK } else { ink };
        let _ = writeln!(out, "<{outline} fill=\"{body}\" stroke=\"{line}\"/>");
        steps.iter().for_each(|step| dot(out, step, ink));
        // Few fonts have the signs of Red that are those of Black with a man at their side.
        let plain = |symbol| match symbol {
            '俥' => '車',
            '傌' => '馬',
            other => other,
        };
        if let Some(symbol) = piece.symbol.map(plain) {
            let plus = if piece.is_promoted && !is_sign { "+" } else { "" };
            let (class, down) = if steps.is_empty() { ("sign", 10.0) } else { ("small", 6.0) };
            // Signs point at the other side, letters are to be read.
            let turn = if is_sign && self.shape.has_tiles { 1 } else { turn };
            let _ = writeln!(
                out,
                "<text class=\"{class}\" y=\"{down}\" transform=\"scale({turn})\" \
                 style=\"fill:{ink}\">{plus}{symbol}</text>"
            );
        }
        out.push_str("</g>\n");
    }

    /// An arrow, or a ring where a piece comes from outside.
    fn drawn_move(&self, out: &mut String, rank: usize, MoveCells { from, to, .. }: MoveCells) {
        let Some(to) = to else { return };
        let (x, y) = self.centre(to);
        let (class, opacity) = if rank == 0 { (" class=\"best\"", 0.95) } else { ("", 0.6) };
        let _ = writeln!(out, "<g{class} opacity=\"{opacity}\">");
        match from.map(|from| self.centre(from)) {
            Some(start) => arrow(out, start, (x, y)),
            None => {
                let _ =
                    writeln!(out, "<circle class=\"move\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\"/>");
            }
        }
        out.push_str("</g>\n");
    }

    fn score(&self, out: &mut String, rank: usize, to: usize, value: Value) {
        let (x, y) = self.centre(to);
        let class = if rank == 0 { " class=\"best\"" } else { "" };
        let score = score(value);
        let width = 9.0 * score.len() as f64 + 8.0;
        let (left, top) = (x - width / 2.0, y - 10.0);
        let _ = writeln!(
            out,
            "<g{class}><rect class=\"tag\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"20\" rx=\"5\"/>\
             <text class=\"score\" x=\"{x}\" y=\"{}\">{score}</text></g>",
            y + 5.0
        );
    }
}

/// A step of a piece: a dot towards its target, a line where it goes on. What only moves is
/// hollow, and what only captures is a square.
fn dot(out: &mut String, step: &Step, ink: &str) {
    const PLACES: [f64; 4] = [0.0, 12.5, 17.5, 22.0];
    let place = |way: i8| {
        f64::from(way.signum()) * PLACES[usize::from(way.unsigned_abs()).min(PLACES.len() - 1)]
    };
    let (x, y) = (place(step.files), -place(step.ranks));
    let (left, top, fill) = (x - 2.2, y - 2.2, if step.captures { ink } else { "none" });
    let round = if step.moves { 2.2 } else { 0.0 };
    let line =
        if step.slides { format!("M{x} {y}l{} {}", 0.8 * x, 0.8 * y) } else { String::new() };
    let _ = writeln!(
        out,
        "<path d=\"{line}\" stroke=\"{ink}\" stroke-width=\"2.5\"/><rect x=\"{left}\" y=\"{top}\" \
         width=\"4.4\" height=\"4.4\" rx=\"{round}\" fill=\"{fill}\" stroke=\"{ink}\"/>"
    );
}

fn arrow(out: &mut String, (x, y): (f64, f64), (end_x, end_y): (f64, f64)) {
    const HEAD: f64 = 14.0;
    let (along_x, along_y) = (end_x - x, end_y - y);
    let length = along_x.hypot(along_y).max(1.0);
    let (along_x, along_y) = (along_x / length, along_y / length);
    // The head ends at the border of the score.
    let (tip_x, tip_y) = (end_x - 12.0 * along_x, end_y - 12.0 * along_y);
    let wing = |turn: f64| {
        let (back_x, back_y) = (tip_x - HEAD * along_x, tip_y - HEAD * along_y);
        (back_x - turn * HEAD * along_y * 0.6, back_y + turn * HEAD * along_x * 0.6)
    };
    let ((left_x, left_y), (right_x, right_y)) = (wing(1.0), wing(-1.0));
    let _ = writeln!(
        out,
        "<path class=\"move\" d=\"M{x:.1} {y:.1}L{tip_x:.1} {tip_y:.1}M{left_x:.1} {left_y:.1}\
         L{tip_x:.1} {tip_y:.1}L{right_x:.1} {right_y:.1}\"/>"
    );
}
