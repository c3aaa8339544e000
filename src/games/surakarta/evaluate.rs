//! What the search is told of Surakarta.

use super::Surakarta;
use super::board::{entry_count, points};
use crate::games::Knowledge;

impl Knowledge for Surakarta {
    type State = ();

    const QUIESCENCE: bool = true;

    fn evaluate(&self, _state: &()) -> i32 {
        let worth = |set| points(set).map(|p| 100 + 10 * entry_count(p) as i32).sum::<i32>();
        worth(self.own.points) - worth(self.other.points)
    }
}
