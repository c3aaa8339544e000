//! Who made the moves.

use plyglot_engine::SearchInfo;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub(super) struct MoveOrigin {
    pub(super) time: Duration,
    pub(super) is_engines: bool,
    /// What the engine expected; `None` if it chose a move that its search did not prefer.
    pub(super) expected: Option<SearchInfo>,
}
