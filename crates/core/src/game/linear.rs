//! Evaluations that are weighted sums of features, and so can be fitted to games.

use super::{Knowledge, Notation};

/// A group of related features of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureGroup {
    /// A short description.
    pub name: &'static str,
    /// Number of features.
    pub size: usize,
}

/// The two weights of a feature, in centi-units: at the beginning of a game and at its
/// end. A game without phases uses only the first.
pub type Weight = [i16; 2];

/// An evaluation that counts features and sums their weights:
///
/// ```text
/// sum over features of count * (phase * first weight + (1 - phase) * second weight) + rest
/// ```
///
/// from the first player's point of view.
/// [`Evaluation::evaluate`](super::Evaluation::evaluate) is this sum from the point of
/// view of the side to move, rounded. It may be computed in any way. As its features are
/// exposed, it can be fitted to the results of games.
pub trait Linear: Knowledge + Notation {
    /// All features in groups, numbered from 0.
    const GROUPS: &'static [FeatureGroup];

    /// The weights in use, one for each feature.
    fn weights(rules: Self::Rules) -> Vec<Weight>;

    /// Weights that were fitted, as text for the game's own file; `None` if its source includes
    /// them.
    fn written(_rules: Self::Rules, _weights: &[Weight]) -> Option<String> {
        None
    }

    /// The phase of the game: 1 at its beginning, down to 0 at its end.
    fn phase(&self) -> f32 {
        1.0
    }

    /// Visits features of the position with their counts: those of the first player minus
    /// those of the second. A feature may be visited more than once; the counts add up.
    fn features(&self, visit: impl FnMut(usize, i32));

    /// What the evaluation has beside the weighted features, for the first player, in centi-units.
    fn rest(&self) -> f32 {
        0.0
    }
}
