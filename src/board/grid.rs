//! A plain grid for games that give no picture, from their diagram.
//!
//! A diagram is a grid if it has lines of equally many single characters, with blanks or `|`
//! in between. Names of squares in moves, such as `b2` or `a1b2`, tell which cells they leave
//! and enter.

use crate::games::{MoveCells, squares};
use serde_json::{Value as Json, json};

/// The smallest grid.
const LEAST: usize = 2;
/// The largest grid: files are letters.
const MOST: usize = 26;
/// What empty cells look like.
const EMPTY: [char; 4] = ['.', '-', '_', '+'];

/// A grid of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    files: usize,
    ranks: usize,
    /// The character of each cell, row by row from the top left.
    cells: Vec<char>,
}

impl Grid {
    /// The largest grid in a diagram, if there is one.
    pub(super) fn of(diagram: &str) -> Option<Grid> {
        let mut best: Option<Grid> = None;
        let mut rows: Vec<Vec<char>> = Vec::new();
        // The empty row ends the last grid.
        for line in diagram.lines().chain([""]) {
            if is_rule(line) && !rows.is_empty() {
                continue;
            }
            let row = row(line);
            if rows.first().is_some_and(|first| row.as_ref().is_none_or(|r| r.len() != first.len()))
            {
                best = larger(best, Grid::of_rows(&rows));
                rows.clear();
            }
            rows.extend(row);
        }
        best
    }

    fn of_rows(rows: &[Vec<char>]) -> Option<Grid> {
        let (files, ranks) = (rows.first()?.len(), rows.len());
        let is_board = (LEAST..=MOST).contains(&files) && (LEAST..=MOST).contains(&ranks);
        is_board.then(|| Grid { files, ranks, cells: rows.concat() })
    }

    /// The board, as for games with a picture.
    pub(super) fn shape(&self) -> Json {
        json!({
            "files": self.files,
            "ranks": self.ranks,
            "style": "plain",
            "arcs": [],
            "colours": [crate::games::LIGHT, crate::games::DARK],
            "records_from_top": false,
            "drops": false,
        })
    }

    /// What is on the cells, as for games with a picture.
    pub(super) fn cells(&self) -> Json {
        self.cells.iter().map(|&letter| piece(letter)).collect()
    }

    /// The cells that a move leaves and enters, as its name tells; none if it does not.
    pub(super) fn cells_of(&self, name: &str) -> MoveCells {
        let cell = |text: &str| {
            let (file, rank) = squares::parse_name(text)?;
            let is_there = file < self.files && rank < self.ranks;
            is_there.then(|| (self.ranks - 1 - rank) * self.files + file)
        };
        if let Some(to) = cell(name) {
            return MoveCells { from: None, to: Some(to) };
        }
        let second = name.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase());
        let both = second.and_then(|(at, _)| cell(&name[..at]).zip(cell(&name[at..])));
        both.map_or_else(MoveCells::default, |(from, to)| MoveCells {
            from: Some(from),
            to: Some(to),
        })
    }
}

fn larger(a: Option<Grid>, b: Option<Grid>) -> Option<Grid> {
    match (a, b) {
        (Some(a), Some(b)) if b.cells.len() > a.cells.len() => Some(b),
        (Some(a), _) => Some(a),
        (None, b) => b,
    }
}

/// Whether a line only parts rows: `+---+---+`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains("--") && line.chars().all(|c| "+-=| ".contains(c))
}

/// The single characters of a line; `None` if it has anything else. The number of the rank
/// at either end does not belong to it, nor does a line of the names of files.
fn row(line: &str) -> Option<Vec<char>> {
    let has_walls = line.contains('|');
    let mut words: Vec<String> = match has_walls {
        // Between walls, a blank is an empty cell.
        true => {
            let start = line.find('|')?;
            let end = line.rfind('|')?;
            let inner = line.get(start + 1..end)?;
            inner.split('|').map(|cell| cell.trim().to_owned()).collect()
        }
        false => line.split_whitespace().map(str::to_owned).collect(),
    };
    if !has_walls {
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        if words.len() > LEAST && words.first().is_some_and(is_number) {
            words.remove(0);
        }
        if words.len() > LEAST && words.last().is_some_and(is_number) {
            words.pop();
        }
    }
    let letters: Option<Vec<char>> = words
        .iter()
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().unwrap_or(' ');
            letters.next().is_none().then_some(first)
        })
        .collect();
    let letters = letters.filter(|letters| letters.len() >= LEAST)?;
    let names: Vec<char> = ('a'..='z').take(letters.len()).collect();
    (letters != names).then_some(letters)
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
    json!({ "side": side, "letter": letter, "symbol": null, "name": null })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_with_and_without_walls_are_grids() {
        let plain = "3 X . .\n2 . O .\n1 . . X\n  a b c\n\nFen: whatever w";
        let grid = Grid::of(plain).expect("a grid");
        assert_eq!((grid.files, grid.ranks), (3, 3));
        assert_eq!(grid.cells.iter().collect::<String>(), "X...O...X");
        let walls = " +---+---+\n | X |   | 2\n +---+---+\n |   | o | 1\n +---+---+\n   a   b";
        let grid = Grid::of(walls).expect("a grid");
        assert_eq!(grid.cells.iter().collect::<String>(), "X  o");
        assert_eq!(grid.cells()[0]["side"], "first");
        assert_eq!((&grid.cells()[1], &grid.cells()[3]["side"]), (&Json::Null, &json!("second")));
    }

    #[test]
    fn what_is_no_grid_is_none() {
        for text in ["", "5 3 4", "heaps: 5, 3, 4", "a b\nc", "one two\nthree four"] {
            assert_eq!(Grid::of(text), None, "{text}");
        }
    }

    #[test]
    fn names_of_moves_tell_their_cells() {
        let grid = Grid::of("X . .\n. O .\n. . X").expect("a grid");
        let cells = |name: &str| {
            let MoveCells { from, to } = grid.cells_of(name);
            (from, to)
        };
        assert_eq!(cells("a3"), (None, Some(0)));
        assert_eq!(cells("a3c1"), (Some(0), Some(8)));
        for name in ["d1", "pass", "a4", "", "a", "é1", "a3-c1"] {
            assert_eq!(cells(name), (None, None), "{name}");
        }
    }
}
