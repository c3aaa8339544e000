//! What a solver keeps of the positions it has seen.
//!
//! One word an entry: the position itself, so that nothing is ever mistaken
//! for something else, and what its score lies between. Words are written whole,
//! so threads share them without locks.
//!
//! Most of a search is spent near the end of the game, where positions are many
//! and cheap. These have a small table of their own for each thread, which
//! stays in the processor's cache. The others share a table that begins small
//! and grows whenever it has become three quarters full: looking for a
//! position in main memory takes as long as searching a small tree.

use super::super::board::{BOTTOM, mirror};
use crate::prefetch::prefetch;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Stones below which a position and its mirror image are taken for one; later
/// they hardly meet.
const SYMMETRIC: u32 = 14;
/// Stones from which positions are kept in the small table.
pub(super) const LATE: u32 = 24;
/// Stones from which they are not kept at all.
pub(super) const LAST: u32 = 37;

/// Bits of a key.
const KEY_BITS: u32 = 49;
/// Entries of a bucket of the shared table: half a cache line.
const WAYS: usize = 4;
/// Words of the header, two pairs of cache lines. In the first are the number of
/// buckets in use and that of the threads by which the memory is divided, which
/// hardly change; in the other what threads write all the time, the number of
/// entries in use and a lock for its growth.
const HEADER: usize = 32;
/// Where these are, in this order.
const FIELDS: [usize; 4] = [0, DIVIDED, 16, 17];
const DIVIDED: usize = 1;
/// Words of the small table of a thread, if there is enough memory.
const SMALL: usize = 1 << 16;
/// Buckets of the shared table at first.
const FIRST: usize = 1 << 10;
/// Buckets that it has at least once it has grown, if several threads share it:
/// while one of them moves the entries the others miss some, and have to fetch
/// each line from its cache afterwards.
const GROWN: usize = 1 << 15;
/// The least memory that a table makes use of, in words.
const LEAST: usize = 1 << 12;
/// New entries after which a thread adds them to the count.
const TALLY: u64 = 64;

/// What the score of a position lies between, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// Added to scores to make them positive.
const OFFSET: i32 = 21;

/// Entry: key 49 bits, effort 3, upper bound 6, lower bound 6.
const fn entry(key: u64, range: Range, effort: u64) -> u64 {
    let (lower, upper) = (range.lower + OFFSET, range.upper + OFFSET);
    key << 15 | effort << 12 | (upper as u64) << 6 | lower as u64
}

const fn key_of(entry: u64) -> u64 {
    entry >> 15
}

const fn effort_of(entry: u64) -> u64 {
    entry >> 12 & 7
}

const fn range_of(entry: u64) -> Range {
    Range { lower: (entry & 63) as i32 - OFFSET, upper: (entry >> 6 & 63) as i32 - OFFSET }
}

/// Nodes as entries count them: powers of 4.
const fn effort(nodes: u64) -> u64 {
    let fourths = (64 - nodes.leading_zeros() as u64) / 2;
    if fourths > 7 { 7 } else { fourths }
}

/// The key of a position, never 0. In each file the sum has a one on top of
/// the stones and below it those of the side to move; what follows mixes the
/// bits and can be undone, so that keys are as different as positions are.
#[inline(always)]
pub(super) fn key(mover: u64, occupied: u64, stones: u32) -> u64 {
    const MASK: u64 = (1 << KEY_BITS) - 1;
    // Odd, and its bits without pattern: the golden ratio's, cut short.
    const FACTOR: u64 = 0x1_9E37_79B9_7F4B;
    let plain = mover + occupied + BOTTOM;
    let plain = match stones < SYMMETRIC {
        true => plain.min(mirror(mover) + mirror(occupied) + BOTTOM),
        false => plain,
    };
    let mixed = (plain ^ plain >> 25).wrapping_mul(FACTOR) & MASK;
    mixed ^ mixed >> 23
}

/// The memory that a solver was lent, divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory<'a> {
    header: &'a [AtomicU64],
    small: &'a [AtomicU64],
    /// Words of each small table, a power of two.
    each: usize,
    shared: &'a [AtomicU64],
}

