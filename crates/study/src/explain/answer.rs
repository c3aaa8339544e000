//! Explanations for other programs.

use super::explorer::Explorer;
use super::json;
use crate::shared::{PositionLine, watched};
use plyglot_engine::{GameEntry, GoLimits, LegalMove};
use serde_json::Value as Json;
use std::time::Duration;

/// The memory of the searches, in MiB.
const HASH_MIB: usize = 16;

/// Explains the position `text` (the protocol's text after `position`) of a game with these
/// options, and the move `wanted` in it, in about this time: the object that `plyglot explain
/// --json` prints, with moves in the notation `form`. Ends early when `is_over` says so.
///
/// # Errors
/// Why there is no answer.
pub fn answer(
    (entry, options): (&GameEntry, &[(String, String)]),
    form: fn(&LegalMove) -> &str,
    text: &str,
    wanted: Option<&str>,
    time: Duration,
    is_over: &dyn Fn() -> bool,
) -> Result<Json, String> {
    let explorer = Explorer::new(entry, options, HASH_MIB, form);
    let mut explorer = explorer.map_err(|error| error.to_string())?;
    explorer.limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
    explorer.wanted = wanted.into_iter().map(str::to_owned).collect();
    let line = PositionLine { number: 1, text: text.to_owned() };
    let found = watched(is_over, |searches| explorer.explain(&line, searches, &mut |_| ()))?;
    let found = found.map_err(|refusal| refusal.to_string())?;
    Ok(json::explanation(&found, entry))
}
