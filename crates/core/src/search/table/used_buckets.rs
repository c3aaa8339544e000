//! Which buckets of a table are in use, so that one that is nearly empty is soon cleared.

use bytemuck::allocation::try_zeroed_slice_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The share of a table's buckets that is listed. To clear more than these one by one
/// would take as long as to read the whole table.
const SHARE: usize = 4;
/// The most buckets that are listed: what a short game uses.
const MOST: usize = 1 << 14;

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
        let list = try_zeroed_slice_box((buckets / SHARE).min(MOST)).ok()?;
        Some(UsedBuckets { count: AtomicUsize::new(0), list })
    }

    /// A bucket comes into use. That two threads add the same one does no harm.
    #[inline]
    pub(super) fn add(&self, bucket: usize) {
        if self.count.load(Relaxed) <= self.list.len()
            && let Some(place) = self.list.get(self.count.fetch_add(1, Relaxed))
        {
            place.store(bucket, Relaxed);
        }
    }

    /// Any bucket may be in use.
    pub(super) fn add_all(&self) {
        self.count.store(usize::MAX, Relaxed);
    }

    /// None is in use any more.
    pub(super) fn clear(&self) {
        self.count.store(0, Relaxed);
    }

    /// The indices of all that are in use, unless there are too many.
    pub(super) fn all(&self) -> Option<impl Iterator<Item = usize>> {
        let used = self.list.get(..self.count.load(Relaxed))?;
        Some(used.iter().map(|bucket| bucket.load(Relaxed)))
    }
}
