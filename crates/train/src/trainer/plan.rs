//! The rows of the first layer that a chunk adds and subtracts, for each sample and player.

use super::chunk::Chunk;
use super::shape::TrainingShape;

/// A row of the first layer that is added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RowOperation {
    /// The input whose row it is.
    pub(super) input: u16,
    /// 1 if the input is switched on, -1 if it is switched off.
    pub(super) sign: f32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<'a> {
    /// Whether the rows are added to the biases, and not to the accumulator of the
    /// sample before.
    pub(super) is_fresh: bool,
    pub(super) rows: &'a [RowOperation],
}

#[derive(Debug, Default)]
pub(super) struct RowPlan {
    rows: Vec<RowOperation>,
    /// By sample and player: the end of the rows, and whether they are all that are on.
    ends: Vec<(u32, bool)>,
    /// The placements of the sample: a bit each.
    set: Vec<u64>,
    /// The signs of the toggled placements of the sample.
    signs: Vec<f32>,
}

impl RowPlan {
    /// Replaces the plan by that of another chunk, whose numbers are in the shape's
    /// range, under a symmetry.
    pub(super) fn build(&mut self, shape: &TrainingShape, chunk: &Chunk, symmetry: usize) {
        self.rows.clear();
        self.ends.clear();
        self.set.clear();
        self.set.resize(shape.placements.div_ceil(64), 0);
        let mut toggles = &chunk.toggles[..];
        let mut before = None;
        for sample in &chunk.samples {
            let (own, rest) = toggles.split_at(usize::from(sample.toggled));
            toggles = rest;
            self.toggle(own);
            for (player, &perspective) in sample.perspectives.iter().enumerate() {
                let table = symmetry * shape.perspectives + usize::from(perspective);
                let start = table * shape.placements;
                let inputs = &shape.input_of[start..start + shape.placements];
                let is_fresh = before.is_none_or(|seen: [u8; 2]| seen[player] != perspective);
                if is_fresh {
                    self.add_all(inputs);
                } else {
                    let signed = own.iter().zip(&self.signs);
                    self.rows.extend(signed.map(|(&placement, &sign)| RowOperation {
                        input: inputs[usize::from(placement)],
                        sign,
                    }));
                }
                self.ends.push((self.rows.len() as u32, is_fresh));
            }
            before = Some(sample.perspectives);
        }
    }

    fn toggle(&mut self, placements: &[u16]) {
        self.signs.clear();
        for &placement in placements {
            let word = &mut self.set[usize::from(placement / 64)];
            *word ^= 1 << (placement % 64);
            let is_on = *word >> (placement % 64) & 1 == 1;
            self.signs.push(if is_on { 1.0 } else { -1.0 });
        }
    }

    fn add_all(&mut self, inputs: &[u16]) {
        for (inputs, &word) in inputs.chunks(64).zip(&self.set) {
            let mut rest = word;
            while rest != 0 {
                let input = inputs[rest.trailing_zeros() as usize];
                self.rows.push(RowOperation { input, sign: 1.0 });
                rest &= rest - 1;
            }
        }
    }

    /// All rows, in no particular order.
    pub(super) fn rows(&self) -> &[RowOperation] {
        &self.rows
    }

    /// The rows of a sample and a player, 0 or 1.
    #[inline(always)]
    pub(super) fn segment(&self, sample: usize, player: usize) -> Segment<'_> {
        let place = 2 * sample + player;
        let start = if place == 0 { 0 } else { self.ends[place - 1].0 };
        let (end, is_fresh) = self.ends[place];
        Segment { is_fresh, rows: &self.rows[start as usize..end as usize] }
    }
}
