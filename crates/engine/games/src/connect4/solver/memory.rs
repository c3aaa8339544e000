//! The transposition table of the solver.
//!
//! An entry is one word: the whole position, so that entries are never confused, and the
//! bounds of its score. Words are written whole, so threads share them without locks.
//!
//! Most of a search is spent near the end of the game, where positions are many and
//! cheap. For these, each thread has a small local table, which stays in the processor's
//! cache. The others share a table that begins small and grows when it is three quarters
//! full: fetching an entry from main memory takes as long as searching a small tree.

use super::super::board::{BOTTOM, mirror};
use plyglot_support::prefetch::prefetch;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Stones below which a position and its mirror image share an entry; later both rarely
/// occur.
const SYMMETRIC: u32 = 14;
/// Stones from which positions are stored in the local table of a thread.
pub(super) const FIRST_LOCAL_STONES: u32 = 24;
/// Stones from which positions are not stored at all.
pub(super) const FIRST_UNSTORED_STONES: u32 = 37;

const KEY_BITS: u32 = 49;
/// Entries of a bucket of the shared table: half a cache line.
const WAYS: usize = 4;
/// Words of the header, two pairs of cache lines. The first pair holds values that hardly
/// change: the number of buckets in use and the number of threads among which the memory
/// is divided. The second pair holds values that threads write all the time: the number
/// of entries in use and a lock for growth.
const HEADER_WORDS: usize = 32;
/// The positions of these fields, in this order.
const FIELDS: [usize; 4] = [0, THREADS_FIELD, 16, 17];
const THREADS_FIELD: usize = 1;
const LOCAL_TABLE_WORDS: usize = 1 << 16;
const INITIAL_BUCKETS: usize = 1 << 10;
/// The least number of buckets after the first growth, if several threads share the
/// table. While one thread moves entries, the others miss some, and have to fetch each
/// line from that thread's cache afterwards.
const MIN_GROWN_BUCKETS: usize = 1 << 15;
const MIN_WORDS: usize = 1 << 12;
const COUNT_BATCH: u64 = 64;

/// The bounds of a score, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// Added to scores to make them positive.
const OFFSET: i32 = 21;

/// An entry: key 49 bits, work 3, upper bound 6, lower bound 6.
const fn entry(key: u64, range: Range, work: u64) -> u64 {
    let lower = range.lower + OFFSET;
    let upper = range.upper + OFFSET;
    key << 15 | work << 12 | (upper as u64) << 6 | lower as u64
}

const fn key_of(entry: u64) -> u64 {
    entry >> 15
}

const fn work_of(entry: u64) -> u64 {
    entry >> 12 & 7
}

const fn range_of(entry: u64) -> Range {
    Range { lower: (entry & 63) as i32 - OFFSET, upper: (entry >> 6 & 63) as i32 - OFFSET }
}

const fn work_class(nodes: u64) -> u64 {
    let fourths = (64 - nodes.leading_zeros() as u64) / 2;
    if fourths > 7 { 7 } else { fourths }
}

/// The key of a position, never 0. In each file, the sum has a one above the stones, and
/// below it the stones of the side to move. The mixing steps are bijections, so keys are
/// distinct, except that early mirror images share one.
#[inline(always)]
pub(super) fn key(mover: u64, occupied: u64, stones: u32) -> u64 {
    const MASK: u64 = (1 << KEY_BITS) - 1;
    // An odd factor without a bit pattern: the golden ratio, truncated.
    const FACTOR: u64 = 0x1_9E37_79B9_7F4B;
    let plain = mover + occupied + BOTTOM;
    let plain = if stones < SYMMETRIC {
        plain.min(mirror(mover) + mirror(occupied) + BOTTOM)
    } else {
        plain
    };
    let mixed = (plain ^ plain >> 25).wrapping_mul(FACTOR) & MASK;
    mixed ^ mixed >> 23
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SolverMemory<'a> {
    header: &'a [AtomicU64],
    local: &'a [AtomicU64],
    each: usize,
    shared: &'a [AtomicU64],
}

