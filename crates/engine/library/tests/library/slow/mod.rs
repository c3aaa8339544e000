//! Plain implementations of games, to compare with. A board is rows of letters, the top row
//! first: capitals are the first player's pieces, `.` is empty, and `*` off the board.

pub(crate) mod draughts;
pub(crate) mod tafl;

use plyglot_core::game::squares;

/// A game with the moves that are known in its position.
pub(crate) trait Slow {
    /// The board as the first field of a FEN.
    fn board(&self) -> String;

    fn is_first(&self) -> bool;

    fn result(&self) -> Option<&'static str>;

    /// The legal moves by origin and target, each with the board it leads to, sorted.
    fn moves(&self) -> Vec<(String, String)>;

    fn play(&mut self, index: usize);
}

pub(crate) type Board = Vec<Vec<char>>;

/// The board of a FEN, whose numbers have one digit.
pub(crate) fn board(fen: &str) -> Board {
    let cell = |c: char| c.to_digit(10).map_or(vec![c], |empty| vec!['.'; empty as usize]);
    let row = |row: &str| -> Vec<char> { row.chars().flat_map(cell).collect() };
    fen.split(['[', ' ']).next().expect("a board").split('/').map(row).collect()
}

/// The first field of a FEN.
pub(crate) fn fen(board: &Board) -> String {
    let cells: Vec<Option<char>> =
        board.iter().flatten().map(|&c| Some(c).filter(|&c| c != '.')).collect();
    squares::print_rows(&cells, board[0].len(), |&letter| letter)
}

/// The name of a square by row and column.
pub(crate) fn name(board: &Board, (row, column): (usize, usize)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, board.len() - row)
}

/// The square this far away, if it is on the board.
pub(crate) fn step(
    board: &Board,
    (row, column): (usize, usize),
    (down, right): (isize, isize),
) -> Option<(usize, usize)> {
    let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
    if row < board.len() && column < board[0].len() { Some((row, column)) } else { None }
}

pub(crate) fn is_of(first: bool, piece: char) -> bool {
    piece.is_ascii_alphabetic() && piece.is_ascii_uppercase() == first
}
