//! Moves as they are typed, and who made them.

use plyglot_core::game::TextError;
use plyglot_engine::{Engine, LegalMove, SearchInfo};
use std::time::Duration;

/// Who made a move, and how.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveOrigin {
    pub(super) time: Duration,
    pub(super) is_engines: bool,
    /// What the engine expected; `None` if it chose a move that its search did not prefer.
    pub(super) expected: Option<SearchInfo>,
}

/// The legal move of a position that a text means, even if letters are small and castling is written
/// with noughts: `nf3`, `0-0`.
pub(super) fn find(rules: &dyn Engine, text: &str) -> Result<LegalMove, TextError> {
    rules.legal_move(text).or_else(|error| loosely(rules, text).ok_or(error))
}

fn loosely(rules: &dyn Engine, text: &str) -> Option<LegalMove> {
    let meant = folded(text);
    let is_meant =
        |m: &LegalMove| [&m.name, &m.record, &m.short].iter().any(|form| folded(form) == meant);
    let mut found = rules.legal_moves().into_iter().filter(is_meant);
    let only = found.next();
    if found.next().is_some() { None } else { only }
}

fn folded(text: &str) -> String {
    text.trim_end_matches(['+', '#']).to_lowercase().replace('0', "o")
}
