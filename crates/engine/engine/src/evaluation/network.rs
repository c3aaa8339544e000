//! An interface to a game's network, independent of the game's types, for training.

use super::replay::{ReplayError, replay_quiet};
use plyglot_core::game::network::{NetworkShape, NetworkSource, Networked, Placements};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Glance, Notation, Side, Workspace, evaluate_alone, workspace};

/// A quiet position as a network sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkPosition {
    /// The position's key.
    pub key: u64,
    /// Its placements in increasing order.
    pub placements: Vec<u16>,
    /// The perspectives of the first and of the second player.
    pub perspectives: [u8; 2],
    /// The side to move.
    pub side: Side,
    /// The output bucket.
    pub bucket: u8,
    /// The base evaluation for the side to move, in centi-units; 0 without one.
    pub base: i16,
}

/// Where a position comes from whose value is to be learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionOrigin {
    /// It was played.
    Game {
        /// The ply of its game that follows.
        ply: usize,
    },
    /// It arises by random moves from one that was played.
    Variation {
        /// That of the game, with its own network, for the side to move, in centi-units.
        evaluation: i32,
    },
}

/// A game whose evaluation may have a network ([`Networked`]).
pub trait NetworkEvaluation: Send + Sync {
    /// The game's own network, if it has one.
    fn default_network(&self) -> Option<NetworkSource>;

    /// The largest shape with this many neurons: on the base evaluation, if there is one.
    fn shape(&self, hidden: usize) -> NetworkShape;

    /// See [`Networked::input`].
    fn input(&self, perspective: usize, placement: usize) -> usize;

    /// See [`Networked::factors`].
    fn factors(&self) -> usize;

    /// See [`Networked::factor`].
    fn factor(&self, input: usize) -> usize;

    /// See [`Networked::symmetries`].
    fn symmetries(&self) -> usize;

    /// See [`Networked::symmetric`].
    fn symmetric(&self, symmetry: usize, placement: usize) -> usize;

    /// Plays a game from its start. `moves` are indices among the legal moves. Visits each quiet
    /// position before a move for whose ply `wanted` is true, as a network sees it. A position is
    /// quiet if nothing is decided or threatened ([`Glance::Open`]) and the move played in it is
    /// not tactical, or all are: evaluations are only used in such positions. After each one come
    /// up to `variations` positions that arise from it by one or two random moves, in which nothing
    /// is decided or threatened; they follow from the position alone. Those whose value something
    /// else decides are left out.
    ///
    /// # Errors
    /// If a move does not exist.
    fn replay_positions(
        &self,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        variations: usize,
        visit: &mut dyn FnMut(PositionOrigin, NetworkPosition),
    ) -> Result<(), ReplayError>;
}

pub(crate) struct RuledGame<G: Notation> {
    pub(crate) rules: G::Rules,
}

impl<G: Networked> NetworkEvaluation for RuledGame<G> {
    fn default_network(&self) -> Option<NetworkSource> {
        G::default_network(self.rules)
    }

    fn shape(&self, hidden: usize) -> NetworkShape {
        let mut shape = G::shape(self.rules);
        shape.hidden = hidden;
        shape
    }

    fn input(&self, perspective: usize, placement: usize) -> usize {
        G::input(self.rules, perspective, placement)
    }

    fn factors(&self) -> usize {
        G::factors(self.rules)
    }

    fn factor(&self, input: usize) -> usize {
        G::factor(self.rules, input)
    }

    fn symmetries(&self) -> usize {
        G::symmetries(self.rules)
    }

    fn symmetric(&self, symmetry: usize, placement: usize) -> usize {
        G::symmetric(self.rules, symmetry, placement)
    }

    fn replay_positions(
        &self,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        variations: usize,
        visit: &mut dyn FnMut(PositionOrigin, NetworkPosition),
    ) -> Result<(), ReplayError> {
        let mut own =
            if variations > 0 { Some(workspace(&G::start(self.rules), &None)) } else { None };
        replay_quiet(self.rules, moves, wanted, |ply, position: &G| {
            let Some(played) = network_position(position) else { return };
            let mut random = Random::new(played.key);
            visit(PositionOrigin::Game { ply }, played);
            let Some(workspace) = &mut own else { return };
            for _ in 0..variations {
                visit_variation(position, &mut random, workspace, visit);
            }
        })
    }
}

/// The most random moves of a variation: one that was not played, as a search tries them, and an
/// answer.
const MAX_VARIATION_PLIES: usize = 2;

fn visit_variation<G: Networked>(
    position: &G,
    random: &mut Random,
    workspace: &mut Workspace<G>,
    visit: &mut dyn FnMut(PositionOrigin, NetworkPosition),
) {
    let mut position = position.clone();
    let mut legal = position.legal_moves();
    for _ in 0..=random.below(MAX_VARIATION_PLIES) {
        position.play(legal[random.below(legal.len())]);
        legal = position.legal_moves();
        if legal.is_empty() || position.decided().is_some() {
            return;
        }
    }
    if position.glance() == Glance::Open
        && let Some(found) = network_position(&position)
    {
        let evaluation = evaluate_alone(&position, workspace);
        visit(PositionOrigin::Variation { evaluation }, found);
    }
}

fn network_position<G: Networked>(position: &G) -> Option<NetworkPosition> {
    // The laws check that perspectives and buckets are small.
    let small = |number: usize| u8::try_from(number).expect("a network has at most 256 of them");
    Some(NetworkPosition {
        key: position.key(),
        placements: position.placements().iter().map(|placement| placement as u16).collect(),
        perspectives: Side::BOTH.map(|side| small(position.perspective(side))),
        side: position.side(),
        bucket: small(position.bucket()),
        base: position.base_evaluation()?.clamp(-20_000, 20_000) as i16,
    })
}
