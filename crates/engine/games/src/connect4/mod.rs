//! Connect Four: four in a row on seven files of six cells; stones drop to the lowest
//! free cell.

mod board;
pub mod book;
mod evaluate;
pub mod lines;
mod network;
mod notation;
mod solver;

use board::{BOTTOM, FILES, mirror};
pub use evaluate::FEATURES;
use plyglot_core::game::random::mix;
use plyglot_core::game::{Exact, Game, Outcome, Side, Which};
pub use solver::solve_line;

/// Files from the centre outwards, d c e b f a g: a stone nearer to the centre can be
/// part of more rows of four.
const ORDER: [u8; FILES as usize] = [3, 2, 4, 1, 5, 0, 6];

/// The score, on the literature's scale, of the side that wins with the last of `stones`
/// stones: 22 less its own stones.
const fn winning_score(stones: i32) -> i32 {
    22 - (stones + 1) / 2
}

fn exact(score: i32, stones: i32) -> Exact {
    let winner_is_first = (score > 0) == (stones % 2 == 0);
    let last = 2 * (22 - score.abs()) - i32::from(winner_is_first);
    match score {
        0 => Exact::Draw,
        1.. => Exact::Win((last - stones) as u16),
        _ => Exact::Loss((last - stones) as u16),
    }
}

fn score(value: Exact, stones: i32) -> i32 {
    match value {
        Exact::Win(plies) => winning_score(stones + i32::from(plies)),
        Exact::Loss(plies) => -winning_score(stones + i32::from(plies)),
        // The scale counts stones left, not points.
        Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => 0,
    }
}

/// A move: the cell on which the stone lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Landing(u8);

impl Landing {
    /// File of the cell, 0 (a) to 6 (g).
    pub fn file(self) -> u8 {
        board::place(self.0).0
    }

    /// Rank of the cell, 0 (lowest) to 5.
    pub fn rank(self) -> u8 {
        board::place(self.0).1
    }

    fn bit(self) -> u64 {
        1 << self.0
    }

    /// The mirrored move: the a-file and the g-file are exchanged, and so on.
    pub fn mirrored(self) -> Landing {
        Landing(board::index(FILES - 1 - self.file(), self.rank()))
    }
}

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    mover: u64,
    occupied: u64,
}

impl ConnectFour {
    fn opponent(self) -> u64 {
        self.mover ^ self.occupied
    }

    #[inline(always)]
    fn by_player(self) -> [u64; 2] {
        match self.side() {
            Side::First => [self.mover, self.opponent()],
            Side::Second => [self.opponent(), self.mover],
        }
    }

    /// The mirror image: the a-file and the g-file are exchanged, and so on.
    pub fn mirror_image(self) -> ConnectFour {
        ConnectFour { mover: mirror(self.mover), occupied: mirror(self.occupied) }
    }

    /// The cell on which the next stone lands in a file (0 to 6), if it is not full.
    fn landing(self, file: u8) -> Option<Landing> {
        let bit = board::landings(self.occupied) & board::file(file);
        if bit != 0 { Some(Landing(bit.trailing_zeros() as u8)) } else { None }
    }
}

impl Game for ConnectFour {
    type Move = Landing;

    fn side(&self) -> Side {
        if self.occupied.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Only the side that has just moved can have four in a row. A full board is not
    /// decided here; it has no moves and so is drawn.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if board::has_four(self.opponent()) { Some(Outcome::Lost) } else { None }
    }

    #[inline]
    fn moves(&self, which: Which, mut visit: impl FnMut(Landing)) {
        if which == Which::Tactical {
            return;
        }
        let landings = board::landings(self.occupied);
        for file in ORDER {
            let bit = landings & board::file(file);
            if bit != 0 {
                visit(Landing(bit.trailing_zeros() as u8));
            }
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        u64::from(board::landings(self.occupied).count_ones())
    }

    #[inline]
    fn play(&mut self, m: Landing) {
        self.mover = self.opponent();
        self.occupied |= m.bit();
    }

    /// In each file, the sum has a one above the stones, and below it the stones of the
    /// side to move. These 49 bits identify the position; `mix` is a bijection.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.mover + self.occupied + BOTTOM)
    }

    #[inline]
    fn pack(m: Landing) -> u32 {
        u32::from(m.0) + 1
    }
}
