//! An interface to the features of a game's evaluation, independent of the game's
//! types; for training.

use crate::games::network::{Networked, Placements};
use crate::games::{FeatureGroup, Glance, Knowledge, Linear, Notation, Side, TextError, Weight};
use std::fmt;

/// The count of a feature: above 0 for the first player, below 0 for the second. For a
/// network: an input that is active from the perspective of the first player (1) or the
/// second (-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureCount {
    /// Its index in the game's list of features, or among the network's inputs.
    pub feature: u16,
    /// The difference between the players.
    pub count: i16,
}

/// The features of a quiet position.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The position's key.
    pub key: u64,
    /// Further inputs of an evaluation.
    pub info: SampleInfo,
    /// The features with a count other than 0, by index, each once. For a network, the
    /// active inputs in no order.
    pub counts: Vec<FeatureCount>,
}

/// The inputs of an evaluation besides the feature counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleInfo {
    /// The side to move.
    pub side: Side,
    /// The game phase, from 1 at the beginning down to 0; for linear evaluations.
    pub phase: f32,
    /// The evaluation to which a network's output is added, in centi-units, for the
    /// first player.
    pub base_evaluation: i16,
    /// The network's output bucket.
    pub bucket: u8,
}

impl Default for SampleInfo {
    fn default() -> SampleInfo {
        SampleInfo { side: Side::First, phase: 1.0, base_evaluation: 0, bucket: 0 }
    }
}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// Its start is not a position.
    Start(TextError),
    /// One of its moves does not exist.
    Move {
        /// The plies before it.
        ply: usize,
        /// Its index among the legal moves.
        index: usize,
        /// The number of legal moves.
        legal: usize,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Start(error) => write!(f, "in its start position, {error}"),
            ReplayError::Move { ply, index, legal } => {
                write!(f, "at ply {ply}, move {index} of {legal} legal ones")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// A game whose records can be replayed.
pub trait GameReplayer: Send + Sync {
    /// Plays a game from its start (the game's own if `start` is empty). `moves` are
    /// indices among the legal moves. Visits each quiet position, with its ply, before
    /// a move for which `wanted` is true. A position is quiet if nothing is decided or
    /// threatened ([`Glance::Open`]) and the move played in it is not tactical.
    /// Evaluations are only used in such positions.
    ///
    /// # Errors
    /// If the start or a move does not exist.
    fn replay(
        &self,
        start: &str,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        visit: &mut dyn FnMut(usize, Features),
    ) -> Result<(), ReplayError>;
}

/// A game whose evaluation is a sum of weights ([`Linear`]).
pub trait LinearEvaluation: GameReplayer {
    /// All features, in groups.
    fn groups(&self) -> &'static [FeatureGroup];

    /// The weights in use.
    fn weights(&self) -> Vec<Weight>;
}

/// Extracts the features of positions of a known game type.
pub(super) struct FeatureExtractor<G> {
    extract: fn(&G) -> Option<Features>,
}

impl<G: Linear> FeatureExtractor<G> {
    /// The features of a linear evaluation.
    pub(super) fn linear() -> FeatureExtractor<G> {
        FeatureExtractor { extract: |position| Some(features(position)) }
    }
}

impl<G: Networked> FeatureExtractor<G> {
    /// The inputs of a network.
    pub(super) fn network() -> FeatureExtractor<G> {
        FeatureExtractor { extract: inputs }
    }
}

impl<G: Notation + Linear> LinearEvaluation for FeatureExtractor<G> {
    fn groups(&self) -> &'static [FeatureGroup] {
        G::GROUPS
    }

    fn weights(&self) -> Vec<Weight> {
        G::weights()
    }
}

impl<G: Notation + Knowledge> GameReplayer for FeatureExtractor<G> {
    fn replay(
        &self,
        start: &str,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        visit: &mut dyn FnMut(usize, Features),
    ) -> Result<(), ReplayError> {
        replay_quiet::<G>(start, moves, wanted, |ply, position| {
            if let Some(features) = (self.extract)(position) {
                visit(ply, features);
            }
        })
    }
}

/// Plays a game and visits its quiet positions; see [`GameReplayer::replay`].
pub(super) fn replay_quiet<G: Notation + Knowledge>(
    start: &str,
    moves: &[u16],
    wanted: &dyn Fn(usize) -> bool,
    mut visit: impl FnMut(usize, &G),
) -> Result<(), ReplayError> {
    let start = if start.is_empty() { G::START } else { start };
    let mut position = G::parse(start).map_err(ReplayError::Start)?;
    for (ply, &index) in moves.iter().enumerate() {
        let legal = position.legal_moves();
        let Some(&m) = legal.get(usize::from(index)) else {
            let (index, legal) = (usize::from(index), legal.len());
            return Err(ReplayError::Move { ply, index, legal });
        };
        if wanted(ply) && is_quiet(&position) && !position.tactical(m) {
            visit(ply, &position);
        }
        position.play(m);
    }
    Ok(())
}

fn is_quiet<G: Knowledge>(position: &G) -> bool {
    position.decided().is_none() && position.glance() == Glance::Open
}

fn features<G: Linear>(position: &G) -> Features {
    let mut visits: Vec<(usize, i32)> = Vec::new();
    position.features(|feature, count| visits.push((feature, count)));
    visits.sort_unstable_by_key(|&(feature, _)| feature);
    let sums = visits.chunk_by(|a, b| a.0 == b.0).filter_map(|same| {
        let sum: i32 = same.iter().map(|&(_, count)| count).sum();
        (sum != 0).then(|| FeatureCount {
            feature: feature_index(same[0].0),
            count: i16::try_from(sum).expect("no feature is there 32,768 times"),
        })
    });
    let info =
        SampleInfo { side: position.side(), phase: position.phase(), ..SampleInfo::default() };
    Features { key: position.key(), info, counts: sums.collect() }
}

fn inputs<G: Networked>(position: &G) -> Option<Features> {
    let base_evaluation = position.base_evaluation()?.clamp(-20_000, 20_000) as i16;
    let mut counts = Vec::new();
    for (side, count) in [(Side::First, 1), (Side::Second, -1)] {
        let perspective = position.perspective(side);
        counts.extend(position.placements().iter().map(|placement| FeatureCount {
            feature: feature_index(G::input(perspective, placement)),
            count,
        }));
    }
    let side = position.side();
    let info = SampleInfo {
        side,
        base_evaluation: if side == Side::First { base_evaluation } else { -base_evaluation },
        bucket: u8::try_from(position.bucket()).expect("a network has few buckets"),
        ..SampleInfo::default()
    };
    Some(Features { key: position.key(), info, counts })
}

fn feature_index(feature: usize) -> u16 {
    u16::try_from(feature).expect("an evaluation has less than 65,536 features")
}
