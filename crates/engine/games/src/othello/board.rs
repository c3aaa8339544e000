//! The board of Othello as two sets of squares: where a side can move, and which stones a
//! move flips.
//!
//! Bit `8 * rank + file` is a square: 0 is a1, 63 is h8. Moves and flips are found for
//! four lines at a time. The loops over arrays of four words become vector instructions.

pub(super) use plyglot_core::game::bits::bits as squares;

/// The four squares that the start position fills.
pub(super) const CENTRE: u64 = 0x0000_0018_1800_0000;

const H8: u64 = 1 << 63;

/// The number of lines through a square: the rank, the file and both diagonals.
const LINES: usize = 4;
const STEPS: [u32; LINES] = [1, 8, 7, 9];
const INNER_FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;
/// The squares at which a line does not leave the board sideways.
const INNER: [u64; LINES] = [INNER_FILES, !0, INNER_FILES, INNER_FILES];

/// The squares of each line above a square (on the same rank, to its right) and below it.
struct Rays {
    above: [u64; LINES],
    below: [u64; LINES],
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays { above: [0; LINES], below: [0; LINES] };
    let mut rays = [NONE; 64];
    let mut i = 0;
    while i < 64 * LINES {
        let square = i / LINES;
        let line = i % LINES;
        let (up, right) = [(0, 1), (1, 0), (1, -1), (1, 1)][line];
        rays[square].above[line] = ray(square as i32, up, right);
        rays[square].below[line] = ray(square as i32, -up, -right);
        i += 1;
    }
    rays
};

const fn ray(square: i32, up: i32, right: i32) -> u64 {
    let mut rank = square / 8 + up;
    let mut file = square % 8 + right;
    let mut set = 0;
    while rank >= 0 && rank < 8 && file >= 0 && file < 8 {
        set |= 1 << (8 * rank + file);
        (rank, file) = (rank + up, file + right);
    }
    set
}

/// The stones of the side to move and those of the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Discs {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl Discs {
    #[inline(always)]
    pub(super) fn occupied(self) -> u64 {
        self.own | self.other
    }

    #[inline(always)]
    pub(super) fn empty(self) -> u64 {
        !self.occupied()
    }

    /// The stones of the side to move less those of the other side.
    #[inline(always)]
    pub(super) fn difference(self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

    /// The squares on which the side to move flips at least one stone: a parallel prefix
    /// fill from the own stones over those of the other side (chessprogramming.org
    /// "Kogge-Stone Algorithm"), along four lines at once, in both directions of each.
    #[inline(always)]
    pub(super) fn mobility(self) -> u64 {
        let mut reached = 0;
        for (step, inner) in STEPS.into_iter().zip(INNER) {
            // Runs that touch the side of the board are not enclosed there.
            let other = self.other & inner;
            let mut up = other & (self.own << step);
            let mut down = other & (self.own >> step);
            up |= other & (up << step);
            down |= other & (down >> step);
            let pairs_up = other & (other << step);
            let pairs_down = pairs_up >> step;
            for _ in 0..2 {
                up |= pairs_up & (up << (2 * step));
                down |= pairs_down & (down >> (2 * step));
            }
            reached |= up << step | down >> step;
        }
        reached & self.empty()
    }

    /// The stones of the other side that a stone on an empty square flips. Along a ray, the
    /// first square without such a stone is found by a carry or by a bit scan; if it is an
    /// own stone, those before it are flipped.
    #[inline(always)]
    pub(super) fn flips(self, square: u8) -> u64 {
        let rays = &RAYS[usize::from(square & 63)];
        let mut flips = 0;
        for ray in rays.above {
            // The carry runs through all squares outside the ray, and through the run.
            let end = (self.other | !ray).wrapping_add(1) & ray & self.own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for ray in rays.below {
            let beyond = ray & !self.other;
            let end = H8.checked_shr(beyond.leading_zeros()).unwrap_or(0) & self.own;
            flips |= if end != 0 { ray & !(end | (end - 1)) } else { 0 };
        }
        flips
    }

    #[inline(always)]
    pub(super) fn after(self, square: u8) -> Discs {
        let flips = self.flips(square);
        Discs { own: self.other ^ flips, other: self.own | flips | 1 << square }
    }

    #[inline(always)]
    pub(super) fn passed(self) -> Discs {
        Discs { own: self.other, other: self.own }
    }
}
