//! The transposition table: what was found out about positions, by key.
//!
//! Shared by all threads without locks. An entry is two relaxed 64-bit
//! atomics, the first of them xored with the second, so that an entry of
//! which two threads wrote one half each does not match any key (Hyatt and
//! Mann, "A lock-less transposition table implementation", 2002).

mod entry;
#[cfg(any(test, feature = "hash-file"))]
mod file;
mod memory;
#[cfg(test)]
mod tests;

pub use entry::{Bound, PackedMove, TableEntry};
use entry::{EMPTY, GENERATIONS, depth_of, generation_of, packed_of, retention_value};
#[cfg(any(test, feature = "hash-file"))]
pub use file::LoadError;
use memory::{BYTES_PER_MIB, Memory, UsedBuckets};
use plyglot_support::lock;
use plyglot_support::prefetch::prefetch;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64};

/// Entries in one bucket, which fills one cache line.
const WAYS: usize = 4;
/// Entries looked at for [`Table::permill_full`].
const SAMPLE: usize = 1000;
/// Words looked at for [`permill_used`]: not many, as each may lie on a page
/// that has not been touched yet.
const WORDS: usize = 250;
/// The tenant whose memory holds entries.
const SEARCH: &str = "search";

/// A place for an entry: [`TableEntry::label`] xor [`TableEntry::data`], then the data,
/// which is 0 where there is none.
type Slot = [AtomicU64; 2];

type Bucket = [Slot; WAYS];

/// A transposition table of a fixed size.
pub struct Table {
    memory: Memory,
    used_buckets: UsedBuckets,
    generation: AtomicU8,
    /// Whether a search has begun since the table was empty.
    is_used: AtomicBool,
    tenant: Mutex<&'static str>,
}

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The size of the table in MiB.
    pub mib: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not enough memory for a table of {} MiB", self.mib)
    }
}

impl std::error::Error for OutOfMemory {}

impl Table {
    /// An empty table of `mib` MiB, at least one. Memory is taken from the
    /// system as it is first written.
    ///
    /// # Errors
    /// When the system does not give as much.
    pub fn new(mib: usize) -> Result<Table, OutOfMemory> {
        let none = OutOfMemory { mib };
        let memory = Memory::new(mib).ok_or(none)?;
        let generation = AtomicU8::new(0);
        let is_used = AtomicBool::new(false);
        let buckets = size_of_val(memory.words()) / size_of::<Bucket>();
        log::debug!("table of {mib} MiB, {buckets} buckets");
        let used_buckets = UsedBuckets::new(buckets).ok_or(none)?;
        Ok(Table { memory, used_buckets, generation, is_used, tenant: Mutex::new(SEARCH) })
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(self.memory.words()) / BYTES_PER_MIB
    }

