//! The text of games with one kind of stone: the rows of Fairy-Stockfish's FEN,
//! and, where stones are dropped and never move, those in hand between brackets.

use super::Side;
use super::notation::{TextError, text_error};
use std::fmt::Write;

/// The size of a board and how many stones each side begins with.
pub(crate) struct Layout {
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    /// Stones of the first and of the second player.
    pub(crate) stones: [usize; 2],
    /// The letters that are read for a stone of each; `P` and `p` are printed.
    pub(crate) letters: [&'static str; 2],
}

/// What lies on a board, row by row from the top left.
pub(crate) type Cells = Vec<Option<Side>>;

/// How many stones of each side lie on the board.
pub(crate) fn counts(cells: &Cells) -> [usize; 2] {
    [Side::First, Side::Second].map(|side| cells.iter().filter(|&&c| c == Some(side)).count())
}

/// The side to move where the sides move in turn.
pub(crate) fn side_to_move(cells: &Cells) -> Side {
    let [first, second] = counts(cells);
    if first == second { Side::First } else { Side::Second }
}

/// The words of `text` with the byte at which each begins.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Reads `board[hand] side - - halfmove fullmove`. The hand may be missing or
/// empty, and so may everything after the side.
///
/// # Errors
/// At the first place where the text leaves that form or contradicts itself.
pub(crate) fn parse(text: &str, layout: &Layout) -> Result<Cells, TextError> {
    let mut fields = words(text);
    let (start, board) = fields.next().unwrap_or((text.len(), ""));
    let (cells, end) = parse_board(text, start, board, layout)?;
    if !is_reachable_count(counts(&cells)) {
        return Err(text_error(text, start, "as many stones of each side, or one more P than p"));
    }
    parse_hand(text, start + end, &board[end..], counts(&cells), layout)?;
    parse_side(text, fields.next(), side_to_move(&cells))?;
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

/// Whether sides that move in turn can have laid so many stones each.
pub(crate) fn is_reachable_count([first, second]: [usize; 2]) -> bool {
    first == second || first == second + 1
}

/// Reads the rows of the board, up to the end of the word or a bracket; gives
/// the cells and where the rows end in the word.
pub(crate) fn parse_board(
    text: &str,
    start: usize,
    board: &str,
    layout: &Layout,
) -> Result<(Cells, usize), TextError> {
    let mut cells = Cells::new();
    let (mut rows, mut row_end) = (1, layout.files);
    for (i, c) in board.char_indices() {
        let at = start + i;
        match c {
            '[' => return finish_board(text, at, cells, rows, layout).map(|cells| (cells, i)),
            '/' if cells.len() < row_end => {
                return Err(text_error(text, at, format!("a row of {} points", layout.files)));
            }
            '/' if rows == layout.ranks => {
                return Err(text_error(text, at, format!("{} rows", layout.ranks)));
            }
            '/' => (rows, row_end) = (rows + 1, row_end + layout.files),
            c if layout.letters[0].contains(c) => cells.push(Some(Side::First)),
            c if layout.letters[1].contains(c) => cells.push(Some(Side::Second)),
            '1'..='9' => cells.resize(cells.len() + (c as usize - '0' as usize), None),
            _ => return Err(text_error(text, at, "'P', 'p', a number of empty points or '/'")),
        }
        if cells.len() > row_end {
            return Err(text_error(text, at, format!("a row of {} points", layout.files)));
        }
    }
    let end = board.len();
    finish_board(text, start + end, cells, rows, layout).map(|cells| (cells, end))
}

fn finish_board(
    text: &str,
    at: usize,
    cells: Cells,
    rows: usize,
    layout: &Layout,
) -> Result<Cells, TextError> {
    if rows != layout.ranks || cells.len() != layout.files * layout.ranks {
        let expected = format!("{} rows of {} points", layout.ranks, layout.files);
        return Err(text_error(text, at, expected));
    }
    Ok(cells)
}

/// Checks `[...]`, if it is there and says anything, against the board.
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

fn parse_side(text: &str, field: Option<(usize, &str)>, mover: Side) -> Result<(), TextError> {
    let letter = side_letter(mover);
    match field {
        Some((_, word)) if word == letter => Ok(()),
        Some((at, _)) => Err(text_error(text, at, format!("'{letter}', whose turn it is"))),
        None => Err(text_error(text, text.len(), format!("'{letter}', whose turn it is"))),
    }
}

/// The side as a FEN has it.
pub(crate) fn side_letter(side: Side) -> &'static str {
    match side {
        Side::First => "w",
        Side::Second => "b",
    }
}

fn print_hand(counts: [usize; 2], layout: &Layout) -> String {
    let left = [0, 1].map(|side| layout.stones[side].saturating_sub(counts[side]));
    format!("[{}{}]", "P".repeat(left[0]), "p".repeat(left[1]))
}

/// The text that [`parse`] reads, complete.
pub(crate) fn print(cells: &Cells, layout: &Layout) -> String {
    let counts = counts(cells);
    let (rows, hand) = (print_board(cells, layout), print_hand(counts, layout));
    format!("{rows}{hand} {} - - 0 {}", side_letter(side_to_move(cells)), counts[1] + 1)
}

/// The rows that [`parse_board`] reads.
pub(crate) fn print_board(cells: &Cells, layout: &Layout) -> String {
    let mut text = String::new();
    for row in cells.chunks(layout.files) {
        if !text.is_empty() {
            text.push('/');
        }
        for run in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match run[0] {
                Some(Side::First) => text.push('P'),
                Some(Side::Second) => text.push('p'),
                None => write!(text, "{}", run.len()).expect("a String takes all text"),
            }
        }
    }
    text
}

/// The board as a grid with its coordinates, `X` for the first player.
pub(crate) fn diagram(cells: &Cells, layout: &Layout) -> String {
    let line = format!(" {}+\n", "+---".repeat(layout.files));
    let mut picture = line.clone();
    for (row, points) in cells.chunks(layout.files).enumerate() {
        for point in points {
            let stone = match point {
                Some(Side::First) => 'X',
                Some(Side::Second) => 'O',
                None => ' ',
            };
            write!(picture, " | {stone}").expect("a String takes all text");
        }
        writeln!(picture, " | {}", layout.ranks - row).expect("a String takes all text");
        picture.push_str(&line);
    }
    let files: Vec<String> = ('a'..).take(layout.files).map(String::from).collect();
    format!("{picture}   {}", files.join("   "))
}
