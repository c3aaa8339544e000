//! All moves that games from a start position may have, for those who number them.

use super::squares;
use std::collections::{BTreeMap, BTreeSet};

/// The moves that games from a start position may have, whatever stands on the board: no fewer,
/// and few more than can come. Cells count from the bottom left, rank by rank.
///
/// ```
/// use plyglot_core::game::MoveSpace;
///
/// let mut space = MoveSpace::new(3);
/// space.drop("P", 4);
/// space.walk(0, 1, "");
/// assert_eq!(space.names(), ["a1b1", "P@b2"]);
/// ```
#[derive(Clone, Debug)]
pub struct MoveSpace {
    files: usize,
    walks: BTreeSet<Walk>,
    /// In the order in which their pieces were first named.
    drops: Vec<(String, BTreeSet<usize>)>,
    falls: BTreeMap<usize, String>,
    /// Those that name no cell.
    words: BTreeSet<&'static str>,
    walls: BTreeSet<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Walk {
    from: usize,
    to: usize,
    ending: String,
}

impl MoveSpace {
    /// No moves yet, on a board of this many files.
    pub fn new(files: usize) -> MoveSpace {
        MoveSpace {
            files,
            walks: BTreeSet::new(),
            drops: Vec::new(),
            falls: BTreeMap::new(),
            words: BTreeSet::new(),
            walls: BTreeSet::new(),
        }
    }

    /// A move from cell to cell, with what follows the cells in its name.
    pub fn walk(&mut self, from: usize, to: usize, ending: impl Into<String>) {
        self.walks.insert(Walk { from, to, ending: ending.into() });
    }

    /// A piece that is put on a cell.
    pub fn drop(&mut self, piece: &str, cell: usize) {
        match self.drops.iter_mut().find(|(known, _)| known == piece) {
            Some((_, cells)) => _ = cells.insert(cell),
            None => self.drops.push((piece.to_owned(), BTreeSet::from([cell]))),
        }
    }

    /// A piece that falls down a file: one move, wherever it lands.
    pub fn fall(&mut self, piece: &str, file: usize) {
        self.falls.insert(file, piece.to_owned());
    }

    /// A pass.
    pub fn pass(&mut self) {
        self.words.insert("pass");
    }

    /// A swap: the second side takes over what the first has played.
    pub fn swap(&mut self) {
        self.words.insert("swap");
    }

    /// A wall, which a move puts on a cell.
    pub fn wall(&mut self, cell: usize) {
        self.walls.insert(cell);
    }

    /// The moves as the protocol has them, in a fixed order: those from cell to cell by origin,
    /// target and ending (`a1b2`), drops by piece and cell (`P@a1`), or by file if they fall
    /// (`P@a`), `pass`, `swap`, and walls by cell (`,a1`).
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for Walk { from, to, ending } in &self.walks {
            names.push(self.cell_name(*from) + &self.cell_name(*to) + ending);
        }
        for (piece, cells) in &self.drops {
            names.extend(cells.iter().map(|&cell| format!("{piece}@{}", self.cell_name(cell))));
        }
        for (&file, piece) in &self.falls {
            names.push(format!("{piece}@{}", &self.cell_name(file)[..1]));
        }
        names.extend(self.words.iter().map(|word| (*word).to_owned()));
        names.extend(self.walls.iter().map(|&cell| format!(",{}", self.cell_name(cell))));
        names
    }

    fn cell_name(&self, cell: usize) -> String {
        squares::name(cell % self.files, cell / self.files)
    }
}
