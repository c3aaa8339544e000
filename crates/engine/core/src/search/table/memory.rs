//! The memory of a table: taken from the system, cleared and shared out.

use bytemuck::allocation::try_zeroed_slice_box;
use plyglot_support::lock;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::thread::Builder;

pub(super) const BYTES_PER_MIB: usize = 1 << 20;
const LINE: usize = 64;
/// Bytes of a large page of most systems.
const LARGE_PAGE: usize = 2 << 20;
const LINE_WORDS: usize = LINE / size_of::<AtomicU64>();
/// Words of a page of most systems.
const PAGE: usize = 512;
/// Words that a thread takes on at a time.
const SHARE: usize = LARGE_PAGE / size_of::<AtomicU64>();

/// Zeros at first, in whole MiB.
pub(super) struct Memory {
    /// More than is used, so that what is used can begin where a page does.
    /// (Memory that is allocated with such an alignment is written at once,
    /// all of it; this is not.)
    words: Box<[AtomicU64]>,
    first: usize,
    len: usize,
}

impl Memory {
    /// `mib` MiB, at least one. The system provides them as they are first written. `None` if it
    /// does not provide as much.
    pub(super) fn new(mib: usize) -> Option<Memory> {
        const WORD: usize = size_of::<AtomicU64>();
        let bytes = mib.max(1).checked_mul(BYTES_PER_MIB)?;
        let align = if bytes < LARGE_PAGE { LINE } else { LARGE_PAGE };
        let count = bytes.checked_add(align)? / WORD;
        let words: Box<[AtomicU64]> = try_zeroed_slice_box(count).ok()?;
        let first = words.as_ptr().addr().wrapping_neg() % align / WORD;
        let mut memory = Memory { words, first, len: bytes / WORD };
        memory.ask_for_large_pages();
        Some(memory)
    }

    /// All of it. It begins where a cache line does, and where a large page
    /// does if it is as large.
    #[inline]
    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.words[self.first..][..self.len]
    }

    pub(super) fn words_mut(&mut self) -> &mut [AtomicU64] {
        &mut self.words[self.first..][..self.len]
    }

    /// Has the system give huge pages, where there are such: most probes
    /// miss the processor's list of small ones.
    #[cfg(target_os = "linux")]
    fn ask_for_large_pages(&mut self) {
        use rustix::mm::{Advice, madvise};
        let words = self.words_mut();
        let bytes = size_of_val(words);
        if bytes < LARGE_PAGE {
            return;
        }
        // SAFETY: the words are ours, and the advice changes nothing of what is in them.
        // A system without huge pages refuses it, which does no harm.
        let _ = unsafe { madvise(words.as_mut_ptr().cast(), bytes, Advice::LinuxHugepage) };
    }

    #[cfg(not(target_os = "linux"))]
    fn ask_for_large_pages(&mut self) {}
}

/// Writes zeros where there are others, with `threads` threads.
///
/// Pages never written stay unmapped, so a large table that was hardly used
/// stays small. Nor is a cache line written that has zeros: after a short game most have.
/// As no other thread has the words, the compiler may read and write many at once.
pub(super) fn clear(words: &mut [AtomicU64], threads: usize) {
    share(words.chunks_mut(SHARE), threads, |words| {
        let (lines, _) = words.as_chunks_mut::<LINE_WORDS>();
        for line in lines {
            if line.iter_mut().fold(0, |all, word| all | *word.get_mut()) != 0 {
                line.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
    });
}

/// Does the same as [`clear`] where others may have the words too.
pub(super) fn clear_shared(words: &[AtomicU64], threads: usize) {
    share(words.chunks(SHARE), threads, |words| {
        for page in words.chunks(PAGE) {
            if page.iter().fold(0, |all, word| all | word.load(Relaxed)) != 0 {
                page.iter().for_each(|word| word.store(0, Relaxed));
            }
        }
    });
}

pub(super) fn touch(words: &[AtomicU64], threads: usize) {
    share(words.chunks(SHARE), threads, |words| {
        for page in words.chunks(PAGE) {
            page[0].store(page[0].load(Relaxed), Relaxed);
        }
    });
}

/// Does all of `parts` on as many threads as the system provides, `threads` at most.
fn share<P: Send>(
    parts: impl ExactSizeIterator<Item = P> + Send,
    threads: usize,
    work: impl Fn(P) + Sync,
) {
    let others = threads.min(parts.len()).saturating_sub(1);
    let parts = Mutex::new(parts);
    let next = || lock(&parts).next();
    let run = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    std::thread::scope(|scope| {
        let _others: Vec<_> =
            (0..others).map_while(|_| Builder::new().spawn_scoped(scope, run).ok()).collect();
        run();
    });
}

/// The share of a table's buckets that is listed. To clear more than these one by one
/// would take as long as to read the whole table.
const LISTED_SHARE: usize = 4;
/// The most buckets that are listed: what a short game uses.
const MAX_LISTED: usize = 1 << 14;

/// The buckets in use, up to a number of them. Threads add to it without locks.
pub(super) struct UsedBuckets {
    /// The buckets in use; more than are listed if some are not.
    count: AtomicUsize,
    /// Their indices, the first `count` of them.
    list: Box<[AtomicUsize]>,
}

impl UsedBuckets {
    /// None of a table's `buckets` is in use. `None` if there is not enough memory.
    pub(super) fn new(buckets: usize) -> Option<UsedBuckets> {
        let list = try_zeroed_slice_box((buckets / LISTED_SHARE).min(MAX_LISTED)).ok()?;
        Some(UsedBuckets { count: AtomicUsize::new(0), list })
    }

    #[inline]
    pub(super) fn add(&self, bucket: usize) {
        if self.count.load(Relaxed) <= self.list.len()
            && let Some(slot) = self.list.get(self.count.fetch_add(1, Relaxed))
        {
            slot.store(bucket, Relaxed);
        }
    }

    pub(super) fn add_all(&self) {
        self.count.store(usize::MAX, Relaxed);
    }

    pub(super) fn clear(&self) {
        self.count.store(0, Relaxed);
    }

    /// The indices of all that are in use, unless there are too many.
    pub(super) fn all(&self) -> Option<impl Iterator<Item = usize>> {
        let used = self.list.get(..self.count.load(Relaxed))?;
        Some(used.iter().map(|bucket| bucket.load(Relaxed)))
    }
}
