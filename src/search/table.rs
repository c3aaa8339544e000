//! The transposition table: what was found out about positions, by key.
//!
//! Shared by all threads without locks. An entry is two relaxed 64-bit
//! atomics, the first of them xored with the second, so that an entry of
//! which two threads wrote one half each does not match any key (Hyatt and
//! Mann, "A lock-less transposition table implementation", 2002).

use crate::games::Cost;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Entries in one bucket, which fills one cache line.
const WAYS: usize = 4;
const BYTES_PER_MIB: usize = 1 << 20;
/// Words that are cleared together: a page of most systems.
const PAGE: usize = 512;
/// Searches after which an entry's age is counted anew.
const GENERATIONS: u8 = 16;
/// The greatest depth an entry can bear, in quarters of a ply.
const MOST_DEPTH: u16 = 1023;
/// Entries looked at for [`Table::permill_full`].
const SAMPLE: usize = 1000;
/// Words looked at for [`permill_used`]: not many, as each may lie on a page
/// that nobody has seen yet.
const WORDS: usize = 250;
/// The tenant whose memory holds entries.
const SEARCH: &str = "search";

/// How a kept score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is this one.
    Exact,
    /// The true score is this one or greater.
    Lower,
    /// The true score is this one or less.
    Upper,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, packed by the game; 0 for none.
    pub packed: u32,
    /// The score, forced results counted from this position.
    pub score: i16,
    /// The static evaluation, where it was made.
    pub evaluation: Option<i16>,
    /// The depth of the search behind the score, in quarters of a ply.
    pub depth: u16,
    /// What the score says.
    pub bound: Bound,
}

impl Entry {
    /// The depth of a search that saw every line to the end of the game: no
    /// greater depth can change its score.
    pub const COMPLETE: u16 = MOST_DEPTH;
    const NO_EVALUATION: i16 = i16::MIN;

    /// A depth in quarters of a ply, as entries count it.
    pub(super) fn quarters(depth: Cost) -> u16 {
        (depth.0.max(0) * 4 / Cost::PLY.0).min(i32::from(Self::COMPLETE) - 1) as u16
    }

    /// The whole plies of the search behind the score.
    pub(super) fn plies(&self) -> u16 {
        self.depth / 4
    }

    /// Whether the search behind the score went at least to this depth.
    pub(super) fn is_deep(&self, depth: Cost) -> bool {
        self.depth >= Self::quarters(depth)
    }

    /// The half that is not the key: move 32 bits, score 16, depth 10, bound
    /// 2, generation 4.
    fn data(&self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.packed)
            | u64::from(self.score as u16) << 32
            | u64::from(self.depth.min(MOST_DEPTH)) << 48
            | bound << 58
            | u64::from(generation) << 60
    }

    /// The half with the key: its low 48 bits (the bucket's number stands for
    /// the high ones) over the evaluation.
    fn label(&self, key: u64) -> u64 {
        key << 16 | u64::from(self.evaluation.unwrap_or(Self::NO_EVALUATION) as u16)
    }

    fn from_halves(label: u64, data: u64) -> Option<Entry> {
        let bound = match data >> 58 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let evaluation = label as i16;
        Some(Entry {
            packed: data as u32,
            score: (data >> 32) as i16,
            evaluation: (evaluation != Self::NO_EVALUATION).then_some(evaluation),
            depth: depth_of(data),
            bound,
        })
    }
}

fn depth_of(data: u64) -> u16 {
    (data >> 48) as u16 & MOST_DEPTH
}

fn generation_of(data: u64) -> u8 {
    (data >> 60) as u8
}

/// A place for an entry: [`Entry::label`] xor [`Entry::data`], then the data,
/// which is 0 where there is none.
type Slot = [AtomicU64; 2];

/// The slots that one cache line holds.
type Bucket = [Slot; WAYS];

/// A transposition table of a fixed size.
pub struct Table {
    /// One bucket more than is used, so that the first used one can begin
    /// where a cache line does. (Memory that is allocated with such an
    /// alignment is written at once, all of it; this is not.)
    slots: Box<[Slot]>,
    /// The index of the first slot of the first bucket.
    first: usize,
    generation: AtomicU8,
    /// Whether a search has begun since the table was empty.
    is_used: AtomicBool,
    /// Who wrote what the memory holds.
    tenant: Mutex<&'static str>,
}

