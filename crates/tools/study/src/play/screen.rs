//! What the person sees: the board, with its colours or without, and all that is said.

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use plyglot_core::game::{Picture, Piece, Side};
use plyglot_engine::Pictures;
use plyglot_support::text::printable;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

const WIDTH: usize = 80;

pub(super) struct Screen<'a> {
    pub(super) output: &'a mut dyn Write,
    /// Whether the letters have the colours of their sides, and marked cells are inverted or
    /// underlined. Without colours, marks are brackets: `[X]` for the last move, `(X)` for what it
    /// changed elsewhere.
    pub(super) has_colours: bool,
    /// Whether a line can be taken back.
    pub(super) is_terminal: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// The cells that it left and entered.
    pub(super) moved: Vec<usize>,
    /// Other cells that it changed.
    pub(super) changed: Vec<usize>,
}

impl Screen<'_> {
    pub(super) fn say(&mut self, text: &str) -> Result<()> {
        let text = printable(text);
        let text = if self.is_terminal { wrapped(&text, WIDTH) } else { text.into_owned() };
        self.write(&format!("{text}\n"))
    }

    /// Prints a line that is gone after `work`; on a terminal only.
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
    pub(super) fn board(
        &mut self,
        rules: &dyn Pictures,
        marks: &Marks,
        is_turned: bool,
    ) -> Result<()> {
        let Some(picture) = rules.picture() else {
            // The text and the key of the position follow its diagram.
            let diagram = rules.diagram();
            let board = diagram.rsplit_once("\n\nFen: ").map_or(&*diagram, |(board, _)| board);
            return self.write(&format!("\n{board}\n\n"));
        };
        let board = board(&picture, marks, self.has_colours, is_turned);
        let beside = picture.beside(rules.info().sides);
        let gap = if beside.is_empty() { "" } else { "\n\n" };
        self.write(&format!("\n{board}{gap}{beside}\n\n"))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let written = write!(self.output, "{text}").and_then(|()| self.output.flush());
        written.context("the output cannot be written")
    }
}

/// The text with its longer lines wrapped between words, as far as they have blanks.
fn wrapped(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| wrapped_line(line, width)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
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
}

