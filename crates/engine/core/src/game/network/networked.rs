//! What a game says of its network.

use super::{NetworkShape, NetworkSource, Placements};
use crate::game::{Knowledge, Notation, Side};

/// A game whose evaluation has a network, alone or added to a base evaluation.
///
/// A game must say at least which placements a position has, and how many there are. By
/// default, the first half of all placements belongs to the first player and the second half,
/// in the same order, to the second, and each side sees its own half as the first.
///
/// Where the type has many games ([`Notation::Rules`]), each has a network of its own, whose
/// sizes and inputs follow from the rules.
///
/// ```
/// use plyglot_core::game::network::{PlacementSet, Placements};
///
/// // A board of 64 squares with stones of two sides, as 64 bits for each.
/// let placements = PlacementSet([0b1, 0b10]);
/// assert_eq!(placements.iter().collect::<Vec<_>>(), [0, 65]);
/// ```
pub trait Networked: Knowledge + Notation {
    /// A set of placements: [`PlacementSet`](super::PlacementSet) with a word for 64 of them.
    type Placements: Placements;

    /// The sizes of the game's networks; the number of neurons is free. It is on a base
    /// evaluation if the game has one: the network's file says whether it is added.
    fn shape(rules: Self::Rules) -> NetworkShape;

    /// The placements of the position.
    fn placements(&self) -> Self::Placements;

    /// The perspective of a side, less than [`NetworkShape::perspectives`]. Where the rules are
    /// read from a file ([`NetworkShape::rules`]), a network may have been made for fewer
    /// perspectives: this number modulo theirs.
    fn perspective(&self, side: Side) -> usize {
        side.index()
    }

    /// The input of a placement from a perspective, less than [`NetworkShape::inputs`].
    #[inline(always)]
    fn input(rules: Self::Rules, perspective: usize, placement: usize) -> usize {
        let half = Self::shape(rules).placements / 2;
        match perspective {
            0 => placement,
            _ if placement < half => placement + half,
            _ => placement - half,
        }
    }

    /// The number of symmetries of the board, the identity included: maps of the placements that
    /// keep the value, perspectives and bucket of every position. Training uses each position under
    /// one of them, chosen at random in each epoch.
    fn symmetries(_rules: Self::Rules) -> usize {
        1
    }

    /// The placement that `placement` becomes under a symmetry, less than
    /// [`Networked::symmetries`]; 0 is the identity.
    fn symmetric(_rules: Self::Rules, symmetry: usize, placement: usize) -> usize {
        debug_assert_eq!(symmetry, 0, "the identity is the only one");
        placement
    }

    /// The number of factors of the inputs; see [`Networked::factor`].
    fn factors(_rules: Self::Rules) -> usize {
        0
    }

    /// The factor of an input, less than [`Networked::factors`]. Inputs with the same
    /// factor share a row of weights during training, beside their own, so they learn from
    /// each other. In chess, they are the same piece on the same square for all areas of the
    /// own king (chessprogramming.org "NNUE", "factorizer").
    fn factor(_rules: Self::Rules, _input: usize) -> usize {
        0
    }

    /// The output bucket of this position, less than [`NetworkShape::buckets`].
    fn bucket(&self) -> usize {
        0
    }

    /// The base evaluation, to which a network's output is added, for the side to move in
    /// centi-units; 0 if the game has none. `None` if the position is not evaluated by the
    /// network, such as an unwinnable one. Only training calls it.
    fn base_evaluation(&self) -> Option<i32> {
        Some(0)
    }

    /// The network in use unless another one is loaded. Without one, the evaluation is the
    /// base evaluation, or 0.
    fn default_network(_rules: Self::Rules) -> Option<NetworkSource> {
        None
    }
}

impl NetworkShape {
    /// The shape of a game's network with this many neurons, for a type that is one game.
    pub fn for_game<G: Networked + Notation<Rules = ()>>(hidden: usize) -> NetworkShape {
        NetworkShape { hidden, ..G::shape(()) }
    }
}
