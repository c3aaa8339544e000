//! Puts the scores of all kinds of positions on one scale.
//!
//! In an ending with bishops of opposite colours, the score of a search says less about
//! the result than elsewhere. A fit to such scores does not learn that, and a fit to
//! the results alone overfits. But many games together show how much less it says, for
//! each kind of position.

use super::objective::fit_scale;
use crate::training::dataset::Dataset;
use std::collections::BTreeMap;

/// Scales the scores of each kind of position so that all predict results with the same
/// `scale`, in centi-units. Returns the original scale of each kind, found in the
/// samples of `fit`.
pub(super) fn calibrate(dataset: &mut Dataset, scale: f32) -> BTreeMap<u8, f32> {
    let fit = &dataset.fit.samples;
    let mut scales: BTreeMap<u8, f32> = fit.iter().map(|s| (s.info.bucket, scale)).collect();
    for (kind, own) in &mut scales {
        *own = fit_scale(fit.iter().filter(|sample| sample.info.bucket == *kind));
    }
    let stretch = |kind: u8| scales.get(&kind).map_or(1.0, |own| scale / own);
    dataset.fit.samples.stretch(stretch);
    dataset.test.samples.stretch(stretch);
    scales
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SampleInfo;
    use crate::games::random::Random;
    use crate::training::samples::{Sample, Samples};

    /// Games won and lost at random, in positions of a kind whose scores predict the
    /// results with this scale.
    fn add(samples: &mut Samples, kind: u8, scale: f64, random: &mut Random) {
        for _ in 0..20_000 {
            let score = random.below(1001) as i16 - 500;
            let expectation = 1.0 / (1.0 + (-f64::from(score) / scale).exp());
            let is_won = (random.below(1 << 20) as f64) < expectation * f64::from(1 << 20);
            let info = SampleInfo { bucket: kind, ..SampleInfo::default() };
            samples.push(Sample { counts: &[], info, result: f32::from(u8::from(is_won)), score });
        }
    }

    #[test]
    fn all_kinds_come_to_one_scale() {
        let mut dataset = Dataset::default();
        let mut random = Random::new(5);
        for samples in [&mut dataset.fit.samples, &mut dataset.test.samples] {
            add(samples, 0, 180.0, &mut random);
            add(samples, 3, 400.0, &mut random);
        }
        let before: Vec<i16> = dataset.test.samples.iter().map(|sample| sample.score).collect();
        let scales = calibrate(&mut dataset, 180.0);
        assert_eq!(scales.keys().copied().collect::<Vec<u8>>(), [0, 3]);
        assert!((scales[&0] - 180.0).abs() < 10.0, "{scales:?}");
        assert!((scales[&3] - 400.0).abs() < 30.0, "{scales:?}");
        for (sample, before) in dataset.test.samples.iter().zip(before) {
            let expected = f32::from(before) * 180.0 / scales[&sample.info.bucket];
            assert!((f32::from(sample.score) - expected).abs() <= 0.5);
        }
        let again = calibrate(&mut dataset, 180.0);
        assert!(again.values().all(|scale| (scale - 180.0).abs() < 1.0), "{again:?}");
    }
}