impl<'a> SolverMemory<'a> {
    /// Divides memory among threads; `None` if there is too little. The contents are kept
    /// if the number of threads is the same as before.
    pub(super) fn new(words: &'a [AtomicU64], threads: usize) -> Option<SolverMemory<'a>> {
        if words.len() < MIN_WORDS {
            return None;
        }
        let most = words.len() / 4 / threads;
        let each = if most >= LOCAL_TABLE_WORDS {
            LOCAL_TABLE_WORDS
        } else {
            (most + 1).next_power_of_two() / 2
        }
        .max(1);
        let (header, rest) = words.split_at(HEADER_WORDS);
        let (local, shared) = rest.split_at(each * threads);
        let shared = &shared[..shared.len() / WAYS * WAYS];
        let memory = SolverMemory { header, local, each, shared };
        let [buckets, threads_field, ..] = memory.fields();
        if threads_field.load(Relaxed) != threads as u64 {
            if buckets.load(Relaxed) != 0 {
                clear(words);
            }
            threads_field.store(threads as u64, Relaxed);
            buckets.store(INITIAL_BUCKETS.min(memory.max_buckets()) as u64, Relaxed);
        }
        Some(memory)
    }

    pub(super) fn forget(words: &[AtomicU64]) {
        let threads = words.get(THREADS_FIELD).map_or(0, |word| word.load(Relaxed)) as usize;
        if threads == 0 {
            return;
        }
        let used = match SolverMemory::new(words, threads) {
            Some(memory) => {
                let buckets = memory.fields()[0].load(Relaxed) as usize;
                words.len() - memory.shared.len() + buckets * WAYS
            }
            None => words.len(),
        };
        clear(&words[..used.min(words.len())]);
    }

    fn fields(&self) -> [&'a AtomicU64; 4] {
        FIELDS.map(|i| &self.header[i])
    }

    fn max_buckets(&self) -> usize {
        self.shared.len() / WAYS
    }

    pub(super) fn local(&self, thread: usize) -> LocalTable<'a> {
        LocalTable { words: &self.local[thread * self.each..][..self.each] }
    }

    pub(super) fn shared(&self) -> SharedTable<'a> {
        SharedTable {
            fields: self.fields(),
            words: self.shared,
            max_buckets: self.max_buckets(),
            new: 0,
        }
    }
}

fn clear(words: &[AtomicU64]) {
    words.iter().for_each(|word| word.store(0, Relaxed));
}

/// The table of one thread for late positions. A new entry always replaces the old one.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalTable<'a> {
    words: &'a [AtomicU64],
}

impl LocalTable<'_> {
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Range> {
        let entry = self.words[self.slot(key)].load(Relaxed);
        if key_of(entry) == key { Some(range_of(entry)) } else { None }
    }

    #[inline(always)]
    pub(super) fn store(&self, key: u64, range: Range) {
        self.words[self.slot(key)].store(entry(key, range, 0), Relaxed);
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.words.len() - 1)
    }
}

#[derive(Debug)]
pub(super) struct SharedTable<'a> {
    fields: [&'a AtomicU64; 4],
    words: &'a [AtomicU64],
    max_buckets: usize,
    new: u64,
}

