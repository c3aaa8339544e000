//! A plain grid for games that give no picture, from their diagram.
//!
//! A diagram is a grid if it has lines of equally many single characters, with blanks or `|`
//! in between. Names of squares in moves, such as `b2` or `a1b2`, tell which cells they leave
//! and enter.

use plyglot_core::game::{MoveCells, squares};
use serde_json::{Value as Json, json};

/// The smallest grid.
const LEAST: usize = 2;
/// The largest grid: files are letters.
const MOST: usize = 26;
/// The characters of empty cells.
const EMPTY: [char; 4] = ['.', '-', '_', '+'];

/// A grid of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CharGrid {
    files: usize,
    ranks: usize,
    /// The character of each cell, row by row from the top left.
    cells: Vec<char>,
    /// Whether the first rank is the top row, as its numbers in the diagram say.
    is_from_top: bool,
}

/// A row of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GridRow {
    cells: Vec<char>,
    /// The number of the rank, if it stands at an end.
    rank: Option<usize>,
}

impl CharGrid {
    /// The largest grid in a diagram, if there is one.
    pub(super) fn of(diagram: &str) -> Option<CharGrid> {
        let mut best: Option<CharGrid> = None;
        let mut rows: Vec<GridRow> = Vec::new();
        // The added empty line ends the last grid.
        for line in diagram.lines().chain([""]) {
            if is_rule(line) && !rows.is_empty() {
                continue;
            }
            let row = row(line);
            let files = |row: &GridRow| row.cells.len();
            if !rows.is_empty() && rows.first().map(files) != row.as_ref().map(files) {
                best = larger(best, CharGrid::of_rows(&rows));
                rows.clear();
            }
            rows.extend(row);
        }
        best
    }

    fn of_rows(rows: &[GridRow]) -> Option<CharGrid> {
        let (first, last) = (rows.first()?, rows.last()?);
        let (files, ranks) = (first.cells.len(), rows.len());
        let is_board = (LEAST..=MOST).contains(&files) && (LEAST..=MOST).contains(&ranks);
        let is_from_top = (first.rank, last.rank) == (Some(1), Some(ranks));
        let cells = rows.iter().flat_map(|row| row.cells.iter().copied()).collect();
        is_board.then_some(CharGrid { files, ranks, cells, is_from_top })
    }

    /// The board, in the form used for games with a picture.
    pub(super) fn shape(&self) -> Json {
        json!({
            "files": self.files,
            "ranks": self.ranks,
            "style": "plain",
            "arcs": [],
            "diagonals": [],
            "river": null,
            "tiles": false,
            "colours": [plyglot_core::game::LIGHT, plyglot_core::game::DARK],
            "records_from_top": self.is_from_top,
            "drops": false,
        })
    }

    /// The pieces on the cells, in the form used for games with a picture.
    pub(super) fn cells(&self) -> Json {
        self.cells.iter().map(|&letter| piece(letter)).collect()
    }

    /// The cells that a move leaves and enters, as its name tells; none if it does not.
    pub(super) fn cells_of(&self, name: &str) -> MoveCells {
        let cell = |text: &str| {
            let (file, rank) = squares::parse_name(text)?;
            let is_there = file < self.files && rank < self.ranks;
            let row = if self.is_from_top { Some(rank) } else { self.ranks.checked_sub(rank + 1) };
            row.filter(|_| is_there).map(|row| row * self.files + file)
        };
        if let Some(to) = cell(name) {
            return MoveCells::stone(to);
        }
        let second = name.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase());
        let both = second.and_then(|(at, _)| cell(&name[..at]).zip(cell(&name[at..])));
        both.map_or_else(MoveCells::default, |(from, to)| MoveCells::walk(from, to))
    }
}

fn larger(a: Option<CharGrid>, b: Option<CharGrid>) -> Option<CharGrid> {
    match (a, b) {
        (Some(a), Some(b)) if b.cells.len() > a.cells.len() => Some(b),
        (Some(a), _) => Some(a),
        (None, b) => b,
    }
}

/// Whether a line only separates rows: `+---+---+`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains("--") && line.chars().all(|c| "+-=| ".contains(c))
}

