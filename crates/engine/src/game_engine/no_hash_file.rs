//! Replaces `hash_file` in builds without hash files. No option of such a build calls
//! it.

use super::options::GameOptions;
use plyglot_core::game::Notation;
use plyglot_core::game::network::Network;
use plyglot_core::search::Table;
use std::path::Path;
use std::sync::Arc;

/// The owner of a table.
pub(super) fn owner<G: Notation>(options: &GameOptions<G>, _: &Option<Arc<Network>>) -> String {
    options.info().name.to_owned()
}

/// The note that the table was not written.
pub(super) fn save(_table: &Table, owner: &str, path: &Path) -> String {
    format!("hash not saved to {}: {}", path.display(), reason(owner))
}

/// The note that the table was not read.
pub(super) fn load(_: &Table, _tenant: &str, owner: &str, path: &Path, _: usize) -> String {
    format!("hash not loaded from {}: {}", path.display(), reason(owner))
}

fn reason(game: &str) -> String {
    format!("{game} is built without the feature hash-file")
}
