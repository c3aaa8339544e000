//! Boards and pieces, as they are drawn and named.

use super::{MoveNotation, Side, squares};

/// The look of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Squares of alternating colours, as in chess.
    Chequered,
    /// Squares of one colour.
    Plain,
    /// Holes in a wall, as in Connect Four.
    Holes,
    /// Points on lines. Where no grid shows them, each has a dot, and other cells are none.
    Points {
        /// Whether there are lines along all files and ranks.
        has_grid: bool,
        /// Other lines: the points of each in order, which are cells counted row by row from the
        /// top left. Of a straight one on a grid, the ends will do.
        lines: &'static [&'static [usize]],
        /// At each corner, arcs join the lines with these numbers: 0 is the line at the edge of
        /// the board.
        arcs: &'static [usize],
        /// The row, from the top, above which the files are interrupted: the river of xiangqi.
        river: Option<usize>,
    },
    /// Hexagons: each row lies half a cell further right than that above.
    Hexagons,
    /// Hexagons of three colours: each file lies half a cell lower than that on its left.
    HexagonFiles,
}

impl BoardStyle {
    /// Points on these lines, and none elsewhere: see [`BoardStyle::Points`].
    pub const fn from_lines(lines: &'static [&'static [usize]]) -> BoardStyle {
        BoardStyle::Points { has_grid: false, lines, arcs: &[], river: None }
    }
}

/// What the rules say of a cell before there are pieces, where drawings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// There is no cell.
    Hole,
    /// A point by which players find their way, as on boards of Go.
    Star,
    /// A dot at the lower right corner of the cell, as on boards of shogi and Othello.
    Dot,
    /// Only some pieces may stop there, as on the throne of tafl.
    Throne,
    /// A side is to arrive there, or either side.
    Goal(Option<Side>),
    /// A side is to connect it with others.
    Edge(Side),
    /// Pieces of a side promote there.
    Promotion(Side),
    /// A side's king stays there.
    Palace(Side),
}

/// A step of a piece, or the direction of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Files to the right, as its side sees the board.
    pub files: i8,
    /// Ranks up, as its side sees the board; half cells on hexagons.
    pub ranks: i8,
    /// Whether it goes on in that direction.
    pub slides: bool,
    /// Whether it goes to empty cells.
    pub moves: bool,
    /// Whether it captures.
    pub captures: bool,
}

/// A kind of piece, for sentences about wins and losses, and for drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// Its letters in text: the first player's, then the second player's.
    pub letters: [char; 2],
    /// Its letter in records, which stands for a sign that fonts lack, too.
    pub written: char,
    /// Whether it is the promoted piece that has this letter with a `+`.
    pub is_promoted: bool,
    /// Its name in the words of players, such as `knight`.
    pub name: &'static str,
    /// The name of the piece as which it goes: its own, or what it has been promoted to.
    pub goes_as: &'static str,
    /// Its value, in the units of scores; 0 where having more of them means nothing.
    pub value: u8,
    /// Its symbol in an image, by side; `None` for a plain stone.
    pub symbols: [Option<char>; 2],
    /// Its steps, where its symbol is a letter.
    pub steps: &'static [Step],
}

