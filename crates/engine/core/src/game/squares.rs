//! Boards of squares as text: FEN rows and names of squares.
//!
//! For games with any pieces; [`super::stones`] reads whole positions of games with one
//! kind of stone. Cells are counted row by row from the top left, as in FEN. Files and
//! ranks are counted from 0, from the bottom left.
//!
//! ```
//! use plyglot_core::game::squares;
//!
//! let piece = |letter: char| letter.is_ascii_alphabetic().then_some(letter);
//! let (cells, end) = squares::parse_rows("k2/3/1Q1 w", 0, [3, 3], "a piece", piece).unwrap();
//! assert_eq!((cells[0], cells[7], end), (Some('k'), Some('Q'), 8));
//! assert_eq!(squares::print_rows(&cells, 3, |&piece| piece), "k2/3/1Q1");
//! assert_eq!(squares::name(1, 0), "b1");
//! assert_eq!(squares::parse_name("b1"), Some((1, 0)));
//! assert_eq!(squares::parse_pair("2+3"), Some([2, 3]));
//! ```

use super::Side;
use super::text_error::{TextError, text_error};
use std::fmt::{Display, Write};

/// The words of `text`, each with its byte offset.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// A square's name, file before rank: `a1` for file 0 of rank 0. There may be at most 26
/// files.
pub fn name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// File and rank of the square with this name, on a board of any size.
pub fn parse_name(text: &str) -> Option<(usize, usize)> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let number = &text[1..];
    if !number.bytes().all(|c| c.is_ascii_digit()) || number.starts_with('0') {
        return None;
    }
    let rank: usize = number.parse().ok()?;
    Some((usize::from(file - b'a'), rank - 1))
}

/// The side to move in FEN: `w` or `b`.
pub fn side_letter(side: Side) -> &'static str {
    match side {
        Side::First => "w",
        Side::Second => "b",
    }
}

/// Reads a field as [`side_letter`] prints it.
///
/// # Errors
/// If there is something else, or nothing.
pub fn parse_side(text: &str, field: Option<(usize, &str)>) -> Result<Side, TextError> {
    match field {
        Some((_, "w")) => Ok(Side::First),
        Some((_, "b")) => Ok(Side::Second),
        other => {
            let at = other.map_or(text.len(), |(at, _)| at);
            Err(text_error(text, at, "'w' or 'b', whose turn it is"))
        }
    }
}

/// Reads the rows of a board from the byte `start` of `text`, up to a blank or a bracket:
/// pieces, numbers of empty cells, and `/` between rows. `piece` maps a letter to a
/// piece; `pieces` describes the letters in errors. Returns the cells and the byte at
/// which the rows end.
///
/// # Errors
/// The first place at which the text is not a board with these files and ranks.
pub fn parse_rows<T: Clone>(
    text: &str,
    start: usize,
    [files, ranks]: [usize; 2],
    pieces: &str,
    piece: impl Fn(char) -> Option<T>,
) -> Result<(Vec<Option<T>>, usize), TextError> {
    let rest = &text[start..];
    let end = start + rest.find(|c: char| c == '[' || c.is_whitespace()).unwrap_or(rest.len());
    let mut cells = Vec::new();
    // `run` is the number read so far, where numbers may have several digits.
    let mut rows = 1;
    let mut row_end = files;
    let mut run = 0;
    for (i, c) in text[start..end].char_indices() {
        let wrong = |expected: String| Err(text_error(text, start + i, expected));
        let digit = c.to_digit(10).map_or(0, |digit| digit as usize);
        let empty = 9 * run + digit;
        let is_number = c.is_ascii_digit() && empty > 0;
        run = if is_number && files > 9 { 10 * run + digit } else { 0 };
        match c {
            '/' if cells.len() < row_end => return wrong(format!("a row of {files} points")),
            '/' if rows == ranks => return wrong(format!("{ranks} rows")),
            '/' => (rows, row_end) = (rows + 1, row_end + files),
            _ if is_number && cells.len() + empty <= row_end => {
                cells.resize(cells.len() + empty, None);
            }
            _ => match piece(c) {
                Some(piece) if cells.len() < row_end => cells.push(Some(piece)),
                None if !is_number => {
                    return wrong(format!("{pieces}, a number of empty points or '/'"));
                }
                _ => return wrong(format!("a row of {files} points")),
            },
        }
    }
    if rows != ranks || cells.len() != files * ranks {
        return Err(text_error(text, end, format!("{ranks} rows of {files} points")));
    }
    Ok((cells, end))
}

/// Reads a number of each side with a plus between them, that of the first side before the other:
/// `2+3`.
pub fn parse_pair(text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once('+')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

/// Reads the end of a FEN: the plies since the last irreversible move and the number of
/// the move, 0 and 1 where they are missing, and nothing after them.
///
/// # Errors
/// At the first word that is not such a counter.
pub fn parse_counters<'a>(
    text: &str,
    mut fields: impl Iterator<Item = (usize, &'a str)>,
) -> Result<[u16; 2], TextError> {
    let mut counters = [0, 1];
    for (counter, (at, word)) in counters.iter_mut().zip(fields.by_ref()) {
        let number = word.parse().ok();
        *counter = number.ok_or_else(|| text_error(text, at, "a number up to 65535"))?;
    }
    match fields.next() {
        Some((at, _)) => Err(text_error(text, at, "the end of the position")),
        None => Ok(counters),
    }
}

/// The squares of a move with what players write between them: `a2-b3`, or `a2xb3` for a capture.
pub fn join_squares(names: &[String], is_capture: bool) -> String {
    names.join(if is_capture { "x" } else { "-" })
}

/// Prints the rows that [`parse_rows`] reads, with these letters for the pieces.
pub fn print_rows<T, L: Display>(
    cells: &[Option<T>],
    files: usize,
    letter: impl Fn(&T) -> L,
) -> String {
    let mut text = String::new();
    for row in cells.chunks(files) {
        if !text.is_empty() {
            text.push('/');
        }
        for run in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match &run[0] {
                Some(piece) => write!(text, "{}", letter(piece)),
                None => write!(text, "{}", run.len()),
            }
            .expect("writing to a String cannot fail");
        }
    }
    text
}