    /// Forgets everything, with `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        if std::mem::take(self.is_used.get_mut()) {
            match self.used_buckets.all() {
                Some(used) => used.for_each(|index| {
                    let slots = self.buckets()[index].as_flattened();
                    slots.iter().for_each(|word| word.store(0, Relaxed));
                }),
                None => memory::clear(self.memory.words_mut(), threads),
            }
            self.used_buckets.clear();
            *self.generation.get_mut() = 0;
        }
    }

    /// Lends the whole memory to `tenant`: what it left there itself when it
    /// was the last one, otherwise zeros, written by `threads` threads. The words
    /// begin where a cache line does, and fill whole ones.
    pub fn lend(&self, tenant: &'static str, threads: usize) -> &[AtomicU64] {
        let mut last = lock(&self.tenant);
        let words = self.memory.words();
        let is_used = self.is_used.swap(true, Relaxed);
        if std::mem::replace(&mut *last, tenant) != tenant && is_used {
            memory::clear_shared(words, threads);
            self.generation.store(0, Relaxed);
            self.used_buckets.clear();
        }
        if tenant != SEARCH {
            self.used_buckets.add_all();
        }
        words
    }

    /// Takes the table's memory from the system now, with `threads` threads,
    /// rather than page by page as it is first written, so that a search is
    /// timed and not the system.
    pub fn touch(&mut self, threads: usize) {
        memory::touch(self.memory.words(), threads);
    }

    /// Begins a new search, which every writer does first: entries of older ones are replaced
    /// sooner, and the contents of writers other than searches are forgotten.
    pub(crate) fn age(&self) {
        self.lend(SEARCH, 1);
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        let (slots, _) = self.memory.words().as_chunks();
        slots.as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[bucket_index(key, buckets.len())]
    }

    /// Asks the processor to fetch what [`Table::probe`] will read.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of the position with this key, if there is one.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Relaxed);
            let label = check.load(Relaxed) ^ data;
            if label >> 16 == key << 16 >> 16
                && let Some(entry) = TableEntry::from_halves(label, data)
            {
                return Some(entry);
            }
        }
        None
    }

    /// Keeps `entry` for the position with this key, in place of the entry of the same position or,
    /// if there is none, of the one worth least in its bucket. A known best move outlives an entry
    /// without one.
    #[inline]
    pub fn store(&self, key: u64, entry: TableEntry) {
        self.store_unless_deeper(key, entry, u16::MAX);
    }

    /// As [`Table::store`], but an entry of the same position and search that is deeper by
    /// more than `surplus` quarters of a ply stays, unless the new score is exact. So does a final
    /// one, but only if it [settles](TableEntry::settles) the new one.
    #[inline]
    pub(crate) fn store_unless_deeper(&self, key: u64, mut entry: TableEntry, surplus: u16) {
        let generation = self.generation.load(Relaxed);
        let buckets = self.buckets();
        let index = bucket_index(key, buckets.len());
        let bucket = &buckets[index];
        let mut replaced = &bucket[0];
        let mut least_value = i32::MAX;
        for slot in bucket {
            let data = slot[1].load(Relaxed);
            let label = slot[0].load(Relaxed) ^ data;
            if data != 0 && label >> 16 == key << 16 >> 16 {
                let is_kept = entry.bound != Bound::Exact
                    && generation_of(data) == generation
                    && depth_of(data) > entry.depth.saturating_add(surplus)
                    && (depth_of(data) < TableEntry::FINAL
                        || TableEntry::from_halves(label, data)
                            .is_some_and(|kept| kept.settles(&entry)));
                if is_kept {
                    return;
                }
                entry.packed = entry.packed.or(packed_of(data));
                replaced = slot;
                break;
            }
            let value = retention_value(data, generation);
            if value < least_value {
                replaced = slot;
                least_value = value;
            }
        }
        // The slots of a bucket are filled in order.
        if least_value == EMPTY && std::ptr::eq(replaced, &bucket[0]) {
            self.used_buckets.add(index);
        }
        let data = entry.data(generation);
        let [check, kept] = replaced;
        kept.store(data, Relaxed);
        check.store(entry.label(key) ^ data, Relaxed);
    }

    /// How many of a thousand entries the present search has written, by a
    /// sample from the table's beginning.
    pub(crate) fn permill_full(&self) -> u16 {
        let generation = self.generation.load(Relaxed);
        let mut full = 0;
        for [_, data] in self.buckets().as_flattened().iter().take(SAMPLE) {
            let data = data.load(Relaxed);
            full += u16::from(data != 0 && generation_of(data) == generation);
        }
        full
    }
}

#[inline]
fn bucket_index(key: u64, buckets: usize) -> usize {
    // The high half of the product maps keys evenly to buckets without a division.
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// How many of a thousand words of a table's memory are in use, by a sample from all of it,
/// as each solver divides the memory in its own way.
pub(super) fn permill_used(memory: &[AtomicU64]) -> u16 {
    // Odd, so as not to see the same place of every bucket.
    let step = (memory.len() / WORDS) | 1;
    let mut seen = 0;
    let mut used = 0;
    for word in memory.iter().step_by(step).take(WORDS) {
        seen += 1;
        used += usize::from(word.load(Relaxed) != 0);
    }
    (used * 1000 / seen.max(1)) as u16
}