impl SharedTable<'_> {
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Range> {
        let bucket = self.bucket(key);
        bucket.iter().map(|word| word.load(Relaxed)).find(|&e| key_of(e) == key).map(range_of)
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, range: Range, nodes: u64) {
        if self.put(key, range, work_class(nodes)) {
            self.new += 1;
            if self.new == COUNT_BATCH {
                self.count();
            }
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = self.fields[0].load(Relaxed);
        let wide = u128::from(key << (64 - KEY_BITS)) * u128::from(buckets);
        &self.words[(wide >> 64) as usize * WAYS..][..WAYS]
    }

    /// Replaces the entry that took the least work. Returns whether there was none.
    #[inline(always)]
    fn put(&self, key: u64, mut range: Range, work: u64) -> bool {
        let bucket = self.bucket(key);
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, word) in bucket.iter().enumerate() {
            let old = word.load(Relaxed);
            if key_of(old) == key {
                let known = range_of(old);
                range.lower = range.lower.max(known.lower);
                range.upper = range.upper.min(known.upper);
                victim = i;
                break;
            }
            let work = if old == 0 { 0 } else { 1 + work_of(old) };
            if work < least {
                (victim, least) = (i, work);
            }
        }
        let word = &bucket[victim];
        let was_empty = word.load(Relaxed) == 0;
        word.store(entry(key, range, work), Relaxed);
        was_empty
    }

    /// Adds this thread's new entries to the count, and grows the table when it is nearly
    /// full.
    #[cold]
    #[inline(never)]
    fn count(&mut self) {
        let [buckets, threads_field, used, lock] = self.fields;
        let used = used.fetch_add(std::mem::take(&mut self.new), Relaxed);
        let now = buckets.load(Relaxed) as usize;
        let is_full = used as usize > now * WAYS * 3 / 4;
        if is_full && now < self.max_buckets && lock.swap(1, Acquire) == 0 {
            // Unless another thread has just done it.
            if buckets.load(Relaxed) as usize == now {
                let least = if threads_field.load(Relaxed) > 1 { MIN_GROWN_BUCKETS } else { 0 };
                self.grow(now, (2 * now).max(least).min(self.max_buckets));
            }
            lock.store(0, Release);
        }
    }

    /// Moves all entries to more buckets. Other threads may go on meanwhile: at worst
    /// they miss or lose entries that are being moved.
    fn grow(&self, now: usize, next: usize) {
        self.fields[0].store(next as u64, Relaxed);
        for word in self.words[..now * WAYS].iter().rev() {
            let old = word.load(Relaxed);
            if old != 0 {
                word.store(0, Relaxed);
                self.put(key_of(old), range_of(old), work_of(old));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::random::Random;
    use std::collections::HashMap;

    fn words(count: usize) -> Vec<AtomicU64> {
        (0..count).map(|_| AtomicU64::new(0)).collect()
    }

    fn range(random: &mut Random) -> Range {
        let lower = random.below(43) as i32 - 21;
        Range { lower, upper: lower + random.below((22 - lower) as usize) as i32 }
    }

    #[test]
    fn entries_survive_the_growth_of_the_table() {
        let words = words(1 << 18);
        let memory = SolverMemory::new(&words, 1).unwrap();
        let mut shared = memory.shared();
        let mut random = Random::new(6);
        let mut kept = HashMap::new();
        for _ in 0..40_000 {
            let key = random.bits() >> (64 - KEY_BITS) | 1;
            let range = range(&mut random);
            shared.store(key, range, 100);
            kept.insert(key, range);
        }
        assert!(shared.fields[0].load(Relaxed) > INITIAL_BUCKETS as u64, "the table has not grown");
        let mut found = 0;
        for (&key, &range) in &kept {
            if let Some(known) = shared.probe(key) {
                assert_eq!(known, range);
                found += 1;
            }
        }
        // Some buckets are full before the table is; there, new entries replace old ones.
        assert!(found > kept.len() * 3 / 4, "{found} of {}", kept.len());
    }

    #[test]
    fn bounds_of_two_searches_are_combined() {
        let words = words(1 << 14);
        let mut shared = SolverMemory::new(&words, 1).unwrap().shared();
        shared.store(77, Range { lower: -3, upper: 9 }, 1);
        shared.store(77, Range { lower: -8, upper: 2 }, 1);
        assert_eq!(shared.probe(77), Some(Range { lower: -3, upper: 2 }));
    }

    #[test]
    fn only_early_mirror_images_share_a_key() {
        let mut random = Random::new(7);
        for _ in 0..10_000 {
            // Any stones will do, as long as none floats.
            let mut mover = 0u64;
            let mut occupied = 0u64;
            for file in 0..7 {
                let height = random.below(7) as u32;
                let cells = ((1u64 << height) - 1) << (7 * file);
                occupied |= cells;
                mover |= cells & random.bits();
            }
            let first = key(mover, occupied, 20);
            let second = key(mirror(mover), mirror(occupied), 20);
            assert_eq!(first == second, (mover, occupied) == (mirror(mover), mirror(occupied)));
            assert_eq!(key(mover, occupied, 0), key(mirror(mover), mirror(occupied), 0));
            assert!(first != 0 && first < 1 << KEY_BITS);
        }
    }

    #[test]
    fn memory_can_be_cleared_and_divided_again() {
        let words = words(1 << 16);
        let store = |threads| {
            let memory = SolverMemory::new(&words, threads).unwrap();
            memory.shared().store(5, Range { lower: 1, upper: 2 }, 1);
            memory.local(threads - 1).store(9, Range { lower: 0, upper: 4 });
        };
        store(1);
        assert!(SolverMemory::new(&words, 1).unwrap().shared().probe(5).is_some());
        // With another number of threads, the old entries are invalid.
        assert_eq!(SolverMemory::new(&words, 3).unwrap().shared().probe(5), None);
        store(3);
        SolverMemory::forget(&words);
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        assert!(SolverMemory::new(&words[..MIN_WORDS - 1], 1).is_none());
    }
}
