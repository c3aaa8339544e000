//! Files of chunks.
//!
//! All numbers are little-endian. The header:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PLYCHNK2` |
//! | 4 each | placements, perspectives, buckets, and 1 with a base evaluation or 0 |
//! | 8 each | samples, chunks and blocks of the file |
//! | 4 | CRC-32 (IEEE) of all before |
//!
//! Blocks follow, of some 128 KiB:
//!
//! | bytes | what |
//! |---|---|
//! | 4 each | bytes of the content, chunks, samples, CRC-32 of the content |
//! | 4 | CRC-32 of these 16 bytes |
//!
//! and the content: for each chunk its bytes (2), its samples (1), and the chunk itself
//! (see [`chunk`](super::chunk)).

use super::chunk::{Chunk, MAX_SAMPLES, SamplePosition};
use super::shape::SampleShape;
use crate::varint;
use anyhow::{Context, Result, ensure};
use plyglot_support::files::{self, Format};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &str = "PLYCHNK2";
pub(crate) const FORMAT: Format = Format { name: "samples of positions", beginnings: &[MAGIC] };
const HEADER_BYTES: usize = 52;
/// The bytes before the content of a block.
const BLOCK_HEADER_BYTES: usize = 20;
/// The bytes before a chunk: those of the chunk, and its samples.
const PREFIX_BYTES: usize = 3;
/// The least bytes of a block's content, except in the last block.
const MIN_BLOCK_BYTES: usize = 128 << 10;
/// The most bytes of a block's content.
const MAX_BLOCK_BYTES: usize = MIN_BLOCK_BYTES + (1 << 16);

/// Adds chunks to a file that is being written.
pub struct ChunkWriter<'a> {
    out: &'a mut dyn Write,
    shape: SampleShape,
    block: Vec<u8>,
    block_chunks: u32,
    block_samples: u32,
    totals: Totals,
}

/// The numbers of samples, chunks and blocks of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub samples: u64,
    pub chunks: u64,
    pub blocks: u64,
}

/// The place of a block in a file, and its sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    offset: u64,
    pub(super) bytes: u32,
    pub(super) chunks: u32,
    pub(super) samples: u32,
    pub(super) crc: u32,
}

/// A file of chunks: the places of its blocks.
#[derive(Clone, Debug)]
pub struct ChunkFile {
    path: PathBuf,
    shape: SampleShape,
    totals: Totals,
    pub(super) blocks: Vec<Block>,
}

