//! Bytes that are spent one by one.

/// The rest of an input. At its end it gives zeros.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// At most this many bytes.
    pub(super) fn some(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// A number below `bound`, which is at most 256.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    pub(super) fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// At most this many bytes, as text.
    pub(super) fn text(&mut self, count: usize) -> String {
        String::from_utf8_lossy(self.some(count)).into_owned()
    }
}
