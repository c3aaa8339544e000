//! Hashes of settings and samples, which tell whether a file belongs to a run.

use plyglot_core::game::random::mix;

pub(crate) fn hash(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |sum, number| mix(sum ^ number))
}

pub(crate) fn bits<'a>(numbers: impl IntoIterator<Item = &'a f32>) -> impl Iterator<Item = u64> {
    numbers.into_iter().map(|number| u64::from(number.to_bits()))
}