/// The row in a line of single characters; `None` if it has anything else, or the names of files.
fn row(line: &str) -> Option<GridRow> {
    let (before, inner, after) = match (line.find('|'), line.rfind('|')) {
        (Some(start), Some(end)) if start < end => {
            (&line[..start], &line[start + 1..end], &line[end + 1..])
        }
        (None, None) => ("", line, ""),
        _ => return None,
    };
    let has_walls = inner.len() < line.len();
    let mut words: Vec<&str> = if has_walls {
        // Between walls, a blank is an empty cell.
        inner.split('|').map(str::trim).collect()
    } else {
        inner.split_whitespace().collect()
    };
    let number = |word: &str| word.trim().parse::<usize>().ok();
    let mut rank = number(before).or(number(after));
    if !has_walls && words.len() > LEAST {
        if let Some(first) = number(words[0]) {
            rank = Some(first);
            words.remove(0);
        } else if let Some(last) = words.last().and_then(|word| number(word)) {
            rank = Some(last);
            words.pop();
        }
    }
    let letter = |word: &&str| {
        let mut letters = word.chars();
        let first = letters.next().unwrap_or(' ');
        letters.next().is_none().then_some(first)
    };
    let cells = words.iter().map(letter).collect::<Option<Vec<char>>>()?;
    let names: Vec<char> = ('a'..='z').take(cells.len()).collect();
    (cells.len() >= LEAST && cells != names).then_some(GridRow { cells, rank })
}

/// A character as a piece: capital letters, and `X`, are the first player's.
fn piece(letter: char) -> Json {
    let side = match letter {
        ' ' => return Json::Null,
        empty if EMPTY.contains(&empty) => return Json::Null,
        'O' | 'o' | '0' => Some("second"),
        'x' => Some("first"),
        _ if letter.is_uppercase() => Some("first"),
        _ if letter.is_lowercase() => Some("second"),
        _ => None,
    };
    let symbol = Some(letter).filter(|letter| !"XxOo0".contains(*letter));
    json!({ "side": side, "letter": letter, "symbol": symbol, "promoted": false, "name": null })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_with_and_without_walls_are_grids() {
        let plain = "3 X . .\n2 . O .\n1 . . X\n  a b c\n\nFen: whatever w";
        let grid = CharGrid::of(plain).expect("a grid");
        assert_eq!((grid.files, grid.ranks), (3, 3));
        assert_eq!(grid.cells.iter().collect::<String>(), "X...O...X");
        let walls = " +---+---+\n | X |   | 2\n +---+---+\n |   | o | 1\n +---+---+\n   a   b";
        let grid = CharGrid::of(walls).expect("a grid");
        assert_eq!(grid.cells.iter().collect::<String>(), "X  o");
        assert_eq!(grid.cells()[0]["side"], "first");
        assert_eq!((&grid.cells()[1], &grid.cells()[3]["side"]), (&Json::Null, &json!("second")));
    }

    /// As examples/hex.rs draws it.
    #[test]
    fn ranks_are_counted_as_their_numbers_say() {
        let grid = CharGrid::of("  a b c\n1 . X .\n 2 . . .\n  3 O . .").expect("a grid");
        assert_eq!(grid.cells.iter().collect::<String>(), ".X....O..");
        assert_eq!(grid.shape()["records_from_top"], true);
        assert_eq!((grid.cells_of("b1").to, grid.cells_of("a3").to), (Some(1), Some(6)));
        let grid = CharGrid::of("3 . X .\n2 . . .\n1 O . .\n  a b c").expect("a grid");
        assert_eq!((grid.cells_of("b3").to, grid.cells_of("a1").to), (Some(1), Some(6)));
    }

    #[test]
    fn what_is_no_grid_is_none() {
        for text in ["", "5 3 4", "heaps: 5, 3, 4", "a b\nc", "one two\nthree four"] {
            assert_eq!(CharGrid::of(text), None, "{text}");
        }
    }

    #[test]
    fn names_of_moves_tell_their_cells() {
        let grid = CharGrid::of("X . .\n. O .\n. . X").expect("a grid");
        let cells = |name: &str| {
            let MoveCells { from, to, .. } = grid.cells_of(name);
            (from, to)
        };
        assert_eq!(cells("a3"), (None, Some(0)));
        assert_eq!(cells("a3c1"), (Some(0), Some(8)));
        for name in ["d1", "pass", "a4", "", "a", "é1", "a3-c1"] {
            assert_eq!(cells(name), (None, None), "{name}");
        }
    }
}
