//! The rules of the game of a match, found by its name.

use crate::engine::{Referee, Registry};

/// A referee of the game of this name, in its start position; `None` for a
/// game that nobody here knows.
pub fn referee(game: &str, registry: &Registry) -> Option<Box<dyn Referee>> {
    let (entry, preset) = registry.find(game)?;
    let mut referee = entry.referee();
    if let Some(preset) = preset {
        referee.set_switch(preset.switch, true);
    }
    Some(referee)
}
