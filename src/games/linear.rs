//! Evaluations that are sums of weights, and so can be fitted to games.

use super::Knowledge;

/// Some features of an evaluation that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureGroup {
    /// What they are, in a few words.
    pub name: &'static str,
    /// How many there are.
    pub size: usize,
}

/// The two weights of a feature, in centi-units: at the beginning of a game
/// and at its end. A game that is the same throughout uses the first alone.
pub type Weight = [i16; 2];

/// An evaluation that counts features and sums their weights:
///
/// ```text
/// sum over features of count * (phase * first weight + (1 - phase) * second weight)
/// ```
///
/// in the eyes of the first player. [`Evaluation::evaluate`](super::Evaluation::evaluate) is this sum, seen
/// by the side to move and rounded, however it is computed. With its features
/// laid open, it can be fitted to the results of games.
pub trait Linear: Knowledge {
    /// All features by number, from 0, in groups.
    const GROUPS: &'static [FeatureGroup];

    /// The weights in use, one for each feature.
    fn weights() -> Vec<Weight>;

    /// How much of a game's beginning is left, from 1 down to 0.
    fn phase(&self) -> f32 {
        1.0
    }

    /// Visits features of the position and how often each is there: for the
    /// first player, less for the second. One may be visited more than once;
    /// the counts add up.
    fn features(&self, visit: impl FnMut(usize, i32));
}
