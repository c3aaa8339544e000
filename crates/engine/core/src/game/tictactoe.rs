//! Tic-tac-toe: three in a row on nine cells. It is the smallest game and the example in
//! the traits' documentation.

use super::random::mix;
use super::stones::{self, Layout};
use super::{
    BoardShape, BoardStyle, EndName, EndWay, Evaluation, Game, GameInfo, Histories, Knowledge,
    MoveCells, MoveNotation, MoveSpace, Notation, Outcome, Picture, Scale, SearchParams, Side,
    TextError, Which, WinRate, squares, text_error,
};

const SHAPE: BoardShape = BoardShape::new(3, 3, BoardStyle::Plain);
const LAYOUT: Layout = Layout { files: 3, ranks: 3, stones: [5, 4], letters: ["P", "p"] };
const CELLS: u8 = 9;
const FULL: u16 = (1 << CELLS) - 1;

/// The eight rows of three, bit `i` for cell `i`.
const LINES: [u16; 8] = [7, 56, 448, 73, 146, 292, 273, 84];

/// A cell, 0 to 8, counted row by row from the top left: 0 is a3, 8 is c1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, if there is one.
    pub fn from_index(index: u8) -> Option<Cell> {
        if index < CELLS { Some(Cell(index)) } else { None }
    }

    /// The cell's index, 0 to 8.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The cell's name, file before rank: `a3`.
    fn name(self) -> String {
        let (file, rank) = LAYOUT.file_and_rank(self.index());
        squares::name(file, rank)
    }
}

/// A position of tic-tac-toe. `X` is the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    /// The cells of each side, as bits.
    stones: [u16; 2],
}

impl TicTacToe {
    #[inline]
    fn occupied(self) -> u16 {
        self.stones[0] | self.stones[1]
    }

    #[inline]
    fn has_line(self, side: Side) -> bool {
        let stones = self.stones[side];
        LINES.iter().any(|&line| line & !stones == 0)
    }

    #[inline]
    fn cells(self) -> stones::Cells {
        (0..CELLS).map(|i| Side::BOTH.into_iter().find(|s| self.stones[*s] >> i & 1 == 1)).collect()
    }
}

impl Game for TicTacToe {
    type Move = Cell;

    #[inline]
    fn side(&self) -> Side {
        if self.stones[0].count_ones() == self.stones[1].count_ones() {
            Side::First
        } else {
            Side::Second
        }
    }

    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if self.has_line(!self.side()) { Some(Outcome::Lost) } else { None }
    }

    #[inline]
    fn moves(&self, which: Which, mut visit: impl FnMut(Cell)) {
        if which == Which::Tactical {
            return;
        }
        let mut empty = !self.occupied() & FULL;
        while empty != 0 {
            visit(Cell(empty.trailing_zeros() as u8));
            empty &= empty - 1;
        }
    }

    #[inline]
    fn play(&mut self, m: Cell) {
        let side = self.side();
        self.stones[side] |= 1 << m.0;
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(u64::from(self.stones[0]) | u64::from(self.stones[1]) << CELLS)
    }

    #[inline]
    fn pack(m: Cell) -> u32 {
        u32::from(m.0) + 1
    }
}

impl Evaluation for TicTacToe {
    type State = ();
}

impl Knowledge for TicTacToe {
    // Searched to the end, without pruning.
    const PARAMS: SearchParams = SearchParams::PLAIN;
    const SCALE: Scale = Scale {
        lookahead: &[
            (500, -3.0),
            (535, -1.0),
            (556, 0.0),
            (620, 1.0),
            (735, 2.0),
            (852, 3.0),
            (924, 4.0),
            (969, 5.0),
            (1059, 7.0),
        ],
        // Fitted to self-play games: docs/internals/wdl.md.
        win_rate: WinRate { midpoint: 86.0, spread: 96.0 },
        ..Scale::USUAL
    };

    fn max_plies_left(&self) -> Option<u32> {
        Some((FULL & !self.occupied()).count_ones())
    }
}

impl Histories for TicTacToe {
    const HISTORY_SIZE: usize = 16;
}

