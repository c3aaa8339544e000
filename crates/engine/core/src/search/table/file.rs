//! A table as bytes, and back.
//!
//! Numbers are little-endian. A sum is the CRC-32 (IEEE) of everything before it in the file
//! except the other sums, so any part that is altered, left out or moved is noticed. A file is
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] |
//! | 2, and that many | lines of text that say whose table it is |
//! | 1 | what wrote it last: 0 a search, 1 the game's solver |
//! | 1 | the generation, 0 to 7 |
//! | 8 | the size in MiB |
//! | 4 | the sum |
//! | | blocks, by their numbers |
//! | 4 | [`END`] |
//! | 4 | the sum |
//!
//! and a block, which stands for 64 KiB of the table, is
//!
//! | bytes | what |
//! |---|---|
//! | 4 | its number |
//! | 128 | a bit for each of its 1024 lines of 64 bytes, the lowest first |
//! | 64 each | the lines whose bit is set |
//! | 4 | the sum |
//!
//! Missing lines and blocks are zeros.

use super::memory::{self, BYTES_PER_MIB};
use super::{SEARCH, Table};
use crc32fast::Hasher;
use plyglot_support::lock;
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const MAGIC: &str = "PLYTABLE";
/// The version of a file: of its format, and of how an entry is packed.
const VERSION: u32 = 2;
const END: u32 = u32::MAX;
const WORD: usize = size_of::<u64>();
const LINE: usize = 8;
const LINES: usize = 1024;
const BLOCK: usize = LINES * LINE;

impl Table {
    /// The header that [`Table::save`] writes.
    pub const FILE_BEGINNING: &'static str = MAGIC;

    /// Writes the whole table, marked with this owner's words.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn save(&self, owner: &str, out: impl Write) -> io::Result<()> {
        let tenant = *lock(&self.tenant);
        let is_solvers = self.is_used.load(Relaxed) && tenant != SEARCH;
        let generation = self.generation.load(Relaxed);
        write(TableHeader { owner, is_solvers, generation }, self.memory.words(), out)
    }

    /// Replaces the contents by what the same owner saved, with this many threads. `solver`
    /// is the [tenant](Table::lend) if a solver wrote it last. The whole file is checked
    /// before anything changes.
    ///
    /// # Errors
    /// If the file cannot be used. The table is unchanged then, except for
    /// [`LoadError::Changed`].
    pub fn load(
        &mut self,
        owner: &str,
        solver: &'static str,
        mut from: impl Read + Seek,
        threads: usize,
    ) -> Result<(), LoadError> {
        let header = read(owner, self.memory.words().len(), &mut from, |_, _| ())?;
        from.rewind().map_err(LoadError::Io)?;
        *self.is_used.get_mut() = true;
        self.used_buckets.add_all();
        memory::clear(self.memory.words_mut(), threads);
        let words = self.memory.words();
        let again = read(owner, words.len(), &mut from, |first, line| {
            for (word, value) in words[first..].iter().zip(line) {
                word.store(value, Relaxed);
            }
        });
        if !again.is_ok_and(|again| again == header) {
            self.clear(threads);
            return Err(LoadError::Changed);
        }
        *self.generation.get_mut() = header.generation;
        *self.tenant.get_mut().unwrap_or_else(PoisonError::into_inner) =
            if header.is_solvers { solver } else { SEARCH };
        Ok(())
    }
}

