//! How the values of a table are packed: pairs of symbols are replaced by new
//! symbols again and again (Larsson and Moffat's recursive pairing), and what
//! remains is written in a canonical Huffman code, in blocks of equal length.
//!
//! Whatever stands in a file, reading it ends, and in no panic: where it makes
//! no sense there is no value.

use super::source::{ByteReader, TableSource};

/// The longest code of a symbol, in bits.
const LONGEST: u8 = 32;
/// The bytes of an entry of the index: a block and a place in it.
const MARK: u64 = 6;
/// Blocks are no longer than this: 2 to the power of it, in bytes.
const LARGEST_BLOCK: u8 = 20;
/// The flag of parts in which all values are the same.
const SINGLE: u8 = 0x80;

/// The packed values of one part of a table.
pub(super) struct PairsData {
    /// What the part says of itself; see the flags in `table`.
    pub(super) flags: u8,
    /// The value of every entry, if they are all the same.
    single: Option<u8>,
    symbols: Symbols,
    /// Bytes of a block.
    block: u64,
    /// Values between two entries of the index.
    span: u64,
    marks: u64,
    blocks: u64,
    /// Lengths of blocks that are written down, more than there are blocks.
    lengths: u64,
    /// Where in the file the index, the lengths and the blocks begin.
    place: [u64; 3],
}

/// What the symbols mean.
#[derive(Default)]
struct Symbols {
    /// The length of the shortest code, in bits.
    shortest: u8,
    /// For each length of codes: its least symbol, ...
    lowest: Vec<u16>,
    /// ... and its least code, at the upper end of the word.
    base: Vec<u64>,
    /// What a symbol stands for: two others, or a value and [`Symbols::LEAF`].
    pairs: Vec<[u16; 2]>,
    /// How many values a symbol stands for.
    counts: Vec<u32>,
}

impl PairsData {
    /// Reads the head of a part with so many entries.
    pub(super) fn read(reader: &mut ByteReader<'_>, size: u64) -> Option<PairsData> {
        let flags = reader.u8()?;
        let mut pairs = PairsData {
            flags,
            single: None,
            symbols: Symbols::default(),
            block: 0,
            span: 1,
            marks: 0,
            blocks: 0,
            lengths: 0,
            place: [0; 3],
        };
        if flags & SINGLE != 0 {
            pairs.single = Some(reader.u8()?);
            return Some(pairs);
        }
        let (block, span) = (reader.u8()?, reader.u8()?);
        if block > LARGEST_BLOCK || span > LONGEST {
            return None;
        }
        (pairs.block, pairs.span) = (1 << block, 1 << span);
        pairs.marks = size.div_ceil(pairs.span);
        let padding = u64::from(reader.u8()?);
        pairs.blocks = u64::from(reader.u32()?);
        pairs.lengths = pairs.blocks + padding;
        pairs.symbols = Symbols::read(reader)?;
        Some(pairs)
    }

    /// Notes where the index begins; gives where it ends. `next` likewise.
    pub(super) fn place_index(&mut self, at: u64) -> u64 {
        self.place[0] = at;
        at.saturating_add(self.marks.saturating_mul(MARK))
    }

    pub(super) fn place_lengths(&mut self, at: u64) -> u64 {
        self.place[1] = at;
        at.saturating_add(2 * self.lengths)
    }

    pub(super) fn place_blocks(&mut self, at: u64) -> u64 {
        self.place[2] = at.checked_next_multiple_of(64).unwrap_or(u64::MAX);
        self.place[2].saturating_add(self.blocks * self.block)
    }

    /// The value of an entry.
    pub(super) fn value(&self, source: &TableSource, entry: u64) -> Option<u16> {
        if let Some(single) = self.single {
            return Some(u16::from(single));
        }
        let (block, offset) = self.find(source, entry)?;
        let bytes =
            source.bytes(self.place[2].checked_add(block * self.block)?, self.block as usize)?;
        self.symbols.decode(&bytes, offset)
    }

    /// The block that has an entry, and how many values come before it there.
    /// The index knows the middle of each span; from there it is some blocks.
    fn find(&self, source: &TableSource, entry: u64) -> Option<(u64, u32)> {
        let mark = entry / self.span;
        if mark >= self.marks {
            return None;
        }
        let mark = source.bytes(self.place[0].checked_add(MARK * mark)?, MARK as usize)?;
        let mut reader = ByteReader::new(&mark);
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
                return (block < self.blocks).then_some((block, offset as u32));
            }
            offset -= length;
            block += 1;
        }
    }

    /// How many values a block has.
    fn length(&self, source: &TableSource, block: u64) -> Option<i64> {
        if block >= self.lengths {
            return None;
        }
        let bytes = source.bytes(self.place[1].checked_add(2 * block)?, 2)?;
        Some(i64::from(ByteReader::new(&bytes).u16()?) + 1)
    }
}

impl Symbols {
    /// Beside a value, in place of a second symbol.
    const LEAF: u16 = 0xFFF;

    fn read(reader: &mut ByteReader<'_>) -> Option<Symbols> {
        let (longest, shortest) = (reader.u8()?, reader.u8()?);
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

    /// The value that has so many others before it in a block.
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
        // Each of a pair stands for less than the pair, so this ends.
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

/// The least codes of each length: the longer a code, the less it is.
fn bases(lowest: &[u16], shortest: u8) -> Vec<u64> {
    let mut base = vec![0u64; lowest.len()];
    for i in (0..lowest.len() - 1).rev() {
        let more = u64::from(lowest[i]).wrapping_sub(u64::from(lowest[i + 1]));
        base[i] = base[i + 1].wrapping_add(more) / 2;
    }
    base.iter().enumerate().map(|(i, &base)| base << (64 - i - usize::from(shortest))).collect()
}

/// Two numbers of 12 bits.
fn pair(reader: &mut ByteReader<'_>) -> Option<[u16; 2]> {
    let [a, b, c] = [reader.u8()?, reader.u8()?, reader.u8()?].map(u16::from);
    Some([(b & 0xF) << 8 | a, c << 4 | b >> 4])
}

/// How many values each symbol stands for, unless one stands for itself.
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

/// 64 bits from a place on, with zeros behind the end.
fn word(bytes: &[u8], bit: usize) -> u64 {
    let byte = |i| u64::from(bytes.get(bit / 8 + i).copied().unwrap_or(0));
    let whole = (0..8).fold(0, |word, i| word << 8 | byte(i));
    match bit % 8 {
        0 => whole,
        shift => whole << shift | byte(8) >> (8 - shift),
    }
}
