//! A position as an image: the board, its pieces, and moves with their scores.

use crate::shared::score;
use plyglot_core::game::{BoardShape, BoardStyle, DARK, LIGHT, MoveCells, Picture, Piece};
use plyglot_engine::Value;
use plyglot_support::text::escape;
use std::fmt::Write;

const CELL: f64 = 60.0;
const MARGIN: f64 = 30.0;
const STONE: f64 = 0.38 * CELL;
const MAX_DRAWN_MOVES: usize = 8;

const STYLE: &str = "\
text{font:15px 'DejaVu Sans',Arial,sans-serif;fill:#57606a;text-anchor:middle}\
.symbol{font-size:46px;stroke-width:1.2;paint-order:stroke}\
.score{font-size:13px;font-weight:600;fill:#fff}\
.line{stroke:#5f6b52;stroke-width:1.5;fill:none}\
.move{stroke:#1f6feb;fill:none;stroke-width:6;stroke-linecap:round}\
.best .move{stroke:#1a7f37}.tag{fill:#1f6feb}.best .tag{fill:#1a7f37}";

/// A board as an SVG document, called `title`, with the first of these moves and their scores
/// for the side to move; the best comes first.
pub fn svg(title: &str, picture: &Picture, moves: &[(MoveCells, Value)]) -> String {
    let board = Drawing { shape: picture.shape, margin: margin(picture.shape) };
    let [width, height] = board.size();
    let mut out = format!(
        "<svg data-by=\"plyglot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escape(title)
    );
    board.ground(&mut out);
    board.pieces(&mut out, picture);
    // The best move comes last, on top of the others.
    for (rank, &(cells, value)) in moves.iter().enumerate().take(MAX_DRAWN_MOVES).rev() {
        board.scored_move(&mut out, rank, cells, value);
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
}

// Writing to a string does not fail.

impl Drawing {
    fn size(&self) -> [f64; 2] {
        [self.shape.files, self.shape.ranks].map(|cells| cells as f64 * CELL + 2.0 * self.margin)
    }

    /// The centre of a cell, which is counted row by row from the top left.
    fn centre(&self, cell: usize) -> (f64, f64) {
        let (file, row) = (cell % self.shape.files, cell / self.shape.files);
        let at = |number: usize| self.margin + CELL * (number as f64 + 0.5);
        (at(file), at(row))
    }

    fn ground(&self, out: &mut String) {
        let BoardShape { files, ranks, style, .. } = *self.shape;
        match style {
            BoardStyle::Points { arcs, .. } => self.points(out, arcs),
            _ => (0..files * ranks).for_each(|cell| self.square(out, cell)),
        }
        let [_, height] = self.size();
        for (file, name) in (0..files).zip('a'..) {
            let x = self.centre(file).0;
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{name}</text>", height - 9.0);
        }
        for row in 0..ranks {
            let y = self.centre(row * files).1 + 5.0;
            let _ = writeln!(out, "<text x=\"14\" y=\"{y}\">{}</text>", ranks - row);
        }
    }

    fn square(&self, out: &mut String, cell: usize) {
        let (x, y) = self.centre(cell);
        let is_dark = (cell % self.shape.files + cell / self.shape.files) % 2 == 1;
        let (fill, line) = match self.shape.style {
            BoardStyle::Chequered if is_dark => ("#b7957a", "none"),
            BoardStyle::Chequered => ("#f0e4cf", "none"),
            BoardStyle::Holes => ("#3f6fb0", "none"),
            _ => ("#a9c29a", "#5f6b52"),
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
    fn points(&self, out: &mut String, arcs: &[usize]) {
        let BoardShape { files, ranks, .. } = *self.shape;
        let (left, top) = self.centre(0);
        let (right, bottom) = self.centre(files * ranks - 1);
        for file in 0..files {
            let x = self.centre(file).0;
            let _ = writeln!(out, "<path class=\"line\" d=\"M{x} {top}V{bottom}\"/>");
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
        for (cell, piece) in picture.cells.iter().enumerate() {
            if let Some(piece) = piece {
                self.piece(out, cell, piece);
            }
        }
    }

    fn piece(&self, out: &mut String, cell: usize, piece: &Piece) {
        let (x, y) = self.centre(cell);
        let Some(side) = piece.side else {
            let (left, top, side) = (x - STONE, y - STONE, 2.0 * STONE);
            let _ = writeln!(
                out,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"#6e6a66\"/>"
            );
            return;
        };
        let fill = self.shape.colours[side.index()];
        let edge = if fill == LIGHT { DARK } else { LIGHT };
        let _ = match piece.symbol {
            Some(symbol) => writeln!(
                out,
                "<text class=\"symbol\" x=\"{x}\" y=\"{}\" fill=\"{fill}\" stroke=\"{DARK}\" \
                 style=\"fill:{fill}\">{symbol}</text>",
                y + 17.0
            ),
            None => writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"{edge}\"/>"
            ),
        };
    }

    /// An arrow, or a ring where a piece comes from outside, and the score.
    fn scored_move(&self, out: &mut String, rank: usize, cells: MoveCells, value: Value) {
        let MoveCells { from, to, .. } = cells;
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
        let score = score(value);
        let width = 9.0 * score.len() as f64 + 8.0;
        let (left, top) = (x - width / 2.0, y - 10.0);
        let _ = writeln!(
            out,
            "<rect class=\"tag\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"20\" rx=\"5\"/>\
             <text class=\"score\" x=\"{x}\" y=\"{}\">{score}</text></g>",
            y + 5.0
        );
    }
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