/// Why a table could not be read.
#[derive(Debug)]
pub enum LoadError {
    /// The reader failed.
    Io(io::Error),
    /// It is not a table.
    NotATable,
    /// Its format has this version.
    Version(u32),
    /// It belongs to this owner.
    Owner(String),
    /// It has this many MiB.
    Size(u64),
    /// It is truncated.
    Truncated,
    /// A checksum is wrong: that of this block, counted from 1. 0 stands for what precedes
    /// the first block, and the number after the last one for what follows it.
    Altered(usize),
    /// More bytes follow its end.
    TooLong,
    /// It changed while it was read, and the table is empty now.
    Changed,
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> LoadError {
        match error.kind() {
            ErrorKind::UnexpectedEof => LoadError::Truncated,
            _ => LoadError::Io(error),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TableHeader<'a> {
    owner: &'a str,
    is_solvers: bool,
    generation: u8,
}

fn write(header: TableHeader<'_>, words: &[AtomicU64], out: impl Write) -> io::Result<()> {
    let mut out = ChecksumStream { stream: out, sum: Hasher::new() };
    let mib = (size_of_val(words) / BYTES_PER_MIB) as u64;
    let length = u16::try_from(header.owner.len()).map_err(io::Error::other)?;
    out.put(MAGIC.as_bytes())?;
    out.put(&VERSION.to_le_bytes())?;
    out.put(&length.to_le_bytes())?;
    out.put(header.owner.as_bytes())?;
    out.put(&[u8::from(header.is_solvers), header.generation])?;
    out.put(&mib.to_le_bytes())?;
    out.seal()?;
    let mut lines = Vec::with_capacity(BLOCK * WORD);
    for (number, block) in words.chunks(BLOCK).enumerate() {
        let map = pack(block, &mut lines);
        if !lines.is_empty() {
            out.put(&(number as u32).to_le_bytes())?;
            out.put(&map)?;
            out.put(&lines)?;
            out.seal()?;
        }
    }
    out.put(&END.to_le_bytes())?;
    out.seal()
}

fn pack(block: &[AtomicU64], lines: &mut Vec<u8>) -> [u8; LINES / 8] {
    let mut map = [0; LINES / 8];
    lines.clear();
    for (i, line) in block.as_chunks::<LINE>().0.iter().enumerate() {
        let line = line.each_ref().map(|word| word.load(Relaxed));
        if line != [0; LINE] {
            map[i / 8] |= 1 << (i % 8);
            lines.extend_from_slice(line.map(u64::to_le_bytes).as_flattened());
        }
    }
    map
}

/// Every line that is not all zeros goes to `put`, with the index of its first word, after its
/// block was found whole.
fn read<'o>(
    owner: &'o str,
    words: usize,
    from: impl Read,
    mut put: impl FnMut(usize, [u64; LINE]),
) -> Result<TableHeader<'o>, LoadError> {
    let mut from = ChecksumStream { stream: from, sum: Hasher::new() };
    let header = read_header(owner, words, &mut from)?;
    let mut lines = vec![0; BLOCK * WORD];
    let mut first = 0;
    for block in 1.. {
        let number = u32::from_le_bytes(from.take()?);
        if number == END {
            from.check(block)?;
            break;
        }
        let map: [u8; LINES / 8] = from.take()?;
        let count: usize = map.iter().map(|bits| bits.count_ones() as usize).sum();
        let lines = &mut lines[..count * LINE * WORD];
        from.fill(lines)?;
        from.check(block)?;
        let number = number as usize;
        if number < first || number >= words / BLOCK {
            return Err(LoadError::Altered(block));
        }
        first = number + 1;
        let lines = lines.as_chunks::<WORD>().0.as_chunks::<LINE>().0;
        for (i, line) in (0..LINES).filter(|i| map[i / 8] >> (i % 8) & 1 == 1).zip(lines) {
            put(number * BLOCK + i * LINE, line.map(u64::from_le_bytes));
        }
    }
    match from.stream.read_exact(&mut [0]) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(header),
        Err(error) => Err(LoadError::Io(error)),
        Ok(()) => Err(LoadError::TooLong),
    }
}

fn read_header<'o, R: Read>(
    owner: &'o str,
    words: usize,
    from: &mut ChecksumStream<R>,
) -> Result<TableHeader<'o>, LoadError> {
    let magic: [u8; MAGIC.len()] = from.take().or(Err(LoadError::NotATable))?;
    if magic != *MAGIC.as_bytes() {
        return Err(LoadError::NotATable);
    }
    let version = u32::from_le_bytes(from.take()?);
    if version != VERSION {
        return Err(LoadError::Version(version));
    }
    let mut found = vec![0; usize::from(u16::from_le_bytes(from.take()?))];
    from.fill(&mut found)?;
    let [tenant, generation] = from.take()?;
    let mib = u64::from_le_bytes(from.take()?);
    from.check(0)?;
    if found != owner.as_bytes() {
        return Err(LoadError::Owner(String::from_utf8_lossy(&found).into_owned()));
    }
    if mib != (words * WORD / BYTES_PER_MIB) as u64 {
        return Err(LoadError::Size(mib));
    }
    if tenant > 1 || generation >= super::GENERATIONS {
        return Err(LoadError::Altered(0));
    }
    Ok(TableHeader { owner, is_solvers: tenant == 1, generation })
}

/// A stream, and the checksum of its bytes so far.
struct ChecksumStream<S> {
    stream: S,
    sum: Hasher,
}

impl<W: Write> ChecksumStream<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.stream.write_all(bytes)
    }

    fn seal(&mut self) -> io::Result<()> {
        self.stream.write_all(&self.sum.clone().finalize().to_le_bytes())
    }
}

impl<R: Read> ChecksumStream<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.stream.read_exact(bytes)?;
        self.sum.update(bytes);
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn check(&mut self, block: usize) -> Result<(), LoadError> {
        let mut sum = [0; 4];
        self.stream.read_exact(&mut sum)?;
        if u32::from_le_bytes(sum) == self.sum.clone().finalize() {
            Ok(())
        } else {
            Err(LoadError::Altered(block))
        }
    }
}