impl TicTacToe {
    /// Its names, its start position and the like.
    pub const INFO: GameInfo = GameInfo {
        title: "tic-tac-toe",
        sides: ["X", "O"],
        counts_plies: true,
        aliases: &["ttt", "noughts"],
        board: Some("files 3 ranks 3 pocket 1 template fairy startpos 3/3/3[PPPPPpppp] w - - 0 1"),
        bench_depth: 9,
        ..GameInfo::new("tictactoe", "3/3/3[PPPPPpppp] w - - 0 1")
    };
}

impl Notation for TicTacToe {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &TicTacToe::INFO
    }

    fn rules(&self) {}

    /// Reads a FEN, or nine cells row by row from the top left: `X`, `O`, and `.`, `-`,
    /// `_` or a digit for an empty cell.
    fn parse_with(_: (), text: &str) -> Result<TicTacToe, TextError> {
        let word = text.trim();
        let cells = if word.is_empty() || word.contains('/') {
            stones::parse(text, &LAYOUT)?
        } else {
            parse_cells(text)?
        };
        let mut position = TicTacToe::default();
        for (i, cell) in cells.iter().enumerate() {
            if let Some(side) = cell {
                position.stones[*side] |= 1 << i;
            }
        }
        let is_reachable = stones::is_reachable_count(stones::counts(&cells));
        if !is_reachable || position.has_line(position.side()) {
            let start = text.len() - text.trim_start().len();
            return Err(text_error(text, start, "a position that arises when X begins"));
        }
        Ok(position)
    }

    fn print(&self) -> String {
        stones::print(&self.cells(), &LAYOUT)
    }

    fn print_move(&self, m: Cell) -> String {
        format!("P@{}", m.name())
    }

    fn notations(_: ()) -> &'static [MoveNotation] {
        &[MoveNotation::Squares]
    }

    fn write_move(&self, m: Cell, notation: MoveNotation) -> String {
        if notation == MoveNotation::Squares { m.name() } else { self.print_move(m) }
    }

    fn move_space(_: ()) -> Option<MoveSpace> {
        let mut space = MoveSpace::new(3);
        (0..9).for_each(|cell| space.drop("P", cell));
        Some(space)
    }

    fn short_move(&self, m: Cell) -> String {
        m.name()
    }

    /// Reads `P@b2`, `b2` or the cell's index, 0 to 8.
    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        let name = text.strip_prefix("P@").unwrap_or(text);
        self.legal_moves()
            .into_iter()
            .find(|m| m.name() == name || m.0.to_string() == text)
            .ok_or_else(|| text_error(text, 0, "a legal move of tic-tac-toe"))
    }

    fn picture(&self) -> Option<Picture> {
        let mut cells = 0;
        for line in LINES {
            if self.stones.iter().any(|own| line & !own == 0) {
                cells |= line;
            }
        }
        let marked = (0..usize::from(CELLS)).filter(|cell| cells >> cell & 1 == 1).collect();
        Some(Picture { marked, ..Picture::from_stones(&SHAPE, &self.cells()) })
    }

    fn end_name(&self) -> EndName {
        match self.decided() {
            Some(_) => EndName::detailed(EndWay::Row, "three"),
            None => EndWay::BoardFull.into(),
        }
    }

    fn move_cells(&self, m: Cell) -> MoveCells {
        MoveCells::stone(m.0.into())
    }
}

fn parse_cells(text: &str) -> Result<stones::Cells, TextError> {
    let start = text.len() - text.trim_start().len();
    let mut cells = stones::Cells::new();
    for (i, c) in text.trim_end().char_indices().skip_while(|&(i, _)| i < start) {
        let cell = match c {
            _ if cells.len() == usize::from(CELLS) => None,
            'X' | 'x' => Some(Some(Side::First)),
            'O' | 'o' => Some(Some(Side::Second)),
            '.' | '-' | '_' | '0'..='9' => Some(None),
            _ => None,
        };
        cells.push(cell.ok_or_else(|| text_error(text, i, "nine cells: 'X', 'O' or '.'"))?);
    }
    if cells.len() < usize::from(CELLS) {
        return Err(text_error(text, text.trim_end().len(), "nine cells: 'X', 'O' or '.'"));
    }
    Ok(cells)
}
