//! The board of a game of stones and its rules, as tables.

use super::cells::Cells;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Outcome, Side};
use plyglot_definition::{Definition, Region};

/// A board with its rules.
///
/// Bit `(files + 1) * rank + file` of a set is a cell, with a1 at bit 0. The column behind the last
/// file is off the board, so no line leads from one edge to another.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) definition: &'static Definition,
    pub(crate) files: u16,
    pub(crate) ranks: u16,
    pub(crate) board: Cells,
    /// The differences between neighbours along each line: 1 along ranks.
    pub(crate) steps: Vec<u32>,
    /// The length of a row that wins; 0 if none does.
    pub(crate) row: usize,
    /// By side: whether longer rows do not win.
    pub(crate) is_exact: [bool; 2],
    pub(crate) has_bans: bool,
    pub(crate) has_swap: bool,
    pub(crate) captured_rows: std::ops::RangeInclusive<usize>,
    /// How many captured stones win; 0 for no such rule.
    pub(crate) capture_count: u8,
    /// The result for the side to move where the board is full.
    pub(crate) full: Outcome,
    /// By side: the two regions that win if they are connected.
    pub(crate) regions: [[Cells; 2]; 2],
    /// The corners of the board: cells with up to three neighbours.
    pub(crate) corners: Vec<Cells>,
    /// The sides of the board: cells between two corners.
    pub(crate) sides: Vec<Cells>,
    /// Whether a chain of stones may win.
    pub(crate) connects: bool,
    /// The cells in the order in which they are tried.
    pub(crate) order: Vec<u16>,
    /// By number of stones: what an open window of [`Grid::row`] cells is worth, in centi-units.
    pub(crate) window_values: Vec<i32>,
    /// By side and cell, for the key of positions.
    stone_keys: Vec<u64>,
    /// By side and number of captured stones.
    captured_keys: Vec<u64>,
    pub(crate) side_key: u64,
}

impl Grid {
    pub(super) fn new(definition: &'static Definition) -> Grid {
        let rules = &definition.stones;
        let files = u16::from(definition.board.max_file);
        let ranks = u16::from(definition.board.max_rank);
        let board = on_board(definition, Region::ALL);
        let regions = definition.rows.regions();
        let steps = steps(definition, files + 1);
        let (corners, sides) = edges(board, &steps);
        let mut random = Random::new(0x5709);
        Grid {
            definition,
            files,
            ranks,
            board,
            connects: connects(definition),
            steps,
            corners,
            sides,
            row: definition.rows.connect_n.into(),
            is_exact: [rules.connect_exact || rules.renju_bans, rules.connect_exact],
            has_bans: rules.renju_bans && definition.rows.connect_n > 0,
            has_swap: definition.turns.swap_rule,
            captured_rows: rules.capture_rows.lengths(),
            capture_count: rules.capture_count,
            full: definition.ends.stalemate_value,
            regions: regions.map(|both| both.map(|region| on_board(definition, region))),
            order: from_the_centre(board, files, ranks),
            window_values: window_values(definition.rows.connect_n.into()),
            stone_keys: keys(&mut random, 2 * Cells::SIZE),
            captured_keys: keys(&mut random, 2 * 256),
            side_key: random.bits(),
        }
    }

    #[inline(always)]
    pub(crate) fn captures(&self) -> bool {
        !self.captured_rows.is_empty()
    }

    /// Whether rows or captures win, so that there are threats.
    #[inline(always)]
    pub(crate) fn has_threats(&self) -> bool {
        self.row > 0 || self.captures()
    }

    pub(crate) fn cell(&self, file: u16, rank: u16) -> u16 {
        rank * (self.files + 1) + file
    }

    pub(crate) fn place(&self, cell: u16) -> (u16, u16) {
        (cell % (self.files + 1), cell / (self.files + 1))
    }

    /// The cells next to a set, and some of its own.
    #[inline(always)]
    pub(crate) fn beside(&self, set: Cells) -> Cells {
        beside(set, &self.steps) & self.board
    }

    /// A set and the cells around it, in eight directions.
    #[inline(always)]
    pub(crate) fn around(&self, set: Cells) -> Cells {
        let stride = u32::from(self.files) + 1;
        let wide = (set | set.up(1) | set.down(1)) & self.board;
        (wide | wide.up(stride) | wide.down(stride)) & self.board
    }

    pub(super) fn winning_rows(&self, side: usize, own: Cells) -> Cells {
        let mut won = Cells::EMPTY;
        if self.row == 0 {
            return won;
        }
        for &step in &self.steps {
            // The first stones of rows of that length.
            let mut starts = own;
            let mut at = own;
            for _ in 1..self.row {
                at = at.down(step);
                starts &= at;
            }
            if self.is_exact[side] {
                starts &= !(own.up(step) | at.down(step));
            }
            for _ in 0..self.row {
                won |= starts;
                starts = starts.up(step);
            }
        }
        won
    }

    #[inline(always)]
    pub(crate) fn stone_key(&self, side: Side, cell: u16) -> u64 {
        self.stone_keys[side.index() * Cells::SIZE + usize::from(cell)]
    }