/// There is not as much memory as a table was to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl Table {
    /// An empty table of `mib` MiB, at least one. Memory is taken from the
    /// system as it is first written.
    ///
    /// # Errors
    /// When the system does not give as much.
    pub fn new(mib: usize) -> Result<Table, OutOfMemory> {
        let bytes = mib.max(1).checked_mul(BYTES_PER_MIB).ok_or(OutOfMemory)?;
        let count = bytes.checked_add(size_of::<Bucket>()).ok_or(OutOfMemory)? / size_of::<Slot>();
        let slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box(count).map_err(|()| OutOfMemory)?;
        let first = slots.as_ptr().addr().wrapping_neg() % size_of::<Bucket>() / size_of::<Slot>();
        let (generation, is_used) = (AtomicU8::new(0), AtomicBool::new(false));
        Ok(Table { slots, first, generation, is_used, tenant: Mutex::new(SEARCH) })
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(self.buckets()) / BYTES_PER_MIB
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !std::mem::take(self.is_used.get_mut()) {
            return;
        }
        // Pages never written stay unmapped, so a large table that was hardly
        // used stays small. Asked word by word, compilers store with a mask
        // instead, which takes a hundred times as long where nothing is mapped.
        for page in self.slots.as_flattened_mut().chunks_mut(PAGE) {
            if page.iter_mut().fold(0, |all, word| all | *word.get_mut()) != 0 {
                page.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
        *self.generation.get_mut() = 0;
    }

    /// Lends the whole memory to `tenant`: what it left there itself when it
    /// was the last one, otherwise zeros. The words begin where a cache line
    /// does, and fill whole ones.
    pub fn lend(&self, tenant: &'static str) -> &[AtomicU64] {
        let mut last = self.tenant.lock().unwrap_or_else(PoisonError::into_inner);
        let words = self.buckets().as_flattened().as_flattened();
        let is_used = self.is_used.swap(true, Relaxed);
        if std::mem::replace(&mut *last, tenant) != tenant && is_used {
            for word in words.iter().filter(|word| word.load(Relaxed) != 0) {
                word.store(0, Relaxed);
            }
            self.generation.store(0, Relaxed);
        }
        words
    }

    /// Takes the table's memory from the system now rather than page by page
    /// as it is first written, so that a search is timed and not the system.
    pub fn touch(&mut self) {
        for [_, data] in &mut self.slots {
            *data.get_mut() = 0;
        }
    }

    /// Begins a new search, which every writer does first: what older ones left
    /// gives way sooner, and what others than searches left is forgotten.
    pub fn age(&self) {
        self.lend(SEARCH);
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    fn buckets(&self) -> &[Bucket] {
        let (buckets, _) = self.slots[self.first..].as_chunks();
        &buckets[..(self.slots.len() - WAYS) / WAYS]
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        // The high half of the product maps keys evenly to buckets without a division.
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Asks the processor to fetch what [`Table::probe`] will read.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a prefetch is a hint; it reads nothing and faults on no address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Relaxed);
            let label = check.load(Relaxed) ^ data;
            if label >> 16 == key << 16 >> 16
                && let Some(entry) = Entry::from_halves(label, data)
            {
                return Some(entry);
            }
        }
        None
    }

    /// Keeps `entry` for the position with this key, in place of what is
    /// known of the same position or, if there is nothing, of what is worth
    /// least in its bucket. A known best move outlives an entry without one.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let mut least = (&bucket[0], i32::MAX);
        for slot in bucket {
            let data = slot[1].load(Relaxed);
            let label = slot[0].load(Relaxed) ^ data;
            if data != 0 && label >> 16 == key << 16 >> 16 {
                if entry.packed == 0 {
                    entry.packed = data as u32;
                }
                least.0 = slot;
                break;
            }
            let worth = worth(data, generation);
            if worth < least.1 {
                least = (slot, worth);
            }
        }
        let data = entry.data(generation);
        let [check, kept] = least.0;
        kept.store(data, Relaxed);
        check.store(entry.label(key) ^ data, Relaxed);
    }

    /// How many of a thousand entries the present search has written, by a
    /// sample from the table's beginning.
    pub fn permill_full(&self) -> u16 {
        let generation = self.generation.load(Relaxed);
        let full = self.buckets().as_flattened().iter().take(SAMPLE).filter(|[_, data]| {
            let data = data.load(Relaxed);
            data != 0 && generation_of(data) == generation
        });
        full.count() as u16
    }
}

