//! Numbers of any width in bits, the lowest bit first.

/// Appends numbers to bytes.
#[derive(Debug)]
pub(super) struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// Bits that do not fill a byte yet.
    pending: u64,
    /// Their count, less than 8.
    count: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(bytes: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { bytes, pending: 0, count: 0 }
    }

    /// Appends the lowest `width` bits of `number`; at most 32.
    pub(super) fn put(&mut self, number: u32, width: u32) {
        debug_assert!(width == 32 || number >> width == 0);
        self.pending |= u64::from(number) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Appends a small number in groups of three bits and one that says whether another
    /// group follows: four bits for a number below 8.
    pub(super) fn put_small(&mut self, mut number: u32) {
        while number >= 8 {
            self.put(number & 7 | 8, 4);
            number >>= 3;
        }
        self.put(number, 4);
    }

    /// Fills the last byte with zeros.
    pub(super) fn finish(self) {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
    }
}

/// Reads what a [`BitWriter`] has written.
#[derive(Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The number of bits read.
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    /// The next `width` bits, at most 32. `None` if there are fewer.
    #[inline(always)]
    pub(super) fn take(&mut self, width: u32) -> Option<u32> {
        let rest = self.bytes.get(self.at / 8..)?;
        let word = match rest.first_chunk::<8>() {
            Some(word) => u64::from_le_bytes(*word),
            None => last_word(rest),
        };
        let number = (word >> (self.at % 8)) & ((1 << width) - 1);
        self.at += width as usize;
        (self.at <= 8 * self.bytes.len()).then_some(number as u32)
    }

    /// The next number of [`BitWriter::put_small`].
    #[inline(always)]
    pub(super) fn take_small(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let group = self.take(4)?;
            number |= (group & 7) << shift;
            shift += 3;
            if group < 8 {
                return Some(number);
            }
            if shift > 24 {
                return None;
            }
        }
    }

    /// Whether only the zeros that fill the last byte are left.
    pub(super) fn is_done(&self) -> bool {
        self.at.div_ceil(8) == self.bytes.len()
    }
}

/// The last bytes, filled up with zeros.
#[cold]
fn last_word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::random::Random;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut random = Random::new(3);
        let numbers: Vec<(u32, u32)> = (0..1000)
            .map(|_| {
                let width = random.below(33) as u32;
                (random.below(1 << width) as u32, width)
            })
            .collect();
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        for &(number, width) in &numbers {
            writer.put(number, width);
            writer.put_small(number & 0xFFFF);
        }
        writer.finish();
        let mut reader = BitReader::new(&bytes);
        for &(number, width) in &numbers {
            assert_eq!(reader.take(width), Some(number));
            assert_eq!(reader.take_small(), Some(number & 0xFFFF));
        }
        assert!(reader.is_done());
        assert_eq!(reader.take(9), None);
    }
}
