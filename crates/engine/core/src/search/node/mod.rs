//! One node of the tree, from its entry to its value.
//!
//! [`search`] has the node from top to bottom, step by step, and names the module of each
//! step: what the position itself shows ([`worker`]), what its evaluation says
//! ([`static_eval`], [`corrections`]), when it needs no search ([`pruning`], [`null_move`],
//! [`probcut`]), in which order its moves come ([`move_picker`], [`history`]) and how deep
//! each of them is searched ([`reductions`], [`singular`]). If the depth is spent,
//! [`quiescence`] takes over.

mod corrections;
mod history;
mod move_picker;
mod null_move;
mod probcut;
mod pruning;
mod quiescence;
mod quiescence_bound;
mod quiet;
mod reductions;
mod root_node;
mod search;
mod singular;
mod stack;
mod static_eval;
#[cfg(test)]
mod tests;
mod transposition;
mod types;
mod worker;

pub(super) use history::History;
pub(super) use reductions::LmrTable;
pub(super) use static_eval::evaluate;
pub(super) use types::{Best, Searched, Stopped};
pub(super) use worker::{Buffers, ThreadState, Worker};