/// The board of a game, without pieces: [`BoardShape::new`], of which games change fields.
///
/// ```
/// use plyglot_core::game::{BoardShape, BoardStyle, Picture, Side};
///
/// // A triangle of three points.
/// const LINES: [&[usize]; 3] = [&[1, 3], &[3, 5], &[5, 1]];
/// const SHAPE: BoardShape = {
///     let mut shape = BoardShape::new(3, 2, BoardStyle::from_lines(&LINES));
///     shape.colours = ["white", "black"];
///     shape
/// };
/// let cells = [None, Some(Side::First), None, None, None, None];
/// let expected = "
///  2     X
///      /   \\
///  1 +-------+
///    a   b   c";
/// let (text, at) = Picture::from_stones(&SHAPE, &cells).text();
/// assert_eq!(format!("\n{text}"), expected);
/// assert_eq!((at[1], at[3], at[5]), (7, 23, 31));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardShape {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// The look of the cells.
    pub style: BoardStyle,
    /// The colours of the pieces of the first and of the second player, as in CSS.
    pub colours: [&'static str; 2],
    /// The board in text, with a `+` for each cell that is no [hole](BoardShape::is_hole), row by
    /// row from the top left; `None` for a grid, lines, or a rhombus of hexagons.
    pub text: Option<&'static str>,
    /// Whether game records count the ranks from the top, other than the protocol.
    pub records_from_top: bool,
    /// The kinds of pieces, the most valuable first; none where they have no names.
    pub kinds: &'static [PieceKind],
    /// The other sides of pieces that turn over and back, as they are drawn: their worth is that of
    /// the [kinds](BoardShape::kinds) with their letters.
    pub turned: &'static [PieceKind],
    /// Whether pieces are tiles of one colour that point at the other side, as in shogi.
    pub has_tiles: bool,
    /// The usual notation, by which the files, ranks and cells have their names.
    pub notation: MoveNotation,
    /// The numbers of the cells, as [`Labels::numbers`](super::Labels::numbers); empty where they
    /// have none.
    pub numbers: &'static [u8],
    /// The letters of files in records where ranks bend at the middle file; empty for others.
    pub bent_files: &'static str,
    /// What the rules say of cells, by their numbers row by row from the top left.
    pub marks: &'static [(usize, Mark)],
    /// The pieces that may come onto it, beside stones and those of the start position.
    pub pieces: &'static [Piece],
}

