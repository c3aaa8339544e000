//! Boards as they are drawn, in text and in images.
//!
//! ```
//! use plyglot_core::game::{BoardShape, BoardStyle, Picture, Side};
//!
//! const SHAPE: BoardShape = BoardShape::new(3, 2, BoardStyle::Plain);
//! let cells = [Some(Side::First), None, None, None, None, Some(Side::Second)];
//! let picture = Picture::of_stones(&SHAPE, &cells);
//! let expected = "
//!  +---+---+---+
//!  | X |   |   | 2
//!  +---+---+---+
//!  |   |   | O | 1
//!  +---+---+---+
//!    a   b   c";
//! assert_eq!(format!("\n{}", picture.diagram()), expected);
//! assert_eq!(SHAPE.name(5), "c1");
//! ```

use super::{Side, squares};
use std::fmt::Write;

/// What the cells of a board look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Squares of alternating colours, as in chess.
    Chequered,
    /// Squares of one colour.
    Plain,
    /// Holes in a wall, as in Connect Four.
    Holes,
    /// Points at which lines cross. At each corner, arcs join the lines with these numbers:
    /// 0 is the line at the edge of the board.
    Points {
        /// The lines that are joined.
        arcs: &'static [usize],
    },
}

/// A kind of piece whose number matters, for sentences about wins and losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// Its letters in text: the first player's, then the second player's.
    pub letters: [char; 2],
    /// Its name, such as `knight`.
    pub name: &'static str,
    /// What it is worth, in the units of scores.
    pub value: u8,
}

/// The board of a game, without pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// What the cells look like.
    pub style: BoardStyle,
    /// The colours of the pieces of the first and of the second player, as in CSS.
    pub colours: [&'static str; 2],
    /// The board in text, with a `+` for each cell, row by row from the top left; `None`
    /// for a grid.
    pub text: Option<&'static str>,
    /// Whether game records count the ranks from the top, other than the protocol.
    pub records_from_top: bool,
    /// The kinds of pieces, the most valuable first; none where more pieces mean nothing.
    pub kinds: &'static [PieceKind],
}

/// The colour of light pieces.
pub const LIGHT: &str = "#f7f3e8";
/// The colour of dark pieces.
pub const DARK: &str = "#2f2b28";

impl PieceKind {
    /// The only kind of a game: `X` for the first player, `O` for the second.
    pub const fn stone(name: &'static str) -> PieceKind {
        PieceKind { letters: ['X', 'O'], name, value: 1 }
    }
}

impl BoardShape {
    /// A board that is a grid in text. The first player's pieces are light.
    pub const fn new(files: usize, ranks: usize, style: BoardStyle) -> BoardShape {
        let (colours, text, records_from_top) = ([LIGHT, DARK], None, false);
        BoardShape { files, ranks, style, colours, text, records_from_top, kinds: &[] }
    }

    /// The name of a cell, such as `c1`. Cells are counted row by row from the top left.
    pub fn name(&self, cell: usize) -> String {
        squares::name(cell % self.files, self.ranks - 1 - cell / self.files)
    }
}

/// A piece as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is; `None` for an obstacle.
    pub side: Option<Side>,
    /// Its letter in text.
    pub letter: char,
    /// Its symbol in an image; `None` for a plain stone.
    pub symbol: Option<char>,
}

impl Piece {
    /// A stone: `X` for the first player, `O` for the second.
    pub const fn stone(side: Side) -> Piece {
        let letter = match side {
            Side::First => 'X',
            Side::Second => 'O',
        };
        Piece { side: Some(side), letter, symbol: None }
    }
}

/// The cells that a move leaves and enters, where it has such.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCells {
    /// The cell that a piece leaves.
    pub from: Option<usize>,
    /// The cell that a piece enters.
    pub to: Option<usize>,
}

/// A board with its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The board.
    pub shape: &'static BoardShape,
    /// The piece on each cell, row by row from the top left.
    pub cells: Vec<Option<Piece>>,
}

impl Picture {
    /// A board with one kind of stone: the owner of the stone on each cell.
    pub fn of_stones(shape: &'static BoardShape, owners: &[Option<Side>]) -> Picture {
        Picture { shape, cells: owners.iter().map(|owner| owner.map(Piece::stone)).collect() }
    }

    /// The board as text with coordinates.
    pub fn diagram(&self) -> String {
        self.text().0
    }

    /// The [diagram](Picture::diagram), and the byte in it at which the letter of each cell
    /// is.
    pub fn text(&self) -> (String, Vec<usize>) {
        self.labelled(false)
    }

    /// The same with the coordinates of game records, where they differ.
    pub fn record_text(&self) -> (String, Vec<usize>) {
        self.labelled(self.shape.records_from_top)
    }

    fn labelled(&self, from_top: bool) -> (String, Vec<usize>) {
        let letters = self.cells.iter().map(|cell| cell.map(|piece| piece.letter));
        match self.shape.text {
            Some(board) => fill(board, letters),
            None => self.grid(letters, from_top),
        }
    }

    fn grid(
        &self,
        mut letters: impl Iterator<Item = Option<char>>,
        from_top: bool,
    ) -> (String, Vec<usize>) {
        const WRITTEN: &str = "writing to a String cannot fail";
        let BoardShape { files, ranks, .. } = *self.shape;
        let (mut text, mut at) = (String::new(), Vec::new());
        let line = format!(" {}+\n", "+---".repeat(files));
        for row in 1..=ranks {
            let rank = if from_top { row } else { ranks + 1 - row };
            text.push_str(&line);
            for letter in letters.by_ref().take(files) {
                text.push_str(" | ");
                at.push(text.len());
                text.push(letter.unwrap_or(' '));
            }
            writeln!(text, " | {rank}").expect(WRITTEN);
        }
        let names: Vec<String> = ('a'..).take(files).map(String::from).collect();
        write!(text, "{line}   {}", names.join("   ")).expect(WRITTEN);
        (text, at)
    }
}

/// The text of a board with the letters of pieces in place of its `+`.
fn fill(board: &str, mut letters: impl Iterator<Item = Option<char>>) -> (String, Vec<usize>) {
    let (mut text, mut at) = (String::with_capacity(board.len()), Vec::new());
    for c in board.chars() {
        let letter = if c == '+' { letters.next() } else { None };
        if letter.is_some() {
            at.push(text.len());
        }
        text.push(letter.flatten().unwrap_or(c));
    }
    (text, at)
}
