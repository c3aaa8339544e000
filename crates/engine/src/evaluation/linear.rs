//! An interface to the features of a game's evaluation, independent of the game's
//! types; for training.

use plyglot_core::game::{FeatureGroup, Glance, Knowledge, Linear, Notation, Side, Weight};
use std::fmt;

/// The count of a feature: above 0 for the first player, below 0 for the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureCount {
    /// Its index in the game's list of features.
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
    /// The features with a count other than 0, by index, each once.
    pub counts: Vec<FeatureCount>,
}

/// The inputs of an evaluation besides the feature counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleInfo {
    /// The side to move.
    pub side: Side,
    /// The game phase, from 1 at the beginning down to 0.
    pub phase: f32,
    /// What the evaluation has beside the weighted features, in centi-units.
    pub rest: f32,
}

/// A game cannot be replayed: one of its moves does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The plies before it.
    pub ply: usize,
    /// Its index among the legal moves.
    pub index: usize,
    /// The number of legal moves.
    pub legal: usize,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReplayError { ply, index, legal } = self;
        write!(f, "at ply {ply}, move {index} of {legal} legal ones")
    }
}

impl std::error::Error for ReplayError {}

pub(crate) struct RuledGame<G: Notation> {
    pub(crate) rules: G::Rules,
}

/// A game whose evaluation is a sum of weights ([`Linear`]).
pub trait LinearEvaluation: Send + Sync {
    /// All features, in groups.
    fn groups(&self) -> &'static [FeatureGroup];

    /// The weights in use.
    fn weights(&self) -> Vec<Weight>;

    /// Weights that were fitted, as text for the game's own file; `None` if its source includes
    /// them.
    fn written(&self, weights: &[Weight]) -> Option<String>;

    /// Plays a game from its start. `moves` are indices among the legal moves. Visits each quiet position, with its ply, before
    /// a move for which `wanted` is true. A position is quiet if nothing is decided or
    /// threatened ([`Glance::Open`]) and the move played in it is not tactical, or all are.
    /// Evaluations are only used in such positions.
    ///
    /// # Errors
    /// If a move does not exist.
    fn replay(
        &self,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        visit: &mut dyn FnMut(usize, Features),
    ) -> Result<(), ReplayError>;
}

impl<G: Linear> LinearEvaluation for RuledGame<G> {
    fn groups(&self) -> &'static [FeatureGroup] {
        G::GROUPS
    }

    fn weights(&self) -> Vec<Weight> {
        G::weights(self.rules)
    }

    fn written(&self, weights: &[Weight]) -> Option<String> {
        G::written(self.rules, weights)
    }

    fn replay(
        &self,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        visit: &mut dyn FnMut(usize, Features),
    ) -> Result<(), ReplayError> {
        let visit = |ply, position: &G| visit(ply, features(position));
        replay_quiet(self.rules, moves, wanted, visit)
    }
}

pub(super) fn replay_quiet<G: Notation + Knowledge>(
    rules: G::Rules,
    moves: &[u16],
    wanted: &dyn Fn(usize) -> bool,
    mut visit: impl FnMut(usize, &G),
) -> Result<(), ReplayError> {
    let mut position = G::start(rules);
    for (ply, &index) in moves.iter().enumerate() {
        let legal = position.legal_moves();
        let Some(&m) = legal.get(usize::from(index)) else {
            let (index, legal) = (usize::from(index), legal.len());
            return Err(ReplayError { ply, index, legal });
        };
        if wanted(ply) && is_quiet(&position, &legal, m) {
            visit(ply, &position);
        }
        position.play(m);
    }
    Ok(())
}

/// Whether nothing is decided or threatened, and the move played is not tactical, or all are.
pub(crate) fn is_quiet<G: Knowledge>(position: &G, legal: &[G::Move], played: G::Move) -> bool {
    position.decided().is_none()
        && position.glance() == Glance::Open
        && (!position.tactical(played) || legal.iter().all(|&m| position.tactical(m)))
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
    let info = SampleInfo { side: position.side(), phase: position.phase(), rest: position.rest() };
    Features { key: position.key(), info, counts: sums.collect() }
}

fn feature_index(feature: usize) -> u16 {
    u16::try_from(feature).expect("an evaluation has less than 65,536 features")
}