impl<'a> Memory<'a> {
    /// Divides memory for so many threads; `None` if there is too little. What
    /// was left there by as many threads stays.
    pub(super) fn of(words: &'a [AtomicU64], threads: usize) -> Option<Memory<'a>> {
        if words.len() < LEAST {
            return None;
        }
        let most = words.len() / 4 / threads;
        let each = if most >= SMALL { SMALL } else { (most + 1).next_power_of_two() / 2 }.max(1);
        let (header, rest) = words.split_at(HEADER);
        let (small, shared) = rest.split_at(each * threads);
        let shared = &shared[..shared.len() / WAYS * WAYS];
        let memory = Memory { header, small, each, shared };
        let [buckets, divided, ..] = memory.fields();
        if divided.load(Relaxed) != threads as u64 {
            if buckets.load(Relaxed) != 0 {
                clear(words);
            }
            divided.store(threads as u64, Relaxed);
            buckets.store(FIRST.min(memory.most()) as u64, Relaxed);
        }
        Some(memory)
    }

    /// Forgets everything that a solver left in `words`, without a look at
    /// memory that it did not use.
    pub(super) fn forget(words: &[AtomicU64]) {
        let threads = words.get(DIVIDED).map_or(0, |word| word.load(Relaxed)) as usize;
        if threads == 0 {
            return;
        }
        let used = match Memory::of(words, threads) {
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

    /// Buckets that the shared table can have.
    fn most(&self) -> usize {
        self.shared.len() / WAYS
    }

    /// The small table of a thread.
    pub(super) fn small(&self, thread: usize) -> Small<'a> {
        Small { words: &self.small[thread * self.each..][..self.each] }
    }

    /// The shared table, as one thread uses it.
    pub(super) fn shared(&self) -> Shared<'a> {
        Shared { fields: self.fields(), words: self.shared, most: self.most(), new: 0 }
    }
}

fn clear(words: &[AtomicU64]) {
    words.iter().for_each(|word| word.store(0, Relaxed));
}

/// A table for one thread and the late positions: a new entry takes the place
/// of an old one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Small<'a> {
    words: &'a [AtomicU64],
}

impl Small<'_> {
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Range> {
        let entry = self.words[self.place(key)].load(Relaxed);
        (key_of(entry) == key).then(|| range_of(entry))
    }

    #[inline(always)]
    pub(super) fn store(&self, key: u64, range: Range) {
        self.words[self.place(key)].store(entry(key, range, 0), Relaxed);
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.words.len() - 1)
    }
}

/// The table that all threads share, through the eyes of one of them.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    fields: [&'a AtomicU64; 4],
    words: &'a [AtomicU64],
    most: usize,
    /// Entries of this thread that are not counted yet.
    new: u64,
}

