//! The modes that use or replace the full search.
//!
//! * [`solver`]: exact answers, where a game has a solver, within a [`node_budget`].
//! * [`strength_limit`]: a weaker opponent, who looks less far ahead.
//! * [`textbook`]: minimax, negamax and alpha-beta, without and with an order of moves, as
//!   the textbooks have them.

mod node_budget;
mod solver;
pub(super) mod strength_limit;
pub(super) mod textbook;

pub(super) use solver::{SMALL_MIB, SolverMode};