/// The neighbours of a hexagon, in files to the right and rows down, clockwise from the right, or
/// lower right.
pub const HEXAGON_STEPS: [(isize, isize); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The colour of light pieces.
pub const LIGHT: &str = "#f7f3e8";
/// The colour of dark pieces.
pub const DARK: &str = "#2f2b28";

impl PieceKind {
    /// A kind that is not promoted.
    pub const fn new(letters: [char; 2], name: &'static str, value: u8) -> PieceKind {
        PieceKind {
            letters,
            written: letters[0],
            is_promoted: false,
            name,
            goes_as: name,
            value,
            symbols: [None; 2],
            steps: &[],
        }
    }

    /// The only kind of a game: `X` for the first player, `O` for the second.
    pub const fn stone(name: &'static str) -> PieceKind {
        PieceKind::new(['X', 'O'], name, 1)
    }
}

impl BoardShape {
    /// A board that is a grid in text. The first player's pieces are light.
    pub const fn new(files: usize, ranks: usize, style: BoardStyle) -> BoardShape {
        BoardShape {
            files,
            ranks,
            style,
            colours: [LIGHT, DARK],
            text: None,
            records_from_top: false,
            kinds: &[],
            turned: &[],
            has_tiles: false,
            notation: MoveNotation::Squares,
            numbers: &[],
            bent_files: "",
            marks: &[],
            pieces: &[],
        }
    }

    /// The kind of a piece. A promoted one that is no kind of its own is of its letter's kind.
    pub fn kind_of(&self, piece: &Piece) -> Option<&'static PieceKind> {
        self.kind_named(piece.letter, piece.is_promoted)
            .or_else(|| self.kind_named(piece.letter, false))
    }

    /// The kind as which a piece is drawn: one that turns over and back goes as what is up.
    pub fn drawn_kind_of(&self, piece: &Piece) -> Option<&'static PieceKind> {
        let turned = self.turned.iter().find(|kind| kind.letters.contains(&piece.letter));
        turned.filter(|_| piece.is_promoted).or_else(|| self.kind_of(piece))
    }

    fn kind_named(&self, letter: char, is_promoted: bool) -> Option<&'static PieceKind> {
        self.kinds
            .iter()
            .find(|kind| kind.is_promoted == is_promoted && kind.letters.contains(&letter))
    }

    /// The name of a cell, such as `c1`. Cells are counted row by row from the top left.
    pub fn name(&self, cell: usize) -> String {
        squares::name(cell % self.files, self.ranks - 1 - cell / self.files)
    }

    /// Whether the names of the files stand above the board: in shogi, and where ranks count from
    /// the top.
    pub const fn has_files_above(&self) -> bool {
        self.has_tiles || self.records_from_top
    }

    /// The cell so many files to the right and rows down, if it is on the board.
    pub fn beside(&self, cell: usize, (right, down): (isize, isize)) -> Option<usize> {
        let file = (cell % self.files).checked_add_signed(right)?;
        let row = (cell / self.files).checked_add_signed(down)?;
        if file < self.files && row < self.ranks { Some(row * self.files + file) } else { None }
    }

    /// Whether there is a mark on a cell.
    pub fn has(&self, cell: usize, mark: Mark) -> bool {
        self.marks.contains(&(cell, mark))
    }

    /// Whether there is no cell: a [`Mark::Hole`], or a place off the lines of a board without a
    /// grid.
    pub fn is_hole(&self, cell: usize) -> bool {
        let is_off_lines = match self.style {
            BoardStyle::Points { has_grid: false, lines, .. } => {
                !lines.is_empty() && !lines.iter().any(|line| line.contains(&cell))
            }
            _ => false,
        };
        is_off_lines || self.has(cell, Mark::Hole)
    }

    /// The sides of hexagonal cells that belong to an edge which a player is to connect.
    pub fn edges(&self) -> Vec<HexagonEdge> {
        let mut edges = Vec::new();
        for cell in (0..self.files * self.ranks).filter(|&cell| !self.is_hole(cell)) {
            for (direction, step) in HEXAGON_STEPS.into_iter().enumerate() {
                let owner = Side::BOTH.into_iter().find(|&side| self.is_edge_of(side, cell, step));
                edges.extend(owner.map(|owner| HexagonEdge { cell, direction, owner }));
            }
        }
        edges
    }

    fn cell_beside(&self, cell: usize, step: (isize, isize)) -> Option<usize> {
        self.beside(cell, step).filter(|&other| !self.is_hole(other))
    }

    /// Whether a side of a cell is an outer one of a player's edge. At a corner, the sides of a
    /// cell belong to the edge that goes on with them.
    fn is_edge_of(&self, side: Side, cell: usize, step: (isize, isize)) -> bool {
        self.is_outer(side, cell, step)
            && HEXAGON_STEPS
                .iter()
                .filter_map(|&other| self.cell_beside(cell, other))
                .any(|other| self.is_outer(side, other, step))
    }

    fn is_outer(&self, side: Side, cell: usize, step: (isize, isize)) -> bool {
        self.has(cell, Mark::Edge(side)) && self.cell_beside(cell, step).is_none()
    }

    /// The cell with a name; `None` if the board has none.
    pub fn cell(&self, name: &str) -> Option<usize> {
        let (file, rank) = squares::parse_name(name)?;
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        Some((self.ranks - 1 - rank) * self.files + file)
    }
}

/// A side of a hexagonal cell at an edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexagonEdge {
    /// The cell.
    pub cell: usize,
    /// The direction in which it lies: the index among [`HEXAGON_STEPS`].
    pub direction: usize,
    /// The player who is to connect it.
    pub owner: Side,
}

/// A piece as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its owner; `None` for an obstacle.
    pub side: Option<Side>,
    /// Its letter in text.
    pub letter: char,
    /// Its symbol in an image; `None` for a plain stone.
    pub symbol: Option<char>,
    /// Whether it is promoted to something that has its own letter with a `+`.
    pub is_promoted: bool,
}

impl Piece {
    /// A piece that is not promoted.
    pub const fn new(side: Option<Side>, letter: char, symbol: Option<char>) -> Piece {
        Piece { side, letter, symbol, is_promoted: false }
    }

    /// Its letter in text, behind a `+` if it is promoted.
    pub fn text(&self) -> String {
        let sign = if self.is_promoted { "+" } else { "" };
        format!("{sign}{}", self.letter)
    }

    /// A stone: `X` for the first player, `O` for the second.
    pub const fn stone(side: Side) -> Piece {
        let letter = match side {
            Side::First => 'X',
            Side::Second => 'O',
        };
        Piece::new(Some(side), letter, None)
    }
}
