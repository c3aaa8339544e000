//! A check of the search parameters that a command names.

use anyhow::{Result, ensure};
use clap::error::ErrorKind;
use plyglot_core::game::{Parameter, SearchParams};

/// Checks that a game uses a parameter. A feature that is switched off in a game is not
/// there to be tuned or changed. `base`: the game's parameters.
///
/// # Errors
/// If its value in `base` is outside its range, as it is if its feature is off.
pub(super) fn check_used(parameter: &Parameter, base: &SearchParams, game: &str) -> Result<()> {
    let is_used = (parameter.min..=parameter.max).contains(&(parameter.get)(base));
    let why = || format!("{game} does not use {}", parameter.name);
    ensure!(is_used, clap::Error::raw(ErrorKind::InvalidValue, why()));
    Ok(())
}
