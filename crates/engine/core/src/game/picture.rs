//! Boards as they are drawn, in text and in images.
//!
//! ```
//! use plyglot_core::game::{BoardShape, BoardStyle, Picture, Side};
//!
//! const SHAPE: BoardShape = BoardShape::new(3, 2, BoardStyle::Plain);
//! let cells = [Some(Side::First), None, None, None, None, Some(Side::Second)];
//! let picture = Picture::from_stones(&SHAPE, &cells);
//! let expected = "
//!  +---+---+---+
//!  | X |   |   | 2
//!  +---+---+---+
//!  |   |   | O | 1
//!  +---+---+---+
//!    a   b   c";
//! assert_eq!(format!("\n{}", picture.diagram()), expected);
//! assert_eq!(SHAPE.name(5), "c1");
//! assert_eq!((SHAPE.cell("c1"), SHAPE.cell("d1")), (Some(5), None));
//! ```

use super::board_shape::{BoardShape, BoardStyle, Piece};
use super::{Labels, MoveNotation, Side};

/// The effect of a move on the board, where that is simple to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveCells {
    /// The cell that a piece leaves.
    pub from: Option<usize>,
    /// The cell that a piece enters.
    pub to: Option<usize>,
    /// The cell on which it puts a wall.
    pub wall: Option<usize>,
    /// The cell of the piece that it takes, where moves to the same cell differ in that.
    pub taken: Option<usize>,
    /// The piece from the hand that it puts on the board, or what its piece becomes.
    pub piece: Option<Piece>,
    /// The cell of the rook with which a king castles.
    pub rook: Option<usize>,
}

impl MoveCells {
    /// A move that puts a stone on a cell.
    pub const fn stone(to: usize) -> MoveCells {
        MoveCells { from: None, to: Some(to), wall: None, taken: None, piece: None, rook: None }
    }

    /// A move from cell to cell.
    pub const fn walk(from: usize, to: usize) -> MoveCells {
        MoveCells { from: Some(from), ..MoveCells::stone(to) }
    }
}

/// The pieces of one kind in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPiece {
    /// One of them.
    pub piece: Piece,
    /// Their number, at least 1.
    pub count: usize,
}

/// A board with its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Picture {
    /// The board.
    pub shape: &'static BoardShape,
    /// The piece on each cell, row by row from the top left.
    pub cells: Vec<Option<Piece>>,
    /// The hands of the first and the second player. `None` in games without hands.
    pub hands: Option<[Vec<HeldPiece>; 2]>,
    /// The checks that each side has yet to give, where they are counted.
    pub checks_left: Option<[u8; 2]>,
    /// The cells to look at: those of a king in check, or of the row that has won.
    pub marked: Vec<usize>,
}

impl Picture {
    /// A board with its pieces, and nothing beside it.
    pub fn new(shape: &'static BoardShape, cells: Vec<Option<Piece>>) -> Picture {
        Picture { shape, cells, hands: None, checks_left: None, marked: Vec::new() }
    }

    /// A board with one kind of stone: the owner of the stone on each cell.
    pub fn from_stones(shape: &'static BoardShape, owners: &[Option<Side>]) -> Picture {
        Picture::new(shape, owners.iter().map(|owner| owner.map(Piece::stone)).collect())
    }

    /// The text beside the board, a line for each side: `white has 2 P, N in hand, and 3
    /// checks to give`. Empty if nothing does.
    pub fn beside(&self, sides: [&str; 2]) -> String {
        let mut lines = Vec::new();
        for (side, name) in Side::BOTH.into_iter().zip(sides) {
            let mut has = Vec::new();
            if let Some(hands) = &self.hands {
                has.push(format!("{} in hand", held(&hands[side])));
            }
            match self.checks_left.map(|left| left[side]) {
                Some(1) => has.push("1 check to give".to_owned()),
                Some(n) => has.push(format!("{n} checks to give")),
                None => {}
            }
            if !has.is_empty() {
                lines.push(format!("   {name} has {}", has.join(", and ")));
            }
        }
        lines.join("\n")
    }

    fn counts(&self) -> [usize; 2] {
        Side::BOTH.map(|side| self.cells.iter().flatten().filter(|p| p.side == Some(side)).count())
    }

    /// Whether a side has fewer pieces on this board than before, as after a capture.
    pub fn has_fewer(&self, before: &Picture) -> bool {
        self.counts().iter().zip(before.counts()).any(|(&now, before)| now < before)
    }

    /// The board as text with the coordinates of the protocol.
    pub fn diagram(&self) -> String {
        self.text().0
    }

    /// The [diagram](Picture::diagram), and the byte in it at which the letter of each cell
    /// is. That of a hole is of no use.
    pub fn text(&self) -> (String, Vec<usize>) {
        let shape = BoardShape { records_from_top: false, ..*self.shape };
        self.labelled(&shape, MoveNotation::Uci, false)
    }

