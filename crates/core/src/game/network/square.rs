//! Inputs of games on a square board.
//!
//! Placements are of several kinds, such as the stones of each player. Each kind has one
//! placement for each cell, one kind after the other. Cell `side * rank + file` is on this
//! file and rank of a board with `side` files and ranks.

/// The symmetries of a square.
pub const SQUARE_SYMMETRIES: usize = 8;
/// The symmetry that mirrors the ranks, as if seen from the other side of the board.
pub const RANKS_MIRRORED: usize = 4;

/// The image of a placement under a symmetry, a number less than [`SQUARE_SYMMETRIES`]. Its
/// bit 0 exchanges files and ranks; then bit 1 mirrors the files and bit 2 the ranks. So 0
/// changes nothing.
///
/// ```
/// use plyglot_core::game::network::{RANKS_MIRRORED, square_symmetry};
///
/// // b3 on a board of 4 x 4, of the second kind.
/// let placement = 16 + 4 * 2 + 1;
/// assert_eq!(square_symmetry(0, placement, 4), placement);
/// assert_eq!(square_symmetry(1, placement, 4), 16 + 4 * 1 + 2); // c2
/// assert_eq!(square_symmetry(2, placement, 4), 16 + 4 * 2 + 2); // c3
/// assert_eq!(square_symmetry(RANKS_MIRRORED, placement, 4), 16 + 4 * 1 + 1); // b2
/// ```
pub const fn square_symmetry(symmetry: usize, placement: usize, side: usize) -> usize {
    let cells = side * side;
    let (kind, cell) = (placement / cells, placement % cells);
    let (file, rank) = (cell % side, cell / side);
    let (file, rank) = if symmetry & 1 == 0 { (file, rank) } else { (rank, file) };
    let file = if symmetry & 2 == 0 { file } else { side - 1 - file };
    let rank = if symmetry & RANKS_MIRRORED == 0 { rank } else { side - 1 - rank };
    kind * cells + side * rank + file
}

/// The input of each placement for the second player, where that of the first player is the
/// placement itself. `kinds[kind]` is the kind with the players exchanged; the second player
/// sees the board under this symmetry.
///
/// ```
/// use plyglot_core::game::network::{RANKS_MIRRORED, second_inputs};
///
/// // Stones of each player on a board of 2 x 2: the first's on a1 is the other's on a2.
/// const INPUTS: [u16; 8] = second_inputs([1, 0], 2, RANKS_MIRRORED);
/// assert_eq!(INPUTS, [6, 7, 4, 5, 2, 3, 0, 1]);
/// ```
///
/// # Panics
/// If `PLACEMENTS` is not the number of placements of all kinds.
pub const fn second_inputs<const PLACEMENTS: usize, const KINDS: usize>(
    kinds: [usize; KINDS],
    side: usize,
    symmetry: usize,
) -> [u16; PLACEMENTS] {
    let cells = side * side;
    assert!(PLACEMENTS == KINDS * cells);
    let mut inputs = [0; PLACEMENTS];
    let mut placement = 0;
    while placement < PLACEMENTS {
        let exchanged = kinds[placement / cells] * cells + placement % cells;
        inputs[placement] = square_symmetry(symmetry, exchanged, side) as u16;
        placement += 1;
    }
    inputs
}
