//! Boards and pieces as images: whole documents, and parts for the page, which puts the pieces on
//! the cells.
//!
//! * `view`: where the cells lie. `look`: what styles look like. `ground`: the board. `pieces`: the pieces, and `figures` and
//!   `colours` what they are drawn with. `diagram`: the pictures of rules in words.

mod colours;
mod diagram;
mod figures;
mod ground;
mod look;
mod pieces;
mod view;

pub use diagram::{Drawing, diagram_marks};
pub use ground::Ground;
pub use pieces::possible_pieces;
pub use view::BoardView;

use crate::shared::score;
use plyglot_core::game::{Labels, MoveCells, Picture};
use plyglot_engine::Value;
use view::Point;

const MAX_DRAWN_MOVES: usize = 8;

/// A board as an SVG document, called `title`, with the first of these moves and their scores
/// for the side to move; the best comes first.
pub fn svg(
    title: &str,
    sides: [&'static str; 2],
    picture: &Picture,
    moves: &[(MoveCells, Value)],
) -> String {
    let shape = picture.shape;
    let board = BoardView::new(shape, Labels::new(shape, shape.notation), sides, false);
    let ground = board.ground();
    let mut out = ground.below + &ground.labels + &board.pieces_of(picture) + &ground.above;
    // The best move comes last, on top of the others, and scores lie on all arrows: one for a cell.
    let drawn = &moves[..moves.len().min(MAX_DRAWN_MOVES)];
    for (rank, (MoveCells { from, to, .. }, _)) in drawn.iter().enumerate().rev() {
        out.extend(to.map(|to| moved(&board, rank, *from, to)));
    }
    for (rank, &(cells, value)) in drawn.iter().enumerate().rev() {
        if let Some(to) = cells.to
            && moves[..rank].iter().all(|(better, _)| better.to != Some(to))
        {
            out += &scored(rank, board.centre(to), value);
        }
    }
    Drawing { width: board.width, height: board.height, content: out }.document(title)
}

fn colour(rank: usize) -> &'static str {
    if rank == 0 { "#1a7f37" } else { "#1f6feb" }
}

/// An arrow, or a ring where a piece comes from outside.
fn moved(board: &BoardView, rank: usize, from: Option<usize>, to: usize) -> String {
    let (x, y) = board.centre(to);
    let course = match from {
        Some(from) => arrow(board.centre(from), (x, y)),
        None => format!("M{} {y}a38 38 0 1 0 76 0a38 38 0 1 0 -76 0Z", x - 38.0),
    };
    let look = "class='move' fill='none' stroke-width='10' stroke-linecap='round'";
    let opacity = if rank == 0 { 0.95 } else { 0.6 };
    format!("<path {look} opacity='{opacity}' stroke='{}' d='{course}'/>\n", colour(rank))
}

fn scored(rank: usize, (x, y): Point, value: Value) -> String {
    let score = score(value);
    let width = 15.0 * score.len() as f64 + 14.0;
    let place = format!("x='{}' y='-17' width='{width}' height='34' rx='8'", -width / 2.0);
    let look = "y='8' font-size='22' font-weight='600' fill='#ffffff' text-anchor='middle'";
    format!(
        "<g class='score' transform='translate({x:.1} {y:.1})'><rect {place} fill='{}'/>\
         <text {look}>{score}</text></g>\n",
        colour(rank)
    )
}

fn arrow((x, y): Point, (end_x, end_y): Point) -> String {
    const HEAD: f64 = 24.0;
    let length = (end_x - x).hypot(end_y - y).max(1.0);
    let along_x = (end_x - x) / length;
    let along_y = (end_y - y) / length;
    // The head ends at the border of the score.
    let tip_x = end_x - 20.0 * along_x;
    let tip_y = end_y - 20.0 * along_y;
    let wing = |turn: f64| {
        let wing_x = tip_x - HEAD * (along_x + 0.6 * turn * along_y);
        let wing_y = tip_y - HEAD * (along_y - 0.6 * turn * along_x);
        format!("{wing_x:.1} {wing_y:.1}")
    };
    let tip = format!("{tip_x:.1} {tip_y:.1}");
    format!("M{x:.1} {y:.1}L{tip}M{}L{tip}L{}", wing(1.0), wing(-1.0))
}
