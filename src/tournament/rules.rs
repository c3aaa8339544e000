//! Finds the rules of a game by its name.

use crate::engine::{Referee, Registry};
pub use crate::pgn::place;

/// A referee of the game of this name, in its start position; `None` for an unknown
/// game.
pub fn referee(game: &str, registry: &Registry) -> Option<Box<dyn Referee>> {
    let (entry, preset) = registry.find(game)?;
    let mut referee = entry.referee();
    if let Some(preset) = preset {
        referee.set_option(preset.option, preset.value);
    }
    Some(referee)
}
