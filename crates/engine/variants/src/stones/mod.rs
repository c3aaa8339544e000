//! Games in which a move puts a stone on an empty cell, on boards of up to 19 x 19: rows, captures
//! between two stones, connections, square and hexagonal cells.
//!
//! They have nothing of pieces, hands and checks, so their position is a few sets of cells. What
//! they do have are threats: [`threats`] finds all of a position at once, by shifting sets.

mod bans;
mod cells;
mod connection;
mod grid;
mod knowledge;
mod network;
mod notation;
mod position;
mod threats;

pub use position::{Cell, StonePosition};

use crate::appearance::{shape, stone};
use crate::piece_set::{notations, piece_set};
use crate::rules::{NetworkSlot, game_info};
use grid::Grid;
use network::StoneInputs;
use plyglot_core::game::{BoardShape, GameInfo, MoveNotation};
use plyglot_definition::Definition;
use std::fmt;
use std::sync::OnceLock;

/// A game in which a move puts a stone on an empty cell. It stays for as long as the program runs.
pub struct StoneGame {
    /// Its names and its start position.
    pub info: GameInfo,
    /// Its definition in the file.
    pub definition: Definition,
    shape: OnceLock<BoardShape>,
    /// How its players write moves, the usual notation first.
    notations: Vec<MoveNotation>,
    grid: OnceLock<Grid>,
    inputs: OnceLock<StoneInputs>,
    swap_cells: OnceLock<Option<Vec<u16>>>,
    pub(crate) network: NetworkSlot,
}

impl fmt::Debug for StoneGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoneGame({})", self.info.name)
    }
}

impl StoneGame {
    pub(crate) fn new(definition: Definition) -> StoneGame {
        StoneGame {
            info: game_info(&definition),
            shape: OnceLock::new(),
            notations: notations(piece_set(&definition), &definition),
            definition,
            grid: OnceLock::new(),
            inputs: OnceLock::new(),
            swap_cells: OnceLock::new(),
            network: NetworkSlot::default(),
        }
    }

    pub(crate) fn grid(&'static self) -> &'static Grid {
        self.grid.get_or_init(|| Grid::new(&self.definition))
    }

    fn shape(&'static self) -> &'static BoardShape {
        self.shape.get_or_init(|| {
            let mut stars: Vec<usize> = Vec::new();
            if self.definition.stones.connect_corners > 0 {
                for corner in &self.grid().corners {
                    stars.extend(corner.iter().map(|cell| self.grid().drawn(cell)));
                }
            }
            let kinds = vec![stone(&self.definition)];
            shape(piece_set(&self.definition), &self.definition, kinds, &[], &stars)
        })
    }

    /// By cell, where a stone of the first side is worth as much to the second; `None` if the sides
    /// are not alike.
    pub(crate) fn swap_cells(&'static self) -> Option<&'static [u16]> {
        self.swap_cells.get_or_init(|| network::exchanging_cells(self.grid())).as_deref()
    }

    #[inline(always)]
    fn inputs(&'static self) -> &'static StoneInputs {
        self.inputs.get_or_init(|| StoneInputs::new(self.grid()))
    }
}