    /// As [`Picture::text`], with the coordinates of game records, where they differ. If
    /// `is_turned`, a board that is a grid is shown as the second player sees it.
    pub fn record_text(&self, is_turned: bool) -> (String, Vec<usize>) {
        self.labelled(self.shape, self.shape.notation, is_turned)
    }

    fn labelled(
        &self,
        shape: &BoardShape,
        notation: MoveNotation,
        is_turned: bool,
    ) -> (String, Vec<usize>) {
        let labels = Labels::new(shape, notation);
        if let Some(board) = shape.text {
            return self.fill(shape, board);
        }
        match shape.style {
            BoardStyle::Points { has_grid: false, lines, .. } => {
                self.fill(shape, &points(shape, &labels, lines))
            }
            BoardStyle::Hexagons => self.fill(shape, &hexagons(shape, &labels)),
            BoardStyle::HexagonFiles => self.hexagon_files(shape, &labels),
            BoardStyle::Chequered
            | BoardStyle::Plain
            | BoardStyle::Holes
            | BoardStyle::Points { .. } => self.grid(shape, &labels, is_turned),
        }
    }

    /// The text of a board with the letters of pieces in place of its `+`. That of a cell without
    /// one is at the end of the text.
    fn fill(&self, shape: &BoardShape, board: &str) -> (String, Vec<usize>) {
        let mut cells = (0..self.cells.len()).filter(|&cell| !shape.is_hole(cell));
        let mut text = String::with_capacity(board.len());
        let mut at = vec![None; self.cells.len()];
        for c in board.chars() {
            let cell = if c == '+' { cells.next() } else { None };
            if let Some(cell) = cell {
                at[cell] = Some(text.len());
            }
            text.push(cell.and_then(|cell| self.cells[cell]).map_or(c, |piece| piece.letter));
        }
        let end = text.len();
        (text, at.into_iter().map(|offset| offset.unwrap_or(end)).collect())
    }

