//! A game of stones: facts known at once, and its tables, worked out when they are needed.

use super::grid::Grid;
use super::inputs::StoneInputs;
use crate::appearance::{piece_set, shape, stone};
use crate::definition::Definition;
use crate::variant::{NetworkSlot, game_info};
use plyglot_core::game::{BoardShape, GameInfo};
use std::fmt;
use std::sync::OnceLock;

/// A game in which a move puts a stone on an empty cell. It stays for as long as the program runs.
pub struct StoneGame {
    /// Its names and its start position.
    pub info: GameInfo,
    /// Its definition in the file.
    pub definition: Definition,
    pub(super) shape: BoardShape,
    grid: OnceLock<Grid>,
    inputs: OnceLock<StoneInputs>,
    /// The network that was found beside its file.
    pub(crate) network: NetworkSlot,
}

impl fmt::Debug for StoneGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoneGame({})", self.info.name)
    }
}

impl StoneGame {
    /// A game with this definition, which places stones.
    pub(crate) fn new(definition: Definition) -> StoneGame {
        StoneGame {
            info: game_info(&definition),
            shape: shape(piece_set(&definition), &definition, vec![stone(&definition)]),
            definition,
            grid: OnceLock::new(),
            inputs: OnceLock::new(),
            network: NetworkSlot::default(),
        }
    }

    /// The board and the rules, which are worked out once.
    pub(crate) fn grid(&'static self) -> &'static Grid {
        self.grid.get_or_init(|| Grid::new(&self.definition))
    }

    /// The inputs of its networks, which are worked out when one is used.
    #[inline(always)]
    pub(super) fn inputs(&'static self) -> &'static StoneInputs {
        self.inputs.get_or_init(|| StoneInputs::new(self.grid()))
    }
}
