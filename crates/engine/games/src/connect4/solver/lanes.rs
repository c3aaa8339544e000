//! All moves of a position at once, one in each lane of a wide register.
//!
//! The threats of a move, the replies that it leaves and whether a bound decides it take
//! the same few shifts and ands for each of the seven files. As operations on arrays of
//! eight words they compile to vector instructions.

use super::super::board::{self, FILES, landings, safe_moves, winning_cells};
use super::memory::key;
use plyglot_core::game::random::mix;

/// A set of cells for each file, and one lane that stays empty.
pub(super) type Lanes = [u64; 8];

/// The array of an expression's value in each lane.
macro_rules! lanes {
    ($i:ident => $e:expr) => {{
        let mut result: $crate::connect4::solver::lanes::Lanes = [0; 8];
        let mut $i = 0;
        while $i < 8 {
            result[$i] = $e;
            $i += 1;
        }
        result
    }};
}
pub(super) use lanes;

const FILE_CELLS: Lanes = {
    let mut cells = [0; 8];
    let mut file = 0;
    while file < FILES {
        cells[file as usize] = board::file(file);
        file += 1;
    }
    cells
};

/// A position that is not decided within two plies: the side to move cannot
/// win at once, and has moves after which the other side cannot either.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolverNode {
    pub(super) mover: u64,
    pub(super) occupied: u64,
    pub(super) safe: u64,
    /// The empty cells with which the other side would win.
    pub(super) threats: u64,
    pub(super) stones: u32,
}

impl SolverNode {
    pub(super) fn in_progress_key(&self) -> u64 {
        mix(self.mover ^ self.occupied.rotate_left(32))
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Children {
    pub(super) moves: Lanes,
    pub(super) own: Lanes,
    pub(super) occupied: Lanes,
    pub(super) landings: Lanes,
    /// The empty cells with which the side that moved would win.
    pub(super) threats: Lanes,
    pub(super) safe: Lanes,
}

impl Children {
    #[inline(always)]
    pub(super) fn new(node: &SolverNode) -> Children {
        let moves = lanes!(i => node.safe & FILE_CELLS[i]);
        let own = lanes!(i => node.mover | moves[i]);
        let occupied = lanes!(i => node.occupied | moves[i]);
        let landings = lanes!(i => landings(occupied[i]));
        let threats = lanes!(i => winning_cells(own[i], occupied[i]));
        let safe = lanes!(i => safe_moves(landings[i], threats[i]));
        Children { moves, own, occupied, landings, threats, safe }
    }

    /// Whether a move leaves the other side no safe reply, so that the next
    /// stone of the side that moved wins.
    #[inline(always)]
    pub(super) fn has_win(&self) -> bool {
        any(lanes!(i => u64::from(self.moves[i] != 0 && self.safe[i] == 0)))
    }

    /// The keys of the positions after the moves. 0 in lanes without a move, and where
    /// the reply is forced: such positions are not stored. `stones`: after the move.
    #[inline(always)]
    pub(super) fn keys(&self, stones: u32) -> Lanes {
        let Children { moves, own, occupied, safe, .. } = self;
        lanes!(i => {
            let key = key(own[i] ^ occupied[i], occupied[i], stones);
            let is_kept = moves[i] != 0 && safe[i] & safe[i].wrapping_sub(1) != 0;
            if is_kept { key } else { 0 }
        })
    }

    /// The position after the move in a lane, which leaves a safe reply.
    #[inline(always)]
    pub(super) fn node(&self, lane: usize, stones: u32) -> SolverNode {
        SolverNode {
            mover: self.own[lane] ^ self.occupied[lane],
            occupied: self.occupied[lane],
            safe: self.safe[lane],
            threats: self.threats[lane],
            stones,
        }
    }
}

#[inline(always)]
pub(super) fn any(lanes: Lanes) -> bool {
    lanes.iter().fold(0, |all, lane| all | lane) != 0
}
