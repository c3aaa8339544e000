//! Decompression of a table's values. Pairs of symbols are repeatedly replaced by new
//! symbols (Larsson and Moffat's recursive pairing). The rest is written in a canonical
//! Huffman code, in blocks of equal length.
//!
//! Reading terminates without a panic for any file contents; invalid data gives no value.

use super::source::{ByteReader, TableSource};

/// The longest code of a symbol, in bits.
const LONGEST: u8 = 32;
/// Bytes per entry of the sparse index: a block and an offset in it.
const INDEX_ENTRY: u64 = 6;
/// The greatest length of a block: 2 to this power, in bytes.
const LARGEST_BLOCK: u8 = 20;
/// Flag of a part in which all values are the same.
const SINGLE: u8 = 0x80;

pub(super) struct PairsData {
    /// The part's flags; see `table`.
    pub(super) flags: u8,
    single: Option<u8>,
    symbols: Symbols,
    block: u64,
    /// Values per entry of the sparse index.
    span: u64,
    index_entries: u64,
    block_count: u64,
    /// Number of stored block lengths; with padding, it may exceed the number of blocks.
    length_count: u64,
    /// The start in the file of the sparse index, the block lengths and the blocks.
    starts: [u64; 3],
}

#[derive(Default)]
struct Symbols {
    /// The length of the shortest code, in bits.
    shortest: u8,
    /// The least symbol of each code length.
    lowest: Vec<u16>,
    /// The least code of each length, left-aligned in 64 bits.
    base: Vec<u64>,
    /// The contents of a symbol: two others, or a value and [`Symbols::LEAF`].
    pairs: Vec<[u16; 2]>,
    counts: Vec<u32>,
}

impl PairsData {
    pub(super) fn read(reader: &mut ByteReader<'_>, size: u64) -> Option<PairsData> {
        let flags = reader.u8()?;
        let mut pairs = PairsData {
            flags,
            single: None,
            symbols: Symbols::default(),
            block: 0,
            span: 1,
            index_entries: 0,
            block_count: 0,
            length_count: 0,
            starts: [0; 3],
        };
        if flags & SINGLE != 0 {
            pairs.single = Some(reader.u8()?);
            return Some(pairs);
        }
        let block = reader.u8()?;
        let span = reader.u8()?;
        if block > LARGEST_BLOCK || span > LONGEST {
            return None;
        }
        pairs.block = 1 << block;
        pairs.span = 1 << span;
        pairs.index_entries = size.div_ceil(pairs.span);
        let padding = u64::from(reader.u8()?);
        pairs.block_count = u64::from(reader.u32()?);
        pairs.length_count = pairs.block_count + padding;
        pairs.symbols = Symbols::read(reader)?;
        Some(pairs)
    }

    /// Sets the start of the sparse index and returns its end. The next two functions do
    /// the same for the lengths and the blocks.
    pub(super) fn place_index(&mut self, at: u64) -> u64 {
        self.starts[0] = at;
        at.saturating_add(self.index_entries.saturating_mul(INDEX_ENTRY))
    }

    pub(super) fn place_lengths(&mut self, at: u64) -> u64 {
        self.starts[1] = at;
        at.saturating_add(2 * self.length_count)
    }

    pub(super) fn place_blocks(&mut self, at: u64) -> u64 {
        self.starts[2] = at.checked_next_multiple_of(64).unwrap_or(u64::MAX);
        self.starts[2].saturating_add(self.block_count * self.block)
    }

    pub(super) fn value(&self, source: &TableSource, entry: u64) -> Option<u16> {
        if let Some(single) = self.single {
            return Some(u16::from(single));
        }
        let (block, offset) = self.find(source, entry)?;
        let bytes =
            source.bytes(self.starts[2].checked_add(block * self.block)?, self.block as usize)?;
        self.symbols.decode(&bytes, offset)
    }

    /// The block of an entry, and the number of values before it in the block. The sparse
    /// index points to the middle of each span; from there, blocks are counted one by
    /// one.
    fn find(&self, source: &TableSource, entry: u64) -> Option<(u64, u32)> {
        let index_entry = entry / self.span;
        if index_entry >= self.index_entries {
            return None;
        }
        let index_entry = source
            .bytes(self.starts[0].checked_add(INDEX_ENTRY * index_entry)?, INDEX_ENTRY as usize)?;
        let mut reader = ByteReader::new(&index_entry);
        let mut block = u64::from(reader.u32()?);
        let middle = (self.span / 2) as i64;
        let mut offset = i64::from(reader.u16()?) + (entry % self.span) as i64 - middle;
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += self.length(source, block)?;
        }
        loop {
            let length = self.length(source, block)?;
            if offset < length {
                return if block < self.block_count { Some((block, offset as u32)) } else { None };
            }
            offset -= length;
            block += 1;
        }
    }

    fn length(&self, source: &TableSource, block: u64) -> Option<i64> {
        if block >= self.length_count {
            return None;
        }
        let bytes = source.bytes(self.starts[1].checked_add(2 * block)?, 2)?;
        Some(i64::from(ByteReader::new(&bytes).u16()?) + 1)
    }
}

