//! In place of `hash_file` in a program without files of tables, which offers no option
//! that leads here.

use super::options::GameOptions;
use crate::games::Notation;
use crate::search::Table;
use std::path::Path;

/// Whose a table is.
pub(super) fn owner<G: Notation>(_options: &GameOptions) -> String {
    G::NAME.to_owned()
}

/// Says why the table was not written.
pub(super) fn save(_table: &Table, owner: &str, path: &Path) -> String {
    format!("hash not saved to {}: {}", path.display(), reason(owner))
}

/// Says why the table was not read.
pub(super) fn load<G: Notation>(_table: &Table, _owner: &str, path: &Path, _: usize) -> String {
    format!("hash not loaded from {}: {}", path.display(), reason(G::NAME))
}

fn reason(game: &str) -> String {
    format!("{game} is built without the feature hash-file")
}
