//! Boards with colours, and the same without.

use anstyle::{AnsiColor, Style};
use plyglot_core::game::{Picture, Piece, Side};
use std::collections::BTreeMap;

/// Whether the board has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// Marks are brackets: `[X]` for the last move, `(X)` for what it changed elsewhere.
    Plain,
    /// The letters have the colours of their sides. Marked cells are inverted.
    Colours,
}

/// The cells that the last move marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// The cells that it left and entered.
    pub(super) moved: Vec<usize>,
    /// Other cells that it changed.
    pub(super) changed: Vec<usize>,
}

/// How a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    Moved,
    Changed,
}

impl Marks {
    fn of(&self, cell: usize) -> Mark {
        if self.moved.contains(&cell) {
            Mark::Moved
        } else if self.changed.contains(&cell) {
            Mark::Changed
        } else {
            Mark::None
        }
    }
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
pub(super) fn board(picture: &Picture, marks: &Marks, paint: Paint, is_turned: bool) -> String {
    let (text, at) = picture.record_text(is_turned);
    // The characters that do not look as they do in the text, by their bytes.
    let mut looks: BTreeMap<usize, (Style, Option<char>)> = BTreeMap::new();
    for (cell, (&byte, &piece)) in at.iter().zip(&picture.cells).enumerate() {
        let mark = marks.of(cell);
        let style = match mark {
            Mark::None => piece_style(piece),
            Mark::Moved => piece_style(piece).invert(),
            Mark::Changed => piece_style(piece).underline(),
        };
        looks.insert(byte, (style, None));
        let brackets = match (mark, paint) {
            (Mark::None, _) | (Mark::Changed, Paint::Colours) => continue,
            (Mark::Moved, Paint::Colours) => [None, None],
            (Mark::Moved, Paint::Plain) => [Some('['), Some(']')],
            (Mark::Changed, Paint::Plain) => [Some('('), Some(')')],
        };
        let after = byte + text[byte..].chars().next().map_or(1, char::len_utf8);
        for (beside, bracket) in [byte.checked_sub(1), Some(after)].into_iter().zip(brackets) {
            // Only what is not part of another cell.
            let free = beside.filter(|&at| matches!(text.as_bytes().get(at), Some(b' ' | b'-')));
            if let Some(at) = free.filter(|at| !looks.contains_key(at)) {
                looks.insert(at, (style, bracket));
            }
        }
    }
    match paint {
        Paint::Plain => {
            let shown = |(at, c)| looks.get(&at).and_then(|&(_, other)| other).unwrap_or(c);
            text.char_indices().map(shown).collect()
        }
        Paint::Colours => painted(&text, &looks),
    }
}

fn painted(text: &str, looks: &BTreeMap<usize, (Style, Option<char>)>) -> String {
    let (mut painted, mut current) = (String::new(), Style::new());
    let turn = |painted: &mut String, current: &mut Style, style: Style| {
        if *current != style {
            painted.push_str(&format!("{}{}", current.render_reset(), style.render()));
            *current = style;
        }
    };
    for (at, c) in text.char_indices() {
        let style = looks.get(&at).map_or(Style::new(), |&(style, _)| style);
        turn(&mut painted, &mut current, style);
        painted.push(c);
    }
    turn(&mut painted, &mut current, Style::new());
    painted
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{BoardShape, BoardStyle};

    const SHAPE: BoardShape = BoardShape::new(3, 1, BoardStyle::Plain);

    fn picture() -> Picture {
        Picture::of_stones(&SHAPE, &[Some(Side::First), None, Some(Side::Second)])
    }

    #[test]
    fn marks_are_brackets_without_colours() {
        let marks = Marks { moved: vec![0], changed: vec![2] };
        let row = board(&picture(), &marks, Paint::Plain, false).lines().nth(1).unwrap().to_owned();
        assert_eq!(row, " |[X]|   |(O)| 1");
        let plain = board(&picture(), &Marks::default(), Paint::Plain, false);
        assert_eq!(plain, picture().diagram());
    }

    #[test]
    fn a_turned_board_keeps_its_coordinates() {
        let marks = Marks { moved: vec![0], changed: Vec::new() };
        let board = board(&picture(), &marks, Paint::Plain, true);
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!((lines[1], lines[3]), (" | O |   |[X]| 1", "   c   b   a"));
    }

    /// The codes: bold 1, underline 4, inverted 7, red 31, yellow 33.
    #[test]
    fn colours_leave_the_text_as_it_is() {
        let marks = Marks { moved: vec![0], changed: vec![2] };
        let coloured = board(&picture(), &marks, Paint::Colours, false);
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
        const LINES: BoardShape = BoardShape { text: Some("+---+---+"), ..SHAPE };
        let picture = Picture { shape: &LINES, ..picture() };
        let marks = Marks { moved: vec![1], changed: Vec::new() };
        assert_eq!(board(&picture, &marks, Paint::Plain, false), "X--[+]--O");
    }
}
