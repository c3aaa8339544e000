//! The parts of a position's text: a word for each piece, such as `P` or `+P`, and a number for empty
//! cells; then the pieces in hand, and other fields.

use plyglot_core::game::squares;
use std::fmt;

/// The cells that a text may have. Numbers of empty cells beyond that count as no cells.
pub const MAX_CELLS: usize = 26 * 26;

/// The text of a position that begins with the rows of the board, as FEN does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardText {
    /// The piece on each cell, row by row from the top left; empty where there is none.
    pub cells: Vec<String>,
    /// The cells of a row.
    pub files: usize,
    /// What stands in brackets behind the rows, if they are there.
    pub hand: Option<String>,
    /// The fields after the board: first the side to move.
    pub fields: Vec<String>,
}

impl BoardText {
    /// The parts of a text; it is not checked whether this is a position.
    pub fn new(text: &str) -> BoardText {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let (rows, hand) = match board.split_once('[') {
            Some((rows, hand)) => (rows, Some(hand.trim_end_matches(']').to_owned())),
            None => (board, None),
        };
        let mut cells: Vec<String> = Vec::new();
        let mut files = None;
        let mut number = 0;
        let mut sign = String::new();
        for c in rows.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = (10 * number + digit as usize).min(MAX_CELLS);
                continue;
            }
            add_empty(&mut cells, std::mem::take(&mut number));
            match c {
                '/' => files = files.or(Some(cells.len())),
                '+' => sign.push(c),
                // This sign of a promoted piece belongs to the letter before it.
                '~' => {
                    if let Some(word) = cells.last_mut() {
                        word.push(c);
                    }
                }
                _ => cells.push(std::mem::take(&mut sign) + &c.to_string()),
            }
        }
        add_empty(&mut cells, number);
        let files = files.unwrap_or(cells.len()).max(1);
        BoardText { cells, files, hand, fields: fields.map(str::to_owned).collect() }
    }

    /// Whether the second side is to move.
    pub fn is_second(&self) -> bool {
        self.fields.first().is_some_and(|side| side == "b")
    }

    /// A field after the board, of which the first, with number 0, is the side to move; empty where
    /// it says that there is nothing.
    pub fn field(&self, at: usize) -> &str {
        self.fields.get(at).map_or("", |field| field.trim_matches('-'))
    }

    /// Changes a field that is there; an empty value becomes a dash.
    pub fn set_field(&mut self, at: usize, value: Option<&str>) {
        if let (Some(field), Some(value)) = (self.fields.get_mut(at), value) {
            if value.is_empty() { "-" } else { value }.clone_into(field);
        }
    }

    /// Sets the side to move.
    pub fn set_side(&mut self, is_second: bool) {
        let side = if is_second { "b" } else { "w" }.to_owned();
        match self.fields.first_mut() {
            Some(field) => *field = side,
            None => self.fields.push(side),
        }
    }
}

fn add_empty(cells: &mut Vec<String>, number: usize) {
    let room = MAX_CELLS.saturating_sub(cells.len());
    cells.extend(std::iter::repeat_n(String::new(), number.min(room)));
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<Option<&String>> =
            self.cells.iter().map(|word| Some(word).filter(|word| !word.is_empty())).collect();
        f.write_str(&squares::print_rows(&cells, self.files, |&word| word))?;
        if let Some(hand) = &self.hand {
            write!(f, "[{hand}]")?;
        }
        self.fields.iter().try_for_each(|field| write!(f, " {field}"))
    }
}

/// The same piece of the other side: letters of the first side are capitals.
pub fn of_other_side(word: &str) -> String {
    if word.contains(char::is_lowercase) {
        word.to_ascii_uppercase()
    } else {
        word.to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_cells_are_bounded() {
        let large = format!("{}26 w", "26/".repeat(25));
        for (text, cells) in [("3P/p3 w", 8), (&*large, MAX_CELLS), ("999/999/P w", MAX_CELLS + 1)]
        {
            assert_eq!(BoardText::new(text).cells.len(), cells, "{text}");
        }
        assert_eq!(BoardText::new(&large).to_string(), large);
    }
}
