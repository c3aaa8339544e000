//! When a search ends: its limits, its clock, and who may stop it.

mod clock;
mod control;
mod host;
mod lag;
mod limit_check;
mod limits;
mod node_count;
mod scaling;

pub(super) use clock::Clock;
pub use control::{Control, INTERRUPT};
pub(super) use lag::Lag;
pub(super) use limit_check::{LimitCheck, paced};
pub use limits::{Limits, Time};
pub(super) use node_count::{NodeCount, NodeCounts};
pub(super) use scaling::{IterationResult, TimeScaling};
