//! What the evaluation of one game sees of positions, without the game's types:
//! for whoever fits it to games.

use crate::games::network::Networked;
use crate::games::{Glance, Group, Knowledge, Linear, Notation, Side, TextError, Weight};
use std::fmt;

/// How often a feature is there: more for the first player, less than 0 for
/// the second. For a network, whether its input is on in the eyes of the first
/// player (1) or the second (-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its number in the game's list of features, or among the network's inputs.
    pub feature: u16,
    /// The difference between the players.
    pub count: i16,
}

/// What the evaluation sees of a quiet position.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The position's key.
    pub key: u64,
    /// What stands beside the counts.
    pub frame: Frame,
    /// The features that are there, by number; each once, and none 0 times.
    /// The inputs of a network are in no order.
    pub counts: Vec<Count>,
}

/// What an evaluation needs of a position beside what is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The side to move.
    pub side: Side,
    /// How much of the game's beginning is left, from 1 down to 0; for sums of
    /// weights.
    pub phase: f32,
    /// What a network's output is added to, in centi-units, for the first player.
    pub foundation: i16,
    /// Which of a network's output weights are used.
    pub bucket: u8,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame { side: Side::First, phase: 1.0, foundation: 0, bucket: 0 }
    }
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

/// One game whose recorded games can be played again.
pub trait Replay: Send + Sync {
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

/// One game whose evaluation is a sum of weights ([`Linear`]). What it sees of a
/// position are its features.
pub trait Evaluation: Replay {
    /// All features, in groups.
    fn groups(&self) -> &'static [Group];

    /// The weights in use.
    fn weights(&self) -> Vec<Weight>;
}

/// One game whose evaluation has a network ([`Networked`]). What is seen of a
/// position are the network's inputs.
pub trait NetworkEvaluation: Replay {
    /// The size of the network in use.
    fn shape(&self) -> Shape;

    /// The whole numbers of the network in use, in the order of its file.
    fn parameters(&self) -> Vec<i16>;
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Inputs, for each side.
    pub inputs: usize,
    /// Sums of the first layer, for each side.
    pub hidden: usize,
    /// Kinds of positions with output weights of their own.
    pub buckets: usize,
}

/// The evaluation of a game that is known by its type, and what is seen of a
/// position.
pub(super) struct LaidOpen<G> {
    see: fn(&G) -> Option<Features>,
}

impl<G: Linear> LaidOpen<G> {
    /// As a sum of weights.
    pub(super) fn as_sum() -> LaidOpen<G> {
        LaidOpen { see: |position| Some(features(position)) }
    }
}

impl<G: Networked> LaidOpen<G> {
    /// As a network.
    pub(super) fn as_network() -> LaidOpen<G> {
        LaidOpen { see: inputs }
    }
}

impl<G: Notation + Linear> Evaluation for LaidOpen<G> {
    fn groups(&self) -> &'static [Group] {
        G::GROUPS
    }

    fn weights(&self) -> Vec<Weight> {
        G::weights()
    }
}

impl<G: Notation + Networked> NetworkEvaluation for LaidOpen<G> {
    fn shape(&self) -> Shape {
        Shape { inputs: G::INPUTS, hidden: G::HIDDEN, buckets: G::BUCKETS }
    }

    fn parameters(&self) -> Vec<i16> {
        G::parameters()
    }
}

impl<G: Notation + Knowledge> Replay for LaidOpen<G> {
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
            if wanted(ply)
                && is_quiet(&position)
                && !position.tactical(m)
                && let Some(features) = (self.see)(&position)
            {
                visit(ply, features);
            }
            position.play(m);
        }
        Ok(())
    }
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
        (sum != 0).then(|| Count {
            feature: number(same[0].0),
            count: i16::try_from(sum).expect("no feature is there 32,768 times"),
        })
    });
    let frame = Frame { side: position.side(), phase: position.phase(), ..Frame::default() };
    Features { key: position.key(), frame, counts: sums.collect() }
}

fn inputs<G: Networked>(position: &G) -> Option<Features> {
    let foundation = position.foundation()?.clamp(-20_000, 20_000) as i16;
    let mut counts = Vec::new();
    for (side, count) in [(Side::First, 1), (Side::Second, -1)] {
        position.inputs(side, |input| counts.push(Count { feature: number(input), count }));
    }
    let side = position.side();
    let frame = Frame {
        side,
        foundation: if side == Side::First { foundation } else { -foundation },
        bucket: u8::try_from(position.bucket()).expect("a network has few buckets"),
        ..Frame::default()
    };
    Some(Features { key: position.key(), frame, counts })
}

fn number(feature: usize) -> u16 {
    u16::try_from(feature).expect("an evaluation has less than 65,536 features")
}
