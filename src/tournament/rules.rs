//! The rules of the game of a match, found by its name.

use crate::engine::{PositionError, Referee, Registry};
use crate::games::TextError;

/// A referee of the game of this name, in its start position; `None` for a
/// game that nobody here knows.
pub fn referee(game: &str, registry: &Registry) -> Option<Box<dyn Referee>> {
    let (entry, preset) = registry.find(game)?;
    let mut referee = entry.referee();
    if let Some(preset) = preset {
        referee.set_option(preset.option, preset.value);
    }
    Some(referee)
}

/// Fields of a position with its counters.
const FIELDS: usize = 6;

/// Sets up a position; gives it as records keep it: `None` for the start
/// position, with counters where they were left out, otherwise as written.
///
/// # Errors
/// When it is no position of the game.
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