impl Shared<'_> {
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Range> {
        let bucket = self.bucket(key);
        bucket.iter().map(|word| word.load(Relaxed)).find(|&e| key_of(e) == key).map(range_of)
    }

    /// Has the bucket of a key fetched, which the other threads may have written to.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// Keeps what a score lies between and how many nodes that took to find out.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, range: Range, nodes: u64) {
        if self.put(key, range, effort(nodes)) {
            self.new += 1;
            if self.new == TALLY {
                self.count();
            }
        }
    }

    /// The bucket of a key, by its high bits.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = self.fields[0].load(Relaxed);
        let wide = u128::from(key << (64 - KEY_BITS)) * u128::from(buckets);
        &self.words[(wide >> 64) as usize * WAYS..][..WAYS]
    }

    /// Puts an entry in place of the one that took the least effort; whether
    /// the place was empty.
    #[inline(always)]
    fn put(&self, key: u64, range: Range, effort: u64) -> bool {
        let bucket = self.bucket(key);
        let (mut victim, mut least, mut range) = (0, u64::MAX, range);
        for (i, word) in bucket.iter().enumerate() {
            let old = word.load(Relaxed);
            if key_of(old) == key {
                let known = range_of(old);
                range.lower = range.lower.max(known.lower);
                range.upper = range.upper.min(known.upper);
                victim = i;
                break;
            }
            let place = if old == 0 { 0 } else { 1 + effort_of(old) };
            if place < least {
                (victim, least) = (i, place);
            }
        }
        let word = &bucket[victim];
        let was_empty = word.load(Relaxed) == 0;
        word.store(entry(key, range, effort), Relaxed);
        was_empty
    }

    /// Adds this thread's new entries, and has the table grow when it is due.
    #[cold]
    #[inline(never)]
    fn count(&mut self) {
        let [buckets, divided, used, lock] = self.fields;
        let used = used.fetch_add(std::mem::take(&mut self.new), Relaxed);
        let now = buckets.load(Relaxed) as usize;
        let is_full = used as usize > now * WAYS * 3 / 4;
        if is_full && now < self.most && lock.swap(1, Acquire) == 0 {
            // Unless another thread has seen to it just now.
            if buckets.load(Relaxed) as usize == now {
                let least = if divided.load(Relaxed) > 1 { GROWN } else { 0 };
                self.grow(now, (2 * now).max(least).min(self.most));
            }
            lock.store(0, Release);
        }
    }

    /// Gives all entries room in more buckets than now. Others may go on
    /// meanwhile: at worst they do not find what is on its way, or lose it.
    fn grow(&self, now: usize, next: usize) {
        self.fields[0].store(next as u64, Relaxed);
        for word in self.words[..now * WAYS].iter().rev() {
            let old = word.load(Relaxed);
            if old != 0 {
                word.store(0, Relaxed);
                self.put(key_of(old), range_of(old), effort_of(old));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::random::Random;
    use std::collections::HashMap;

    fn words(count: usize) -> Vec<AtomicU64> {
        (0..count).map(|_| AtomicU64::new(0)).collect()
    }

    fn range(random: &mut Random) -> Range {
        let lower = random.below(43) as i32 - 21;
        Range { lower, upper: lower + random.below((22 - lower) as usize) as i32 }
    }

    #[test]
    fn what_is_kept_is_found_again_while_the_table_grows() {
        let words = words(1 << 18);
        let memory = Memory::of(&words, 1).unwrap();
        let mut shared = memory.shared();
        let mut random = Random::new(6);
        let mut kept = HashMap::new();
        for _ in 0..40_000 {
            let (key, range) = (random.bits() >> (64 - KEY_BITS) | 1, range(&mut random));
            shared.store(key, range, 100);
            kept.insert(key, range);
        }
        assert!(shared.fields[0].load(Relaxed) > FIRST as u64, "the table has not grown");
        let mut found = 0;
        for (&key, &range) in &kept {
            if let Some(known) = shared.probe(key) {
                assert_eq!(known, range);
                found += 1;
            }
        }
        // Buckets are full before the table is; then the new takes the place of the old.
        assert!(found > kept.len() * 3 / 4, "{found} of {}", kept.len());
    }

    #[test]
    fn what_two_searches_found_about_a_position_is_put_together() {
        let words = words(1 << 14);
        let mut shared = Memory::of(&words, 1).unwrap().shared();
        shared.store(77, Range { lower: -3, upper: 9 }, 1);
        shared.store(77, Range { lower: -8, upper: 2 }, 1);
        assert_eq!(shared.probe(77), Some(Range { lower: -3, upper: 2 }));
    }

    #[test]
    fn keys_tell_positions_apart_but_not_from_their_early_mirror_images() {
        let mut random = Random::new(7);
        for _ in 0..10_000 {
            // Any stones will do, as long as those of each file lie on its bottom.
            let (mut mover, mut occupied) = (0u64, 0u64);
            for file in 0..7 {
                let height = random.below(7) as u32;
                let cells = ((1u64 << height) - 1) << (7 * file);
                occupied |= cells;
                mover |= cells & random.bits();
            }
            let (first, second) =
                (key(mover, occupied, 20), key(mirror(mover), mirror(occupied), 20));
            assert_eq!(first == second, (mover, occupied) == (mirror(mover), mirror(occupied)));
            assert_eq!(key(mover, occupied, 0), key(mirror(mover), mirror(occupied), 0));
            assert!(first != 0 && first < 1 << KEY_BITS);
        }
    }

    #[test]
    fn memory_is_forgotten_and_divided_anew() {
        let words = words(1 << 16);
        let store = |threads| {
            let memory = Memory::of(&words, threads).unwrap();
            memory.shared().store(5, Range { lower: 1, upper: 2 }, 1);
            memory.small(threads - 1).store(9, Range { lower: 0, upper: 4 });
        };
        store(1);
        assert!(Memory::of(&words, 1).unwrap().shared().probe(5).is_some());
        // For another number of threads, the old places mean nothing.
        assert_eq!(Memory::of(&words, 3).unwrap().shared().probe(5), None);
        store(3);
        Memory::forget(&words);
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        assert!(Memory::of(&words[..LEAST - 1], 1).is_none());
    }
}