    pub(crate) fn captured_key(&self, side: Side, count: u8) -> u64 {
        self.captured_keys[side.index() * 256 + usize::from(count)]
    }
}

fn on_board(definition: &Definition, region: Region) -> Cells {
    let board = &definition.board;
    let stride = u16::from(board.max_file) + 1;
    let mut cells = Cells::EMPTY;
    for (file, rank) in board.squares(region.without(board.walls())) {
        cells.insert(u16::from(rank) * stride + u16::from(file));
    }
    cells
}

fn keys(random: &mut Random, count: usize) -> Vec<u64> {
    (0..count).map(|_| random.bits()).collect()
}

fn steps(definition: &Definition, stride: u16) -> Vec<u32> {
    let ways = definition.row_directions();
    ways.map(|(files, ranks)| {
        (i32::from(stride) * i32::from(ranks) + i32::from(files)).unsigned_abs()
    })
    .collect()
}

fn connects(definition: &Definition) -> bool {
    let rules = &definition.stones;
    definition.rows.has_regions()
        || rules.connect_corners > 0
        || rules.connect_sides > 0
        || rules.connect_ring
}

/// What lies next to a set along lines, on the board or not; some of it may be of the set.
#[inline(always)]
fn beside(set: Cells, steps: &[u32]) -> Cells {
    steps.iter().fold(Cells::EMPTY, |all, &step| all | set.up(step) | set.down(step))
}

fn edges(board: Cells, steps: &[u32]) -> (Vec<Cells>, Vec<Cells>) {
    let mut corners = Vec::new();
    let mut rest = Cells::EMPTY;
    for cell in board.iter().map(Cells::bit) {
        let neighbours = (beside(cell, steps) & board).count() as usize;
        if neighbours <= 3 {
            corners.push(cell);
        } else if neighbours < 2 * steps.len() {
            rest |= cell;
        }
    }
    let mut sides = Vec::new();
    while let Some(cell) = rest.iter().next() {
        let mut side = Cells::EMPTY;
        let mut new = Cells::bit(cell);
        while !new.is_empty() {
            side |= new;
            new = beside(new, steps) & rest & !side;
        }
        rest &= !side;
        sides.push(side);
    }
    (corners, sides)
}

/// Twice the distance of a file or a rank from the middle of so many.
pub(super) fn from_middle(place: u16, size: u16) -> i32 {
    2 * i32::from(place) + 1 - i32::from(size)
}

fn from_the_centre(board: Cells, files: u16, ranks: u16) -> Vec<u16> {
    let mut order: Vec<u16> = board.iter().collect();
    order.sort_by_key(|cell| {
        let file = from_middle(cell % (files + 1), files);
        let rank = from_middle(cell / (files + 1), ranks);
        file * file + rank * rank
    });
    order
}

/// The values of windows by their number of stones: each more is worth as much as four before. In
/// 80 games of gomoku at 5,000 nodes a move, 4 and 64 won 51 to 29 against 5 and 100, which had
/// won 43 to 17 against 3 and 100.
fn window_values(row: usize) -> Vec<i32> {
    (0..row)
        .map(|stones| match stones {
            0 => 0,
            _ => 64 / 4_i32.saturating_pow((row - 1 - stones) as u32),
        })
        .collect()
}

impl Grid {
    pub(super) fn captured_by(&self, cell: u16, own: Cells, other: Cells) -> Cells {
        let mut captured = Cells::EMPTY;
        let stone = Cells::bit(cell);
        for &step in &self.steps {
            for go in [Cells::up, Cells::down] {
                let mut at = go(&stone, step) & other;
                let mut row = Cells::EMPTY;
                for length in 1..=*self.captured_rows.end() {
                    row |= at;
                    let end = go(&at, step);
                    if end.meets(own) && self.captured_rows.contains(&length) {
                        captured |= row;
                    }
                    at = end & other;
                }
            }
        }
        captured
    }

    /// The cells that win for a side as it has a row: one that was too long, until a capture made
    /// it just right. The other side has made that move, so the row wins with this side's next one,
    /// unless that makes it too long again.
    #[inline(always)]
    pub(super) fn keeping_a_row(&self, side: usize, stones: [Cells; 2]) -> Cells {
        let may_be_left = self.captures() && self.is_exact[side];
        if may_be_left && !self.winning_rows(side, stones[side]).is_empty() {
            return (self.board & !(stones[0] | stones[1]))
                .iter()
                .filter(|&cell| {
                    !self.winning_rows(side, stones[side] | Cells::bit(cell)).is_empty()
                })
                .collect();
        }
        Cells::EMPTY
    }

    /// The cells on which a side can place a stone that captures.
    pub(super) fn capturing(&self, own: Cells, other: Cells) -> Cells {
        let (mut cells, empty) = (Cells::EMPTY, self.board & !(own | other));
        for &step in &self.steps {
            for go in [Cells::up, Cells::down] {
                let mut row = own;
                for length in 1..=*self.captured_rows.end() {
                    row = go(&row, step) & other;
                    if self.captured_rows.contains(&length) {
                        cells |= go(&row, step) & empty;
                    }
                }
            }
        }
        cells
    }
}