    /// Two lines for each rank, and three characters for each file.
    fn hexagon_files(&self, shape: &BoardShape, labels: &Labels) -> (String, Vec<usize>) {
        let BoardShape { files, ranks, .. } = *shape;
        let mut fields = vec![vec![BLANK.to_owned(); files + 1]; 2 * ranks + files + 1];
        for cell in (0..files * ranks).filter(|&cell| !shape.is_hole(cell)) {
            let (line, column) = hexagon_field(files, cell);
            let piece = self.cells[cell];
            let sign = if piece.is_some_and(|piece| piece.is_promoted) { '+' } else { ' ' };
            let letter = piece.map_or('.', |piece| piece.letter);
            fields[line][column] = format!("{sign}{letter} ");
            // The rank stands left of its first cell, the file below its last one.
            if let Some(name) = labels.ranks.get(cell / files)
                && (cell / files * files..cell).all(|other| shape.is_hole(other))
            {
                fields[line][column - 1] = format!("{name:>2} ");
            }
            fields[line + 2][column] =
                format!(" {} ", labels.files.get(cell % files).map_or("", |name| name));
        }
        let first = fields.iter().position(|line| !is_blank(line)).unwrap_or(0);
        let mut text = String::new();
        let mut at = vec![0; self.cells.len()];
        for (line, row) in fields.iter().enumerate().skip(first).filter(|(_, row)| !is_blank(row)) {
            for (column, field) in row.iter().enumerate() {
                let cell =
                    (0..files * ranks).find(|&cell| hexagon_field(files, cell) == (line, column));
                if let Some(cell) = cell.filter(|&cell| !shape.is_hole(cell)) {
                    at[cell] = text.len() + 1;
                }
                text.push_str(field);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        (text, at)
    }

    fn grid(&self, shape: &BoardShape, labels: &Labels, is_turned: bool) -> (String, Vec<usize>) {
        let BoardShape { files, ranks, .. } = *shape;
        let mut text = String::new();
        let mut at = vec![0; self.cells.len()];
        let line = format!(" {}+\n", "+---".repeat(files));
        let mut near = &labels.files;
        let mut far = &labels.far_files;
        if is_turned && !far.is_empty() {
            std::mem::swap(&mut near, &mut far);
        }
        // Players of shogi have their files above the board.
        let is_of_tiles = shape.has_tiles && labels.files.first().is_some_and(|name| name != "a");
        let is_above = is_of_tiles || shape.records_from_top;
        let below = if is_above { far } else { near };
        let above = file_names(if is_above { near } else { far }, files, is_turned);
        if !above.is_empty() {
            text.push_str(&format!("{above}\n"));
        }
        for row in (0..ranks).map(|index| seen(index, ranks, is_turned)) {
            text.push_str(&line);
            for cell in (0..files).map(|index| row * files + seen(index, files, is_turned)) {
                let content = match (self.cells[cell], labels.numbers.get(cell)) {
                    (None, Some(&number)) if number > 0 => format!(" |{number:2}"),
                    (Some(piece), _) if piece.is_promoted => format!(" |+{}", piece.letter),
                    (piece, _) => format!(" | {}", piece.map_or(' ', |piece| piece.letter)),
                };
                let last = content.chars().next_back().map_or(0, char::len_utf8);
                text.push_str(&content);
                at[cell] = text.len() - last;
            }
            let mut numbers = labels.numbers.chunks(files).nth(row).unwrap_or_default().to_vec();
            numbers.retain(|&number| number > 0);
            // Pieces hide the numbers of their squares.
            let rank = match numbers[..] {
                [first, .., last] => format!("{first}-{last}"),
                _ => labels.ranks.get(row).cloned().unwrap_or_default(),
            };
            text.push_str(format!(" | {rank}").trim_end());
            text.push('\n');
        }
        text.push_str(&line);
        text.push_str(&file_names(below, files, is_turned));
        text.truncate(text.trim_end_matches('\n').len());
        (text, at)
    }
}

fn held(hand: &[HeldPiece]) -> String {
    let mut words = Vec::new();
    for HeldPiece { piece, count } in hand {
        words.push(match count {
            1 => piece.letter.to_string(),
            _ => format!("{count} {}", piece.letter),
        });
    }
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// A field of a hexagonal board in text without a cell or a name.
const BLANK: &str = "   ";

fn is_blank(line: &[String]) -> bool {
    line.iter().all(|field| field == BLANK)
}

/// The line and the column of a cell's field on a hexagonal board in text. The names of the ranks
/// have the columns before.
fn hexagon_field(files: usize, cell: usize) -> (usize, usize) {
    (2 * (cell / files) + cell % files, cell % files + 1)
}

/// The file or rank, of `size`, that is seen at an index.
fn seen(index: usize, size: usize, is_turned: bool) -> usize {
    if is_turned { size - 1 - index } else { index }
}

fn file_names(names: &[String], files: usize, is_turned: bool) -> String {
    (0..files)
        .filter_map(|index| names.get(seen(index, files, is_turned)))
        .map(|name| format!("{name:>4}"))
        .collect()
}

/// A board of hexagons in text: each row lies half a cell further right than that above.
fn hexagons(shape: &BoardShape, labels: &Labels) -> String {
    let mut rows = String::new();
    for (at, rank) in labels.ranks.iter().enumerate() {
        let cells = at * shape.files..(at + 1) * shape.files;
        let cells: String =
            cells.map(|cell| if shape.is_hole(cell) { "  " } else { " +" }).collect();
        rows += &format!("{}{rank:>2}{cells}\n", " ".repeat(at));
    }
    let names: String = labels.files.iter().map(|name| format!(" {name}")).collect();
    match shape.has_files_above() {
        true => format!("  {names}\n{}", rows.trim_end_matches('\n')),
        false => format!("{rows}{}  {names}", " ".repeat(shape.ranks)),
    }
}

/// A board without a grid in text: four characters for each file, and two lines for each rank.
fn points(shape: &BoardShape, labels: &Labels, lines: &[&[usize]]) -> String {
    let BoardShape { files, ranks, .. } = *shape;
    let mut canvas = vec![vec![' '; 4 * files]; 2 * ranks];
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        draw_line(&mut canvas, files, [pair[0], pair[1]]);
    }
    for cell in (0..files * ranks).filter(|&cell| !shape.is_hole(cell)) {
        canvas[2 * (cell / files)][4 * (cell % files)] = '+';
    }
    let mut text = String::new();
    for (line, signs) in canvas.iter().take(2 * ranks - 1).enumerate() {
        let rank = labels.ranks.get(line / 2).filter(|_| line % 2 == 0).map_or("", |name| name);
        let signs: String = signs.iter().collect();
        text.push_str(format!("{rank:>2} {signs}").trim_end());
        text.push('\n');
    }
    let names: String = labels.files.iter().map(|name| format!("{name:<4}")).collect();
    match shape.has_files_above() {
        true => format!("   {}\n{}", names.trim_end(), text.trim_end()),
        false => format!("{text}   {}", names.trim_end()),
    }
}

/// Draws what is between two points of a board in text.
fn draw_line(canvas: &mut [Vec<char>], files: usize, points: [usize; 2]) {
    let [from, to] = points.map(|cell| [4 * (cell % files) as isize, 2 * (cell / files) as isize]);
    let right = to[0] - from[0];
    let down = to[1] - from[1];
    let sign = match right.signum() * down.signum() {
        1 => '\\',
        -1 => '/',
        _ if down == 0 => '-',
        _ => '|',
    };
    let steps = if down == 0 { right.abs() } else { down.abs() };
    for step in 1..steps {
        let column = from[0] + right * step / steps;
        let line = from[1] + down * step / steps;
        canvas[line as usize][column as usize] = sign;
    }
}
