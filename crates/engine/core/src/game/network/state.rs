//! The state of an evaluation that is a network alone.

use super::{Accumulators, Networked};
use crate::game::EvalState;
use std::fmt;
use std::marker::PhantomData;

/// The state of a game whose evaluation is its network alone. A state of the game's own that
/// records what moves change ([`Accumulators::record`]) is faster.
pub struct NetworkState<G>(PhantomData<fn() -> G>);

impl<G: Networked> EvalState<G> for NetworkState<G> {
    type Workspace = Accumulators<G>;
}

impl<G> Clone for NetworkState<G> {
    fn clone(&self) -> Self {
        NetworkState(PhantomData)
    }
}

impl<G> Default for NetworkState<G> {
    fn default() -> Self {
        NetworkState(PhantomData)
    }
}

impl<G> PartialEq for NetworkState<G> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<G> fmt::Debug for NetworkState<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NetworkState")
    }
}
