//! The transposition tables of the solver: one that threads share, and a small one of each.

use super::super::board::Discs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries in which a position may be stored: a cache line.
const WAYS: usize = 4;
/// Words of an entry: what is known, and a check, which is the hash of the position xor
/// that. So entries of which threads wrote a word each are not found (Hyatt and Mann, "A
/// lockless transposition-table implementation for parallel search", 2002).
const ENTRY: usize = 2;

/// The most entries of the table of a thread, as a power of two: 512 KiB, less than the
/// second-level cache of a core.
const OWN_POWER: u32 = 15;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownValue {
    /// Bounds of its score, both inclusive.
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move, or 64.
    pub(super) best: u8,
}

impl KnownValue {
    /// The bounds, the move and the empty squares, which the cost of finding them grows
    /// with. A bit is always set.
    fn pack(self, empties: u32) -> u64 {
        let bytes = [self.lower as u8, self.upper as u8, self.best, empties as u8, 1, 0, 0, 0];
        u64::from_le_bytes(bytes)
    }

    fn unpack(word: u64) -> KnownValue {
        let [lower, upper, best, ..] = word.to_le_bytes();
        KnownValue { lower: lower as i8, upper: upper as i8, best }
    }
}

#[inline(always)]
pub(super) fn hash(board: Discs) -> u64 {
    // Odd factors without a bit pattern.
    let own = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let other = board.other.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    let mixed = (own ^ other.rotate_left(29)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32 ^ own.rotate_left(17)
}

#[derive(Clone, Copy)]
pub(super) struct SolverTable<'a>(&'a [AtomicU64]);

impl<'a> SolverTable<'a> {
    pub(super) fn new(words: &'a [AtomicU64]) -> SolverTable<'a> {
        let buckets = words.len() / (ENTRY * WAYS);
        let used = buckets.checked_ilog2().map_or(0, |power| (ENTRY * WAYS) << power);
        SolverTable(&words[..used])
    }

    /// The hash of a position, and its bucket.
    #[inline(always)]
    fn find(&self, board: Discs) -> (u64, &'a [AtomicU64]) {
        let hash = hash(board);
        let buckets = self.0.as_chunks::<{ ENTRY * WAYS }>().0;
        let bucket = buckets.get(hash as usize & buckets.len().wrapping_sub(1));
        (hash, bucket.map_or(&[], |bucket| bucket))
    }

    pub(super) fn probe(&self, board: Discs) -> Option<KnownValue> {
        let (hash, bucket) = self.find(board);
        for [check, word] in bucket.as_chunks::<ENTRY>().0 {
            let check = check.load(Relaxed);
            let word = word.load(Relaxed);
            if word != 0 && check ^ word == hash {
                return Some(KnownValue::unpack(word));
            }
        }
        None
    }

    /// Stores what is known of a position, in place of the entry with the fewest empty
    /// squares.
    pub(super) fn store(&self, board: Discs, known: KnownValue, empties: u32) {
        let (hash, bucket) = self.find(board);
        let cheapest = bucket.as_chunks::<ENTRY>().0.iter().min_by_key(|[check, word]| {
            let check = check.load(Relaxed);
            let word = word.load(Relaxed);
            if check ^ word == hash { 0 } else { word.to_le_bytes()[3] }
        });
        if let Some([check, word]) = cheapest {
            let new = known.pack(empties);
            check.store(hash ^ new, Relaxed);
            word.store(new, Relaxed);
        }
    }
}

/// The table of a thread, for positions that are too many and too cheap for the shared one.
/// It stays in the cache, and the last entry replaces any other.
pub(super) struct OwnTable(Vec<[u64; ENTRY]>);

impl OwnTable {
    pub(super) fn new(empties: u32) -> OwnTable {
        OwnTable(vec![[0; ENTRY]; 1 << empties.min(OWN_POWER)])
    }

    #[inline(always)]
    pub(super) fn probe(&self, board: Discs) -> Option<KnownValue> {
        let hash = hash(board);
        let [check, word] = self.0[hash as usize & (self.0.len() - 1)];
        if word != 0 && check ^ word == hash { Some(KnownValue::unpack(word)) } else { None }
    }

    #[inline(always)]
    pub(super) fn store(&mut self, board: Discs, known: KnownValue, empties: u32) {
        let hash = hash(board);
        let word = known.pack(empties);
        let slot = hash as usize & (self.0.len() - 1);
        self.0[slot] = [hash ^ word, word];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_again_and_give_way_to_costlier_ones() {
        let words: Vec<AtomicU64> = (0..ENTRY * WAYS).map(|_| AtomicU64::new(0)).collect();
        let table = SolverTable::new(&words);
        let board = |own| Discs { own, other: 1 << 60 };
        let known = |lower| KnownValue { lower, upper: 64, best: 7 };
        for own in 1..=5 {
            assert_eq!(table.probe(board(own)), None);
            table.store(board(own), known(own as i8 - 9), 10 + own as u32);
            assert_eq!(table.probe(board(own)), Some(known(own as i8 - 9)));
        }
        // The first had the fewest empty squares.
        let found: Vec<bool> = (1..=5).map(|own| table.probe(board(own)).is_some()).collect();
        assert_eq!(found, [false, true, true, true, true]);
        table.store(board(3), known(-64), 13);
        assert_eq!(table.probe(board(3)), Some(known(-64)));
    }

    #[test]
    fn any_memory_will_do() {
        for words in [0, 1, 7, 8, 9, 100] {
            let words: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
            let table = SolverTable::new(&words);
            let board = Discs { own: 5, other: 2 };
            let known = KnownValue { lower: 1, upper: 1, best: 3 };
            table.store(board, known, 20);
            assert_eq!(table.probe(board), (words.len() >= 8).then_some(known));
        }
    }

    #[test]
    fn a_thread_finds_the_last_entries() {
        let mut table = OwnTable::new(0);
        let board = |own| Discs { own, other: 1 << 60 };
        let known = |lower| KnownValue { lower, upper: 64, best: 7 };
        assert_eq!(table.probe(board(1)), None);
        for own in 1..=5 {
            table.store(board(own), known(own as i8), 8);
            assert_eq!(table.probe(board(own)), Some(known(own as i8)));
            assert_eq!(table.probe(board(own - 1)), None);
        }
    }
}