/// Words in as many columns as fit, row by row.
pub(super) fn grid(words: &[String]) -> String {
    let widest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let count = ((WIDTH - 2) / (widest + 2)).max(1);
    let mut lines = Vec::new();
    for row in words.chunks(count) {
        let line: String = row.iter().map(|word| format!("  {word:widest$}")).collect();
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// The style of a piece. Yellow and red can be read on light and on dark screens.
fn piece_style(piece: Option<Piece>) -> Style {
    let colour = match piece.and_then(|piece| piece.side) {
        Some(Side::First) => AnsiColor::Yellow,
        Some(Side::Second) => AnsiColor::Red,
        None => return Style::new(),
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

/// The board with its marks, as text; with `is_turned` as the second player sees it.
fn board(picture: &Picture, marks: &Marks, has_colours: bool, is_turned: bool) -> String {
    let (text, at) = picture.record_text(is_turned);
    // The characters that do not look as they do in the text, by their bytes.
    let mut looks: BTreeMap<usize, (Style, Option<char>)> = BTreeMap::new();
    for (cell, (&byte, &piece)) in at.iter().zip(&picture.cells).enumerate() {
        let plain = piece_style(piece);
        let (style, brackets) = if marks.moved.contains(&cell) {
            (plain.invert(), Some(['[', ']']))
        } else if marks.changed.contains(&cell) {
            (plain.underline(), Some(['(', ')']).filter(|_| !has_colours))
        } else {
            (plain, None)
        };
        looks.insert(byte, (style, None));
        let after = byte + text[byte..].chars().next().map_or(1, char::len_utf8);
        let beside = [byte.checked_sub(1), Some(after)];
        for (beside, bracket) in beside.into_iter().zip(brackets.into_iter().flatten()) {
            // Only what is not part of another cell.
            let free = beside.filter(|&at| matches!(text.as_bytes().get(at), Some(b' ' | b'-')));
            if let Some(at) = free.filter(|at| !looks.contains_key(at)) {
                looks.insert(at, (style, Some(bracket).filter(|_| !has_colours)));
            }
        }
    }
    let mut painted = String::new();
    let mut current = Style::new();
    for (at, c) in text.char_indices() {
        let (style, other) = looks.get(&at).copied().unwrap_or_default();
        if has_colours && current != style {
            painted.push_str(&format!("{}{}", current.render_reset(), style.render()));
            current = style;
        }
        painted.push(other.unwrap_or(c));
    }
    painted + &current.render_reset().to_string()
}

/// The owners of the pieces on a board, by their letters; `None` if the names of the sides say it
/// already, or the letters do not show it.
pub(super) fn legend(picture: &Picture, sides: [&str; 2]) -> Option<String> {
    let first = letters_of(picture, Side::First);
    let second = letters_of(picture, Side::Second);
    let [own, other] = sides;
    if first.is_empty() || second.is_empty() {
        return None;
    }
    if first.iter().all(|c| c.is_uppercase()) && second.iter().all(|c| c.is_lowercase()) {
        return Some(format!("Capital letters are {own}'s pieces, small letters {other}'s."));
    }
    if first.len() > 1 || second.len() > 1 {
        return None;
    }
    let a: String = first.into_iter().collect();
    let b: String = second.into_iter().collect();
    if a == own && b == other { None } else { Some(format!("{a} is {own}, {b} is {other}.")) }
}

fn letters_of(picture: &Picture, side: Side) -> BTreeSet<char> {
    picture.cells.iter().flatten().filter(|p| p.side == Some(side)).map(|p| p.letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{BoardShape, BoardStyle};

    const SHAPE: BoardShape = BoardShape::new(3, 1, BoardStyle::Plain);

    fn picture() -> Picture {
        Picture::from_stones(&SHAPE, &[Some(Side::First), None, Some(Side::Second)])
    }

    #[test]
    fn marks_are_brackets_without_colours() {
        let marks = Marks { moved: vec![0], changed: vec![2] };
        let row = board(&picture(), &marks, false, false).lines().nth(1).unwrap().to_owned();
        assert_eq!(row, " |[X]|   |(O)| 1");
        let plain = board(&picture(), &Marks::default(), false, false);
        assert_eq!(plain, picture().diagram());
        let turned = board(&picture(), &marks, false, true);
        let lines: Vec<&str> = turned.lines().collect();
        assert_eq!((lines[1], lines[3]), (" |(O)|   |[X]| 1", "   c   b   a"));
    }

    /// The codes: bold 1, underline 4, inverted 7, red 31, yellow 33.
    #[test]
    fn colours_leave_the_text_as_it_is() {
        let marks = Marks { moved: vec![0], changed: vec![2] };
        let coloured = board(&picture(), &marks, true, false);
        let mut bare = String::new();
        for (i, part) in coloured.split('\u{1b}').enumerate() {
            bare.push_str(if i == 0 { part } else { part.split_once('m').unwrap().1 });
        }
        assert_eq!(bare, picture().diagram());
        let row = coloured.lines().nth(1).unwrap();
        assert!(row.contains("\u{1b}[33m X \u{1b}[0m|"), "{row:?}");
        assert!(row.contains("\u{1b}[31mO\u{1b}[0m "), "{row:?}");
        assert!(row.contains("\u{1b}[7m") && row.contains("\u{1b}[4m"), "{row:?}");
    }

    /// A board of lines has no blanks beside its points.
    #[test]
    fn marks_stand_on_lines_too() {
        const LINES: BoardShape = {
            let mut shape = SHAPE;
            shape.text = Some("+---+---+");
            shape
        };
        let picture = Picture::new(&LINES, picture().cells);
        let marks = Marks { moved: vec![1], changed: Vec::new() };
        assert_eq!(board(&picture, &marks, false, false), "X--[+]--O");
    }

    #[test]
    fn long_lines_are_wrapped_between_words() {
        assert_eq!(wrapped("a game of chess", 20), "a game of chess");
        assert_eq!(wrapped("a game of chess\nwell played", 9), "a game of\nchess\nwell\nplayed");
        assert_eq!(wrapped("abcdefghij kl", 5), "abcdefghij\nkl");
    }

    #[test]
    fn grids_fill_their_lines() {
        let words: Vec<String> = (0..30).map(|i| format!("{}", i * i)).collect();
        let grid = grid(&words);
        assert!(grid.lines().all(|line| line.len() <= 78), "{grid}");
        assert_eq!(grid.split_whitespace().collect::<Vec<_>>(), words);
        assert_eq!(grid.lines().count(), 2);
    }

    #[test]
    fn letters_are_explained_where_names_do_not() {
        const SHAPE: BoardShape = BoardShape::new(2, 1, BoardStyle::Plain);
        let stones = Picture::from_stones(&SHAPE, &[Some(Side::First), Some(Side::Second)]);
        assert_eq!(legend(&stones, ["white", "black"]).unwrap(), "X is white, O is black.");
        assert_eq!(legend(&stones, ["X", "O"]), None);
        let piece = |side, letter| Some(Piece::new(Some(side), letter, None));
        let cells = vec![piece(Side::First, 'K'), piece(Side::Second, 'k')];
        let text = legend(&Picture::new(&SHAPE, cells), ["white", "black"]).unwrap();
        assert_eq!(text, "Capital letters are white's pieces, small letters black's.");
        assert_eq!(legend(&Picture::from_stones(&SHAPE, &[None, None]), ["white", "black"]), None);
        let same = vec![piece(Side::First, 'K'), piece(Side::First, 'X')];
        assert_eq!(legend(&Picture::new(&SHAPE, same), ["white", "black"]), None);
    }
}
