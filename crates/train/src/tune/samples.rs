//! A compact list of sample positions: millions fit in memory.

use plyglot_engine::{FeatureCount, SampleInfo};

/// A position with the result of its game and a search score, from the first player's
/// view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// The features; each occurs once.
    pub counts: &'a [FeatureCount],
    /// Further inputs of the evaluation.
    pub info: SampleInfo,
    /// The points of the first player in the game: 1, 0.5 or 0.
    pub result: f32,
    /// The score of the search, in centi-units.
    pub score: i16,
}

/// A list of samples.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    entries: Vec<SampleEntry>,
    counts: Vec<FeatureCount>,
}

#[derive(Clone, Copy, Debug)]
struct SampleEntry {
    /// The end of the sample's counts in the common list. They begin at the end of the
    /// previous sample's.
    end: usize,
    info: SampleInfo,
    result: f32,
    score: i16,
}

impl Samples {
    /// The number of samples.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The counts of all samples together.
    pub fn counts(&self) -> &[FeatureCount] {
        &self.counts
    }

    /// The sample of this number, which must be less than [`Samples::len`].
    pub fn get(&self, number: usize) -> Sample<'_> {
        let start = if number == 0 { 0 } else { self.entries[number - 1].end };
        let SampleEntry { end, info, score, result } = self.entries[number];
        Sample { counts: &self.counts[start..end], info, result, score }
    }

    /// All samples in order.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Adds a sample. A tuner can use at most 2^32.
    pub fn push(&mut self, sample: Sample<'_>) {
        let Sample { counts, info, result, score } = sample;
        self.counts.extend_from_slice(counts);
        self.entries.push(SampleEntry { end: self.counts.len(), info, score, result });
    }
}
