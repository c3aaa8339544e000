//! The notation of games with one kind of stone: Fairy-Stockfish's FEN, in two forms.
//!
//! If stones are dropped and never move, as in Connect Four, the board determines the
//! side to move, and the stones in hand stand between brackets: [`parse`] and
//! [`print()`]. If stones move, as in Surakarta, [`Fen`] also has the side to move and
//! the counters:
//!
//! ```
//! use plyglot_core::game::Side;
//! use plyglot_core::game::stones::{Fen, Layout};
//!
//! let layout = Layout { files: 3, ranks: 2, stones: [3, 3], letters: ["P", "p"] };
//! let fen = Fen::parse("ppp/1PP b", &layout).unwrap();
//! assert_eq!((fen.side, fen.cells[4]), (Side::Second, Some(Side::First)));
//! assert_eq!((layout.file_and_rank(4), layout.cell(1, 0)), ((1, 0), 4)); // b1
//! assert_eq!((layout.flip(4), layout.name(1), layout.square("b1")), (1, "b1".to_owned(), Some(1)));
//! assert_eq!(layout.set(&fen.cells, Side::First), 0b110);
//! assert_eq!(layout.cells([0b110, 0b111_000]), fen.cells);
//! assert_eq!(fen.print(&layout), "ppp/1PP b - - 0 1");
//! assert_eq!(Fen::parse("ppp/1PP x", &layout).unwrap_err().at, 8);
//! ```

use super::Side;
use super::squares::{self, side_letter, words};
use super::text_error::{TextError, text_error};

/// The size of a board, and the number of stones of each side.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// The most stones of the first and of the second player.
    pub stones: [usize; 2],
    /// The letters that are accepted for a stone of each player; `P` and `p` are printed.
    pub letters: [&'static str; 2],
}

impl Layout {
    /// File and rank, from 0, of a cell, which is counted row by row from the
    /// top left.
    pub const fn file_and_rank(&self, cell: usize) -> (usize, usize) {
        (cell % self.files, self.ranks - 1 - cell / self.files)
    }

    /// The cell of this file and rank.
    pub const fn cell(&self, file: usize, rank: usize) -> usize {
        (self.ranks - 1 - rank) * self.files + file
    }

    /// The square of a cell, counted rank by rank from a1, or the cell of a square.
    pub const fn flip(&self, at: usize) -> usize {
        let (file, rank) = self.file_and_rank(at);
        rank * self.files + file
    }

    /// The name of a square, counted rank by rank from a1.
    pub fn name(&self, square: u8) -> String {
        let square = usize::from(square);
        squares::name(square % self.files, square / self.files)
    }

    /// The square of this name.
    pub fn square(&self, name: &str) -> Option<u8> {
        let (file, rank) = squares::parse_name(name)?;
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        Some((rank * self.files + file) as u8)
    }

    /// The squares of a side's stones, as bits, on a board of at most 64.
    pub fn set(&self, cells: &Cells, side: Side) -> u64 {
        let mut set = 0;
        for (cell, &owner) in cells.iter().enumerate() {
            set |= u64::from(owner == Some(side)) << self.flip(cell);
        }
        set
    }

    /// The cells of two sets of squares, those of the first player first.
    pub fn cells(&self, [first, second]: [u64; 2]) -> Cells {
        (0..self.files * self.ranks)
            .map(|cell| match 1 << self.flip(cell) {
                bit if first & bit != 0 => Some(Side::First),
                bit if second & bit != 0 => Some(Side::Second),
                _ => None,
            })
            .collect()
    }
}

/// The cells of a board: the owner of the stone on each, row by row from the top left.
pub type Cells = Vec<Option<Side>>;

/// Number of stones of each side on the board.
pub fn counts(cells: &Cells) -> [usize; 2] {
    Side::BOTH.map(|side| cells.iter().filter(|&&c| c == Some(side)).count())
}

/// The side to move where the sides move in turn.
pub fn side_to_move(cells: &Cells) -> Side {
    let [first, second] = counts(cells);
    if first == second { Side::First } else { Side::Second }
}

/// Reads `board[hand] side - - halfmove fullmove`. The hand may be missing or
/// empty, and so may everything after the side.
///
/// # Errors
/// At the first place where the text has another form or contradicts itself.
pub fn parse(text: &str, layout: &Layout) -> Result<Cells, TextError> {
    let mut fields = words(text);
    let (start, board) = fields.next().unwrap_or((text.len(), ""));
    let (cells, end) = parse_board(text, start, layout)?;
    if !is_reachable_count(counts(&cells)) {
        return Err(text_error(text, start, "as many stones of each side, or one more P than p"));
    }
    parse_hand(text, end, &text[end..start + board.len()], counts(&cells), layout)?;
    parse_turn(text, fields.next(), side_to_move(&cells))?;
    for (at, word) in fields.by_ref().take(2) {
        if word != "-" {
            return Err(text_error(text, at, "'-'"));
        }
    }
    for (at, word) in fields.by_ref().take(2) {
        if word.parse::<u32>().is_err() {
            return Err(text_error(text, at, "a whole number"));
        }
    }
    match fields.next() {
        Some((at, _)) => Err(text_error(text, at, "the end of the position")),
        None => Ok(cells),
    }
}

