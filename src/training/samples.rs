//! Positions to fit an evaluation to, kept small: millions fit into memory.

use crate::engine::{Count, Frame};

/// A position, with what its game and a search say of it, in the eyes of the
/// first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// What the evaluation sees; each feature once.
    pub counts: &'a [Count],
    /// And what else it needs.
    pub frame: Frame,
    /// The points of the first player in the game: 1, 0.5 or 0.
    pub result: f32,
    /// What the search thought of the position, in centi-units.
    pub score: i16,
}

/// A list of samples.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    heads: Vec<Head>,
    counts: Vec<Count>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    /// Where the sample's counts end in the common list; they begin where
    /// those of the sample before it end.
    end: usize,
    frame: Frame,
    result: f32,
    score: i16,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The counts of all samples together.
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    /// The sample of this number, which must be less than [`Samples::len`].
    pub fn get(&self, number: usize) -> Sample<'_> {
        let start = if number == 0 { 0 } else { self.heads[number - 1].end };
        let Head { end, frame, score, result } = self.heads[number];
        Sample { counts: &self.counts[start..end], frame, result, score }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Multiplies all scores by a factor for their kind of position.
    pub fn stretch(&mut self, factor: impl Fn(u8) -> f32) {
        for head in &mut self.heads {
            head.score = (f32::from(head.score) * factor(head.frame.bucket)).round() as i16;
        }
    }

    /// Adds one. No more than 2^32 can be told apart by a tuner.
    pub fn push(&mut self, sample: Sample<'_>) {
        let Sample { counts, frame, result, score } = sample;
        self.counts.extend_from_slice(counts);
        self.heads.push(Head { end: self.counts.len(), frame, score, result });
    }
}
