//! Samples in memory: consecutive positions of games, and the order in which an epoch sees them.
//!
//! Up to sixteen positions are a chunk. It has the placements of its first position, and for each
//! later one those that differ from the position before.

use crate::fingerprint::hash;
use anyhow::{Context, Result, ensure};
use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::random::{Random, mix};
use plyglot_engine::NetworkPosition;
use std::ops::Range;

pub const MAX_SAMPLES: usize = 16;
/// The smallest size of a batch, in samples. Batches of one epoch are about equal: so each has
/// more samples than a chunk, and at least one chunk begins in it.
pub const MIN_BATCH: usize = 2 * MAX_SAMPLES;

/// The indices of the part of this number, of `parts` roughly equal parts of a list.
pub(super) fn part_range(length: usize, number: usize, parts: usize) -> Range<usize> {
    number * length / parts..(number + 1) * length / parts
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// The result of the game in half points of the first player: 0, 1 or 2.
    pub half_points: u8,
    pub samples: &'a [ChunkSample],
    /// The toggled placements of all samples, one after the other.
    pub toggles: &'a [u16],
}

/// Chunks of samples for networks of some sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    sizes: NetworkShape,
    chunks: Vec<ChunkEnd>,
    samples: Vec<ChunkSample>,
    toggles: Vec<u16>,
    fingerprint: u64,
}

/// A chunk: the ends of its samples and toggles, which begin at those of the chunk before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ChunkEnd {
    samples: usize,
    toggles: usize,
    half_points: u8,
}

impl Samples {
    pub fn new(sizes: NetworkShape) -> Samples {
        let chunks = Vec::new();
        let samples = Vec::new();
        let toggles = Vec::new();
        Samples { sizes, chunks, samples, toggles, fingerprint: 0 }
    }

    pub fn count(&self) -> u64 {
        self.samples.len() as u64
    }

    pub fn chunks(&self) -> impl Iterator<Item = Chunk<'_>> {
        (0..self.chunks.len()).map(|number| self.chunk(number))
    }

    pub(super) fn chunk_count(&self) -> usize {
        self.chunks.len()
    }

    /// The chunk of this number, which must be less than their count.
    #[inline]
    pub fn chunk(&self, number: usize) -> Chunk<'_> {
        let start = number.checked_sub(1).map_or(ChunkEnd::default(), |before| self.chunks[before]);
        let end = self.chunks[number];
        Chunk {
            half_points: end.half_points,
            samples: &self.samples[start.samples..end.samples],
            toggles: &self.toggles[start.toggles..end.toggles],
        }
    }

    /// A hash of all samples in their order.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    pub(super) fn batches(&self, batch: usize) -> u64 {
        self.count().div_ceil(batch as u64)
    }

    /// Adds positions of one game in their order, in chunks of about the same size, each with the
    /// score of the search for the side to move, in centi-units. The result is in half points of
    /// the first player: 0, 1 or 2.
    ///
    /// # Errors
    /// If a number of a position is out of range, placements are not in increasing order, or
    /// memory is full. A part of the game may then have been added.
    pub fn add_game(
        &mut self,
        half_points: u8,
        positions: &[(NetworkPosition, i16)],
    ) -> Result<()> {
        let chunks = positions.len().div_ceil(MAX_SAMPLES);
        for i in 0..chunks {
            self.add_chunk(half_points, &positions[part_range(positions.len(), i, chunks)])?;
        }
        Ok(())
    }

    fn add_chunk(&mut self, half_points: u8, positions: &[(NetworkPosition, i16)]) -> Result<()> {
        self.reserve(positions)?;
        let mut before: &[u16] = &[];
        for (position, score) in positions {
            let NetworkPosition { placements, perspectives, side, bucket, base, .. } = position;
            ensure!(placements.is_sorted_by(|a, b| a < b), "placements are not in order");
            let is_in_range = placements.iter().all(|&it| usize::from(it) < self.sizes.placements)
                && perspectives.iter().all(|&it| usize::from(it) < self.sizes.perspectives)
                && usize::from(*bucket) < self.sizes.buckets;
            ensure!(is_in_range, "out of range of {}: {position:?}", self.sizes);
            let start = self.toggles.len();
            self.toggles.extend(placements.iter().filter(|it| lacks(before, it)));
            self.toggles.extend(before.iter().filter(|it| lacks(placements, it)));
            let toggled = self.toggles.len() - start;
            self.samples.push(ChunkSample {
                toggled: u16::try_from(toggled).context("too many placements")?,
                perspectives: *perspectives,
                side: *side,
                bucket: *bucket,
                score: *score,
                base: *base,
            });
            before = placements;
        }
        let samples = self.samples.len();
        let toggles = self.toggles.len();
        self.chunks.push(ChunkEnd { samples, toggles, half_points });
        let added = self.chunk(self.chunks.len() - 1);
        self.fingerprint = hash(
            [self.fingerprint, half_points.into()]
                .into_iter()
                .chain(added.samples.iter().flat_map(ChunkSample::numbers))
                .chain(added.toggles.iter().map(|&placement| placement.into())),
        );
        Ok(())
    }

    /// Makes room for a chunk, as memory that is full is to be an error.
    fn reserve(&mut self, positions: &[(NetworkPosition, i16)]) -> Result<()> {
        let toggles = positions.iter().map(|(position, _)| 2 * position.placements.len()).sum();
        let count = self.samples.len();
        let is_reserved = self.chunks.try_reserve(1).and_then(|()| {
            self.samples.try_reserve(positions.len())?;
            self.toggles.try_reserve(toggles)
        });
        is_reserved.with_context(|| format!("not enough memory for more than {count} positions"))
    }
}