/// Whether sides that move in turn can have placed these numbers of stones.
pub(crate) fn is_reachable_count([first, second]: [usize; 2]) -> bool {
    first == second || first == second + 1
}

/// Reads the rows of the board from the byte `start`, up to a blank or a bracket. Returns
/// the cells and the byte at which they end.
///
/// # Errors
/// The first place at which the text is not a board of that layout.
pub fn parse_board(text: &str, start: usize, layout: &Layout) -> Result<(Cells, usize), TextError> {
    squares::parse_rows(text, start, [layout.files, layout.ranks], "'P', 'p'", |c| {
        Side::BOTH.into_iter().find(|side| layout.letters[*side].contains(c))
    })
}

/// Checks the hand `[...]`, if it is there and not empty, against the board.
fn parse_hand(
    text: &str,
    at: usize,
    hand: &str,
    counts: [usize; 2],
    layout: &Layout,
) -> Result<(), TextError> {
    let expected = print_hand(counts, layout);
    if hand.is_empty() || hand == "[]" || hand == expected {
        return Ok(());
    }
    Err(text_error(text, at, format!("the stones in hand, '{expected}', or nothing")))
}

fn parse_turn(text: &str, field: Option<(usize, &str)>, mover: Side) -> Result<(), TextError> {
    let letter = side_letter(mover);
    match field {
        Some((_, word)) if word == letter => Ok(()),
        Some((at, _)) => Err(text_error(text, at, format!("'{letter}', whose turn it is"))),
        None => Err(text_error(text, text.len(), format!("'{letter}', whose turn it is"))),
    }
}

fn print_hand(counts: [usize; 2], layout: &Layout) -> String {
    let left = Side::BOTH.map(|side| layout.stones[side].saturating_sub(counts[side]));
    format!("[{}{}]", "P".repeat(left[0]), "p".repeat(left[1]))
}

/// The complete text that [`parse`] reads.
pub fn print(cells: &Cells, layout: &Layout) -> String {
    let counts = counts(cells);
    let rows = print_board(cells, layout);
    let hand = print_hand(counts, layout);
    format!("{rows}{hand} {} - - 0 {}", side_letter(side_to_move(cells)), counts[1] + 1)
}

/// The rows that [`parse_board`] reads.
pub fn print_board(cells: &Cells, layout: &Layout) -> String {
    squares::print_rows(cells, layout.files, |&side| ['P', 'p'][side])
}

/// A position of a game in which stones move: `board side - - plies number`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The cells of the board.
    pub cells: Cells,
    /// The side to move.
    pub side: Side,
    /// Plies since the last irreversible move; 0 in games that do not count them.
    pub plies: u16,
    /// The full-move number, from 1. It increases after the second player's move.
    pub number: u16,
}

impl Fen {
    /// Reads a position; the board and the side to move are enough. The two dashes may be
    /// missing, as in Fairy-Stockfish's own start positions.
    ///
    /// # Errors
    /// At the first place where the text has another form, or at the board if a side has
    /// too many stones.
    pub fn parse(text: &str, layout: &Layout) -> Result<Fen, TextError> {
        let mut fields = words(text).peekable();
        let (start, board) = fields.next().unwrap_or((text.len(), ""));
        let (cells, end) = parse_board(text, start, layout)?;
        if end < start + board.len() {
            return Err(text_error(text, end, "the end of the board"));
        }
        let [first, second] = layout.stones;
        let counts = counts(&cells);
        if counts[0] > first || counts[1] > second {
            let expected = if first == second {
                format!("at most {first} stones of each side")
            } else {
                format!("at most {first} stones of the first side, {second} of the second")
            };
            return Err(text_error(text, start, expected));
        }
        let side = squares::parse_side(text, fields.next())?;
        for _ in 0..2 {
            let is_counter = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
            match fields.next_if(|(_, word)| !is_counter(word)) {
                Some((_, "-")) | None => {}
                Some((at, _)) => return Err(text_error(text, at, "'-'")),
            }
        }
        let [plies, number] = squares::parse_counters(text, fields)?;
        Ok(Fen { cells, side, plies, number })
    }

    /// The complete text that [`Fen::parse`] reads.
    pub fn print(&self, layout: &Layout) -> String {
        format!("{} {} {}", self.identity(layout), self.plies, self.number)
    }

    /// The text without the counters, for [`Notation::identity`](super::Notation::identity).
    pub fn identity(&self, layout: &Layout) -> String {
        format!("{} {} - -", print_board(&self.cells, layout), side_letter(self.side))
    }
}
