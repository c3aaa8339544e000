//! Finds the rules of a game by its name.

use crate::engine::{PositionError, Referee, Registry};
use crate::games::TextError;

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

/// The fields of a position including its counters.
const FIELDS: usize = 6;

/// Sets up a position. Returns it as records store it: `None` for the start position,
/// otherwise as written, with missing counters added.
///
/// # Errors
/// If it is not a position of the game.
pub fn place(
    referee: &mut dyn Referee,
    position: Option<&str>,
) -> Result<Option<String>, TextError> {
    let set = |referee: &mut dyn Referee, position| {
        referee.set_position(position, &[]).map_err(|error| match error {
            PositionError::Start(error) | PositionError::Move { error, .. } => error,
        })
    };
    set(referee, None)?;
    let Some(text) = position else { return Ok(None) };
    let start = referee.position();
    set(referee, Some(text))?;
    let printed = referee.position();
    if printed == start {
        return Ok(None);
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    Ok(Some(if fields.len() < FIELDS { printed } else { fields.join(" ") }))
}