/// Whether a sorted set of placements does not have this one.
fn lacks(set: &[u16], placement: &u16) -> bool {
    set.binary_search(placement).is_err()
}

impl ChunkSample {
    fn numbers(&self) -> [u64; 2] {
        let ChunkSample { toggled, perspectives: [first, second], side, bucket, .. } = *self;
        let [[a, b], [c, d]] = [self.score, self.base].map(i16::to_le_bytes);
        let bytes = [first, second, side.index() as u8, bucket, a, b, c, d];
        [u64::from_le_bytes(bytes), toggled.into()]
    }
}

/// The chunks of samples in the order of an epoch, in batches.
#[derive(Clone, Debug)]
pub struct Epoch {
    chunks: Vec<u32>,
    ends: Vec<usize>,
    seed: u64,
}

impl Epoch {
    /// The epoch of this number, which follows from it and the seed alone. A batch has about
    /// `batch` samples, at least [`MIN_BATCH`].
    pub fn new(samples: &Samples, batch: usize, seed: u64, number: u64) -> Epoch {
        let seed = mix(mix(seed) ^ number);
        let mut chunks: Vec<u32> = (0..samples.chunk_count() as u32).collect();
        Random::new(seed).shuffle(&mut chunks);
        let all = samples.count();
        let batches = samples.batches(batch);
        let mut ends = vec![0; batches as usize];
        let mut sample = 0_u64;
        for (i, &chunk) in chunks.iter().enumerate() {
            // The batch in which the chunk begins.
            let own = u128::from(sample) * u128::from(batches) / u128::from(all);
            ends[own as usize] = i + 1;
            sample += samples.chunk(chunk as usize).samples.len() as u64;
        }
        Epoch { chunks, ends, seed }
    }

    pub fn batch(&self, number: u64) -> &[u32] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.chunks[start..self.ends[number]]
    }

    /// The symmetry under which a chunk is seen, less than `symmetries`.
    pub fn symmetry(&self, chunk: u32, symmetries: usize) -> usize {
        (mix(self.seed ^ mix(!u64::from(chunk))) % symmetries as u64) as usize
    }
}
