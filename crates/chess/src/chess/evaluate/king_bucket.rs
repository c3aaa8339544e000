//! King buckets, which select piece-square tables and inputs of the network
//! (chessprogramming.org "NNUE", "king buckets").

use cozy_chess::{Board, Color, File, Square};

/// Buckets of a king on the files e to h.
pub(super) const KING_BUCKETS: usize = 10;

/// One of [`KING_BUCKETS`] for a king on the files e to h, or one of as many more for the
/// files a to d, where the board is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KingBucket(u8);

/// The buckets of both kings, White's first.
pub(super) type KingBuckets = [KingBucket; Color::NUM];

/// The bucket of a king on the files e to h, by rank; finer on the first ranks.
const BUCKET: [[u8; 4]; 8] = [
    [0, 1, 2, 3],
    [4, 5, 6, 6],
    [7, 7, 7, 7],
    [8, 8, 8, 8],
    [8, 8, 8, 8],
    [9, 9, 9, 9],
    [9, 9, 9, 9],
    [9, 9, 9, 9],
];

impl KingBucket {
    pub(super) const NUM: usize = 2 * KING_BUCKETS;

    /// The bucket of a king; the square is from its own side's perspective.
    pub(super) const fn of(king: Square) -> KingBucket {
        let (file, rank) = (king as usize % File::NUM, king as usize / File::NUM);
        if file < 4 {
            KingBucket(BUCKET[rank][3 - file] + KING_BUCKETS as u8)
        } else {
            KingBucket(BUCKET[rank][file - 4])
        }
    }

    pub(super) const fn from_index(index: usize) -> KingBucket {
        KingBucket(index as u8)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bucket after mirroring a king on a to d to e to h, less than [`KING_BUCKETS`].
    pub(super) const fn folded(self) -> usize {
        self.index() % KING_BUCKETS
    }

    /// Whether the king stands on the files a to d.
    pub(super) const fn is_mirrored(self) -> bool {
        self.index() >= KING_BUCKETS
    }
}

/// The buckets of both kings.
pub(super) fn king_buckets(board: &Board) -> KingBuckets {
    Color::ALL.map(|color| KingBucket::of(board.king(color).relative_to(color)))
}