impl Symbols {
    /// Marks a symbol that is a single value, in place of the second symbol.
    const LEAF: u16 = 0xFFF;

    fn read(reader: &mut ByteReader<'_>) -> Option<Symbols> {
        let longest = reader.u8()?;
        let shortest = reader.u8()?;
        if shortest == 0 || shortest > longest || longest > LONGEST {
            return None;
        }
        let lengths = usize::from(longest - shortest) + 1;
        let lowest: Vec<u16> = (0..lengths).map(|_| reader.u16()).collect::<Option<_>>()?;
        let base = bases(&lowest, shortest);
        let count = reader.u16()?;
        let pairs: Vec<[u16; 2]> = (0..count).map(|_| pair(reader)).collect::<Option<_>>()?;
        if count % 2 == 1 {
            reader.u8()?;
        }
        let counts = counts(&pairs)?;
        Some(Symbols { shortest, lowest, base, pairs, counts })
    }

    fn decode(&self, block: &[u8], mut before: u32) -> Option<u16> {
        let mut bit = 0;
        let mut symbol = loop {
            let word = word(block, bit);
            let length = self.base.iter().position(|&base| word >= base)?;
            let bits = length as u8 + self.shortest;
            let number = (word - self.base[length]) >> (64 - bits);
            let symbol = number as usize + usize::from(self.lowest[length]);
            let count = *self.counts.get(symbol)?;
            if before < count {
                break symbol;
            }
            before -= count;
            bit += usize::from(bits);
        };
        // Both symbols of a pair stand for fewer values than the pair, so this ends.
        while self.counts[symbol] > 1 {
            let [left, right] = self.pairs[symbol].map(usize::from);
            let count = *self.counts.get(left)?;
            if before < count {
                symbol = left;
            } else {
                (symbol, before) = (right, before - count);
            }
        }
        Some(self.pairs[symbol][0])
    }
}

/// The least code of each length: the longer the code, the smaller it is.
fn bases(lowest: &[u16], shortest: u8) -> Vec<u64> {
    let mut base = vec![0u64; lowest.len()];
    for i in (0..lowest.len() - 1).rev() {
        let more = u64::from(lowest[i]).wrapping_sub(u64::from(lowest[i + 1]));
        base[i] = base[i + 1].wrapping_add(more) / 2;
    }
    base.iter().enumerate().map(|(i, &base)| base << (64 - i - usize::from(shortest))).collect()
}

/// Reads two numbers of 12 bits.
fn pair(reader: &mut ByteReader<'_>) -> Option<[u16; 2]> {
    let [a, b, c] = [reader.u8()?, reader.u8()?, reader.u8()?].map(u16::from);
    Some([(b & 0xF) << 8 | a, c << 4 | b >> 4])
}

/// Number of values that each symbol stands for; `None` if a symbol contains itself.
fn counts(pairs: &[[u16; 2]]) -> Option<Vec<u32>> {
    let mut counts: Vec<u32> =
        pairs.iter().map(|pair| u32::from(pair[1] == Symbols::LEAF)).collect();
    while counts.contains(&0) {
        let mut has_changed = false;
        for i in 0..pairs.len() {
            if counts[i] > 0 {
                continue;
            }
            let [left, right] = pairs[i].map(|symbol| counts.get(usize::from(symbol)).copied());
            if let (left @ 1.., right @ 1..) = (left?, right?) {
                counts[i] = left.checked_add(right)?;
                has_changed = true;
            }
        }
        if !has_changed {
            return None;
        }
    }
    Some(counts)
}

/// The 64 bits from `bit` on, padded with zeros after the end.
fn word(bytes: &[u8], bit: usize) -> u64 {
    let at = bit / 8;
    let whole = (at..at + 8).fold(0, |word, at| word << 8 | byte(bytes, at));
    match bit % 8 {
        0 => whole,
        shift => whole << shift | byte(bytes, at + 8) >> (8 - shift),
    }
}

fn byte(bytes: &[u8], at: usize) -> u64 {
    u64::from(bytes.get(at).copied().unwrap_or(0))
}