/// Replaces a file by one with the chunks that `fill` adds. On any failure the old file
/// stays.
pub fn write(
    path: &Path,
    shape: SampleShape,
    fill: impl FnOnce(&mut ChunkWriter<'_>) -> Result<()>,
) -> Result<Totals> {
    shape.check()?;
    let mut totals = Totals::default();
    let mut failure = None;
    let written = files::replace(path, &FORMAT, |out: &mut BufWriter<&File>| {
        out.write_all(&header(shape, totals))?;
        let mut writer = ChunkWriter::new(out, shape);
        fill(&mut writer).map_err(|error| {
            // An I/O error without context is of this file. All others name their file.
            if error.chain().len() == 1 && error.is::<io::Error>() {
                return io::Error::other(error);
            }
            failure = Some(error);
            io::Error::other("its content is missing")
        })?;
        writer.end_block()?;
        totals = writer.totals;
        out.seek(SeekFrom::Start(0))?;
        out.write_all(&header(shape, totals))
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    written.with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(totals)
}

fn header(shape: SampleShape, totals: Totals) -> Vec<u8> {
    let SampleShape { placements, perspectives, buckets, has_base } = shape;
    let mut bytes = MAGIC.as_bytes().to_vec();
    let sizes = [placements, perspectives, buckets, usize::from(has_base)];
    bytes.extend(sizes.iter().flat_map(|&size| (size as u32).to_le_bytes()));
    let counts = [totals.samples, totals.chunks, totals.blocks];
    bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
    varint::add_checksum(&mut bytes);
    bytes
}

impl<'a> ChunkWriter<'a> {
    fn new(out: &'a mut dyn Write, shape: SampleShape) -> ChunkWriter<'a> {
        let totals = Totals::default();
        ChunkWriter { out, shape, block: Vec::new(), block_chunks: 0, block_samples: 0, totals }
    }

    /// Adds positions of one game in their order, in chunks of about the same size. The
    /// result is in half points of the first player: 0, 1 or 2.
    pub fn add_game(&mut self, half_points: u8, positions: &[SamplePosition]) -> Result<()> {
        let (count, chunks) = (positions.len(), positions.len().div_ceil(MAX_SAMPLES));
        for i in 0..chunks {
            let range = i * count / chunks..(i + 1) * count / chunks;
            self.add(&Chunk::new(half_points, &positions[range])?)?;
        }
        Ok(())
    }

    /// Adds a chunk.
    pub fn add(&mut self, chunk: &Chunk) -> Result<()> {
        let start = self.block.len();
        let samples = chunk.samples.len();
        ensure!((1..=MAX_SAMPLES).contains(&samples), "a chunk of {samples} samples");
        self.block.extend([0, 0, samples as u8]);
        chunk.encode(self.shape, &mut self.block)?;
        let bytes =
            u16::try_from(self.block.len() - start - PREFIX_BYTES).context("too large a chunk")?;
        self.block[start..start + 2].copy_from_slice(&bytes.to_le_bytes());
        self.block_chunks += 1;
        self.block_samples += samples as u32;
        if self.block.len() >= MIN_BLOCK_BYTES {
            self.end_block()?;
        }
        Ok(())
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        let crc = crc32fast::hash(&self.block);
        let numbers = [self.block.len() as u32, self.block_chunks, self.block_samples, crc];
        let mut head: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        varint::add_checksum(&mut head);
        self.out.write_all(&head)?;
        self.out.write_all(&self.block)?;
        self.totals.samples += u64::from(self.block_samples);
        self.totals.chunks += u64::from(self.block_chunks);
        self.totals.blocks += 1;
        self.block.clear();
        self.block_chunks = 0;
        self.block_samples = 0;
        Ok(())
    }
}

/// The number of this place among little-endian ones of 32 bits.
fn number(bytes: &[u8], place: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[4 * place..4 * place + 4]);
    u32::from_le_bytes(number)
}

impl ChunkFile {
    /// Opens a file and reads the places of its blocks. Their content is not checked yet.
    pub fn open(path: &Path) -> Result<ChunkFile> {
        ChunkFile::scan(path).with_context(|| format!("{} cannot be used", path.display()))
    }

    fn scan(path: &Path) -> Result<ChunkFile> {
        let mut file = files::open(path)?;
        let length = file.metadata()?.len();
        let mut head = [0; HEADER_BYTES];
        ensure!(length >= HEADER_BYTES as u64, "it ends within its header");
        file.read_exact(&mut head)?;
        ensure!(
            head.starts_with(MAGIC.as_bytes()),
            "it is not a file of samples, or is of another version"
        );
        ensure!(varint::is_intact(&head), "its header is damaged: the checksum is wrong");
        let sizes = [2, 3, 4, 5].map(|place| number(&head, place) as usize);
        let [placements, perspectives, buckets, has_base] = sizes;
        let shape = SampleShape { placements, perspectives, buckets, has_base: has_base != 0 };
        shape.check()?;
        let count =
            |place| u64::from(number(&head, place)) | u64::from(number(&head, place + 1)) << 32;
        let totals = Totals { samples: count(6), chunks: count(8), blocks: count(10) };
        let mut blocks = Vec::new();
        let mut at = HEADER_BYTES as u64;
        while at < length {
            let name = || format!("block {} at byte {at}", blocks.len());
            let block = block_at(&mut file, at, length).with_context(name)?;
            at = block.offset + u64::from(block.bytes);
            blocks.push(block);
        }
        let sum = |count: fn(&Block) -> u32| blocks.iter().map(|b| u64::from(count(b))).sum();
        let found = Totals {
            samples: sum(|block| block.samples),
            chunks: sum(|block| block.chunks),
            blocks: blocks.len() as u64,
        };
        ensure!(found == totals, "it has {found:?}, and its header says {totals:?}: truncated");
        Ok(ChunkFile { path: path.to_owned(), shape, totals, blocks })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn shape(&self) -> SampleShape {
        self.shape
    }

    /// The numbers of its samples, chunks and blocks.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Appends the content of a block to `bytes`, and calls `visit` with the place of
    /// each of its chunks there.
    pub(super) fn read(
        &self,
        file: &mut File,
        number: usize,
        bytes: &mut Vec<u8>,
        visit: impl FnMut(usize),
    ) -> Result<()> {
        let block = self.blocks[number];
        read_block(file, block, bytes, visit).with_context(|| {
            format!("{}: block {number} at byte {}", self.path.display(), block.offset)
        })
    }
}

/// Reads the header of a block, which is at this byte.
fn block_at(file: &mut File, at: u64, length: u64) -> Result<Block> {
    let mut head = [0; BLOCK_HEADER_BYTES];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut head).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => anyhow::anyhow!("the file ends within it"),
        _ => error.into(),
    })?;
    ensure!(varint::is_intact(&head), "its header is damaged: the checksum is wrong");
    let [bytes, chunks, samples, crc] = [0, 1, 2, 3].map(|place| number(&head, place));
    let offset = at + BLOCK_HEADER_BYTES as u64;
    ensure!(
        bytes as usize <= MAX_BLOCK_BYTES && chunks > 0,
        "it has {chunks} chunks in {bytes} bytes"
    );
    ensure!(offset + u64::from(bytes) <= length, "the file ends within it");
    Ok(Block { offset, bytes, chunks, samples, crc })
}

fn read_block(
    file: &mut File,
    block: Block,
    bytes: &mut Vec<u8>,
    mut visit: impl FnMut(usize),
) -> Result<()> {
    let start = bytes.len();
    bytes.resize(start + block.bytes as usize, 0);
    file.seek(SeekFrom::Start(block.offset))?;
    file.read_exact(&mut bytes[start..]).context("it cannot be read")?;
    ensure!(crc32fast::hash(&bytes[start..]) == block.crc, "its checksum is wrong");
    let (mut at, mut chunks, mut samples) = (start, 0, 0);
    while at < bytes.len() {
        let (content, count) = chunk_at(bytes, at).context("its chunks do not fill it")?;
        visit(at);
        at += PREFIX_BYTES + content.len();
        chunks += 1;
        samples += count as u32;
    }
    ensure!((chunks, samples) == (block.chunks, block.samples), "it has other chunks");
    Ok(())
}

/// The content and the samples of the chunk at this place of a block.
pub(super) fn chunk_at(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let head = bytes.get(at..at + PREFIX_BYTES)?;
    let length = usize::from(u16::from_le_bytes([head[0], head[1]]));
    let content = bytes.get(at + PREFIX_BYTES..at + PREFIX_BYTES + length)?;
    Some((content, usize::from(head[2])))
}
