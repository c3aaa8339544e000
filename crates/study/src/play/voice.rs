//! The text shown to the person.

use super::paint::{self, Marks, Paint};
use anyhow::{Context, Result};
use plyglot_core::game::{Picture, Side};
use plyglot_engine::Engine;
use plyglot_support::text::printable;
use std::collections::BTreeSet;
use std::io::Write;

/// The output, and how it is painted.
pub(super) struct Voice<'a> {
    pub(super) output: &'a mut dyn Write,
    pub(super) paint: Paint,
    /// Whether a line can be taken back.
    pub(super) is_terminal: bool,
}

impl Voice<'_> {
    /// Prints lines.
    ///
    /// # Errors
    /// If the output cannot be written to.
    pub(super) fn say(&mut self, text: &str) -> Result<()> {
        let text = printable(text);
        let text = if self.is_terminal { wrapped(&text, WIDTH) } else { text.into_owned() };
        self.write(&format!("{text}\n"))
    }

    /// Prints a line that is gone after `work`; on a terminal alone.
    ///
    /// # Errors
    /// Those of `work`, or if the output cannot be written to.
    pub(super) fn during<T>(&mut self, note: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.is_terminal {
            self.write(note)?;
        }
        let done = work();
        if self.is_terminal {
            // The terminal may have added ^C.
            self.write(&format!("\r{}\r", " ".repeat(note.chars().count() + 4)))?;
        }
        done
    }

    /// Prints the board of a game, with the marks of its last move; with `is_turned` as the
    /// second player sees it.
    ///
    /// # Errors
    /// If the output cannot be written to.
    pub(super) fn board(
        &mut self,
        rules: &dyn Engine,
        marks: &Marks,
        is_turned: bool,
    ) -> Result<()> {
        let board = board_text(rules, marks, self.paint, is_turned);
        self.write(&format!("\n{board}\n\n"))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let written = write!(self.output, "{text}").and_then(|()| self.output.flush());
        written.context("the output cannot be written")
    }
}

/// The columns of a terminal.
const WIDTH: usize = 80;

/// The text with its longer lines wrapped between words, as far as they have blanks.
fn wrapped(text: &str, width: usize) -> String {
    let wrap = |line: &str| {
        let mut rows = vec![String::new()];
        for word in line.split(' ') {
            let row = rows.last().map_or(0, |row| row.chars().count());
            let is_first = rows.len() == 1 && rows[0].is_empty();
            if row > 0 && row + 1 + word.chars().count() > width {
                rows.push(word.to_owned());
            } else if let Some(row) = rows.last_mut() {
                row.push_str(if is_first { "" } else { " " });
                row.push_str(word);
            }
        }
        rows.join("\n")
    };
    let line = |line: &str| if line.chars().count() > width { wrap(line) } else { line.to_owned() };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The board of a game as text.
pub(super) fn board_text(
    rules: &dyn Engine,
    marks: &Marks,
    paint: Paint,
    is_turned: bool,
) -> String {
    if let Some(picture) = rules.picture() {
        let board = paint::board(&picture, marks, paint, is_turned);
        let beside = picture.beside(rules.info().sides);
        return if beside.is_empty() { board } else { format!("{board}\n\n{beside}") };
    }
    // The text and the key of the position follow its diagram.
    let diagram = rules.diagram();
    diagram.rsplit_once("\n\nFen: ").map_or(diagram.as_str(), |(board, _)| board).to_owned()
}

/// The owners of the pieces on a board, by their letters; `None` if the names of the sides say it
/// already, or the letters do not show it.
pub(super) fn legend(picture: &Picture, sides: [&str; 2]) -> Option<String> {
    let letters = |side: Side| -> BTreeSet<char> {
        let pieces = picture.cells.iter().flatten();
        pieces.filter(|piece| piece.side == Some(side)).map(|piece| piece.letter).collect()
    };
    let [first, second] = [letters(Side::First), letters(Side::Second)];
    let [own, other] = sides;
    if first.is_empty() || second.is_empty() {
        return None;
    }
    if first.iter().all(|c| c.is_uppercase()) && second.iter().all(|c| c.is_lowercase()) {
        return Some(format!("Capital letters are {own}'s pieces, small letters {other}'s."));
    }
    let [a, b] = [first, second].map(|letters| letters.into_iter().collect::<String>());
    let is_clear = a.chars().count() == 1 && b.chars().count() == 1;
    (is_clear && [&a[..], &b[..]] != sides).then(|| format!("{a} is {own}, {b} is {other}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{BoardShape, BoardStyle, Piece};

    #[test]
    fn long_lines_are_wrapped_between_words() {
        assert_eq!(wrapped("a game of chess", 20), "a game of chess");
        assert_eq!(wrapped("a game of chess\nwell played", 9), "a game of\nchess\nwell\nplayed");
        assert_eq!(wrapped("abcdefghij kl", 5), "abcdefghij\nkl");
    }

    #[test]
    fn letters_are_explained_where_names_do_not() {
        const SHAPE: BoardShape = BoardShape::new(2, 1, BoardStyle::Plain);
        let stones = Picture::of_stones(&SHAPE, &[Some(Side::First), Some(Side::Second)]);
        let of = |picture: &Picture, sides| legend(picture, sides);
        assert_eq!(of(&stones, ["white", "black"]).unwrap(), "X is white, O is black.");
        assert_eq!(of(&stones, ["X", "O"]), None);
        let piece = |side, letter| Some(Piece::new(Some(side), letter, None));
        let cells = vec![piece(Side::First, 'K'), piece(Side::Second, 'k')];
        let text = of(&Picture::new(&SHAPE, cells), ["white", "black"]).unwrap();
        assert_eq!(text, "Capital letters are white's pieces, small letters black's.");
        assert_eq!(of(&Picture::of_stones(&SHAPE, &[None, None]), ["white", "black"]), None);
        let same = vec![piece(Side::First, 'K'), piece(Side::First, 'X')];
        assert_eq!(of(&Picture::new(&SHAPE, same), ["white", "black"]), None);
    }

    #[test]
    fn notes_are_for_terminals_alone() {
        for (is_terminal, expected) in [(false, ""), (true, "wait\r        \r")] {
            let mut output = Vec::new();
            let mut voice = Voice { output: &mut output, paint: Paint::Plain, is_terminal };
            assert_eq!(voice.during("wait", || Ok(7)).unwrap(), 7);
            assert_eq!(output, expected.as_bytes());
        }
    }
}
