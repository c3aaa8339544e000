//! Consecutive positions of a game in a few bytes.
//!
//! A chunk has the placements of its first position, and for each later one those that
//! differ from the position before. The content is a sequence of bits, the lowest bit of a
//! byte first:
//!
//! | bits | what |
//! |---|---|
//! | 2 | the game's result in half points of the first player |
//!
//! and for each sample
//!
//! | bits | what |
//! |---|---|
//! | 16 | score, two's complement |
//! | 16 | base evaluation, if there is one |
//! | by their number | bucket |
//! | by their number, twice | perspective of the first and of the second player |
//! | 1 | side to move: 0 for the first player |
//! | 8; later 4 or more | the number of placements; later of those toggled |
//! | by their number, each | these placements, in ascending order |
//!
//! A number below `n` takes the bits of `n - 1`. The number of toggled placements is in
//! groups of four bits, three of them digits, the lowest first; the fourth says whether
//! another group follows. The end is filled with zeros to a byte.

use super::bits::{BitReader, BitWriter};
use super::shape::SampleShape;
use anyhow::{Context, Result, ensure};
use plyglot_core::game::Side;

/// The most samples of a chunk.
pub const MAX_SAMPLES: usize = 16;
/// The most placements of a position.
pub const MAX_PLACEMENTS: usize = 255;

/// A sample as a game gives it: a position, and what is to be learnt from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The placements in any order, each once; at most [`MAX_PLACEMENTS`].
    pub placements: Vec<u16>,
    /// The perspectives of the first and of the second player.
    pub perspectives: [u8; 2],
    /// The side to move.
    pub side: Side,
    /// The output bucket.
    pub bucket: u8,
    /// The score of the search for the side to move, in centi-units.
    pub score: i16,
    /// The base evaluation for the side to move, in centi-units. Ignored if samples
    /// have none.
    pub base: i16,
}

/// A sample of a [`Chunk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSample {
    /// How many placements differ from the sample before; for the first, from the empty
    /// set.
    pub toggled: u16,
    /// The perspectives of the first and of the second player.
    pub perspectives: [u8; 2],
    /// The side to move.
    pub side: Side,
    /// The output bucket.
    pub bucket: u8,
    /// The score of the search for the side to move, in centi-units.
    pub score: i16,
    /// The base evaluation for the side to move, in centi-units; 0 if there is none.
    pub base: i16,
}

/// Up to [`MAX_SAMPLES`] consecutive samples of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The result of the game in half points of the first player: 0, 1 or 2.
    pub half_points: u8,
    /// The samples.
    pub samples: Vec<ChunkSample>,
    /// The toggled placements of all samples, one after the other.
    pub toggles: Vec<u16>,
}

impl Chunk {
    /// A chunk of these samples of a game with this result.
    ///
    /// # Errors
    /// If there are none or too many samples, a placement occurs twice, or there are
    /// too many. Ranges are checked by [`ChunkFormat::encode`].
    pub fn new(half_points: u8, positions: &[Position]) -> Result<Chunk> {
        let count = positions.len();
        ensure!((1..=MAX_SAMPLES).contains(&count), "a chunk of {count} samples");
        let mut chunk = Chunk { half_points, samples: Vec::new(), toggles: Vec::new() };
        let mut before: Vec<u16> = Vec::new();
        for position in positions {
            let mut placements = position.placements.clone();
            placements.sort_unstable();
            ensure!(placements.windows(2).all(|pair| pair[0] < pair[1]), "a placement twice");
            ensure!(placements.len() <= MAX_PLACEMENTS, "{} placements", placements.len());
            let start = chunk.toggles.len();
            let lacks = |set: &[u16], placement: &u16| set.binary_search(placement).is_err();
            chunk.toggles.extend(placements.iter().filter(|p| lacks(&before, p)));
            chunk.toggles.extend(before.iter().filter(|p| lacks(&placements, p)));
            chunk.toggles[start..].sort_unstable();
            let Position { perspectives, side, bucket, score, base, .. } = *position;
            let toggled = (chunk.toggles.len() - start) as u16;
            chunk.samples.push(ChunkSample { toggled, perspectives, side, bucket, score, base });
            before = placements;
        }
        Ok(chunk)
    }
}

/// How chunks of samples of one shape are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkFormat {
    shape: SampleShape,
    placement_bits: u32,
    perspective_bits: u32,
    bucket_bits: u32,
}

/// The bits of a number below `count`.
fn bits(count: usize) -> u32 {
    usize::BITS - (count - 1).leading_zeros()
}

