//! Numbers that begin at a cache line, without unsafe code.

use std::fmt;

/// Bytes of a cache line.
const LINE: usize = 64;

/// A list of 16-bit integers whose first one begins a cache line: where the allocator
/// happens to put a network made some percent of the speed of chess.
pub(super) struct AlignedRows {
    /// Never grows, so it stays where it is.
    data: Box<[i16]>,
    start: usize,
    len: usize,
}

impl AlignedRows {
    pub(super) fn new(content: &[i16]) -> AlignedRows {
        let spare = LINE / size_of::<i16>();
        let mut data = vec![0; content.len() + spare].into_boxed_slice();
        // An offset that cannot be computed costs speed alone.
        let start = data.as_ptr().align_offset(LINE).min(spare);
        data[start..][..content.len()].copy_from_slice(content);
        AlignedRows { data, start, len: content.len() }
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[i16] {
        &self.data[self.start..][..self.len]
    }

    #[inline(always)]
    pub(super) fn all_mut(&mut self) -> &mut [i16] {
        &mut self.data[self.start..][..self.len]
    }
}

impl PartialEq for AlignedRows {
    fn eq(&self, other: &AlignedRows) -> bool {
        self.all() == other.all()
    }
}

impl Eq for AlignedRows {}

impl fmt::Debug for AlignedRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} integers", self.len)
    }
}