/// How many of a thousand words of a table's memory are in use, by a sample
/// from all of it: how a solver divides it is its own affair.
pub(super) fn permill_used(memory: &[AtomicU64]) -> u16 {
    // Odd, so as not to see the same place of every bucket.
    let step = (memory.len() / WORDS) | 1;
    let sample = memory.iter().step_by(step).take(WORDS);
    let (seen, used) = sample
        .fold((0, 0), |(seen, used), word| (seen + 1, used + usize::from(word.load(Relaxed) != 0)));
    (used * 1000 / seen.max(1)) as u16
}

/// What it would cost to lose an entry: its depth, less four plies for every
/// search since it was written or last confirmed.
fn worth(data: u64, generation: u8) -> i32 {
    const PER_SEARCH: i32 = 16;
    if data == 0 {
        return i32::MIN;
    }
    let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
    i32::from(depth_of(data)) - PER_SEARCH * i32::from(age)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::random::Random;

    fn entry(packed: u32, depth: u16) -> Entry {
        Entry { packed, score: -123, evaluation: Some(45), depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Table::new(1).unwrap();
        let mut random = Random::new(1);
        let keys: Vec<u64> = (0..1000).map(|_| random.bits()).collect();
        for (i, &key) in keys.iter().enumerate() {
            table.store(key, entry(i as u32 + 1, i as u16));
        }
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(table.probe(key), Some(entry(i as u32 + 1, i as u16)));
            assert_eq!(table.probe(random.bits()), None);
        }
    }

    #[test]
    fn every_field_survives_at_its_extremes() {
        let table = Table::new(1).unwrap();
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for score in [i16::MIN, -1, 0, i16::MAX] {
                for evaluation in [None, Some(-32_000), Some(0), Some(i16::MAX)] {
                    let kept = Entry { packed: u32::MAX, score, evaluation, depth: 1023, bound };
                    table.store(u64::MAX, kept);
                    assert_eq!(table.probe(u64::MAX), Some(kept));
                }
            }
        }
    }

    #[test]
    fn a_best_move_outlives_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(7, entry(99, 1));
        table.store(7, entry(0, 2));
        assert_eq!(table.probe(7), Some(entry(99, 2)));
    }

    #[test]
    fn a_full_bucket_gives_up_what_is_old_or_shallow() {
        let table = Table::new(1).unwrap();
        // Keys below 2^32 all lie in the first bucket.
        for key in 1..=4 {
            table.store(key, entry(key as u32, 40 + key as u16));
        }
        table.store(5, entry(5, 3));
        assert_eq!(table.probe(1), None);
        for _ in 0..4 {
            table.age();
        }
        table.store(6, entry(6, 1));
        assert_eq!(table.probe(5), None, "the shallow one goes first");
        table.store(7, entry(7, 1));
        assert_eq!(table.probe(2), None, "then the oldest, deep as it is");
        assert!(table.probe(6).is_some());
    }

    #[test]
    fn clear_forgets_everything() {
        let mut table = Table::new(1).unwrap();
        table.age();
        table.store(7, entry(1, 1));
        table.clear();
        assert_eq!(table.probe(7), None);
        assert_eq!(table.permill_full(), 0);
    }

    #[test]
    fn what_one_tenant_leaves_no_other_finds() {
        let mut table = Table::new(1).unwrap();
        table.age();
        table.store(7, entry(1, 1));
        let words = table.lend("solver");
        assert_eq!(words.len(), BYTES_PER_MIB / 8);
        assert_eq!(words.as_ptr().addr() % 64, 0, "a cache line's begin");
        assert!(words.iter().all(|word| word.load(Relaxed) == 0), "a search was here");
        words[words.len() - 1].store(5, Relaxed);
        words[0].store(6, Relaxed);
        assert_eq!(permill_used(words), 1000 / WORDS as u16, "one of the sample");
        words[words.len() / 2..].iter().for_each(|word| word.store(5, Relaxed));
        assert!((498..=508).contains(&permill_used(words)), "{}", permill_used(words));
        let again = table.lend("solver");
        assert_eq!(again[again.len() - 1].load(Relaxed), 5, "its own work is kept");
        let other = table.lend("another");
        assert!(other.iter().all(|word| word.load(Relaxed) == 0));
        other.iter().for_each(|word| word.store(u64::MAX, Relaxed));
        table.age();
        assert_eq!(table.probe(0), None);
        assert_eq!(table.permill_full(), 0);
        table.lend("solver")[1].store(1, Relaxed);
        table.clear();
        assert!(table.lend("solver").iter().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        assert!(Table::new(usize::MAX / BYTES_PER_MIB).is_err());
        assert!(Table::new(usize::MAX).is_err());
    }
}
