//! The evaluation of one game as features and weights, without its types: for
//! whoever fits the weights to games.

use crate::games::{Glance, Group, Linear, Notation, Side, TextError, Weight};
use std::fmt;
use std::marker::PhantomData;

/// How often a feature is there: more for the first player, less than 0 for
/// the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its number in the game's list of features.
    pub feature: u16,
    /// The difference between the players.
    pub count: i16,
}

/// What the evaluation sees of a quiet position.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The position's key.
    pub key: u64,
    /// The side to move.
    pub side: Side,
    /// How much of the game's beginning is left, from 1 down to 0.
    pub phase: f32,
    /// The features that are there, by number; each once, and none 0 times.
    pub counts: Vec<Count>,
}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// Its start is no position.
    Start(TextError),
    /// One of its moves does not exist.
    Move {
        /// The moves before it.
        ply: usize,
        /// Its number among the legal moves, from 0.
        index: usize,
        /// How many legal moves there are.
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

/// One game whose evaluation is a sum of weights ([`Linear`]).
pub trait Evaluation: Send + Sync {
    /// All features, in groups.
    fn groups(&self) -> &'static [Group];

    /// The weights in use.
    fn weights(&self) -> Vec<Weight>;

    /// Plays a game from its start (the game's own if `start` is empty) by the
    /// moves' numbers among the legal ones, and visits the quiet positions
    /// before those moves for which `wanted` is true, with their plies: the
    /// positions in which nothing is decided or threatened ([`Glance::Open`])
    /// and after which no tactical move was played. Others are not what an
    /// evaluation is asked about.
    ///
    /// # Errors
    /// When the start or a move does not exist.
    fn replay(
        &self,
        start: &str,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        visit: &mut dyn FnMut(usize, Features),
    ) -> Result<(), ReplayError>;
}

/// The evaluation of a game that is known by its type.
pub(super) struct LinearEvaluation<G>(PhantomData<G>);

impl<G> LinearEvaluation<G> {
    pub(super) fn new() -> LinearEvaluation<G> {
        LinearEvaluation(PhantomData)
    }
}

impl<G: Notation + Linear> Evaluation for LinearEvaluation<G> {
    fn groups(&self) -> &'static [Group] {
        G::GROUPS
    }

    fn weights(&self) -> Vec<Weight> {
        G::weights()
    }

    fn replay(
        &self,
        start: &str,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        visit: &mut dyn FnMut(usize, Features),
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
                visit(ply, features(&position));
            }
            position.play(m);
        }
        Ok(())
    }
}

fn is_quiet<G: Linear>(position: &G) -> bool {
    position.decided().is_none() && position.glance() == Glance::Open
}

fn features<G: Linear>(position: &G) -> Features {
    let mut visits: Vec<(usize, i32)> = Vec::new();
    position.features(|feature, count| visits.push((feature, count)));
    visits.sort_unstable_by_key(|&(feature, _)| feature);
    let sums = visits.chunk_by(|a, b| a.0 == b.0).filter_map(|same| {
        let sum: i32 = same.iter().map(|&(_, count)| count).sum();
        (sum != 0).then(|| Count {
            feature: u16::try_from(same[0].0).expect("an evaluation has less than 65,536 features"),
            count: i16::try_from(sum).expect("no feature is there 32,768 times"),
        })
    });
    Features {
        key: position.key(),
        side: position.side(),
        phase: position.phase(),
        counts: sums.collect(),
    }
}
