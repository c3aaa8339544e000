//! Connect Four: four in a row on seven files of six cells, stones fall down.

mod board;
pub mod book;
mod evaluate;
pub mod lines;
mod notation;
mod solver;

use super::random::mix;
use super::{Game, Outcome, Side, Which};
use board::{BOTTOM, FILES, mirror};
pub use evaluate::FEATURES;

/// Files from the centre outwards, d c e b f a g: the nearer the centre, the
/// more rows of four a stone can be part of.
const ORDER: [u8; FILES as usize] = [3, 2, 4, 1, 5, 0, 6];

/// The score, in the literature's scale, of the side that wins with the last of
/// so many stones: 22 less its own.
const fn winning_score(stones: i32) -> i32 {
    22 - (stones + 1) / 2
}

/// A move, named by the cell on which the stone comes to rest.
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

    /// The move seen in a mirror, the a-file where the g-file was.
    fn mirrored(self) -> Landing {
        Landing(board::index(FILES - 1 - self.file(), self.rank()))
    }
}

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    /// The stones of the side to move.
    mover: u64,
    /// All stones.
    occupied: u64,
}

impl ConnectFour {
    /// The stones of the side that is not to move.
    fn opponent(self) -> u64 {
        self.mover ^ self.occupied
    }

    /// The position seen in a mirror, the a-file where the g-file was.
    fn mirror_image(self) -> ConnectFour {
        ConnectFour { mover: mirror(self.mover), occupied: mirror(self.occupied) }
    }

    /// Where the next stone falls in a file (0 to 6), if it is not full.
    fn landing(self, file: u8) -> Option<Landing> {
        let bit = board::landings(self.occupied) & board::file(file);
        (bit != 0).then(|| Landing(bit.trailing_zeros() as u8))
    }
}

impl Game for ConnectFour {
    type Move = Landing;

    fn side(&self) -> Side {
        if self.occupied.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Only the side that has just moved can have four. A full board is no
    /// decision but has no moves, and so is drawn.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        board::has_four(self.opponent()).then_some(Outcome::Lost)
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

    /// In each file the sum has a one on top of the stones and below it those
    /// of the side to move: 49 bits that tell every position from every other,
    /// and `mix` keeps them apart.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.mover + self.occupied + BOTTOM)
    }

    #[inline]
    fn pack(m: Landing) -> u32 {
        u32::from(m.0) + 1
    }
}
