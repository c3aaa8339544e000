//! Consecutive positions of a game in a few bytes.
//!
//! A chunk has the placements of its first position, and for each later one those that
//! differ from the position before. Its bytes are one for the game's result, in half points
//! of the first player, and for each sample these numbers (`varint`):
//!
//! | what | as |
//! |---|---|
//! | `((bucket * n + first) * n + second) * 2 + side`, where `first` and `second` are the players' perspectives of `n`, and `side` is 0 if the first player is to move | varint |
//! | score | signed varint |
//! | base evaluation, if there is one | signed varint |
//! | the number of placements; later of those toggled | varint |
//! | these placements in ascending order, each as the number of those skipped | varints |

use super::shape::SampleShape;
use crate::varint::{self, VarintReader};
use anyhow::{Context, Result, ensure};
use plyglot_core::game::Side;

/// The most samples of a chunk.
pub const MAX_SAMPLES: usize = 16;
/// The most placements of a position.
pub const MAX_PLACEMENTS: usize = 255;

/// A sample as a game gives it: a position, its score and its base evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplePosition {
    /// The placements in any order, each once; at most [`MAX_PLACEMENTS`].
    pub placements: Vec<u16>,
    /// The perspectives of the first and of the second player.
    pub perspectives: [u8; 2],
    pub side: Side,
    pub bucket: u8,
    /// The score of the search for the side to move, in centi-units.
    pub score: i16,
    /// The base evaluation for the side to move, in centi-units. Ignored if samples
    /// have none.
    pub base: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSample {
    /// How many placements differ from the sample before; for the first, from the empty
    /// set.
    pub toggled: u16,
    /// The perspectives of the first and of the second player.
    pub perspectives: [u8; 2],
    pub side: Side,
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
    pub samples: Vec<ChunkSample>,
    /// The toggled placements of all samples, one after the other.
    pub toggles: Vec<u16>,
}

impl Chunk {
    /// A chunk of these samples of a game with this result.
    ///
    /// # Errors
    /// If there are none or too many samples, a placement occurs twice, or there are
    /// too many. Ranges are checked by [`Chunk::encode`].
    pub fn new(half_points: u8, positions: &[SamplePosition]) -> Result<Chunk> {
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
            let SamplePosition { perspectives, side, bucket, score, base, .. } = *position;
            let toggled = (chunk.toggles.len() - start) as u16;
            chunk.samples.push(ChunkSample { toggled, perspectives, side, bucket, score, base });
            before = placements;
        }
        Ok(chunk)
    }

    /// Appends the chunk to `bytes`: at most 17 KiB.
    ///
    /// # Errors
    /// If a number of it is out of the shape's range, or toggles are not in ascending order.
    /// `bytes` may then have a part.
    pub fn encode(&self, shape: SampleShape, bytes: &mut Vec<u8>) -> Result<()> {
        let half_points = self.half_points;
        ensure!(half_points <= 2, "a result of {half_points} half points");
        bytes.push(half_points);
        let mut rest = &self.toggles[..];
        for sample in &self.samples {
            let toggles = rest.split_off(..usize::from(sample.toggled));
            let toggles = toggles.context("a chunk with too few toggles")?;
            let are_in_range = toggles.iter().all(|&p| usize::from(p) < shape.placements);
            let kind = if are_in_range { sample.kind(shape) } else { None };
            let kind = kind.with_context(|| format!("out of range of {shape:?}: {sample:?}"))?;
            varint::write(bytes, kind.into());
            varint::write_signed(bytes, sample.score);
            if shape.has_base {
                varint::write_signed(bytes, sample.base);
            }
            varint::write(bytes, sample.toggled.into());
            let mut next = 0;
            for placement in toggles.iter().map(|&placement| u64::from(placement)) {
                let skipped = placement.checked_sub(next);
                varint::write(bytes, skipped.context("toggles that are not in ascending order")?);
                next = placement + 1;
            }
        }
        Ok(())
    }

    /// Replaces the chunk by the one of `samples` samples in `bytes`.
    pub fn decode(&mut self, shape: SampleShape, bytes: &[u8], samples: usize) -> Result<()> {
        let read = self.read(shape, bytes, samples);
        read.context("a chunk has numbers out of range, or another length")
    }

    fn read(&mut self, shape: SampleShape, bytes: &[u8], samples: usize) -> Option<()> {
        let mut reader = VarintReader(bytes);
        self.samples.clear();
        self.toggles.clear();
        self.half_points = reader.number().filter(|&points| points <= 2)?;
        for _ in 0..samples {
            let kind: u32 = reader.number().filter(|&kind| kind < ChunkSample::kinds(shape))?;
            let score = reader.signed()?;
            let base = if shape.has_base { reader.signed()? } else { 0 };
            let toggled: u16 = reader.number()?;
            let mut next = 0;
            for _ in 0..toggled {
                let placement = next + usize::from(reader.number::<u16>()?);
                self.toggles.push((placement < shape.placements).then_some(placement as u16)?);
                next = placement + 1;
            }
            self.samples.push(ChunkSample::new(shape, kind, [score, base], toggled));
        }
        ((1..=MAX_SAMPLES).contains(&samples) && reader.is_done()).then_some(())
    }
}

impl ChunkSample {
    /// The number of kinds of samples, each with another bucket, perspective or side.
    fn kinds(shape: SampleShape) -> u32 {
        2 * (shape.buckets * shape.perspectives * shape.perspectives) as u32
    }

    /// The kind of the sample; `None` if a number is out of range.
    fn kind(&self, shape: SampleShape) -> Option<u32> {
        let [first, second] = self.perspectives.map(usize::from);
        let (bucket, perspectives) = (usize::from(self.bucket), shape.perspectives);
        let is_in_range = bucket < shape.buckets && first.max(second) < perspectives;
        let kind = ((bucket * perspectives + first) * perspectives + second) * 2;
        is_in_range.then_some((kind + self.side.index()) as u32)
    }

    #[inline(always)]
    fn new(shape: SampleShape, kind: u32, [score, base]: [i16; 2], toggled: u16) -> ChunkSample {
        let count = shape.perspectives as u32;
        let side = if kind.is_multiple_of(2) { Side::First } else { Side::Second };
        let (rest, second) = (kind / 2 / count, kind / 2 % count);
        let (bucket, first) = (rest / count, rest % count);
        let perspectives = [first as u8, second as u8];
        ChunkSample { toggled, perspectives, side, bucket: bucket as u8, score, base }
    }
}