impl ChunkFormat {
    /// The format for samples of this shape.
    ///
    /// # Errors
    /// If the shape is out of range.
    pub fn new(shape: SampleShape) -> Result<ChunkFormat> {
        shape.check()?;
        Ok(ChunkFormat {
            shape,
            placement_bits: bits(shape.placements),
            perspective_bits: bits(shape.perspectives),
            bucket_bits: bits(shape.buckets),
        })
    }

    /// The shape of the samples.
    pub fn shape(&self) -> SampleShape {
        self.shape
    }

    /// Whether what one sample has is in range.
    #[inline(always)]
    fn is_in_range(&self, sample: &ChunkSample, toggles: &[u16]) -> bool {
        let SampleShape { placements, perspectives, buckets, .. } = self.shape;
        usize::from(sample.bucket) < buckets
            && sample.perspectives.iter().all(|&p| usize::from(p) < perspectives)
            && toggles.iter().all(|&placement| usize::from(placement) < placements)
    }

    /// Appends a chunk to `bytes`: at most 16 KiB.
    ///
    /// # Errors
    /// If a number of it is out of the shape's range. `bytes` may then have a part.
    pub fn encode(&self, chunk: &Chunk, bytes: &mut Vec<u8>) -> Result<()> {
        let half_points = chunk.half_points;
        ensure!(half_points <= 2, "a result of {half_points} half points");
        let mut writer = BitWriter::new(bytes);
        writer.put(u32::from(half_points), 2);
        let mut rest = &chunk.toggles[..];
        for (i, sample) in chunk.samples.iter().enumerate() {
            let toggles = rest.split_off(..usize::from(sample.toggled));
            let toggles = toggles.context("a chunk with too few toggles")?;
            ensure!(
                self.is_in_range(sample, toggles),
                "out of range of {:?}: {sample:?}",
                self.shape
            );
            writer.put(u32::from(sample.score as u16), 16);
            if self.shape.has_base {
                writer.put(u32::from(sample.base as u16), 16);
            }
            writer.put(u32::from(sample.bucket), self.bucket_bits);
            for perspective in sample.perspectives {
                writer.put(u32::from(perspective), self.perspective_bits);
            }
            writer.put(sample.side.index() as u32, 1);
            if i == 0 {
                ensure!(toggles.len() <= MAX_PLACEMENTS, "{} placements", toggles.len());
                writer.put(toggles.len() as u32, 8);
            } else {
                writer.put_small(toggles.len() as u32);
            }
            for &placement in toggles {
                writer.put(u32::from(placement), self.placement_bits);
            }
        }
        writer.finish();
        Ok(())
    }

    /// Replaces `chunk` by the one of `samples` samples in `bytes`.
    ///
    /// # Errors
    /// If these bytes are no such chunk.
    pub fn decode(&self, bytes: &[u8], samples: usize, chunk: &mut Chunk) -> Result<()> {
        let is_whole = self.read(bytes, samples, chunk).unwrap_or(false);
        ensure!(is_whole, "a chunk has numbers out of range, or another length");
        Ok(())
    }

    /// Reads a chunk. `None` if the bytes end early, false if a number is out of range.
    fn read(&self, bytes: &[u8], samples: usize, chunk: &mut Chunk) -> Option<bool> {
        let mut reader = BitReader::new(bytes);
        chunk.samples.clear();
        chunk.toggles.clear();
        chunk.half_points = reader.take(2)? as u8;
        let mut is_in_range = chunk.half_points <= 2 && (1..=MAX_SAMPLES).contains(&samples);
        for i in 0..samples {
            let score = reader.take(16)? as u16 as i16;
            let base = if self.shape.has_base { reader.take(16)? as u16 as i16 } else { 0 };
            let bucket = reader.take(self.bucket_bits)? as u8;
            let perspectives = [
                reader.take(self.perspective_bits)? as u8,
                reader.take(self.perspective_bits)? as u8,
            ];
            let side = if reader.take(1)? == 0 { Side::First } else { Side::Second };
            let toggled = if i == 0 { reader.take(8)? } else { reader.take_small()? };
            if toggled as usize > 2 * MAX_PLACEMENTS {
                return None;
            }
            let start = chunk.toggles.len();
            for _ in 0..toggled {
                chunk.toggles.push(reader.take(self.placement_bits)? as u16);
            }
            let toggled = toggled as u16;
            let sample = ChunkSample { toggled, perspectives, side, bucket, score, base };
            is_in_range &= self.is_in_range(&sample, &chunk.toggles[start..]);
            chunk.samples.push(sample);
        }
        Some(is_in_range && reader.is_done())
    }
}
