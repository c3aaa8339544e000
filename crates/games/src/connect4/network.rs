//! The network of Connect Four: its inputs and its output buckets.
//!
//! A placement is a stone on a cell, or a threat: an empty cell that would complete four
//! in a row for a side. Threats are what an endgame turns on, and a network of one layer
//! finds rows of four only with many neurons.
//!
//! The players are not equal: when the rest of the board is full, the first one gets the
//! odd ranks and the second one the even ranks. So the colours are not exchanged. Each
//! player's perspective has inputs that the other's has not.

use super::ConnectFour;
use super::board::{BOARD, FILES, RANKS, winning_cells};
use plyglot_core::game::network::{NetworkShape, Networked, PlacementSet};

const CELLS: usize = FILES as usize * RANKS as usize;
/// Placements of a player: stones, then threats.
const HALF: usize = 2 * CELLS;
/// Stones and threats of the first player, then those of the second.
const PLACEMENTS: usize = 2 * HALF;
const MAX_PLACEMENTS: u32 = 60;
const STAGES: usize = 7;

/// For each binary digit of the files' numbers: the bits of the files with that digit,
/// after those of lower digits were moved.
const MOVED: [u64; 3] = {
    let mut moved = [0; 3];
    let mut i = 0;
    while i < 3 * FILES {
        let (file, digit) = (i % FILES, i / FILES);
        if file >> digit & 1 == 1 {
            let done = file & ((1 << digit) - 1);
            moved[digit as usize] |= ((1 << RANKS) - 1) << (file * (RANKS + 1) - done);
        }
        i += 1;
    }
    moved
};

/// Cells without the guard bits between the files: six bits per file.
#[inline(always)]
const fn packed(cells: u64) -> u64 {
    let (mut bits, mut digit) = (cells, 0);
    while digit < MOVED.len() {
        let moved = bits & MOVED[digit];
        bits = (bits ^ moved) | (moved >> (1 << digit));
        digit += 1;
    }
    bits
}

impl ConnectFour {
    /// The threats of the first and of the second player, as far as there is room for
    /// them. A cell is a stone or at most two threats: from 24 stones on, there is always
    /// room. With fewer stones, no game comes near the limit.
    #[inline(always)]
    fn threats(self) -> [u64; 2] {
        let threats = self.by_player().map(|stones| winning_cells(stones, self.occupied));
        without_highest(threats, MAX_PLACEMENTS - self.occupied.count_ones())
    }
}

/// The cells without those of the highest ranks, so that there are at most `most` of
/// both players.
#[inline(always)]
fn without_highest(mut cells: [u64; 2], most: u32) -> [u64; 2] {
    let mut ranks = BOARD;
    while cells[0].count_ones() + cells[1].count_ones() > most {
        ranks &= ranks >> 1;
        cells = cells.map(|cells| cells & ranks);
    }
    cells
}

impl Networked for ConnectFour {
    type Placements = PlacementSet<{ PLACEMENTS.div_ceil(64) }>;

    fn shape(_: ()) -> NetworkShape {
        NetworkShape {
            inputs: 2 * PLACEMENTS,
            buckets: 2 * STAGES,
            has_base: true,
            ..NetworkShape::new(PLACEMENTS)
        }
    }

    #[inline(always)]
    fn placements(&self) -> Self::Placements {
        let ([first, second], [firsts, seconds]) = (self.by_player(), self.threats());
        PlacementSet::joined([first, firsts, second, seconds].map(packed), CELLS)
    }

    /// The first player's perspective has the first half of the inputs. In each half, the
    /// own stones and threats come first.
    #[inline(always)]
    fn input(_: (), perspective: usize, placement: usize) -> usize {
        match perspective {
            0 => placement,
            _ if placement < HALF => PLACEMENTS + placement + HALF,
            _ => PLACEMENTS + placement - HALF,
        }
    }

    fn symmetries(_: ()) -> usize {
        2
    }

    fn symmetric(_: (), symmetry: usize, placement: usize) -> usize {
        let ranks = usize::from(RANKS);
        let (kind, file, rank) = (placement / CELLS, placement % CELLS / ranks, placement % ranks);
        let file = if symmetry == 0 { file } else { usize::from(FILES) - 1 - file };
        kind * CELLS + file * ranks + rank
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let stones = self.occupied.count_ones() as usize;
        // A full board is of the last stage.
        2 * (stones * STAGES / CELLS).min(STAGES - 1) + stones % 2
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::Landing;
    use crate::connect4::board::index;
    use crate::networks::{check_symmetries, walk};
    use plyglot_core::game::Notation;
    use plyglot_core::game::network::Placements;

    /// The placement of a stone or a threat (`kind` 0 or 1) of the first player.
    fn placement(kind: usize, file: u8, rank: u8) -> usize {
        kind * CELLS + usize::from(file * RANKS + rank)
    }

    #[test]
    fn packing_leaves_out_the_guards() {
        for cell in 0..FILES * RANKS {
            let bit = 1 << index(cell / RANKS, cell % RANKS);
            assert_eq!(packed(bit), 1 << cell);
        }
        assert_eq!(packed(BOARD), (1 << CELLS) - 1);
    }

    #[test]
    fn placements_are_stones_and_threats() {
        // The first player has b1, c1, d1, the second one b2, b3, b4.
        let position = ConnectFour::parse("223242").expect("a game");
        let expected = [
            placement(0, 1, 0),
            placement(0, 2, 0),
            placement(0, 3, 0),
            placement(1, 0, 0),
            placement(1, 4, 0),
            HALF + placement(0, 1, 1),
            HALF + placement(0, 1, 2),
            HALF + placement(0, 1, 3),
            HALF + placement(1, 1, 4),
        ];
        assert_eq!(position.placements().iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn left_and_right_are_the_same() {
        let image = |symmetry, position: &ConnectFour| match symmetry {
            0 => *position,
            _ => position.mirror_image(),
        };
        let image_of_move = |symmetry, m: Landing| if symmetry == 0 { m } else { m.mirrored() };
        check_symmetries(ConnectFour::INFO.start, image, image_of_move);
    }

    /// In games there is room for all threats.
    #[test]
    fn threats_of_the_highest_ranks_are_left_out_first() {
        let all = [BOARD, BOARD & !1];
        for most in 0..100 {
            let kept = without_highest(all, most);
            let count = kept[0].count_ones() + kept[1].count_ones();
            assert!(count <= most && count + 14 > most.min(83), "{count} of {most}");
            assert_eq!(kept[1], kept[0] & !1);
        }
        walk(ConnectFour::INFO.start, 2000, |_, position: &ConnectFour| {
            let all = position.by_player().map(|own| winning_cells(own, position.occupied));
            assert_eq!(position.threats(), all, "{}", position.print());
        });
    }
}
