//! Bitboards: seven bits per file, from the a-file up. The lowest bit is the first rank;
//! the seventh is a guard bit that always stays empty. A row of four is four bits at
//! equal distances. The guards keep rows from wrapping round the edges. The layout is
//! that of John Tromp's Fhourstones benchmark.

pub(super) const FILES: u8 = 7;
pub(super) const RANKS: u8 = 6;
const STRIDE: u8 = RANKS + 1;

pub(super) const BOTTOM: u64 = {
    let mut bits = 0;
    let mut file = 0;
    while file < FILES {
        bits |= 1 << (file * STRIDE);
        file += 1;
    }
    bits
};
pub(super) const BOARD: u64 = BOTTOM * ((1 << RANKS) - 1);

/// The cells of the odd ranks, counted from 1, and of the even ones.
pub(super) const RANK_PARITY: [u64; 2] = [BOTTOM * 0b010101, BOTTOM * 0b101010];

/// The directions of rows that are not vertical, as distances of bits: along a rank,
/// falling and rising to the right.
pub(super) const SLOPES: [u32; 3] = [STRIDE as u32, STRIDE as u32 - 1, STRIDE as u32 + 1];

pub(super) const fn index(file: u8, rank: u8) -> u8 {
    file * STRIDE + rank
}

/// File and rank of a cell, from 0: the inverse of [`index`].
pub(super) const fn place(index: u8) -> (u8, u8) {
    (index / STRIDE, index % STRIDE)
}

pub(super) const fn file(file: u8) -> u64 {
    ((1 << RANKS) - 1) << (file * STRIDE)
}

/// The cells on which the next stone can land, one in each open file.
pub(super) const fn landings(occupied: u64) -> u64 {
    (occupied + BOTTOM) & BOARD
}

pub(super) const fn has_four(stones: u64) -> bool {
    const fn fours(stones: u64, step: u32) -> u64 {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step)
    }
    let [level, falling, rising] = SLOPES;
    let sloping = fours(stones, level) | fours(stones, falling) | fours(stones, rising);
    fours(stones, 1) | sloping != 0
}

pub(super) fn fours(stones: u64) -> u64 {
    SLOPES
        .into_iter()
        .fold(rows_of_four(stones, 1), |cells, step| cells | rows_of_four(stones, step))
}

fn rows_of_four(stones: u64, step: u32) -> u64 {
    let pairs = stones & stones >> step;
    let starts = pairs & pairs >> (2 * step);
    starts | starts << step | starts << (2 * step) | starts << (3 * step)
}

pub(super) const fn winning_cells(stones: u64, occupied: u64) -> u64 {
    const fn fourths(stones: u64, step: u32) -> u64 {
        let below = stones << step;
        let above = stones >> step;
        let two_below = below & stones << (2 * step);
        let two_above = above & stones >> (2 * step);
        two_below & (stones << (3 * step) | above) | two_above & (stones >> (3 * step) | below)
    }
    let upright = stones << 1 & stones << 2 & stones << 3;
    let [level, falling, rising] = SLOPES;
    let sloping = fourths(stones, level) | fourths(stones, falling) | fourths(stones, rising);
    (upright | sloping) & BOARD & !occupied
}

/// The moves that do not lose at once, for a side that cannot win at once. If the other
/// side threatens to win, that is the threatened cell alone. Cells directly under one of
/// the other side's `threats` are excluded.
#[inline(always)]
pub(super) const fn safe_moves(landings: u64, threats: u64) -> u64 {
    let urgent = threats & landings;
    let replies = if urgent != 0 { urgent } else { landings };
    let replies = if urgent & urgent.wrapping_sub(1) != 0 { 0 } else { replies };
    replies & !(threats >> 1)
}

/// Number of rows, without vertical ones, that `own` can still fill, and number of those
/// that already hold two of its stones.
#[inline(always)]
pub(super) fn rows(own: u64, other: u64) -> [i32; 2] {
    let free = BOARD & !other;
    let [level, falling, rising] = SLOPES.map(|step| {
        let free = free & free >> step;
        let both = own & own >> step;
        let any = own | own >> step;
        let open = free & free >> (2 * step);
        [open, open & (both | both >> (2 * step) | any & any >> (2 * step))]
    });
    [0, 1].map(|i| side_by_side(level[i], falling[i], rising[i]).count_ones() as i32)
}

/// Combines the rows of all slopes, each given by its leftmost cell, into one word that
/// can be counted at once. Rows begin on the four files on the left, and falling rows on
/// other ranks than rising ones.
fn side_by_side(level: u64, falling: u64, rising: u64) -> u64 {
    /// Bits of the four files on the left.
    const FOUR_FILES: u32 = 4 * SLOPES[0];
    falling | rising | level << FOUR_FILES
}

pub(super) const fn lowest(cells: u64) -> u64 {
    // The guard bits keep the subtraction from borrowing across files.
    let guards = BOTTOM << RANKS;
    cells & !((cells | guards) - BOTTOM)
}

pub(super) fn mirror(cells: u64) -> u64 {
    (0..FILES).fold(0, |mirrored, i| {
        let bits = cells >> (i * STRIDE) & ((1 << STRIDE) - 1);
        mirrored | bits << ((FILES - 1 - i) * STRIDE)
    })
}
