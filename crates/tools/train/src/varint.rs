//! Numbers in as few bytes as they need, for games in files.
//!
//! A number is a varint (LEB128): seven bits per byte, the lowest first, with the high bit
//! set if more follow. Signed ones are zigzag-encoded (0, -1, 1, -2, ...).

#[inline]
pub(crate) fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
pub(crate) fn write_signed(bytes: &mut Vec<u8>, number: i16) {
    write(bytes, u64::from((number << 1 ^ number >> 15) as u16));
}

pub(crate) struct VarintReader<'a>(pub(crate) &'a [u8]);

impl<'a> VarintReader<'a> {
    /// The next number; `None` if the bytes end early, or it does not fit the type.
    #[inline(always)]
    pub(crate) fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = *self.0.split_off_first()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return T::try_from(number).ok();
            }
        }
        None
    }

    /// The next signed number; `None` as for [`VarintReader::number`].
    #[inline(always)]
    pub(crate) fn signed(&mut self) -> Option<i16> {
        let number: u16 = self.number()?;
        Some((number >> 1) as i16 ^ -((number & 1) as i16))
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        self.0.split_off(..count)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples are those of the DWARF standard (version 5, 7.6).
    #[test]
    fn numbers_are_leb128() {
        let examples: [(u64, &[u8]); 5] = [
            (2, &[0x02]),
            (127, &[0x7F]),
            (128, &[0x80, 0x01]),
            (130, &[0x82, 0x01]),
            (12_857, &[0xB9, 0x64]),
        ];
        for (number, expected) in examples {
            let mut bytes = Vec::new();
            write(&mut bytes, number);
            assert_eq!(bytes, expected);
            assert_eq!(VarintReader(&bytes).number(), Some(number));
            assert_eq!(VarintReader(&bytes[..bytes.len() - 1]).number::<u64>(), None);
        }
        let mut bytes = Vec::new();
        write(&mut bytes, u64::MAX);
        assert_eq!(VarintReader(&bytes).number(), Some(u64::MAX));
        assert_eq!(VarintReader(&bytes).number::<u32>(), None);
        assert_eq!(VarintReader(&[0xFF; 11]).number::<u64>(), None);
    }

    #[test]
    fn small_scores_are_small_numbers() {
        for (score, number) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i16::MAX, 65_534_u64)] {
            let mut signed = Vec::new();
            let mut plain = Vec::new();
            write_signed(&mut signed, score);
            write(&mut plain, number);
            assert_eq!(signed, plain);
            assert_eq!(VarintReader(&signed).signed(), Some(score));
        }
        let mut bytes = Vec::new();
        write_signed(&mut bytes, i16::MIN);
        assert_eq!(VarintReader(&bytes).signed(), Some(i16::MIN));
    }
}
