//! An interface to a game's network, independent of the game's types, for training.

use super::linear::{ReplayError, RuledGame, replay_quiet};
use plyglot_core::game::Side;
use plyglot_core::game::network::{NetworkShape, NetworkSource, Networked, Placements};

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

    /// [`LinearEvaluation::replay`](super::LinearEvaluation::replay) with the positions as
    /// a network sees them. Those whose value something else decides are left out.
    ///
    /// # Errors
    /// If a move does not exist.
    fn replay_positions(
        &self,
        moves: &[u16],
        wanted: &dyn Fn(usize) -> bool,
        visit: &mut dyn FnMut(usize, NetworkPosition),
    ) -> Result<(), ReplayError>;
}

impl<G: Networked> NetworkEvaluation for RuledGame<G> {
    fn default_network(&self) -> Option<NetworkSource> {
        G::default_network(self.rules)
    }

    fn shape(&self, hidden: usize) -> NetworkShape {
        NetworkShape { hidden, ..G::shape(self.rules) }
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
        visit: &mut dyn FnMut(usize, NetworkPosition),
    ) -> Result<(), ReplayError> {
        replay_quiet(self.rules, moves, wanted, |ply, position: &G| {
            if let Some(position) = network_position(position) {
                visit(ply, position);
            }
        })
    }
}

fn network_position<G: Networked>(position: &G) -> Option<NetworkPosition> {
    // The laws check that perspectives and buckets are small.
    let small = |number: usize| u8::try_from(number).expect("a network has at most 256 of them");
    Some(NetworkPosition {
        key: position.key(),
        placements: position.placements().iter().map(|placement| placement as u16).collect(),
        perspectives: [Side::First, Side::Second].map(|side| small(position.perspective(side))),
        side: position.side(),
        bucket: small(position.bucket()),
        base: position.base_evaluation()?.clamp(-20_000, 20_000) as i16,
    })
}
